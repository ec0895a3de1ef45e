(function () {
  'use strict';
  // Draws each chart anew, with cursors, zoom and lines that can be switched off. Without it the page is whole, but still.
  const root = document.documentElement;
  const charts = JSON.parse(document.getElementById('data').textContent);
  const HEIGHT = 300;
  const FEW = 12;
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

  /** Names the phases, and shades those whose figures do not count. */
  function phases(chart) {
    const begins = chart.marks.filter(mark => mark.phase);
    return plot => {
      const context = plot.ctx;
      const ratio = devicePixelRatio;
      const box = plot.bbox;
      context.save();
      context.textAlign = 'left';
      context.font = 11 * ratio + 'px system-ui, sans-serif';
      begins.forEach((mark, i) => {
        const end = i + 1 < begins.length ? plot.valToPos(begins[i + 1].at, 'x', true) : Infinity;
        const from = Math.max(plot.valToPos(mark.at, 'x', true), box.left);
        const to = Math.min(end, box.left + box.width);
        if (to <= from) return;
        if (!mark.measured) {
          context.fillStyle = color('panel');
          context.fillRect(from, box.top, to - from, box.height);
        }
        context.fillStyle = color('soft');
        if (context.measureText(mark.text).width + 6 * ratio < to - from) {
          context.fillText(mark.text, from + 3 * ratio, box.top + 11 * ratio);
        }
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
    if (chart.x.kind === 'category' || chart.x.kind === 'percentile') x.incrs = [1, 2, 3];
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
      hooks: { drawClear: [phases(chart)], draw: [marks(chart), crosses(state)], setCursor: [plot => read(state, plot)], setScale: [(plot, key) => zoomed(state, plot, key)] }
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

  /** What all charts over time show of it; null: each the whole of its own. */
  let stretch = null;

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
    const named = state.chart.series.flatMap((series, n) => (isEdge(series) ? [] : [n]));
    state.figure.querySelectorAll('ul.legend li').forEach((item, i) => {
      const button = element('button');
      button.type = 'button';
      button.append(...item.childNodes);
      const output = element('output');
      button.append(output);
      item.replaceChildren(button);
      item.className = '';
      const first = named[i];
      const end = i + 1 < named.length ? named[i + 1] : state.chart.series.length;
      state.outputs[first] = output;
      button.setAttribute('aria-pressed', state.shown[first]);
      button.addEventListener('click', () => {
        const shown = !state.shown[first];
        button.setAttribute('aria-pressed', shown);
        for (let n = first; n < end; n++) {
          state.shown[n] = shown;
          if (state.plot) state.plot.setSeries(n + 1, { show: shown });
        }
      });
    });
  }

  function button(name, action) {
    const made = element('button', name);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  /** The tables in some elements, headings between them. */
  function markdown(elements) {
    return elements.flatMap(each => [...each.querySelectorAll('h2, h3, figcaption, table')]).map(each => {
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
    bar.append(element('span', state.chart.y.label), scale, whole, png, copy, state.place);
    state.figure.insertBefore(bar, state.box);
  }

  /** Left and right move the cursor, for who has no mouse. */
  function keys(state) {
    state.box.tabIndex = 0;
    state.box.setAttribute('role', 'application');
    state.box.setAttribute('aria-label', state.chart.title + ': left and right arrow read values');
    state.box.addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const plot = state.plot;
      const xs = plot.data[0];
      const now = plot.cursor.idx;
      const index = Math.min(xs.length - 1, Math.max(0, now === null || now === undefined ? 0 : now + step));
      state.keyed = true;
      plot.setCursor({ left: plot.valToPos(xs[index], 'x'), top: 10 });
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
    if (body.rows.length <= 8) return;
    // Of many runs, those whose name has the text: in the table, and in the legends of the charts.
    const filter = document.createElement('input');
    filter.type = 'search';
    filter.placeholder = 'Show only runs that contain ...';
    filter.setAttribute('aria-label', 'Filter the runs');
    filter.addEventListener('input', () => {
      const wanted = filter.value.toLowerCase();
      const lacks = each => !each.textContent.toLowerCase().includes(wanted);
      [...body.rows].forEach(row => { row.hidden = lacks(row); });
      drawn.filter(state => state.outputs.length > 8).forEach(state =>
        state.figure.querySelectorAll('ul.legend li').forEach(item => { item.hidden = lacks(item); }));
    });
    sorted.parentElement.before(filter);
  });
  const summary = document.querySelector('#summary h2');
  if (summary) summary.append(copier([document.getElementById('summary')]));
})();
