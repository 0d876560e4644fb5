// Reminders outside the page, if the browser is allowed to show them. The tab that listens to the server shows them for all.
import { $$, on } from './base.js';
import { visit } from './page.js';

const isAsked = () => 'Notification' in window && Notification.permission === 'default';
const notes = new Map();
let last = [];

/** Shows what rings, each once in this browser, and takes away what rings no more. */
export function notify(rings) {
  last = rings;
  for (const [key, note] of notes) {
    if (rings.some((ring) => ring.key === key)) continue;
    note.close();
    notes.delete(key);
  }
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const known = (localStorage.getItem('rung') ?? '').split(' ');
  for (const { key, title, href } of rings) {
    if (known.includes(key)) continue;
    // One of the same to-do is replaced.
    const note = new Notification('⏰ ' + title, { tag: href });
    note.onclick = () => {
      window.focus();
      visit(new URL(href, location.href).href);
    };
    notes.set(key, note);
  }
  localStorage.setItem('rung', rings.map(({ key }) => key).join(' '));
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
