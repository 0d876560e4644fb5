// Hears from the server when something has changed. A browser opens few connections to one server: one tab, the one that
// holds the lock, listens and tells the others.
import { $, on } from './base.js';
import { refresh } from './page.js';
import { notify } from './ring.js';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('todo-live') : null;
/** When the page was last up to date, in milliseconds, and whether it changed while it was hidden. */
let [checked, isBehind] = [Date.now(), false];
let pending = 0;

function hear({ name, token, key }) {
  if (name === 'change' && token === document.body.dataset.history) return;
  if (name === 'ring' && key === $('#rings').dataset.key) return;
  if (document.hidden) isBehind = true;
  else if (name !== 'sync') refresh();
  // Syncing has many steps a second, and shows in one place.
  else pending ||= setTimeout(() => {
    pending = 0;
    refresh();
  }, 400);
}

function tell(message) {
  channel?.postMessage(message);
  hear(message);
}

function listen() {
  const source = new EventSource('/events');
  source.addEventListener('change', (event) => tell({ name: 'change', token: event.data }));
  source.addEventListener('sync', () => tell({ name: 'sync' }));
  source.addEventListener('ring', (event) => {
    const rings = JSON.parse(event.data);
    tell({ name: 'ring', key: rings.map(({ key }) => key).join(' ') });
    notify(rings);
  });
  source.onerror = () => {
    // Each page finds out itself whether the server is gone or the session has ended.
    tell({ name: 'lost' });
    // The browser reconnects by itself if the connection is lost, but not if it is refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

/** Refreshes a page that was hidden or is old: to-dos become overdue without an edit. */
function look() {
  if (document.hidden) return;
  if (isBehind || Date.now() - checked > 600_000) refresh();
  isBehind = false;
}

on('visibilitychange', look);
on('shown', () => { checked = Date.now(); });
setInterval(look, 60_000);

if (channel && navigator.locks) {
  channel.onmessage = (event) => hear(event.data);
  navigator.locks.request('todo-live', () => {
    listen();
    return new Promise(() => {});  // The lock is free again when the tab is closed.
  });
} else {
  listen();
}
