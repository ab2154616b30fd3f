(() => {
  const { make } = xenosim;
  const game = JSON.parse(document.getElementById('game').textContent);
  const { cards, steps, players } = game;
  const seats = [...Array(players).keys()];
  const marksOf = (step, sort) => step[2].filter((mark) => mark[0] === sort);
  const name = (kind) => (kind === null ? 'nobody' : cards[kind].name);

  // The table at every step: each holds only what changed, so the rest comes from before.
  const tables = [];
  for (const [, changes] of steps) tables.push({ ...tables.at(-1), ...changes });

  const rounds = steps.flatMap((step, at) => (marksOf(step, 'round').length ? [at] : []));
  const damage = steps.flatMap((step, at) =>
    marksOf(step, 'base').map(([, amount, lane, by, way]) => ({ at, amount, lane, by, way, round: tables[at].r })));
  // The turning point: the first damage of the round in which the base suffered most.
  const perRound = new Map();
  for (const hit of damage) perRound.set(hit.round, (perRound.get(hit.round) || 0) + hit.amount);
  const worst = [...perRound].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
  const turning = worst ? damage.find((hit) => hit.round === worst[0]).at : null;
  const full = Math.max(1, ...tables.map((table) => table.b));
  // How far the players would come after each answer, and the answers that were mistakes.
  const rated = steps.flatMap(([, , , , rating], at) => (rating && rating[0] !== null ? [{ at, value: rating[0], mistake: rating[2] }] : []));
  const mistakes = rated.filter((one) => one.mistake);

  let now = 0;
  let timer = null;

  // The page.
  const health = make('i');
  const healthText = make('span');
  const roundText = make('span', { id: 'round' });
  const phaseText = make('span', { class: 'soft', id: 'phase' });
  const weather = make('span', { class: 'soft' });
  const say = make('div', { class: 'say', id: 'say', 'aria-live': 'polite' });
  const scrub = make('input', { type: 'range', id: 'scrub', min: 0, max: steps.length - 1, value: 0, 'aria-label': 'Step' });
  const count = make('span', { class: 'count', id: 'count' });
  const speed = make('select', { 'aria-label': 'Speed' });
  for (const [text, ms] of [['slow', 1500], ['normal', 700], ['fast', 250], ['very fast', 60]]) {
    speed.append(make('option', { value: ms, text, ...(ms === 700 ? { selected: '' } : {}) }));
  }
  const search = make('input', { type: 'search', id: 'search', placeholder: 'Search the game (Enter: next)', 'aria-label': 'Search' });
  const found = make('span', { class: 'count', id: 'found' });
  const button = (id, text, title, act) => {
    const node = make('button', { type: 'button', id, text, title });
    node.addEventListener('click', act);
    return node;
  };
  const play = button('play', '▶ play', 'Play or pause (space)', () => toggle());
  const controls = make('div', { class: 'controls' },
    button('first', '|◀', 'First step (Home)', () => go(0)),
    button('previous', '◀', 'One step back (left)', () => go(now - 1)),
    play,
    button('next', '▶', 'One step on (right)', () => go(now + 1)),
    button('last', '▶|', 'Last step (End)', () => go(steps.length - 1)),
    speed,
    button('previous-round', '◀ round', 'Previous round (p)', () => go(rounds.findLast((at) => at < now) ?? 0)),
    button('next-round', 'round ▶', 'Next round (n)', () => go(rounds.find((at) => at > now) ?? steps.length - 1)),
    button('turning', 'turning point', 'The round with the most damage to the base (t)', () => turning !== null && go(turning)),
    ...(rated.length ? [button('next-mistake', 'mistake ▶', 'Next mistake (m)', () => go((mistakes.find((one) => one.at > now) ?? mistakes[0])?.at ?? now))] : []),
    count, search, found);
  controls.querySelector('#turning').disabled = turning === null;

  const line = timeline();
  const bar = make('div', { class: 'bar' },
    make('div', { class: 'status' }, roundText, phaseText, weather,
      make('div', { class: 'health', id: 'base', role: 'img' }, health, healthText)),
    line.node, ...(rated.length ? [make('p', { class: 'count', text: 'Line: how far the players would come. Bars: damage to the base. Boxes: mistakes.' })] : []), scrub, controls);
  const lanes = make('div', { class: 'lanes' });
  const market = make('div', { class: 'market', id: 'market' });
  const log = make('div', { class: 'log', id: 'log', tabindex: 0 });
  const rows = make('tbody');
  const on = make('p', { class: 'command', id: 'on' });
  const wrong = mistakes.map((one) => {
    const item = make('li', { text: one.mistake });
    item.addEventListener('click', () => go(one.at));
    return item;
  });
  const side = make('div', { class: 'side' },
    ...(rated.length ? [make('div', { class: 'panel' }, make('h2', { text: 'Mistakes: ' + wrong.length }), make('ul', { class: 'wrong', id: 'wrong' }, ...wrong))] : []),
    make('div', { class: 'panel' }, make('h2', { text: 'Log' }), log),
    make('div', { class: 'panel' }, make('h2', { text: 'Damage to the base' }),
      make('div', { class: 'damage', id: 'damage' }, make('table', {},
        make('thead', {}, make('tr', {}, ...['round', 'HP', 'by', 'how', 'lane'].map((text) => make('th', { text })))), rows))));
  document.getElementById('viewer').replaceChildren(bar, say,
    make('div', { class: 'main' }, make('div', {}, lanes, market), side),
    on, make('p', { class: 'command', text: game.command }));

  const entries = steps.map((step, at) => {
    const sort = marksOf(step, 'round').length ? 'round' : marksOf(step, 'phase').length ? 'phase' : '';
    const base = marksOf(step, 'base').length ? ' base' : '';
    // A heading comes with the lines that were still to be told before it.
    const lines = step[0].map((text, line) =>
      make('span', { class: line === step[0].length - 1 ? sort : '', text: text.replace(/^ {2}/, '') + (line < step[0].length - 1 ? '\n' : '') }));
    const entry = make('div', { class: base.trim() }, ...lines);
    entry.addEventListener('click', () => go(at));
    return entry;
  });
  log.append(...entries);
  for (const hit of damage) {
    const cells = [hit.round, hit.amount, name(hit.by), hit.way, hit.lane + 1];
    const row = make('tr', {}, ...cells.map((text) => make('td', { text })));
    row.addEventListener('click', () => go(hit.at));
    rows.append(row);
  }

  // A strip of the whole game: bars where the base is damaged, lines where rounds begin.
  function timeline() {
    const space = 'http://www.w3.org/2000/svg';
    const draw = (tag, attributes, text) => {
      const node = document.createElementNS(space, tag);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      if (text !== undefined) node.textContent = text;
      return node;
    };
    const at = (step) => (1000 * step) / Math.max(1, steps.length - 1);
    const node = draw('svg', { class: 'line', viewBox: '0 0 1000 46', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Damage to the base over the game' });
    const most = Math.max(1, ...damage.map((hit) => hit.amount));
    rounds.forEach((step) => {
      node.append(draw('line', { class: 'round', x1: at(step), x2: at(step), y1: 0, y2: 46 }));
    });
    for (const hit of damage) {
      const tall = 4 + (30 * hit.amount) / most;
      node.append(draw('rect', { class: 'hit', 'data-mark': 'base', 'data-amount': hit.amount, 'data-tip': hit.amount + ' damage, round ' + hit.round + ': ' + name(hit.by), x: at(hit.at) - 1.5, width: 4, y: 44 - tall, height: tall }));
    }
    const high = (value) => 44 - 42 * Math.min(1, value);
    node.append(draw('polyline', { class: 'rated', points: rated.map((one) => at(one.at) + ',' + high(one.value)).join(' ') }));
    for (const one of mistakes) {
      node.append(draw('rect', { class: 'wrong', 'data-mark': 'mistake', 'data-tip': one.mistake, x: at(one.at) - 3, width: 6, y: high(one.value) - 4, height: 8 }));
    }
    const marker = draw('line', { class: 'now', y1: 0, y2: 46 });
    node.append(marker);
    const jump = (event) => {
      const box = node.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (steps.length - 1)));
    };
    node.addEventListener('pointerdown', (event) => { node.setPointerCapture(event.pointerId); jump(event); });
    node.addEventListener('pointermove', (event) => { if (event.buttons) jump(event); });
    return { node, show: () => { marker.setAttribute('x1', at(now)); marker.setAttribute('x2', at(now)); } };
  }

  function tile([stamp, kind, power, left, hp, items, flags], enemy, hurt) {
    const card = cards[kind];
    const down = flags & 1;
    const sort = enemy ? (card.class === 'boss' ? 'boss' : 'enemy') : 'troop';
    const wound = hurt.get(stamp);
    const state = (down ? ' down' : '') + (wound ? ' hurt' : '');
    const tip = [card.text, ...items.map((item) => 'with ' + cards[item].text), ...(flags & 2 ? ['a troop that has become an enemy'] : []),
      ...(down ? ['face-down'] : []), ...(wound || [])].join('\n');
    const figures = make('span', { class: 'figures' }, power + ' power, ', make('span', { class: left < hp ? 'low' : '', text: left + '/' + hp }), ' HP');
    return make('div', { class: 'card ' + sort + state, 'data-tip': tip, 'data-stamp': stamp }, make('b', { text: (down ? '? ' : '') + card.name }), figures,
      ...items.map((item) => make('span', { class: 'item', text: '+ ' + cards[item].name })));
  }

  function chips(kinds) {
    const counts = new Map();
    for (const kind of kinds) counts.set(kind, (counts.get(kind) || 0) + 1);
    return [...counts].map(([kind, many]) =>
      make('span', { class: 'chip', 'data-tip': cards[kind].text, text: cards[kind].name + (many > 1 ? ' ×' + many : '') }));
  }

  function lane(seat, table, hurt) {
    const row = (label, nodes) => [make('div', { class: 'label', text: label }), make('div', { class: 'row' }, ...nodes)];
    const who = 'Player ' + (seat + 1);
    const facts = table['k' + seat] + ' in deck, ' + table['x' + seat].length + ' discarded' + (table['s' + seat] ? ', resources: ' + table['s' + seat] : '');
    return make('div', { class: 'lane' + (table.f === seat ? ' fighting' : ''), 'data-lane': seat + 1 },
      make('h2', {}, make('span', { text: 'Lane ' + (seat + 1) + ': ' + who + ' (' + game.policies[seat] + ')' }), make('span', { text: facts })),
      ...row('enemies, front first', table['e' + seat].map((card) => tile(card, true, hurt))),
      ...row('troops, front first', table['t' + seat].map((card) => tile(card, false, hurt))),
      make('div', { class: 'label', text: 'hand' }), make('div', {}, ...chips(table['h' + seat])),
      make('div', { class: 'label', text: 'discard pile' }), make('div', {}, ...chips(table['x' + seat])));
  }

  function show() {
    const table = tables[now];
    const step = steps[now];
    const hurt = new Map();
    for (const [, stamp, amount, by, nature] of marksOf(step, 'hurt')) {
      hurt.set(stamp, [...(hurt.get(stamp) || []), amount + ' damage: ' + name(by) + ' (' + nature + ')']);
    }
    roundText.textContent = 'Round ' + Math.min(table.r, 9) + ', wave ' + Math.min(3, Math.ceil(Math.min(table.r, 9) / 3));
    phaseText.textContent = table.p.replaceAll('-', ' ');
    weather.textContent = table.w === null ? '' : 'weather: ' + cards[table.w].name;
    health.style.width = Math.max(0, (100 * table.b) / full) + '%';
    const over = marksOf(step, 'over')[0];
    healthText.textContent = (over ? (over[1] ? 'held: ' : 'lost: ') : '') + 'base ' + table.b;
    say.textContent = step[0].map((text) => text.trim()).join('\n');
    // What a player who searches tried out: the answer, rounds survived in games imagined after it, how many.
    if (step[3].length) {
      say.append(make('table', { class: 'thoughts' }, make('caption', { text: 'tried out: answer, how far the game goes after it, games imagined' }), ...step[3].map(([answer, shown, games]) =>
        make('tr', { 'data-mark': 'thought' }, make('td', { text: answer }), make('td', { text: shown }), make('td', { text: games + ' games' })))));
    }
    if (step[4]?.[1]) say.append(make('div', { class: step[4][2] ? 'wrong' : 'soft', text: step[4][2] ? 'A mistake: ' + step[4][2] : 'Expected after this answer: ' + step[4][1] + ' of the way' }));
    on.textContent = 'Play on from here: ' + game.play + (now + 1);
    lanes.replaceChildren(...seats.map((seat) => lane(seat, table, hurt)));
    market.replaceChildren(make('h2', { text: 'Market' }), ...[0, 1, 2, 3].flatMap((row) => {
      const offer = table['m' + row];
      if (!offer.length) return [];
      return [make('div', { class: 'label', text: row ? 'troops of wave ' + row : 'items' }), make('div', {}, ...chips(offer))];
    }), make('div', { class: 'label', text: 'encounter decks: ' + table.q.map(([deck, discard, bosses], wave) => 'wave ' + (wave + 1) + ': ' + deck + ' (' + discard + ' discarded, ' + bosses + ' bosses)').join(', ') }));
    scrub.value = now;
    count.textContent = 'step ' + (now + 1) + ' of ' + steps.length;
    line.show();
    log.querySelector('.now')?.classList.remove('now');
    entries[now].classList.add('now');
    log.scrollTop = entries[now].offsetTop - log.offsetTop - log.clientHeight / 3;
  }

  function go(step) {
    now = Math.max(0, Math.min(steps.length - 1, step));
    if (now === steps.length - 1) stop();
    show();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = '▶ play';
  }

  function toggle() {
    if (timer) return stop();
    if (now === steps.length - 1) go(0);
    play.textContent = '❚❚ pause';
    timer = setInterval(() => go(now + 1), Number(speed.value));
  }

  speed.addEventListener('change', () => { if (timer) { stop(); toggle(); } });
  scrub.addEventListener('input', () => go(Number(scrub.value)));
  const matches = () => {
    const wanted = search.value.trim().toLowerCase();
    return wanted ? steps.flatMap(([lines], at) => (lines.join('\n').toLowerCase().includes(wanted) ? [at] : [])) : [];
  };
  search.addEventListener('input', () => {
    const all = new Set(matches());
    entries.forEach((entry, at) => entry.classList.toggle('found', all.has(at)));
    found.textContent = search.value.trim() ? all.size + ' steps' : '';
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const all = matches();
    const next = event.shiftKey ? all.findLast((at) => at < now) ?? all.at(-1) : all.find((at) => at > now) ?? all[0];
    if (next !== undefined) go(next);
  });
  addEventListener('keydown', (event) => {
    if (['INPUT', 'SELECT'].includes(event.target.tagName) && event.target !== scrub) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowRight: 'next', ArrowLeft: 'previous', Home: 'first', End: 'last', n: 'next-round', p: 'previous-round', t: 'turning', m: 'next-mistake', ' ': 'play' };
    if (event.key === '/') search.focus();
    else if (keys[event.key]) document.getElementById(keys[event.key])?.click();
    else return;
    event.preventDefault();
  });

  // A link can name a step: #step=120 or #round=3.
  const wanted = /(step|round)=(\d+)/.exec(location.hash);
  if (wanted && wanted[1] === 'step') now = Math.min(steps.length - 1, Math.max(0, wanted[2] - 1));
  if (wanted && wanted[1] === 'round') now = rounds[wanted[2] - 1] ?? 0;
  show();
})();
