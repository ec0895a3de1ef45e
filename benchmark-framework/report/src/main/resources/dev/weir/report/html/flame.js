(function () {
  'use strict';
  // Draws the flame graphs of profiles: the outermost frames on top, a click on a frame makes it as wide as the graph.
  const ROW = 18;
  const CHARACTER = 6.6;
  const svg = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  };
  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text || '';
    return made;
  };
  const kind = frame => (frame.depth < 2 ? 'c4' : /^dev\.weir\./.test(frame.name) ? 'c0'
    : /^(org\.apache\.)?kafka\./.test(frame.name) ? 'c1' : /^(javax?|jdk|sun|com\.sun)\./.test(frame.name) ? 'c7' : 'c2');
  /** Without the package. */
  const short = name => name.replace(/^([a-z_]\w*\.)+(?=[A-Z])/, '');

  /** The frames before each other's callees; each with what was counted left of it. */
  function framesOf(box) {
    const names = box.dataset.names.split('\n');
    const numbers = box.dataset.frames.split(' ').map(Number);
    const open = [];
    const frames = [];
    for (let i = 0; i < numbers.length; i += 3) {
      const depth = numbers[i];
      const parent = open[depth - 1];
      const frame = { depth: depth, name: names[numbers[i + 1]], value: numbers[i + 2], parent: parent, callees: [],
        from: parent ? parent.next : 0 };
      frame.next = frame.from;
      if (parent) {
        parent.next += frame.value;
        parent.callees.push(frame);
      }
      open[depth] = frame;
      frames.push(frame);
    }
    return frames;
  }

  document.querySelectorAll('.flame').forEach(box => {
    const frames = framesOf(box);
    const all = frames[0];
    const search = element('input');
    const reset = element('button', 'whole graph');
    const told = element('output');
    const bar = element('div');
    let zoom = all;
    let width = 0;

    const share = value => {
      const percent = 100 * value / all.value;
      return percent.toFixed(percent < 10 ? 2 : 1) + ' %';
    };
    const tell = frame => { told.textContent = share(frame.value) + '  ' + frame.name; };
    const isFound = frame => search.value !== '' && frame.name.toLowerCase().includes(search.value.toLowerCase());

    function draw() {
      const scale = width / zoom.value;
      const rows = 1 + frames.reduce((most, frame) => Math.max(most, frame.depth), 0);
      const graph = svg('svg', { width: width, height: rows * ROW, 'aria-hidden': 'true' });
      frames.forEach(frame => {
        const from = Math.max(frame.from, zoom.from);
        const wide = scale * (Math.min(frame.from + frame.value, zoom.from + zoom.value) - from);
        if (wide < 1) return;
        const x = scale * (from - zoom.from);
        const group = svg('g', { class: isFound(frame) ? 'found' : frame === zoom ? 'zoomed' : '' });
        group.append(svg('rect', { class: kind(frame), x: x, y: frame.depth * ROW, width: wide, height: ROW - 1 }));
        const fits = Math.floor((wide - 6) / CHARACTER);
        if (fits >= 3) {
          const name = short(frame.name);
          const label = svg('text', { x: x + 3, y: frame.depth * ROW + 13 });
          label.textContent = name.length > fits ? name.slice(0, fits - 1) + '\u2026' : name;
          group.append(label);
        }
        group.addEventListener('mouseenter', () => tell(frame));
        group.addEventListener('click', () => go(frame));
        graph.append(group);
      });
      box.replaceChildren(graph);
    }
    function go(frame) {
      if (!frame) return;
      zoom = frame;
      tell(frame);
      draw();
    }
    /** Of frames that have the text, the outermost ones: what they called is within them. */
    function find() {
      const counts = frame => isFound(frame) || (frame.parent !== undefined && counts(frame.parent));
      const found = frames.filter(isFound);
      const outermost = found.filter(frame => !frame.parent || !counts(frame.parent));
      told.textContent = search.value === '' ? ''
        : share(outermost.reduce((sum, frame) => sum + frame.value, 0)) + ' in frames with that text';
      draw();
    }

    bar.className = 'tools';
    search.type = 'search';
    search.placeholder = 'Search frames';
    search.setAttribute('aria-label', 'Search frames');
    search.addEventListener('input', find);
    reset.type = 'button';
    reset.addEventListener('click', () => go(all));
    bar.append(search, reset, told);
    box.before(bar);
    box.tabIndex = 0;
    box.setAttribute('role', 'application');
    box.setAttribute('aria-label', box.getAttribute('aria-label') + ': arrow keys go to callers, callees and neighbours');
    box.addEventListener('keydown', event => {
      const among = zoom.parent ? zoom.parent.callees : [zoom];
      const at = among.indexOf(zoom);
      const next = { ArrowUp: zoom.parent, ArrowDown: zoom.callees[0], ArrowLeft: among[at - 1], ArrowRight: among[at + 1] };
      if (!(event.key in next)) return;
      event.preventDefault();
      go(next[event.key]);
    });
    new ResizeObserver(() => {
      if (box.clientWidth === 0 || box.clientWidth === width) return;
      width = box.clientWidth;
      draw();
    }).observe(box);
  });
})();
