(function () {
  'use strict';
  // Draws each chart anew, with cursors, zoom and lines that can be switched off. Without it the page is whole, but still.
  const root = document.documentElement;
  const charts = JSON.parse(document.getElementById('data').textContent);
  const HEIGHT = 300;
  /** Of more values, no line has dots; of more lines in a chart, or of more runs, a reader chooses by a text. */
  const FEW = 12;
  const MAX_RUNS = 8;
  const drawn = [];
  root.classList.add('js');

  const color = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text || '';
    return made;
  };
  const trimmed = text => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  const grouped = text => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

  function figure(value) {
    const size = Math.abs(value);
    const digits = size < 0.01 ? 4 : size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
    return size < 100 ? trimmed(value.toFixed(digits)) : grouped(value.toFixed(0));
  }
  function scaled(value) {
    const size = Math.abs(value);
    return size >= 1e6 ? trimmed((value / 1e6).toFixed(2)) + ' M'
      : size >= 1e4 ? trimmed((value / 1e3).toFixed(1)) + ' k' : figure(value);
  }
  function clock(value) {
    const seconds = Math.round(Math.abs(value));
    const two = n => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    return (value <= -0.5 ? '-' : '')
      + (hours ? hours + ':' + two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)) + ':' + two(seconds % 60);
  }
  function percentile(nines) {
    return trimmed((100 * (1 - Math.pow(10, -nines))).toFixed(Math.max(0, Math.ceil(nines) - 1)));
  }
  function text(axis, value) {
    if (axis.kind === 'seconds') {
      const tenths = Math.round(Math.abs(value) * 10);
      const fine = Math.abs(value) < 600 ? '.' + tenths % 10 : '';
      return (value < 0 && tenths > 0 ? '-' : '') + clock(Math.floor(tenths / 10)) + fine;
    }
    if (axis.kind === 'percentile') return 'p' + percentile(value);
    if (axis.kind === 'category') return axis.categories[Math.round(value)] || '';
    return figure(value);
  }
  function ticks(axis, values) {
    return values.map(value => {
      if (value === null) return null;
      if (axis.kind === 'seconds') return clock(value);
      if (axis.kind === 'percentile') return percentile(value);
      if (axis.kind === 'category') return Number.isInteger(value) ? axis.categories[value] || '' : '';
      return scaled(value);
    });
  }
  const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

  /** Of a band: seen with the line before it, and without a name in the legend. */
  const isEdge = series => series.look === 'lowest' || series.look === 'highest';

  /** uPlot wants one list of places for all lines; those of runs differ. */
  function table(chart) {
    const tables = chart.xs.map((xs, i) =>
      [xs].concat(chart.series.filter(series => series.xs === i).map(series => series.ys)));
    const order = [];
    chart.xs.forEach((xs, i) => chart.series.forEach((series, n) => { if (series.xs === i) order.push(n); }));
    const joined = tables.length === 1 ? tables[0] : uPlot.join(tables);
    const data = [joined[0]];
    order.forEach((n, i) => { data[n + 1] = joined[i + 1]; });
    return data;
  }

  /** Shades the phases whose figures do not count. */
  function shades(chart) {
    return plot => {
      const box = plot.bbox;
      plot.ctx.save();
      plot.ctx.fillStyle = color('panel');
      places(chart, plot).filter(place => !place.mark.measured)
        .forEach(place => plot.ctx.fillRect(place.from, box.top, place.to - place.from, box.height));
      plot.ctx.restore();
    };
  }

  /** Where phases are, of those that are in sight. */
  function places(chart, plot) {
    const box = plot.bbox;
    const begins = chart.marks.filter(mark => mark.phase);
    return begins.map((mark, i) => ({
      mark: mark,
      from: Math.max(plot.valToPos(mark.at, 'x', true), box.left),
      to: Math.min(i + 1 < begins.length ? plot.valToPos(begins[i + 1].at, 'x', true) : Infinity, box.left + box.width)
    })).filter(place => place.to > place.from);
  }

  /** Names the phases, over the lines. */
  function names(chart) {
    return plot => {
      const context = plot.ctx;
      const ratio = devicePixelRatio;
      context.save();
      context.textAlign = 'left';
      context.font = 11 * ratio + 'px system-ui, sans-serif';
      context.lineWidth = 4 * ratio;
      context.lineJoin = 'round';
      context.setLineDash([]);
      context.fillStyle = color('soft');
      places(chart, plot).filter(place => context.measureText(place.mark.text).width + 6 * ratio < place.to - place.from).forEach(place => {
        const at = [place.mark.text, place.from + 3 * ratio, plot.bbox.top + 11 * ratio];
        context.strokeStyle = color(place.mark.measured ? 'ground' : 'panel');
        context.strokeText(...at);
        context.fillText(...at);
      });
      context.restore();
    };
  }

  function marks(chart) {
    return plot => {
      const context = plot.ctx;
      const ratio = devicePixelRatio;
      const box = plot.bbox;
      context.save();
      context.strokeStyle = context.fillStyle = color('soft');
      context.lineWidth = ratio;
      context.textAlign = 'left';
      context.font = 11 * ratio + 'px system-ui, sans-serif';
      let before = -Infinity;
      let level = 0;
      chart.marks.forEach(mark => {
        const x = Math.round(plot.valToPos(mark.at, 'x', true));
        if (mark.point || x < box.left || x > box.left + box.width) return;
        const whole = mark.letter || mark.phase;
        context.setLineDash(whole ? [3 * ratio, 3 * ratio] : []);
        context.beginPath();
        context.moveTo(x, whole ? box.top : box.top + box.height - 8 * ratio);
        context.lineTo(x, box.top + box.height);
        context.stroke();
        if (mark.letter) {
          level = x - before < 14 * ratio ? level + 1 : 0;
          before = x;
          context.fillText(mark.letter, x + 3 * ratio, box.top + (23 + 12 * level) * ratio);
        }
      });
      context.restore();
    };
  }

  function crosses(state) {
    return plot => {
      const context = plot.ctx;
      const arm = 4 * devicePixelRatio;
      context.save();
      context.lineWidth = 1.8 * devicePixelRatio;
      // A line before may have been dashed.
      context.setLineDash([]);
      state.chart.series.forEach((series, n) => {
        if (series.look !== 'crosses' || !state.shown[n]) return;
        context.strokeStyle = color(series.color);
        plot.data[n + 1].forEach((value, i) => {
          if (value === null || value === undefined) return;
          const x = plot.valToPos(plot.data[0][i], 'x', true);
          const y = plot.valToPos(value, 'y', true);
          context.beginPath();
          [-1, 1].forEach(side => {
            context.moveTo(x - arm, y - side * arm);
            context.lineTo(x + arm, y + side * arm);
          });
          context.stroke();
        });
      });
      context.restore();
    };
  }

  function xRange(chart) {
    if (chart.x.kind === 'category') return () => [-0.5, chart.x.categories.length - 0.5];
    if (chart.x.kind === 'seconds' || chart.x.kind === 'percentile') {
      return (plot, min, max) => [min, max > min ? max : min + 1];
    }
    return (plot, min, max) => {
      const margin = max > min ? (max - min) * 0.05 : Math.max(1, Math.abs(max) * 0.5);
      return [min - margin, max + margin];
    };
  }

  function options(state, width) {
    const chart = state.chart;
    const axis = { stroke: color('soft'), grid: { stroke: color('rule'), width: 1 }, ticks: { stroke: color('rule'), width: 1 },
      font: '12px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif' };
    const x = Object.assign({}, axis, { label: chart.x.label, size: 30, labelSize: 20, space: 70, values: (plot, values) => ticks(chart.x, values) });
    if (chart.x.kind === 'seconds') x.incrs = SECONDS;
    if (chart.x.kind === 'percentile') x.incrs = [1, 2, 3];
    if (chart.x.kind === 'category') x.incrs = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500];
    const y = Object.assign({}, axis, { size: 62,
      values: (plot, values) => ticks(chart.y, values) });
    if (state.log) {
      // Lines at powers of ten only, where there are enough of them.
      y.grid = Object.assign({}, y.grid, { filter: (plot, splits) =>
        splits.map(value => (plot.scales.y.max / plot.scales.y.min < 50 || Number.isInteger(Math.log10(value)) ? value : null)) });
      y.ticks = Object.assign({}, y.ticks, { filter: y.grid.filter });
    }
    const looks = chart.series.map((series, i) => {
      const line = { label: series.name, show: state.shown[i], stroke: color(series.color), width: 1.8, spanGaps: false,
        points: { show: series.look !== 'crosses' && (series.look === 'marked' || series.look === 'points' || series.ys.length < FEW), size: 7, fill: color(series.color) } };
      if (series.dashed) line.dash = [6, 4];
      if (isEdge(series)) Object.assign(line, { width: 0.6, points: { show: series.ys.length < 2 } });
      if (series.look === 'points' || series.look === 'crosses') line.paths = () => null;
      return line;
    });
    const bands = chart.series.flatMap((series, i) =>
      (series.look === 'highest' ? [{ series: [i + 1, i], fill: color(series.color) + '33' }] : []));
    return {
      bands: bands, width: width, height: HEIGHT, legend: { show: false }, series: [{}].concat(looks), axes: [x, y],
      cursor: { points: { size: 7 }, drag: { x: true, y: false },
        sync: chart.x.kind === 'seconds' ? { key: 'time', setSeries: false } : undefined },
      scales: {
        x: { time: false, range: xRange(chart) },
        y: state.log ? { distr: 3 } : { range: (plot, min, max) => [Math.min(0, min || 0), max > 0 ? max * 1.05 : 1] }
      },
      hooks: { drawClear: [shades(chart)], draw: [marks(chart), crosses(state), names(chart)], setCursor: [plot => read(state, plot)], setScale: [(plot, key) => zoomed(state, plot, key)] }
    };
  }

  /** At a place of other runs (undefined), its nearest; what is missing (null) stays so. */
  function nearest(values, index) {
    for (let away = 0; away < 40; away++) {
      if (values[index - away] !== undefined) return values[index - away];
      if (values[index + away] !== undefined) return values[index + away];
    }
    return null;
  }

  /** Beside each name, the value under the cursor. */
  function read(state, plot) {
    const index = plot.cursor.idx;
    const there = index !== null && index !== undefined;
    state.place.textContent = there ? text(state.chart.x, plot.data[0][index]) : '';
    const lines = [];
    state.outputs.forEach((output, i) => {
      const values = plot.data[i + 1];
      const value = !there ? null : state.chart.xs.length > 1 ? nearest(values, index) : values[index];
      const said = value === null || value === undefined ? '' : figure(value);
      if (output) output.textContent = said;
      if (output && said && state.shown[i]) lines.push(state.chart.series[i].name + ': ' + said);
    });
    if (there) state.chart.marks.forEach(mark => { if (mark.point && mark.at === plot.data[0][index]) lines.push(mark.text); });
    const own = plot.cursor.event || state.keyed;
    state.tip.hidden = !there || !own || !lines.length;
    if (state.tip.hidden) return;
    state.tip.textContent = [state.place.textContent].concat(lines.slice(0, FEW)).join('\n');
    const right = plot.cursor.left > plot.over.clientWidth / 2;
    state.tip.style.left = plot.cursor.left + (right ? -12 - state.tip.offsetWidth : 12) + 'px';
  }

  /** What all charts over time show of it, also after a reload; null: each the whole of its own. */
  let stretch = history.state;

  // uPlot calls its hooks when it has drawn, long after setScale has returned: `told` says whose wish a change was.
  function zoomed(state, plot, key) {
    if (key !== 'x' || state.chart.x.kind !== 'seconds') return;
    if (state.told) {
      state.told = false;
      return;
    }
    const { min, max } = plot.scales.x;
    const xs = plot.data[0];
    stretch = min <= xs[0] && max >= xs[xs.length - 1] ? null : { min, max };
    history.replaceState(stretch, '');
    drawn.filter(other => other !== state && other.plot && other.chart.x.kind === 'seconds').forEach(show);
  }

  function show(state) {
    const { min, max } = state.plot.scales.x;
    const xs = state.plot.data[0];
    const range = stretch || { min: xs[0], max: xs[xs.length - 1] };
    if (min === range.min && max === range.max) return;
    state.told = true;
    state.plot.setScale('x', range);
  }

  function draw(state) {
    const width = Math.max(280, state.box.clientWidth);
    if (state.plot) state.plot.destroy();
    // A logarithmic axis has no place for 0. A place of other runs (undefined) is no gap.
    const data = state.data.map((list, i) =>
      (i && state.log ? list.map(value => (value === undefined || value > 0 ? value : null)) : list));
    state.told = state.chart.x.kind === 'seconds';
    state.plot = new uPlot(options(state, width), data, state.box);
    if (state.told && stretch) state.plot.setScale('x', stretch);
    state.width = width;
    state.plot.over.append(state.tip);
  }

  function legend(state) {
    state.outputs = state.chart.series.map(() => null);
    state.lines = [];
    const named = state.chart.series.flatMap((series, n) => (isEdge(series) ? [] : [n]));
    const list = state.figure.querySelector('ul.legend');
    [...list.children].forEach((item, i) => {
      const button = element('button');
      button.type = 'button';
      button.append(...item.childNodes);
      const output = element('output');
      button.append(output);
      item.replaceChildren(button);
      const first = named[i];
      const end = i + 1 < named.length ? named[i + 1] : state.chart.series.length;
      const set = shown => {
        button.setAttribute('aria-pressed', shown);
        for (let n = first; n < end; n++) {
          state.shown[n] = shown;
          if (state.plot) state.plot.setSeries(n + 1, { show: shown });
        }
      };
      state.outputs[first] = output;
      state.lines.push({ item, set });
      button.setAttribute('aria-pressed', state.shown[first]);
      button.addEventListener('click', () => set(!state.shown[first]));
    });
    if (state.lines.length <= FEW) return;
    list.classList.add('many');
    list.before(filter());
  }

  const filters = [];
  /** Of many runs, those whose names have the text: in the table, and in the legends of the charts that have some. */
  function filter() {
    const box = element('input');
    box.type = 'search';
    box.placeholder = 'Show only names that contain ...';
    box.setAttribute('aria-label', 'Filter by name');
    box.addEventListener('input', () => {
      filters.forEach(other => { other.value = box.value; });
      const lacks = each => !each.textContent.toLowerCase().includes(box.value.toLowerCase());
      document.querySelectorAll('table.sortable tbody tr').forEach(row => { row.hidden = lacks(row); });
      document.querySelectorAll('ul.many').forEach(list => {
        const items = [...list.children];
        const none = items.every(lacks);
        items.forEach(item => { item.hidden = !none && lacks(item); });
      });
    });
    filters.push(box);
    return box;
  }

  function button(name, action) {
    const made = element('button', name);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  /** The tables in some elements, headings and notes, such as units, between them. */
  function markdown(elements) {
    return elements.flatMap(each => [...each.querySelectorAll('h2, h3, figcaption, .note, table')]).map(each => {
      if (each.className === 'note') return each.textContent + '\n';
      if (each.tagName !== 'TABLE') return '**' + each.firstChild.textContent + '**\n';
      const rows = [...each.rows].map(row => [...row.cells].map(cell => cell.textContent.trim().replace(/([\\|`*_<>[\]])/g, '\\$1')));
      rows.splice(1, 0, rows[0].map(() => '---'));
      return rows.map(row => '| ' + row.join(' | ') + ' |').join('\n') + '\n';
    }).join('\n');
  }

  function copier(elements) {
    const made = button('Copy as Markdown', () => {
      const area = element('textarea', markdown(elements));
      document.body.append(area);
      area.select();
      made.textContent = document.execCommand('copy') ? 'Copied' : 'Copying failed';
      area.remove();
      made.focus();
      setTimeout(() => { made.textContent = 'Copy as Markdown'; }, 2000);
    });
    return made;
  }

  /** The chart as it is seen, with its title and the names of its lines. */
  function download(state) {
    const plot = state.plot.ctx.canvas;
    const ratio = devicePixelRatio;
    const names = state.chart.series.filter((series, i) => state.shown[i] && !isEdge(series));
    const image = document.createElement('canvas');
    image.width = plot.width;
    image.height = plot.height + (46 + 18 * names.length) * ratio;
    const context = image.getContext('2d');
    context.fillStyle = color('ground');
    context.fillRect(0, 0, image.width, image.height);
    context.scale(ratio, ratio);
    context.fillStyle = color('text');
    context.font = '600 15px system-ui, sans-serif';
    context.fillText(state.chart.title, 10, 20);
    context.font = '12px system-ui, sans-serif';
    context.fillText(state.chart.y.label, 10, 38);
    names.forEach((series, i) => {
      context.fillStyle = color(series.color);
      context.fillRect(10, plot.height / ratio + 50 + 18 * i, 16, 3);
      context.fillStyle = color('text');
      context.fillText(series.name, 32, plot.height / ratio + 56 + 18 * i);
    });
    context.drawImage(plot, 0, 44, plot.width / ratio, plot.height / ratio);
    const link = element('a');
    link.href = image.toDataURL();
    link.download = state.chart.id + '.png';
    link.click();
  }

  function tools(state) {
    const bar = element('div');
    bar.className = 'tools';
    const scale = button('logarithmic scale', () => {
      state.log = !state.log;
      scale.setAttribute('aria-pressed', state.log);
      draw(state);
    });
    scale.dataset.tool = 'scale';
    scale.setAttribute('aria-pressed', state.log);
    const whole = button('whole range', () => {
      const xs = state.data[0];
      state.plot.setScale('x', { min: xs[0], max: xs[xs.length - 1] });
    });
    whole.dataset.tool = 'whole';
    const png = button('Download PNG', () => download(state));
    const copy = copier([state.figure]);
    state.place = element('output');
    const choose = (name, shown) => button(name, () => state.lines.filter(line => !line.item.hidden).forEach(line => line.set(shown)));
    const several = state.lines.length > FEW ? [choose('show all lines', true), choose('hide all lines', false)] : [];
    bar.append(element('span', state.chart.y.label), scale, whole, ...several, png, copy, state.place);
    state.figure.insertBefore(bar, state.box);
  }

  function range(state, min, max) {
    const xs = state.plot.data[0];
    // At once, so that the cursor is put where its value is then.
    state.plot.batch(() => state.plot.setScale('x', { min: Math.max(xs[0], min), max: Math.min(xs[xs.length - 1], max) }));
  }

  function point(state, at) {
    state.keyed = true;
    // Also on the other charts over time.
    state.plot.setCursor({ left: state.plot.valToPos(at, 'x'), top: 10 }, true, true);
  }

  /** To the next value, or the one before, also if it is out of sight. */
  function step(state, by) {
    const { min, max } = state.plot.scales.x;
    const xs = state.plot.data[0];
    const at = xs[Math.min(xs.length - 1, Math.max(0, (state.plot.cursor.idx ?? -by) + by))];
    const aside = Math.min(0, at - min) + Math.max(0, at - max);
    if (aside) range(state, min + aside, max + aside);
    point(state, at);
  }

  /** The value under the cursor keeps its place; another is in sight beside it. */
  function zoom(state, factor) {
    const { min, max } = state.plot.scales.x;
    const xs = state.plot.data[0];
    const at = xs[state.plot.cursor.idx ?? 0];
    const from = at - (at - min) * factor;
    const to = at + (max - at) * factor;
    if (factor > 1 || xs.filter(x => x >= from && x <= to).length > 1) range(state, from, to);
    point(state, at);
  }

  /** For who has no mouse. */
  function keys(state) {
    state.box.tabIndex = 0;
    state.box.setAttribute('role', 'application');
    state.box.setAttribute('aria-label', state.chart.title + ': left and right arrow read values, + and - zoom');
    state.box.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const factor = { '+': 0.5, '=': 0.5, '-': 2 }[event.key];
      if ((!by && !factor) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      if (by) step(state, by);
      else zoom(state, factor);
    });
    state.box.addEventListener('mousemove', () => { state.keyed = false; });
    state.box.addEventListener('blur', () => {
      state.keyed = false;
      state.tip.hidden = true;
    });
  }

  charts.forEach(chart => {
    const figureBox = document.getElementById(chart.id);
    const tip = element('div');
    tip.className = 'tip';
    tip.hidden = true;
    const state = { tip: tip, keyed: false, chart: chart, figure: figureBox, box: figureBox.querySelector('.plot'), log: chart.y.log,
      shown: chart.series.map(series => series.shown), data: table(chart) };
    state.box.classList.add('live');
    legend(state);
    tools(state);
    keys(state);
    drawn.push(state);
  });

  // What is far below is drawn when it comes near: a page of many charts opens at once.
  const near = new IntersectionObserver(entries => entries.forEach(entry => {
    if (entry.isIntersecting) {
      near.unobserve(entry.target);
      draw(drawn.find(state => state.box === entry.target));
    }
  }), { rootMargin: '600px' });
  drawn.forEach(state => {
    state.box.style.minHeight = HEIGHT + 'px';
    near.observe(state.box);
  });

  const redraw = () => drawn.forEach(state => { if (state.plot) draw(state); });
  new ResizeObserver(() => drawn.forEach(state => {
    const width = Math.max(280, state.box.clientWidth);
    if (state.plot && width !== state.width) {
      state.width = width;
      state.plot.setSize({ width: width, height: HEIGHT });
    }
  })).observe(document.body);

  const theme = element('button', 'dark');
  theme.type = 'button';
  theme.id = 'theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const name = () => theme.setAttribute('aria-pressed', isDark());
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    redraw();
  });
  system.addEventListener('change', () => { name(); redraw(); });
  name();
  document.getElementById('top').prepend(theme);

  /** A number where it is one, with or without a sign that it is a bound. */
  const sortKey = cell => {
    const number = Number(cell.textContent.replace(/[,<> ]/g, ''));
    return cell.textContent.trim() && !Number.isNaN(number) ? number : null;
  };
  function compare(a, b) {
    const one = sortKey(a);
    const other = sortKey(b);
    if (one !== null && other !== null) return one - other;
    if (one !== null || other !== null) return one !== null ? -1 : 1;
    return a.textContent.localeCompare(b.textContent, 'en', { numeric: true });
  }
  document.querySelectorAll('table.sortable').forEach(sorted => {
    const body = sorted.tBodies[0];
    const heads = [...sorted.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const sort = button(head.textContent, () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        heads.forEach(other => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const rows = [...body.rows].sort((a, b) => compare(a.cells[column], b.cells[column]));
        body.append(...(down ? rows.reverse() : rows));
      });
      head.replaceChildren(sort);
    });
    if (body.rows.length > MAX_RUNS) sorted.parentElement.before(filter());
  });
  const summary = document.querySelector('#summary h2');
  if (summary) summary.append(copier([document.getElementById('summary')]));
})();
