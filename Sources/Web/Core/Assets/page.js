// Pages without full loads: what a link or a form answers, a whole page of the server, is laid over the one that is shown.
// What is being typed, the caret, the selection, the place and what is unfolded stay as they are.

const parser = new DOMParser();
const root = document.documentElement;
const $ = (selector, within = document) => within.querySelector(selector);

// ---- Laying one page over another

/** What makes an element the same one on both pages. Not `element.id`: that is a field called id, in a form that has one. */
const keyOf = (node) =>
  node.nodeType !== 1 ? null
    : node.getAttribute('id') ?? node.dataset.id ?? node.dataset.list ?? node.dataset.rows ?? null;
/** Whether the server knows nothing of an element, as of the further parts of a long list. */
const isOurs = (node) => node.nodeType === 1 && node.dataset.own !== undefined;
const isCheckable = (field) => field.type === 'radio' || field.type === 'checkbox';

/** What a field would send if nobody had typed. */
const stored = (field) => field.dataset.stored
  ?? (field.options ? ($('option[selected]', field) ?? field.options[0])?.value : field.defaultValue);

/** Whether a person changed a field and the server has not got it yet. */
export function isDirty(field) {
  if (!field.matches?.('input, textarea, select') || field.type === 'hidden') return false;
  return isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== stored(field);
}

export const isDirtyForm = (form) => [...form.elements].some(isDirty);

function lay(old, now) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
  } else if (isOurs(old) || old.matches('#offline, dialog[open]')) {
    return;
  } else if (old.matches('#note')) {
    layNote(old, now);
  } else if (old.matches('input, textarea, select')) {
    layField(old, now);
  } else if (!(keyOf(old) && old.isEqualNode(now))) {
    layAttributes(old, now);
    // What was understood of a line that is being typed is not on the server's page.
    if (!old.matches('#understood') || now.firstElementChild) layChildren(old, now);
  }
}

function layAttributes(old, now) {
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !(name === 'open' && old.matches('details'))) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    // The keys decide which row the Tab key reaches, and people what is unfolded.
    const stays = name === 'tabindex' || (name === 'open' && old.matches('details, dialog'))
      || (name === 'aria-label' && old.matches('li'));
    if (!stays && !now.hasAttribute(name)) old.removeAttribute(name);
  }
}

export function layChildren(old, now) {
  const wanted = new Set([...now.children].map(keyOf));
  const known = new Map();
  for (const node of old.children) {
    const key = keyOf(node);
    if (key && !isOurs(node)) known.set(key, node);
  }
  const kept = new Set();
  let here = old.firstChild;
  for (const node of now.childNodes) {
    const key = keyOf(node);
    // What goes away is stepped over: taken out later, it makes nothing move.
    while (here && (isOurs(here) || kept.has(here) || (keyOf(here) && !wanted.has(keyOf(here))))) here = here.nextSibling;
    let match = key ? known.get(key) : here;
    if (!key && node.nodeType === 1) {
      while (match && (match.nodeName !== node.nodeName || keyOf(match) || isOurs(match))) match = match.nextSibling;
    }
    if (match?.nodeName !== node.nodeName || kept.has(match) || (!key && keyOf(match))) {
      kept.add(old.insertBefore(document.importNode(node, true), here));
      continue;
    }
    kept.add(match);
    if (match === here || !key) here = match.nextSibling;
    else if (old.moveBefore) old.moveBefore(match, here);
    else old.insertBefore(match, here);
    lay(match, node);
  }
  for (const node of [...old.childNodes]) {
    if (kept.has(node) || isOurs(node)) continue;
    // Why a field was refused stays beside it until it is mended.
    const form = node.nodeType === 1 && node.matches('.problem') && node.closest('form');
    if (!form || !isDirtyForm(form)) node.remove();
  }
}

function layField(old, now) {
  const before = stored(old);
  const theirs = stored(now);
  if (!isDirty(old)) {
    const caret = document.activeElement === old && old.selectionStart != null
      ? [old.selectionStart, old.selectionEnd, old.selectionDirection] : null;
    layAttributes(old, now);
    if (old.options) layChildren(old, now);
    if (isCheckable(old)) old.checked = now.checked;
    else if (old.type === 'hidden' || old.value !== now.value) old.value = now.value;
    if (caret) old.setSelectionRange(...caret);
  } else if (old.dataset.stored !== undefined && !isCheckable(old)) {
    old.dataset.stored = theirs;
    if (theirs !== before && isDirty(old)) tellTheirs(old, theirs);
  }
}

/** Two people edit one field: what was typed here stays, and what it was changed to elsewhere is shown beside it. */
function tellTheirs(field, theirs) {
  const short = theirs.length > 200 ? theirs.slice(0, 199) + '…' : theirs;
  const note = made('p', 'theirs', theirs ? `Changed elsewhere to “${short}”. ` : 'Emptied elsewhere. ');
  const take = made('button', 'link', 'Take it');
  take.type = 'button';
  take.onclick = () => {
    field.value = field.dataset.stored;
    note.remove();
    field.focus();
  };
  note.append(take);
  $(':scope > .theirs', field.parentElement)?.remove();
  field.after(note);
  announce(note.firstChild.data);
}

export function made(name, className, text = '') {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  element.dataset.own = '';
  return element;
}

/** Runs what changes the page, and puts the focus back where it was, or onto the next row if its row is gone. */
export function keepingFocus(change) {
  const active = document.activeElement;
  const row = active?.closest('li.todo');
  const next = row && [row.dataset.id, ...neighbours(row)];
  const caret = active?.selectionStart != null && [active.selectionStart, active.selectionEnd];
  change();
  if (!active || active === document.body || document.activeElement === active) return;
  if (active.isConnected) {
    active.focus({ preventScroll: true });
    if (caret) active.setSelectionRange(...caret);
  } else if (row) {
    focusFirst(next, row.closest('#detail'));
  } else {
    const id = active.getAttribute('id');
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
  }
}

/** The rows of the list that a row is in, or of the page. */
export const rowsBeside = (element) => [
  ...(element?.closest('#detail') ?? document).querySelectorAll(
    element?.closest('#detail') ? 'li.todo' : '#content li.todo:not(aside *)'),
];

/** The identifiers of the rows after a row, then of those before it, nearest first. */
export function neighbours(row) {
  const rows = rowsBeside(row);
  const index = rows.indexOf(row);
  return [...rows.slice(index + 1, index + 40), ...rows.slice(Math.max(0, index - 10), index).reverse()]
    .map((other) => other.dataset.id);
}

export function focusRow(row) {
  for (const other of document.querySelectorAll('li.todo[tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
  // A list item has no name of its own.
  row.setAttribute('aria-label', row.textContent.replace(/\s+/g, ' ').trim());
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

export function focusFirst(ids, near = null) {
  const rows = new Map(rowsBeside(near).map((row) => [row.dataset.id, row]));
  const id = ids.find((id) => rows.has(id));
  if (id) focusRow(rows.get(id));
}

// ---- What is said

const voice = made('div', 'hidden');
voice.setAttribute('aria-live', 'polite');
document.body.append(voice);

export function announce(text) {
  // The same text twice would not be read again.
  voice.textContent = text === voice.textContent ? text + '\u00A0' : text;
}

let noteTimer = 0;

function layNote(note, now) {
  if (!now.firstElementChild) return;
  note.replaceChildren(...[...now.childNodes].map((node) => document.importNode(node, true)));
  expireNote(note);
}

function expireNote(note) {
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    if (note.matches(':hover, :focus-within')) expireNote(note);
    else note.replaceChildren();
  }, 8000);
}

export function say(text, isFailure = false) {
  const note = $('#note');
  note.replaceChildren(made('p', isFailure ? 'failure' : '', text));
  expireNote(note);
}

// ---- Asking the server

/** Where the shown page is from. */
let current = location.href;
/** How often the person went elsewhere, and how often a page was shown. */
let visits = 0;
let shown = 0;
let waiting = null;
/** What was sent and is not answered yet. */
const sending = new Set();

class Unanswered extends Error {}

/** A page of the server, or a part of one. */
export async function ask(address, options) {
  let response;
  let text;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    lost();
    throw new Unanswered('The server did not answer. Try it again when it is back.');
  }
  found();
  if (response.status === 401) {
    // The page that says how to sign in has a policy of its own.
    location.reload();
    return new Promise(() => {});
  }
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) throw new Error(text.trim() || 'That went wrong.');
  return { response, page: parser.parseFromString(text, 'text/html') };
}

const programOf = (page) => $('script[type="module"]', page)?.getAttribute('src');

function show(page, isElsewhere = false) {
  if (programOf(page) !== programOf(document) && ![...document.forms].some(isDirtyForm)) {
    // The server was updated: its pages go with other modules.
    location.assign(current);
    return;
  }
  keepingFocus(() => {
    // Nothing of one list is kept for another one.
    if (isElsewhere) $('#content').replaceChildren();
    layAttributes(document.body, page.body);
    layChildren(document.body, page.body);
    for (const note of document.querySelectorAll('.theirs')) {
      if (!isDirty(note.previousElementSibling)) note.remove();
    }
  });
  document.title = page.title;
  shown += 1;
  document.dispatchEvent(new Event('shown'));
}

/** Whether an answer is of an older state than what was shown since it was asked for. */
const isOutdated = (page, before) =>
  shown !== before && Number(page.body.dataset.history) < Number(document.body.dataset.history);

const withoutOpen = (address) => {
  const url = new URL(address, location.href);
  url.searchParams.delete('open');
  return url.pathname + url.search;
};

const places = new Map();
const placeKey = () => history.state?.place ?? 0;

/** Goes to a page. */
export async function visit(address, { replaces = false, isTyping = false, isBack = false } = {}) {
  const number = ++visits;
  waiting?.abort();
  waiting = new AbortController();
  root.classList.add('waiting');
  try {
    const { response, page } = await ask(address, { signal: waiting.signal });
    if (number !== visits) return;
    const url = new URL(response.url);
    url.hash = new URL(address, location.href).hash;
    arrive(url.href, page, { replaces, isTyping, isBack });
  } catch (error) {
    if (number !== visits || error.name === 'AbortError') return;
    if (error instanceof Unanswered) say(error.message, true);
    else location.assign(address);  // a file
  } finally {
    if (number === visits) root.classList.remove('waiting');
  }
}

function arrive(address, page, { replaces = false, isTyping = false, isBack = false } = {}) {
  const isSame = withoutOpen(address) === withoutOpen(current);
  const isElsewhere = new URL(address).pathname !== new URL(current).pathname;
  const left = new URL(current).searchParams.get('open');
  if (!isBack) {
    places.set(placeKey(), scrollY);
    const place = replaces ? placeKey() : Date.now();
    history[replaces || address === location.href ? 'replaceState' : 'pushState']({ place }, '', address);
  }
  current = address;
  const q = $('#q');
  if (!isTyping && document.activeElement !== q) q.value = q.defaultValue;
  show(page, isElsewhere);
  $('#menu').open = false;
  const aside = $('aside#detail');
  if (isSame) {
    if (aside && getComputedStyle(aside).position === 'fixed') {
      aside.tabIndex = -1;
      aside.focus({ preventScroll: true });
    } else if (!aside && left && document.activeElement === document.body) {
      focusFirst([left]);
    }
    announce(aside ? 'Details: ' + ($('[data-title]', aside)?.dataset.title ?? '') : page.title);
    return;
  }
  const hash = new URL(address).hash.slice(1);
  const target = hash && document.getElementById(hash);
  if (target) target.scrollIntoView();
  else scrollTo(0, isBack ? places.get(placeKey()) ?? 0 : 0);
  if (!isTyping) {
    const heading = $('#content h1') ?? $('#main');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  announce(isTyping ? $('.head .sub')?.textContent ?? page.title : page.title);
}

// ---- The same page again

let isHeld = false;
let refreshing = null;
let isWanted = false;

/** Lays the present state of this page over it. One request at a time, and one more if something changed meanwhile. */
export function refresh() {
  isWanted = true;
  if (!isHeld) refreshing ??= refreshAll().finally(() => { refreshing = null; });
  return refreshing;
}

async function refreshAll() {
  while (isWanted && !isHeld) {
    isWanted = false;
    const [number, before] = [visits, shown];
    try {
      const { page } = await ask(current);
      if (number !== visits) continue;
      if (isHeld || isOutdated(page, before)) isWanted = true;
      else show(page);
    } catch {
      return;  // It is tried again when the server is back.
    }
  }
}

/** Keeps the page as it is while something is being dragged over it. */
export function hold(holds) {
  isHeld = holds;
  if (!holds && isWanted) refresh();
}

let retry = 0;
let pause = 500;

function lost() {
  $('#offline').hidden = false;
  retry ||= setTimeout(() => {
    retry = 0;
    refresh();
  }, pause);
  pause = Math.min(pause * 2, 10_000);
}

function found() {
  if ($('#offline').hidden) return;
  $('#offline').hidden = true;
  clearTimeout(retry);
  [retry, pause] = [0, 500];
  for (const form of document.querySelectorAll('form[data-autosave]')) if (isDirtyForm(form)) form.requestSubmit();
}

// ---- Forms

/** Does what a form asks for. The form hears of it by the event `sent`, with the problem or null, before the page changes. */
export async function post(address, fields, form = null) {
  const name = address + ' ' + fields;
  if (sending.has(name)) return;  // a double click
  sending.add(name);
  root.classList.add('waiting');
  const [number, before] = [visits, shown];
  let problem = null;
  try {
    const { response, page } = await ask(address, { method: 'POST', body: fields });
    if (response.ok && form) settle(form, fields);
    else if (!response.ok) problem = $('#note', page)?.textContent.trim() || page.title;
    answered(form, fields, problem);
    if (number !== visits || isOutdated(page, before) || isHeld) {
      layNote($('#note'), $('#note', page));
      refresh();
    } else if (response.ok && withQuery(response.url) !== withQuery(current)) {
      arrive(response.url, page);
    } else {
      show(page);
    }
  } catch (error) {
    say(error.message, true);
    answered(form, fields, error.message);
  } finally {
    sending.delete(name);
    if (!sending.size) root.classList.remove('waiting');
  }
}

const answered = (form, fields, problem) =>
  form?.dispatchEvent(new CustomEvent('sent', { bubbles: true, detail: { problem, fields } }));

/** What was sent is no longer something that only this page knows. */
function settle(form, fields) {
  for (const field of form.elements) {
    if (!field.name || field.type === 'hidden') continue;
    if (isCheckable(field)) field.defaultChecked = field.checked;
    else if (field.value !== fields.get(field.name)) continue;
    else if (field.dataset.stored !== undefined) field.dataset.stored = field.value;
    else if (!field.options && field.matches('input, textarea')) field.defaultValue = field.value;
  }
}

/** Does something that has no form on the page. */
export function act(name, fields) {
  const { token } = document.body.dataset;
  return post('/do/' + name, new URLSearchParams({ token, back: withQuery(current), ...fields }));
}

const withQuery = (address) => new URL(address).pathname + new URL(address).search;

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  const method = (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase();
  const address = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? current, location.href);
  if (event.defaultPrevented || method === 'dialog' || address.origin !== location.origin) return;
  if (address.pathname === '/out' || form.getAttribute('target')) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  if (method === 'get') {
    address.search = fields;
    visit(address.href);
  } else {
    // Shown at once, before the server has answered.
    submitter?.closest('.check')?.closest('li, .headline').classList.add('going');
    post(address.pathname + address.search, fields, form);
  }
});

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return;
  }
  const url = new URL(link.href, location.href);
  const isJump = url.hash && url.pathname + url.search === location.pathname + location.search;
  if (url.origin !== location.origin || link.target || link.hasAttribute('download') || isJump) return;
  event.preventDefault();
  visit(url.href);
});

addEventListener('popstate', () => {
  if (withQuery(location.href) !== withQuery(current)) visit(location.href, { isBack: true });
});
addEventListener('scroll', () => {
  // While going back, the address is already of the page that is not there yet.
  if (withQuery(location.href) === withQuery(current)) places.set(placeKey(), scrollY);
}, { passive: true });
