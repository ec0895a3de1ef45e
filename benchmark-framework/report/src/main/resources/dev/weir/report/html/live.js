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
  let heard = Date.now();
  const source = new EventSource('/events');
  source.addEventListener('message', event => {
    heard = Date.now();
    shown ??= event.data;
    if (event.data !== shown) location.reload();
  });
  // Each answer ends at once, which is an error, too; a server that is gone does not answer.
  source.addEventListener('error', () => {
    if (Date.now() - heard < 10000) return;
    source.close();
    const note = document.querySelector('#top .meaning') ?? document.querySelector('#top p');
    note.textContent = 'Weir does not answer any more, so this page is not the last one. '
      + 'The last one is beside the result, if the run has one.';
  });
})();
