// Fills the filters of the board, and shows the rows that they let through. The rows in the page at first are the same
// as those that this script makes without a filter.
(() => {
  'use strict';

  const data = JSON.parse(document.getElementById('data').textContent);
  const columns = data.columns;
  const total = data.group.length;
  const form = document.getElementById('filters');
  const tables = document.getElementById('tables');
  const more = document.querySelector('#more button');
  const count = document.getElementById('count');
  let found = [];
  let shown = Math.min(data.firstRows, total);

  const number = value => value.toLocaleString('en-US');
  const text = (name, row) => columns[name].words[columns[name].at[row]];

  function tag(name, content, attributes) {
    const element = document.createElement(name);
    if (content) element.textContent = content;
    Object.entries(attributes || {}).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  }

  const linked = (content, address) => address ? tag('a', content, { href: address }) : tag('span', content);

  function badges(row) {
    const cell = tag('span');
    if (text('bundle', row)) cell.append(linked('bundled', text('bundle', row)));
    text('badges', row).split(' ').filter(word => word).forEach(word => cell.append(' ', tag('span', word, { class: 'mark' })));
    return cell;
  }

  function cells(row) {
    const outcome = text('outcome', row);
    return [
      tag('span', text('rank', row)),
      linked(text('label', row), text('page', row)),
      tag('span', outcome, { class: 'badge ' + outcome.toLowerCase() }),
      badges(row),
      tag('span', text('system', row) + ' ' + text('version', row)),
      ...['client', 'hardware', 'date', 'rate', 'p50', 'p99', 'samples'].map(name => tag('span', text(name, row)))
    ];
  }

  function line(name, contents) {
    const row = tag('tr');
    contents.forEach((content, column) => {
      const cell = tag(name, '', column >= data.numbersFrom ? { class: 'n' } : {});
      cell.append(content);
      row.append(cell);
    });
    return row;
  }

  // Returns the body of a new table.
  function table(group) {
    const section = tag('section');
    const scroll = tag('div', '', { class: 'scroll', tabindex: '0' });
    const whole = tag('table');
    const head = tag('thead');
    const body = tag('tbody');
    head.append(line('th', data.head));
    whole.append(head, body);
    scroll.append(whole);
    section.append(tag('h2', data.titles[group]), tag('p', data.notes[group], { class: 'note' }), scroll);
    tables.append(section);
    return body;
  }

  function show() {
    let body = null;
    let group = -1;
    tables.replaceChildren();
    found.slice(0, shown).forEach(row => {
      if (data.group[row] !== group) body = table(group = data.group[row]);
      body.append(line('td', cells(row)));
    });
    state();
  }

  function state() {
    count.textContent = number(found.length) + ' of ' + number(total) + (total === 1 ? ' result' : ' results');
    more.hidden = shown >= found.length;
  }

  // Each filter is a list of the words of its column that it lets through.
  function filter() {
    const wanted = form.elements.label.value.trim().toLowerCase();
    const tests = data.filters
      .filter(name => form.elements[name].value !== '')
      .map(name => [columns[name].at, columns[name].words.map((word, i) => String(i) === form.elements[name].value)]);
    if (wanted) tests.push([columns.label.at, columns.label.words.map(word => word.toLowerCase().includes(wanted))]);
    found = [];
    for (let row = 0; row < total; row++) {
      if (tests.every(([at, lets]) => lets[at[row]])) found.push(row);
    }
  }

  function apply() {
    const start = performance.now();
    filter();
    shown = data.firstRows;
    show();
    // After the frame with the new rows.
    requestAnimationFrame(() => setTimeout(() => performance.measure('board-filter', { start })));
  }

  data.filters.forEach(name => {
    const column = columns[name];
    const counts = column.words.map(() => 0);
    column.at.forEach(word => counts[word]++);
    column.words.map((word, i) => [word, i])
      .sort((a, b) => a[0].localeCompare(b[0], 'en', { numeric: true }))
      .forEach(([word, i]) => form.elements[name].append(tag('option', word + ' (' + number(counts[i]) + ')', { value: i })));
  });
  form.addEventListener('input', apply);
  form.addEventListener('submit', event => event.preventDefault());
  more.addEventListener('click', () => {
    shown += data.moreRows;
    show();
  });
  filter();
  state();
  performance.mark('board-ready');
  // A browser can keep what a reader had set.
  if (found.length < total) apply();
})();
