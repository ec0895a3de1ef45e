// A page of a run that goes on: its server tells when there is a newer one.
(() => {
  const open = 'weir-open';
  const details = [...document.querySelectorAll('details')];
  const kept = JSON.parse(sessionStorage.getItem(open) || '[]');
  details.forEach((each, index) => { each.open ||= kept.includes(index); });
  addEventListener('pagehide', () => sessionStorage.setItem(
    open, JSON.stringify(details.flatMap((each, index) => (each.open ? [index] : [])))));
  let shown = null;
  new EventSource('/events').addEventListener('message', event => {
    shown ??= event.data;
    if (event.data !== shown) location.reload();
  });
})();
