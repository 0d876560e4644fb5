// Keeps what was sent and is not stored yet: on the page and in this browser. It is sent again when the server is back. The browser
// gives each an id, so that the server takes it only once.
import { $, button, fail, made, on } from './base.js';
import { post } from './page.js';

/** How long what is sent waits before it is said that it is not stored yet, in milliseconds. */
const patience = 1500;
const prefix = 'unstored ';
/** By id: the text to say, the address and the fields; of this page also `isSent`, `isHeard`, `problem` and `at`. */
const entries = new Map();
const box = made('ul', 'unstored');
box.setAttribute('aria-label', 'Not stored');

export function newID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Where the page is not reached safely, there is only this.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0F) | 0x40;
  bytes[8] = (bytes[8] & 0x3F) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function keep(id) {
  const { text, address, fields, problem = null } = entries.get(id);
  try {
    localStorage.setItem(prefix + id, JSON.stringify({ text, address, fields, problem }));
  } catch {
    // More than the browser keeps: it is on the page as long as that is open.
  }
}

function forget(id) {
  entries.delete(id);
  localStorage.removeItem(prefix + id);
}

/** Reads what this browser keeps, of other tabs too. */
function read() {
  for (const [id, { isSent }] of entries) if (!isSent && localStorage.getItem(prefix + id) === null) entries.delete(id);
  for (const name of Object.keys(localStorage)) {
    const id = name.slice(prefix.length);
    if (name.startsWith(prefix) && !entries.has(id)) entries.set(id, JSON.parse(localStorage.getItem(name)));
  }
}

/** Notes what is on its way, to be kept until the server says that it is stored. */
export function expect(id, entry) {
  entries.set(id, { ...entry, isSent: true, at: Date.now() });
  keep(id);
  setTimeout(show, patience + 50);
  show();
}

async function send(id) {
  const entry = entries.get(id);
  const fields = new URLSearchParams(entry.fields);
  fields.set('token', document.body.dataset.token);
  fields.set('back', location.pathname + location.search);
  Object.assign(entry, { isSent: true, isAgain: true, at: Date.now(), problem: null });
  setTimeout(show, patience + 50);
  show();
  await post(entry.address, fields, entry.address === '/do/add' ? $('#add') : $('#act'));
}

/** Sends again what was not refused, in the original order. */
async function sendAll() {
  for (const [id, { isSent, problem }] of [...entries]) if (!isSent && !problem && entries.has(id)) await send(id);
}

/** The answers to what was sent before the page was loaded are lost. */
const stateOf = ({ isSent, isHeard }) => (isSent ? 'is not stored yet' : isHeard ? 'is not stored' : 'may not be stored');

function show() {
  const late = [...entries].filter(([, { isSent, at }]) => !isSent || Date.now() - at > patience);
  box.replaceChildren(...late.map(([id, entry]) => {
    const row = made('li', '', made('span', '', `${entry.text} ${stateOf(entry)}. `));
    if (entry.problem) row.append(made('span', 'problem', entry.problem + ' '));
    if (!entry.isSent) {
      const again = () => {
        send(id);
        $('#line').focus();
      };
      row.append(button('Try again', again, 'link'), ' ', button('Forget it', () => {
        forget(id);
        show();
        $('#line').focus();
      }, 'link'));
    }
    return row;
  }));
  if (late.length && !box.isConnected) $('#understood').after(box);
  else if (!late.length) box.remove();
}

on('sent', ({ detail: { fields, address, problem, status, going } }) => {
  const id = fields.get('made');
  if (id && entries.has(id)) {
    // The server did not answer: that is no problem of what was sent.
    Object.assign(entries.get(id), { isSent: false, isHeard: true, problem: status ? problem : null });
    if (problem) keep(id);
    else forget(id);
  } else if (problem && !status && going) {
    const title = going.dataset.title.slice(0, 60);
    const again = new URLSearchParams(fields);
    again.delete('token');
    const name = newID();
    again.set('made', name);
    const word = address.startsWith('/do/reopen') ? 'open again' : 'done';
    entries.set(name, { text: `“${title}”, ${word},`, address, fields: String(again), isHeard: true });
    keep(name);
  }
  show();
});

/** Takes back a line that was refused, to be mended where it was typed; whether it was there. */
export function takeBack(id) {
  if (!entries.has(id) || entries.get(id).isAgain) return false;
  forget(id);
  show();
  return true;
}

on('back', sendAll);
addEventListener('storage', ({ key }) => {
  if (key !== null && !key.startsWith(prefix)) return;
  read();
  show();
});
on('submit', (event) => {
  if (event.target.getAttribute('action') !== '/out' || !entries.size) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  fail('What waits at the top of the page is not stored yet. Let it be stored, or forget it, and then sign out.');
}, true);

read();
show();
sendAll();
