// A page of a run that goes on: its server reports when there is a newer one, which opens as the reader left this one.
(() => {
  const key = 'weir-left';
  const parts = [...document.querySelectorAll('button, summary, .plot')];
  const name = part => {
    const whole = part.closest('[id]');
    return whole.id + ' ' + [...whole.querySelectorAll('button, summary, .plot')].indexOf(part);
  };
  const state = part => part.getAttribute('aria-pressed') ?? part.parentElement.open;
  const initial = parts.map(state);
  const left = JSON.parse(sessionStorage.getItem(key) || '{"changed": []}');
  parts.filter(part => left.changed.includes(name(part))).forEach(part => part.click());
  parts.find(part => name(part) === left.focused)?.focus({ preventScroll: true });
  addEventListener('pagehide', () => sessionStorage.setItem(key, JSON.stringify({
    changed: parts.filter((part, index) => state(part) !== initial[index]).map(name),
    focused: parts.includes(document.activeElement) ? name(document.activeElement) : '',
  })));
  let shown = null;
  new EventSource('/events').addEventListener('message', event => {
    shown ??= event.data;
    if (event.data !== shown) location.reload();
  });
})();
