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
        if (x < box.left || x > box.left + box.width) return;
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
        points: { show: series.look === 'marked' || series.look === 'points' || series.ys.length < FEW, size: 7, fill: color(series.color) } };
      if (series.look === 'dashed') line.dash = [6, 4];
      if (series.look === 'points') line.paths = () => null;
      return line;
    });
    return {
      width: width, height: HEIGHT, legend: { show: false }, series: [{}].concat(looks), axes: [x, y],
      cursor: { points: { size: 7 }, drag: { x: true, y: false },
        sync: chart.x.kind === 'seconds' ? { key: 'time', setSeries: false } : undefined },
      scales: {
        x: { time: false, range: xRange(chart) },
        y: state.log ? { distr: 3 } : { range: (plot, min, max) => [Math.min(0, min || 0), max > 0 ? max * 1.05 : 1] }
      },
      hooks: { drawClear: [phases(chart)], draw: [marks(chart)], setCursor: [plot => read(state, plot)], setScale: [(plot, key) => zoomed(state, plot, key)] }
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
    state.outputs.forEach((output, i) => {
      const values = plot.data[i + 1];
      const value = !there ? null : state.chart.xs.length > 1 ? nearest(values, index) : values[index];
      output.textContent = value === null || value === undefined ? '' : figure(value);
    });
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
  }

  function legend(state) {
    state.outputs = [];
    state.figure.querySelectorAll('ul.legend li').forEach((item, i) => {
      const button = element('button');
      button.type = 'button';
      button.append(...item.childNodes);
      const output = element('output');
      button.append(output);
      item.replaceChildren(button);
      item.className = '';
      state.outputs.push(output);
      button.setAttribute('aria-pressed', state.shown[i]);
      button.addEventListener('click', () => {
        state.shown[i] = !state.shown[i];
        button.setAttribute('aria-pressed', state.shown[i]);
        state.plot.setSeries(i + 1, { show: state.shown[i] });
      });
    });
  }

  function tools(state) {
    const bar = element('div');
    bar.className = 'tools';
    const scale = element('button', state.log ? 'linear scale' : 'logarithmic scale');
    scale.type = 'button';
    scale.dataset.tool = 'scale';
    scale.addEventListener('click', () => {
      state.log = !state.log;
      scale.textContent = state.log ? 'linear scale' : 'logarithmic scale';
      draw(state);
    });
    const whole = element('button', 'whole range');
    whole.type = 'button';
    whole.dataset.tool = 'whole';
    whole.addEventListener('click', () => {
      const xs = state.data[0];
      state.plot.setScale('x', { min: xs[0], max: xs[xs.length - 1] });
    });
    state.place = element('output');
    bar.append(element('span', state.chart.y.label), scale, whole, state.place);
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
      plot.setCursor({ left: plot.valToPos(xs[index], 'x'), top: 10 });
    });
  }

  charts.forEach(chart => {
    const figureBox = document.getElementById(chart.id);
    const state = { chart: chart, figure: figureBox, box: figureBox.querySelector('.plot'), log: chart.y.log,
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

  const theme = element('button');
  theme.type = 'button';
  theme.id = 'theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const name = () => { theme.textContent = isDark() ? 'light' : 'dark'; };
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    name();
    redraw();
  });
  system.addEventListener('change', () => { name(); redraw(); });
  name();
  document.getElementById('top').prepend(theme);
})();
