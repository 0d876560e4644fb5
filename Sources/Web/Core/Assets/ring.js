// Reminders outside the page, if the browser is allowed to show them. The tab that listens to the server shows them for all.
import { $$, on } from './base.js';
import { visit } from './page.js';

const isAsked = () => 'Notification' in window && Notification.permission === 'default';
const notes = new Map();
let last = [];

/** Shows one; by the worker if there is one, as some browsers of phones know no other way. */
async function showOne(title, href) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, { tag: href, data: { href } });
    return { close: async () => (await worker.getNotifications({ tag: href })).forEach((note) => note.close()) };
  }
  // One of the same to-do is replaced.
  const note = new Notification(title, { tag: href });
  note.onclick = () => {
    window.focus();
    visit(new URL(href, location.href).href);
  };
  return note;
}

/** Shows what rings, each once in this browser, and takes away what no longer rings. */
export async function notify(rings) {
  last = rings;
  for (const [key, note] of notes) {
    if (rings.some((ring) => ring.key === key)) continue;
    note.close();
    notes.delete(key);
  }
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const known = (localStorage.getItem('rung') ?? '').split(' ');
  localStorage.setItem('rung', rings.map(({ key }) => key).join(' '));
  for (const { key, title, href } of rings) {
    if (known.includes(key)) continue;
    notes.set(key, await showOne('⏰ ' + title, href));
  }
}

function offer() {
  for (const button of $$('[data-notify]')) button.hidden = !isAsked();
}

on('click', async (event) => {
  if (!event.target.closest('[data-notify]')) return;
  await Notification.requestPermission();
  offer();
  notify(last);
});
on('shown', offer);
offer();
