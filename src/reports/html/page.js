(() => {
  const { make } = xenosim;

  // Tables.
  const FIRST = 20;
  // Shares are shown as percentages: columns that are called so, that say so, or that bound one.
  const shares = (columns, about) => columns.reduce((found, name, at) => {
    const called = /rate|share|changed_games/.test(name) || /^(the )?(share|win rate)/i.test(about[name] || '');
    const bounds = /^(low|high)$/.test(name) && found[at - 1];
    return [...found, called || bounds];
  }, []);
  const show = (value, isShare) => {
    if (typeof value === 'number' && isShare && Math.abs(value) <= 1) return (100 * value).toFixed(2) + '%';
    if (value === null) return '';
    if (typeof value !== 'number' || Number.isInteger(value)) return String(value);
    const size = Math.abs(value);
    if (size >= 100) return value.toFixed(1);
    if (size >= 1 || size === 0) return value.toFixed(3);
    return size < 1e-4 ? value.toExponential(1) : value.toFixed(4);
  };
  const compare = (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  };
  const quote = (value) => {
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };

  class Grid {
    constructor(place, table) {
      Object.assign(this, table);
      // Columns of words say which word each row has; an empty word is no value.
      const columns = table.values.map((column) =>
        Array.isArray(column) ? column : column.which.map((word) => column.words[word] || null));
      const rows = columns.length ? columns[0].length : 0;
      this.rows = Array.from({ length: rows }, (_, row) => columns.map((column) => column[row]));
      this.shares = shares(this.columns, this.about);
      // What a row is about, such as the text of a card, is shown beside the pointer.
      this.text = this.columns.indexOf('text');
      this.named = this.columns.indexOf('name');
      this.order = { column: -1, down: false };
      this.limit = FIRST;
      this.picks = new Map();
      this.numeric = this.columns.map((_, at) =>
        this.rows.some((row) => typeof row[at] === 'number') &&
        this.rows.every((row) => row[at] === null || typeof row[at] === 'number'));
      this.build(place);
      this.draw();
    }

    build(place) {
      this.search = make('input', { type: 'search', placeholder: 'Filter rows', 'aria-label': 'Filter ' + this.name });
      this.search.addEventListener('input', () => this.draw());
      const controls = make('div', { class: 'controls' }, this.search);
      this.columns.forEach((name, at) => {
        const select = this.picker(name, at);
        if (select) controls.append(select);
      });
      this.count = make('span', { class: 'count' });
      const save = make('button', { type: 'button', text: 'CSV', title: 'Save the rows shown as a CSV file' });
      save.addEventListener('click', () => this.save());
      controls.append(this.count, save);
      this.heads = this.columns.map((name, at) => {
        const button = make('button', { type: 'button', text: name.replaceAll('_', ' '), title: this.about[name] || name });
        button.addEventListener('click', () => this.sortBy(at));
        return make('th', { class: this.numeric[at] ? 'n' : 't', 'aria-sort': 'none', scope: 'col' }, button);
      });
      this.body = make('tbody');
      this.more = make('button', { type: 'button', class: 'more' });
      this.more.addEventListener('click', () => { this.limit = Infinity; this.draw(); });
      const shared = this.shared.map(([name, value]) => name.replaceAll('_', ' ') + ': ' + value).join(' · ');
      const table = make('table', {}, make('thead', {}, make('tr', {}, ...this.heads)), this.body);
      place.replaceChildren(controls);
      if (shared) place.append(make('p', { class: 'shared', text: 'In every row: ' + shared }));
      place.append(make('div', { class: 'scroll', tabindex: '0' }, table), this.more);
    }

    // A menu for columns with a few words, such as the class of a card.
    picker(name, at) {
      const values = [...new Set(this.rows.map((row) => row[at]))].filter((value) => value !== null);
      const technical = ['interval', 'test', 'changes', 'note'].includes(name);
      const wordy = !technical && (!this.numeric[at] || ['players', 'wave', 'cost', 'step', 'tier'].includes(name));
      if (!wordy || values.length < 2 || values.length > 12 || values.length === this.rows.length) return null;
      const select = make('select', { 'aria-label': name, 'data-column': name });
      select.append(make('option', { value: '', text: name.replaceAll('_', ' ') + ': all' }));
      values.sort(compare).forEach((value) => select.append(make('option', { value: String(value), text: String(value) })));
      select.addEventListener('change', () => { this.picks.set(at, select.value); this.draw(); });
      return select;
    }

    sortBy(column) {
      const again = this.order.column === column;
      this.order = { column, down: again ? !this.order.down : this.numeric[column] };
      this.draw();
    }

    chosen() {
      const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let rows = this.rows.filter((row) => {
        for (const [at, value] of this.picks) if (value && String(row[at]) !== value) return false;
        const text = row.join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const { column, down } = this.order;
      if (column < 0) return rows;
      // Rows without a value come last in either direction.
      return [...rows].sort((a, b) => {
        const [x, y] = [a[column], b[column]];
        if (x === null || y === null) return (x === null) - (y === null);
        return down ? compare(y, x) : compare(x, y);
      });
    }

    draw() {
      const rows = this.chosen();
      const shown = rows.slice(0, this.limit);
      this.heads.forEach((head, at) => {
        const way = this.order.down ? 'descending' : 'ascending';
        head.setAttribute('aria-sort', at === this.order.column ? way : 'none');
      });
      this.body.replaceChildren(...shown.map((row) => make('tr', {}, ...row.map((value, at) => {
        const text = show(value, this.shares[at]);
        const cell = make('td', { class: this.numeric[at] ? 'n' : 't', text });
        if (value !== null && text !== String(value)) cell.title = String(value);
        else if (text.length > 30) cell.title = text;
        if (at === this.named && this.text >= 0) cell.title = row[this.text];
        if (links[text]) cell.replaceChildren(make('a', { href: links[text], text }));
        return cell;
      }))));
      this.count.textContent = rows.length + ' of ' + this.rows.length + ' rows';
      this.more.hidden = shown.length === rows.length;
      this.more.textContent = 'Show all ' + rows.length + ' rows';
    }

    save() {
      const lines = [this.columns, ...this.chosen()].map((row) => row.map(quote).join(','));
      const file = new Blob([lines.join('\n') + '\n'], { type: 'text/csv' });
      const link = make('a', { href: URL.createObjectURL(file), download: this.name + '.csv' });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  }

  // What has a page of its own, such as a card with a sheet: its name leads there, in grids and charts.
  const links = JSON.parse(document.getElementById('links')?.textContent || '{}');
  for (const cell of document.querySelectorAll('table.rows td')) {
    const page = links[cell.textContent];
    if (page) cell.replaceChildren(make('a', { href: page, text: cell.textContent }));
  }
  for (const text of document.querySelectorAll('figure svg text')) {
    const page = links[text.textContent];
    if (!page) continue;
    text.classList.add('linked');
    text.addEventListener('click', () => { location.href = page; });
  }

  // Tables are folded at first, and filled when they are opened.
  const tables = JSON.parse(document.getElementById('tables').textContent);
  const open = (data) => {
    const place = data.querySelector('[data-table]');
    if (data.open && !place.dataset.filled) {
      place.dataset.filled = 'yes';
      new Grid(place, tables[place.dataset.table]);
    }
  };
  for (const data of document.querySelectorAll('details.data')) {
    data.addEventListener('toggle', () => open(data));
    open(data);
  }
  const openLinked = () => {
    const wanted = document.getElementById(location.hash.slice(1));
    if (wanted?.matches('details')) wanted.open = true;
  };
  addEventListener('hashchange', openLinked);
  openLinked();
})();
