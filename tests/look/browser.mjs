// Opens every kind of report and the replay viewer in a real browser and uses them.
//
//   node tests/look/browser.mjs PROGRAM DIRECTORY [CHROMIUM]
//
// Needs no package: Chromium is driven through its own debugging pipe. Screenshots are left in the directory.
import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, directory, chromium = 'chromium'] = process.argv.slice(2);
if (!program || !directory) {
  console.error('usage: browser.mjs PROGRAM DIRECTORY [CHROMIUM]');
  process.exit(2);
}
const place = resolve(directory);
mkdirSync(place, { recursive: true });
const xenosim = (...words) => execFileSync(resolve(program), words, { cwd: place, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });

class Browser {
  constructor() {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--no-first-run', '--hide-scrollbars', '--remote-debugging-pipe', `--user-data-dir=${join(place, 'profile')}`, 'about:blank'];
    this.process = spawn(chromium, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.waiting = new Map();
    this.listeners = [];
    this.number = 0;
    let text = '';
    this.process.stdio[4].on('data', (bytes) => {
      text += bytes.toString();
      const messages = text.split('\0');
      text = messages.pop();
      messages.forEach((message) => this.receive(JSON.parse(message)));
    });
  }

  receive(message) {
    if (message.id && this.waiting.has(message.id)) {
      const { done, failed } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) failed(new Error(message.error.message));
      else done(message.result);
    } else this.listeners.forEach((listener) => listener(message));
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async open(file, { width = 1200, height = 900, dark = false } = {}) {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.prepare(width, height, dark);
    await page.load(pathToFileURL(file).href);
    return page;
  }
}

class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target });
    this.complaints = [];
    this.requests = [];
    this.loaded = new Promise((done) => { this.isLoaded = done; });
    browser.listeners.push((message) => message.sessionId === session && this.hear(message));
  }

  hear({ method, params }) {
    if (method === 'Page.loadEventFired') this.isLoaded();
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) this.complaints.push(JSON.stringify(params.args));
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) this.complaints.push(params.entry.text);
    if (method === 'Page.javascriptDialogOpening') this.complaints.push('a dialog: ' + params.message);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async prepare(width, height, dark) {
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.send(domain + '.enable');
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
  }

  async load(url) {
    this.url = url;
    await this.send('Page.navigate', { url });
    await this.loaded;
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  async shot(name, full = true) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: full });
    writeFileSync(join(place, name), Buffer.from(data, 'base64'));
  }

  // Opens everything that is folded, and waits until the tables are filled.
  async unfold() {
    await this.run(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    const filled = `[...document.querySelectorAll('[data-table]')].every((place) => place.querySelector('table'))`;
    for (let wait = 0; wait < 1000 && !(await this.run(filled)); wait++) await this.run('new Promise((done) => setTimeout(done, 20))');
    holds(await this.run(filled), 'all tables are filled');
  }

  // How many pages it prints to.
  async pages(name) {
    const { data } = await this.send('Page.printToPDF', { paperWidth: 8.27, paperHeight: 11.69, printBackground: true, preferCSSPageSize: true });
    const pdf = Buffer.from(data, 'base64');
    writeFileSync(join(place, name), pdf);
    return pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g).length;
  }

  mouse(type, x, y, more = {}) {
    return this.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  }

  async key(key) {
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', { type, key, code: key });
  }

  async close() {
    const foreign = this.requests.filter((url) => url !== this.url && !url.startsWith('data:'));
    same(foreign, [], 'requests beside the file itself');
    same(this.complaints, [], 'errors and warnings in the console');
    await this.browser.send('Target.closeTarget', { targetId: this.target });
  }
}

let checks = 0;
const same = (found, expected, what) => {
  checks += 1;
  const [a, b] = [found, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
};
const holds = (truth, what) => same(Boolean(truth), true, what);

// Hostile names must come out as text.
const HOSTILE = '<img src=x onerror=alert(1)></script>"\'& 🦠';
writeFileSync(join(place, 'hostile.toml'), `[ranger]\nname = '''${HOSTILE}'''\n\n[smoker]\nname = '''${HOSTILE} 2'''\n`);

const few = ['--force', '--quiet'];
const STUDIES = {
  simulate: ['simulate', '--games', '600', '--patch', 'hostile.toml'],
  compare: ['compare', 'deployment', '--games', '80'],
  scan: ['compare', '--scan', 'set.prowler.hp=1..4', '--games', '60'],
  rank: ['rank', '--games', '60', '--patch', 'hostile.toml'],
  figures: ['card', 'prowler', '--show', 'figures', '--games', '60'],
  ladder: ['ladder', '--policies', 'random,pass,greedy', '--games', '60'],
  target: ['target', '--players', '1,2', '--games', '200'],
  card: ['card', 'ranger', '--games', '60', '--patch', 'hostile.toml'],
  partners: ['card', 'ranger', 'west', 'smoker', '--show', 'partners', '--games', '60'],
  balance: ['balance', '--goal', '40%:base-hp=46', '--change', 'enemies=2,base-hp=3', '--games', '20', '--confirm', 'none'],
  tune: ['tune', '--generations', '2', '--population', '4', '--games', '20', '--players', '1', '--judge-games', '100'],
};
for (const [name, words] of Object.entries(STUDIES)) {
  xenosim(...words, '--out', name, ...few);
  xenosim('report', name, '--quiet');
}
const DOSSIER = ['simulate', 'compare', 'rank', 'ladder'];
xenosim('report', ...DOSSIER, '--out', 'dossier.html', '--svg', 'pictures', '--quiet');
xenosim('replay', '--patch', 'hostile.toml', '--html', 'replay-1.html');
xenosim('replay', '--players', '4', '--html', 'replay-4.html');
xenosim('report', 'simulate', '--summary', '--quiet');
xenosim('report', '.', '--index', '--quiet');
// A base that lasts long enough for even a random player to buy something.
xenosim('replay', '--policy', 'random', '--base-hp', '40', '--review', '--html', 'review.html');

const csv = (file) => {
  const text = readFileSync(join(place, file), 'utf8');
  const rows = [];
  let [row, cell, quoted] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (quoted && c === '"' && text[at + 1] === '"') { cell += '"'; at++; }
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ',') { row.push(cell); cell = ''; }
    else if (!quoted && c === '\n') { rows.push([...row, cell.replace(/\r$/, '')]); [row, cell] = [[], '']; }
    else cell += c;
  }
  const [head, ...body] = rows;
  return body.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])));
};

// What is worked out from columns.
const each = (games, get) => {
  const counts = new Map();
  for (const game of games) counts.set(get(game), (counts.get(get(game)) || 0) + 1);
  return counts;
};
const DERIVED = {
  'What players buy': (name) => csv(`${name}/cards.csv`).map((row) => row.bought / row.offered),
  // Any number of neighbouring values may share a bin.
  'How games differ: base HP needed to win': (name) => {
    const games = csv(`${name}/games.csv`);
    const counts = each(games, (row) => Math.ceil(Number(row.needed_hp_per_player)));
    const last = Math.max(...counts.keys());
    const shares = [];
    for (let width = 1; width < 20; width++) for (let from = 0; from <= last; from++) {
      let count = 0;
      for (let hp = from; hp < from + width; hp++) count += counts.get(hp) || 0;
      shares.push(count / games.length);
    }
    return shares;
  },
  'Damage to the base by round': (name) => {
    const mean = Object.fromEntries(csv(`${name}/summary.csv`).map((row) => [row.measure, Number(row.value)]));
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((round) => {
      const [standing, full] = [mean[`base_damage_round_${round}`], mean[`full_damage_round_${round}`]];
      return [standing, full - standing];
    });
  },
};

// How many marks the data demand.
const MARKS = {
  // Up to where nearly every game is won.
  'Win rate at every base': (name) => {
    const rows = csv(`${name}/curve.csv`);
    const end = rows.findIndex((row) => Number(row.win_rate) >= 0.995);
    return end < 0 ? rows.length : Math.min(rows.length, end + 5);
  },
  'Where games are lost': () => 9,
  'Damage to the base by round': () => 18,
  'Causes of damage to the base, by round': (name) => csv(`${name}/damage.csv`).length,
  'Most damage to the base': (name) => Math.min(15, csv(`${name}/cards.csv`).filter((row) => Number(row.base_damage_per_game) > 0).length),
  'What players buy': (name) => Math.min(25, csv(`${name}/cards.csv`).filter((row) => Number(row.offered) >= 50).length),
  'Strength and cost': (name) => csv(`${name}/arms.csv`).filter((row) => row.measure === 'endurance').length,
};

const column = (at) => `[...document.querySelectorAll('.data .grid table')[0].tBodies[0].rows].map((row) => row.cells[${at}].title || row.cells[${at}].textContent)`;

const browser = new Browser();
try {
  for (const name of Object.keys(STUDIES)) await report(name);
  await numbers();
  for (const name of Object.keys(STUDIES)) await pictures(name);
  await dossier();
  holds((await short('simulate/summary.html', 'summary')) === 1, 'a summary prints to one page');
  await short('index.html', 'index');
  await viewer('replay-1.html', true);
  await viewer('replay-4.html', false);
  await viewer('review.html', false);
  await mistakes('review.html');
} finally {
  browser.process.kill();
}
console.log(`${checks} checks in the browser passed; screenshots are in ${place}`);

async function report(name) {
  const file = join(place, name, 'report.html');
  holds(statSync(file).size < 1e6, `${name}: under 1 MB`);
  const page = await browser.open(file);
  const figures = await page.run(`[...document.querySelectorAll('figure')].map((figure) => figure.querySelectorAll('[data-mark]').length)`);
  holds(figures.length > 0 && figures.every((marks) => marks > 0), `${name}: every figure has marks`);
  const lost = await page.run(`[...document.querySelectorAll('figure a')].filter((link) => !document.querySelector(link.hash)).map((link) => link.hash)`);
  same(lost, [], `${name}: every link leads to a table`);
  holds((await page.pages(`${name}.pdf`)) <= 3, `${name}: prints to at most three pages`);
  same(await page.run(`document.querySelectorAll('details.data[open]').length`), 0, `${name}: tables are folded`);
  await page.shot(`${name}-light.png`);
  await page.unfold();
  holds(await page.run(`document.querySelectorAll('.say').length > 0`), `${name}: an answer in words`);
  await hover(page, name);
  await sort(page, name);
  await filter(page, name);
  same(await page.run(`document.querySelectorAll('img').length`), 0, `${name}: hostile names make no elements`);
  await page.close();
  const narrow = await browser.open(file, { width: 400, height: 900, dark: true });
  holds(await narrow.run('document.documentElement.scrollWidth <= 400'), `${name}: fits 400 pixels`);
  const paper = await narrow.run(`getComputedStyle(document.body).backgroundColor`);
  same(paper, 'rgb(20, 24, 29)', `${name}: dark paper`);
  await narrow.shot(`${name}-dark-400.png`);
  await narrow.close();
}

async function hover(page, name) {
  // Within the largest mark, beside its middle, where a line may cross it.
  const spot = `(() => {
    const size = (node) => { const box = node.getBoundingClientRect(); return box.width * box.height; };
    const marks = [...document.querySelectorAll('figure [data-mark]:not([data-mark=reference]):not([data-mark=margin])')];
    const mark = marks.reduce((best, mark) => (size(mark) > size(best) ? mark : best));
    mark.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = mark.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
    // Where marks lie over each other, the uppermost is meant.
    return { x, y, tip: document.elementFromPoint(x, y)?.closest('[data-tip]')?.dataset.tip };
  })()`;
  const { x, y, tip } = await page.run(spot);
  holds(tip, `${name}: a mark can be pointed at`);
  await page.mouse('mouseMoved', x, y);
  const shown = await page.run(`({ display: getComputedStyle(document.getElementById('tip')).display, text: document.getElementById('tip').textContent })`);
  same(shown, { display: 'block', text: tip }, `${name}: details on hovering`);
}

async function sort(page, name) {
  const at = await page.run(`[...document.querySelectorAll('.data .grid table')[0].tHead.rows[0].cells].findIndex((cell) => cell.className === 'n')`);
  const click = `document.querySelectorAll('.data .grid table')[0].tHead.rows[0].cells[${at}].querySelector('button').click()`;
  const ordered = (values, down) => values.filter((value) => value !== '').map(parseFloat).every((value, index, all) => index === 0 || (down ? all[index - 1] >= value : all[index - 1] <= value));
  await page.run(click);
  holds(ordered(await page.run(column(at)), true), `${name}: sorted down`);
  await page.run(click);
  holds(ordered(await page.run(column(at)), false), `${name}: sorted up`);
  same(await page.run(`document.querySelectorAll('.data .grid table')[0].tHead.rows[0].cells[${at}].getAttribute('aria-sort')`), 'ascending', `${name}: says how it is sorted`);
}

async function filter(page, name) {
  const counts = await page.run(`(() => {
    const grid = document.querySelectorAll('.data .grid')[0];
    const rows = () => grid.querySelectorAll('tbody tr').length;
    const search = grid.querySelector('input[type=search]');
    const type = (text) => { search.value = text; search.dispatchEvent(new Event('input')); };
    const before = rows();
    type('no row has these words');
    const none = rows();
    type('');
    const after = rows();
    return { before, none, after };
  })()`);
  same(counts.none, 0, `${name}: filtered away`);
  same(counts.after, counts.before, `${name}: and back`);
}

// Every figure of every report: what its marks say is in the tables beside it, or is worked out from them here.
async function pictures(name) {
  const page = await browser.open(join(place, name, 'report.html'));
  const figures = await page.run(`[...document.querySelectorAll('figure')].map((figure) => [figure.querySelector('h4').textContent,
    [...figure.querySelectorAll('[data-mark]')].map((mark) => ({ ...mark.dataset }))])`);
  await page.close();
  const tables = readdirSync(join(place, name)).filter((file) => file.endsWith('.csv'));
  const said = new Set(tables.flatMap((file) => csv(join(name, file)).flatMap((row) => Object.values(row).filter((cell) => cell !== '').map(Number))));
  for (const [title, marks] of figures) {
    const derive = DERIVED[title];
    const known = derive ? new Set(derive(name)) : said;
    for (const mark of marks) {
      // The unchanged game of a scan differs by nothing, which is not in the table.
      if (name === 'scan' && Number(mark.y) === 0) continue;
      for (const key of ['value', 'low', 'high', 'y']) {
        if (mark[key] === undefined || ['reference', 'margin'].includes(mark.mark)) continue;
        const near = [...(derive ? known : [])].some((value) => Math.abs(value - mark[key]) < 1e-9);
        holds(near || known.has(Number(mark[key])), `${name}, ${title}: ${key} ${mark[key]} is in the tables`);
      }
    }
    const count = MARKS[title]?.(name);
    if (count !== undefined) same(marks.filter((mark) => !['reference', 'margin'].includes(mark.mark)).length, count, `${name}, ${title}: as many marks as data`);
  }
}

// What pictures show is what the tables say.
async function numbers() {
  const page = await browser.open(join(place, 'compare', 'report.html'));
  const scan = await browser.open(join(place, 'scan', 'report.html'));
  holds(await scan.run(`document.querySelector('figure [data-mark=point][data-x="3"][data-y="0"]') !== null`), 'the scan goes through zero at the printed value');
  await scan.close();
  const shown = await page.run(`[...document.querySelectorAll('figure [data-mark=estimate]')].map((mark) => [Number(mark.dataset.value), Number(mark.dataset.low), Number(mark.dataset.high)])`);
  const rows = csv('compare/differences.csv');
  // In the deciding measure, the interval that the verdict comes from.
  const ends = (row) => (row.family_low === '' ? [row.low, row.high] : [row.family_low, row.family_high]);
  const known = new Set(rows.map((row) => JSON.stringify([row.difference, ...ends(row)].map(Number))));
  holds(shown.length > 0, 'differences are shown');
  for (const estimate of shown) holds(known.has(JSON.stringify(estimate)), `a difference of the table: ${JSON.stringify(estimate)}`);
  await page.close();
  const ranks = await browser.open(join(place, 'rank', 'report.html'));
  const marks = await ranks.run(`[...document.querySelectorAll('figure [data-mark=estimate]')].map((mark) => [mark.dataset.label, Number(mark.dataset.value), Number(mark.dataset.low), Number(mark.dataset.high)])`);
  const ranked = csv('rank/ranks.csv').filter((row) => row.rank !== '').map((row) => [row.name, Number(row.rank), Number(row.best_rank), Number(row.worst_rank)]);
  same(marks.length, ranked.length, 'every ranked card is shown');
  const table = new Set(ranked.map((row) => JSON.stringify(row)));
  for (const mark of marks) holds(table.has(JSON.stringify(mark)), `a rank of the table: ${JSON.stringify(mark)}`);
  holds(marks.some(([label]) => label === HOSTILE), 'a hostile name is shown as it is');
  await ranks.close();
}

async function dossier() {
  const page = await browser.open(join(place, 'dossier.html'));
  same(await page.run(`[...document.querySelectorAll('main > section')].map((section) => section.dataset.kind)`), DOSSIER, 'the sections of a dossier');
  await page.shot('dossier-light.png');
  await page.close();
  // What a page costs to open follows from its size, on any machine.
  const size = readFileSync(join(place, 'dossier.html')).length;
  holds(size < 2e6, `a dossier is below 2 MB (${size} bytes)`);
}

// A page without tables of its own: it fits, wide and narrow; returns how many pages it prints to.
async function short(file, name) {
  let pages = 0;
  for (const [width, dark] of [[1400, false], [400, true]]) {
    const page = await browser.open(join(place, file), { width, height: 900, dark });
    holds(await page.run(`document.documentElement.scrollWidth <= ${width}`), `${name}: fits ${width} pixels`);
    await page.shot(`${name}-${width}.png`);
    pages = await page.pages(`${name}.pdf`);
    await page.close();
  }
  return pages;
}

// Mistakes are marked on the line of the game and listed; both lead to the step.
async function mistakes(name) {
  const page = await browser.open(join(place, name), { width: 1300, height: 1000 });
  const [marks, listed] = await page.run(`[document.querySelectorAll('[data-mark=mistake]').length, document.querySelectorAll('#wrong li').length]`);
  holds(marks > 0 && marks === listed, `${name}: every mistake is marked and listed`);
  await page.run(`document.getElementById('next-mistake').click()`);
  const [said, first] = await page.run(`[document.getElementById('say').textContent, document.querySelector('#wrong li').textContent]`);
  holds(said.includes('A mistake: ') && said.includes(first), `${name}: a mistake is explained`);
  holds((await page.run(`document.getElementById('on').textContent`)).includes('--from-step'), `${name}: a command plays on from there`);
  await page.shot(name.replace('.html', '-mistake.png'), false);
  await page.close();
}

async function viewer(name, hostile) {
  const file = join(place, name);
  holds(statSync(file).size < 1e6, `${name}: under 1 MB`);
  const page = await browser.open(file, { width: 1300, height: 1000 });
  const count = () => page.run(`document.getElementById('count').textContent`);
  const last = await page.run(`Number(document.getElementById('scrub').max) + 1`);
  holds(last > 50, `${name}: the whole game is there`);
  same(await count(), `step 1 of ${last}`, `${name}: begins at the beginning`);
  await page.run(`document.getElementById('next').click()`);
  same(await count(), `step 2 of ${last}`, `${name}: one step on`);
  await page.key('ArrowRight');
  await page.key('ArrowLeft');
  await page.key('ArrowRight');
  same(await count(), `step 3 of ${last}`, `${name}: steps by keys`);
  await page.run(`(() => { const scrub = document.getElementById('scrub'); scrub.value = 40; scrub.dispatchEvent(new Event('input')); })()`);
  same(await count(), `step 41 of ${last}`, `${name}: scrubbed`);
  // Which round that step is in depends on the game, so its own headings tell.
  const headings = await page.run(`JSON.parse(document.getElementById('game').textContent).steps.flatMap(([lines], at) => lines.flatMap((text) => { const found = /^Round (\\d+) /.exec(text); return found ? [[at, Number(found[1])]] : []; }))`);
  same(headings.map(([, round]) => round), headings.map((_, at) => at + 1), `${name}: every round has a heading`);
  const [next, round] = headings.find(([at]) => at > 40) || [];
  holds(round > 1, `${name}: a round begins after that`);
  await page.run(`document.getElementById('next-round').click()`);
  same(await count(), `step ${next + 1} of ${last}`, `${name}: to the step where the next round begins`);
  holds((await page.run(`document.getElementById('say').textContent`)).includes(`Round ${round} `), `${name}: to the next round`);
  await page.run(`document.getElementById('turning').click()`);
  holds((await page.run(`document.getElementById('say').textContent`)).includes('base'), `${name}: to the turning point`);
  await page.shot(name.replace('.html', '-light.png'), false);
  const found = await page.run(`(() => {
    const search = document.getElementById('search');
    search.value = 'buys';
    search.dispatchEvent(new Event('input'));
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    return [document.getElementById('say').textContent, document.querySelectorAll('#log .found').length];
  })()`);
  holds(found[0].includes('buys') && found[1] > 0, `${name}: search finds purchases`);
  await page.run(`document.getElementById('first').click(); document.querySelector('select').value = '60'; document.getElementById('play').click()`);
  await page.run('new Promise((done) => setTimeout(done, 700))');
  holds(!(await count()).startsWith('step 1 of'), `${name}: plays by itself`);
  await page.run(`document.getElementById('play').click(); document.getElementById('last').click()`);
  same(await count(), `step ${last} of ${last}`, `${name}: to the end`);
  // Every point of damage is listed with its cause, and adds up to what the base lost.
  const damage = await page.run(`[...document.querySelectorAll('#damage tbody tr')].map((row) => [Number(row.cells[1].textContent), row.cells[2].textContent])`);
  const [base, start] = await page.run(`(() => { const steps = JSON.parse(document.getElementById('game').textContent).steps; let base; for (const [, changes] of steps) if ('b' in changes) base = changes.b; return [base, steps[0][1].b]; })()`);
  same(damage.reduce((sum, [amount]) => sum + amount, 0), start - base, `${name}: all damage is listed`);
  if (hostile) {
    same(await page.run(`document.querySelectorAll('img').length`), 0, `${name}: hostile names make no elements`);
    holds((await page.run(`document.body.textContent`)).includes(HOSTILE), `${name}: hostile names are shown`);
  }
  await page.close();
  const narrow = await browser.open(file, { width: 400, height: 900, dark: true });
  await narrow.run(`document.getElementById('turning').click()`);
  holds(await narrow.run('document.documentElement.scrollWidth <= 400'), `${name}: fits 400 pixels`);
  await narrow.shot(name.replace('.html', '-dark-400.png'), false);
  await narrow.close();
}
