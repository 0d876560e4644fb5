// A worker keeps the last pages in this browser, if the person wants that, and shows them while the server is away.
import { $, $$, on } from './base.js';

/** Where the pages are an app or the pointer is a finger, the server is elsewhere; beside the server they are not needed. */
const isCarried = matchMedia('(display-mode: standalone), (pointer: coarse)').matches;
const canKeep = isSecureContext && 'serviceWorker' in navigator && 'caches' in window;
const keeps = () => canKeep && (localStorage.getItem('keeps') ?? (isCarried ? 'yes' : 'no')) === 'yes';

async function forget() {
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

async function settle() {
  if (!canKeep) return;
  if (!keeps()) return forget();
  await navigator.serviceWorker.register('/app/worker.js', { scope: '/', updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  const lists = $$('#side a[href^="/lists/"]').map((link) => link.getAttribute('href'));
  active.postMessage({ keep: ['/', '/inbox', ...lists.slice(0, 20)] });
}

function offer() {
  for (const choice of $$('[data-keeps]')) {
    choice.hidden = !canKeep;
    $('input', choice).checked = keeps();
  }
}

on('change', ({ target }) => {
  if (!target.closest('[data-keeps]')) return;
  localStorage.setItem('keeps', target.checked ? 'yes' : 'no');
  settle();
});
on('shown', offer);
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data.visit) location.assign(data.visit);
});
offer();
settle().catch(() => {
  // The server is away, and what was kept is kept.
});
