// Hears from the server when something has changed. A browser opens few connections to one server, so one tab listens, the
// one that holds the lock, and tells the others.
import { refresh } from './page.js';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('todo-live') : null;
/** When the page was last known to be right, in milliseconds. */
let checked = Date.now();
/** Whether something changed while nobody looked. */
let isBehind = false;
let pending = 0;

function hear({ name, token }) {
  if (name === 'change' && token === document.body.dataset.history) return;
  if (document.hidden) {
    isBehind = true;
  } else if (name === 'sync') {
    // It has many steps a second, and shows in one place.
    pending ||= setTimeout(() => {
      pending = 0;
      refresh();
    }, 400);
  } else {
    refresh();
  }
}

function tell(message) {
  channel?.postMessage(message);
  hear(message);
}

function listen() {
  const source = new EventSource('/events');
  source.addEventListener('change', (event) => tell({ name: 'change', token: event.data }));
  source.addEventListener('sync', () => tell({ name: 'sync' }));
  source.onerror = () => {
    // The page finds out itself whether the server is gone or the session has ended.
    tell({ name: 'lost' });
    // A refusal ends the stream; a connection that was lost is made again by the browser.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  // What is due today changes without an edit.
  if (isBehind || Date.now() - checked > 600_000) refresh();
  isBehind = false;
});
document.addEventListener('shown', () => { checked = Date.now(); });

if (channel) channel.onmessage = (event) => hear(event.data);
if (channel && navigator.locks) {
  // Held until the tab is closed; then the next tab gets it.
  navigator.locks.request('todo-live', () => {
    listen();
    return new Promise(() => {});
  });
} else {
  listen();
}
