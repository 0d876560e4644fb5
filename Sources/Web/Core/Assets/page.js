// Pages without full loads: what a link or a form answers, a whole page of the server, is laid over the one that is shown.
// What is being typed, the caret, the selection, the place and what is unfolded stay as they are.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
export const on = document.addEventListener.bind(document);
const parser = new DOMParser();
const root = document.documentElement;

// ---- Laying one page over another

/** What makes an element the same one on both pages. Not `element.id`: a form has its field of that name there. */
const keyOf = (node) => node.getAttribute?.('id') ?? node.dataset?.id ?? node.dataset?.list ?? node.dataset?.rows;
/** Whether the server knows nothing of an element, as of the further parts of a long list. */
const isOurs = (node) => node.dataset?.own !== undefined;
const isCheckable = (field) => field.type === 'radio' || field.type === 'checkbox';

/** What a field would send if nobody had typed. */
const stored = (field) => field.dataset.stored
  ?? (field.options ? ($('[selected]', field) ?? field.options[0])?.value : field.defaultValue);

/** Whether a person changed a field and the server has not got it yet. */
const isDirty = (field) => field.matches('input:not([type="hidden"]), textarea, select')
  && (isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== stored(field));

export const isDirtyForm = (form) => [...form.elements].some(isDirty);

/** Whether somebody else has changed a field that is being edited: then only a person saves it. */
export const isContested = (form) => !!$('.theirs', form);

function lay(old, now) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
  } else if (old.matches('#note')) {
    layNote(now);
  } else if (old.matches('input, textarea, select')) {
    layField(old, now);
  } else if (!old.matches('#offline, dialog[open]') && !(keyOf(old) && old.isEqualNode(now))) {
    layAttributes(old, now);
    // What was understood of a line that is being typed is not on the server's page.
    if (!old.matches('#understood') || now.firstElementChild) layChildren(old, now);
  }
}

function layAttributes(old, now) {
  // People decide what is unfolded, and the keys which row the Tab key reaches.
  const isKept = (name) => (name === 'open' && old.matches('details, dialog'))
    || name === 'tabindex' || (name === 'aria-label' && old.matches('li'));
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !isKept(name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
}

export function layChildren(old, now) {
  const wanted = new Set([...now.children].map(keyOf));
  const known = new Map([...old.children].filter((node) => !isOurs(node)).map((node) => [keyOf(node), node]));
  const kept = new Set();
  let here = old.firstChild;
  for (const node of now.childNodes) {
    const key = keyOf(node);
    // What goes away is stepped over: taken out later, it makes nothing move.
    while (here && (isOurs(here) || kept.has(here) || (keyOf(here) && !wanted.has(keyOf(here))))) here = here.nextSibling;
    let match = key ? known.get(key) : here;
    // An element without a key takes the next one of its kind.
    while (!key && match && node.nodeType === 1 && (match.nodeName !== node.nodeName || keyOf(match) || isOurs(match))) {
      match = match.nextSibling;
    }
    if (match?.nodeName !== node.nodeName || kept.has(match)) {
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
    const form = node.matches?.('.problem') && node.closest('form');
    if (!form || !isDirtyForm(form)) node.remove();
  }
}

function layField(old, now) {
  if (!isDirty(old)) {
    const { selectionStart: start, selectionEnd: end } = old;
    layAttributes(old, now);
    if (old.options) layChildren(old, now);
    if (old.matches('textarea')) old.defaultValue = now.defaultValue;
    if (isCheckable(old)) old.checked = now.checked;
    else if (old.value !== now.value) old.value = now.value;
    else return;
    if (document.activeElement === old && start != null) old.setSelectionRange(start, end);
  } else if (old.dataset.stored !== now.dataset.stored && !isCheckable(old)) {
    old.dataset.stored = now.dataset.stored;
    if (isDirty(old)) tellTheirs(old, now.dataset.stored);
  }
}

/** Two people edit one field: what was typed here stays, and what it was changed to elsewhere is shown beside it. */
function tellTheirs(field, theirs) {
  const note = made('p', 'theirs', theirs ? `Changed elsewhere to “${theirs.slice(0, 200)}”. ` : 'Emptied elsewhere. ');
  announce(note.textContent);
  for (const [text, choose] of [
    ['Take it', () => {
      field.value = field.dataset.stored;
      note.remove();
      field.focus();
    }],
    ['Keep mine', () => field.form.requestSubmit()],
  ]) {
    const button = made('button', 'link', text);
    button.type = 'button';
    button.onclick = choose;
    note.append(button, ' ');
  }
  $(':scope > .theirs', field.parentElement)?.remove();
  field.after(note);
}

export function made(name, className, textContent = '') {
  const element = Object.assign(document.createElement(name), { className, textContent });
  element.dataset.own = '';
  return element;
}

// ---- Rows and the focus

export const levelOf = (item) => Number(item.dataset.level ?? 0);

/** The rows of the list that an element is in, or of the page. */
export const rowsBeside = (element) => {
  const detail = element?.closest('#detail');
  return $$(detail ? 'li.todo' : '#content li.todo:not(aside *)', detail ?? document);
};

/** The identifiers of the rows after a row, then of those before it, nearest first. */
export function neighbours(row) {
  const rows = rowsBeside(row);
  const index = rows.indexOf(row);
  return [...rows.slice(index + 1, index + 40), ...rows.slice(Math.max(0, index - 10), index).reverse()]
    .map((other) => other.dataset.id);
}

export function focusRow(row) {
  for (const other of $$('li.todo[tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
  // A list item has no name of its own.
  row.setAttribute('aria-label', row.textContent.replace(/\s+/g, ' ').trim());
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

export function focusFirst(ids, near = null) {
  const rows = new Map(rowsBeside(near).map((row) => [row.dataset.id, row]));
  const there = ids.map((id) => rows.get(id)).filter(Boolean);
  // A row that went far away does not take the reader with it.
  const row = there.find((row) => Math.abs(row.getBoundingClientRect().top) < 2 * innerHeight) ?? there[0];
  if (row) focusRow(row);
}

/** Runs what changes the page, and puts the focus back where it was, or onto the next row if its row is gone. */
export function keepingFocus(change) {
  const active = document.activeElement;
  const row = active?.closest('li.todo');
  const ids = row && [row.dataset.id, ...neighbours(row)];
  const detail = row?.closest('#detail');
  const { selectionStart: start, selectionEnd: end } = active ?? {};
  change();
  if (!active || active === document.body || document.activeElement === active) return;
  if (!active.isConnected) return row && focusFirst(ids, detail);
  active.focus({ preventScroll: true });
  if (start != null) active.setSelectionRange(start, end);
}

// ---- What is said

const voice = made('div', 'hidden');
voice.setAttribute('aria-live', 'polite');
document.body.append(voice);

export function announce(text) {
  // The same text twice would be said once.
  voice.textContent = text === voice.textContent ? text + '\u00A0' : text;
}

let noteTimer = 0;

function layNote(now) {
  // A field or a dialog says itself why it was refused.
  const isSaid = $('dialog[open]') || $('form .problem', now.ownerDocument);
  if (now.firstElementChild && !($('.failure', now) && isSaid)) note(...document.importNode(now, true).childNodes);
}

function note(...nodes) {
  $('#note').replaceChildren(...nodes);
  expire();
}

const fail = ({ message }) => note(made('p', 'failure', message));

function expire() {
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    if ($('#note').matches(':hover, :focus-within')) expire();
    else $('#note').replaceChildren();
  }, 8000);
}

expire();

// ---- Asking the server

/** Where the shown page is from. */
let current = location.href;
/** How often the person went elsewhere, and how often a page was shown. */
let [visits, shown] = [0, 0];
let waiting = null;

class Unanswered extends Error {}

/** A page of the server, or a part of one. */
export async function ask(address, options) {
  let response, text;
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
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) throw new Error(text.trim());
  return { response, page: parser.parseFromString(text, 'text/html') };
}

const programOf = (page) => $('script', page)?.getAttribute('src');

function show(page, isElsewhere = false) {
  // The server was updated: its pages go with other modules.
  if (programOf(page) !== programOf(document) && ![...document.forms].some(isDirtyForm)) return location.assign(current);
  keepingFocus(() => {
    // Nothing of one list is kept for another one.
    if (isElsewhere) $('#content').replaceChildren();
    layAttributes(document.body, page.body);
    layChildren(document.body, page.body);
    for (const note of $$('.theirs')) if (!isDirty(note.previousElementSibling)) note.remove();
  });
  document.title = page.title;
  shown += 1;
  document.dispatchEvent(new Event('shown'));
}

/** Whether an answer is of an older state than what was shown since it was asked for. */
const isOutdated = (page, before) =>
  shown !== before && Number(page.body.dataset.history) < Number(document.body.dataset.history);

const pathOf = (address) => new URL(address).pathname + new URL(address).search;

function withoutOpen(address) {
  const url = new URL(address);
  url.searchParams.delete('open');
  return pathOf(url);
}

/** How far each page of the session's history was scrolled. The browser's own memory of it knows nothing of parts. */
const places = new Map();
const place = () => history.state?.place ?? 0;
const keepPlace = () => places.set(place(), scrollY);
addEventListener('pageshow', () => { history.scrollRestoration = 'manual'; });
addEventListener('pagehide', () => { history.scrollRestoration = 'auto'; });

/** Goes to a page. */
export async function visit(address, how = {}) {
  const number = ++visits;
  waiting?.abort();
  waiting = new AbortController();
  root.classList.add('waiting');
  try {
    const { response, page } = await ask(address, { signal: waiting.signal });
    if (number !== visits) return;
    arrive(response.url + new URL(address, location.href).hash, page, how);
  } catch (error) {
    if (number !== visits) return;
    if (error instanceof Unanswered) fail(error);
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
    keepPlace();
    const replacing = replaces || address === location.href;
    history[replacing ? 'replaceState' : 'pushState']({ place: replacing ? place() : Date.now() }, '', address);
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
    return announce(aside ? 'Details: ' + $('[data-title]', aside)?.dataset.title : page.title);
  }
  const target = document.getElementById(new URL(address).hash.slice(1));
  if (target) target.scrollIntoView();
  else returnTo(isBack ? places.get(place()) ?? 0 : 0);
  if (!isTyping) {
    const heading = $('#content h1') ?? $('#main');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  announce(isTyping ? $('.head .sub')?.textContent ?? page.title : page.title);
}

/** Goes to a place on the page; a long list loads its parts up to there. */
function returnTo(top) {
  scrollTo(0, top);
  if (scrollY < top - 1) document.dispatchEvent(new CustomEvent('beyond', { detail: top }));
}

// ---- The same page again

let [isHeld, isWanted] = [false, false];
let refreshing = null;

/** Lays the present state of this page over it. One request at a time, and one more if something changed meanwhile. */
export function refresh() {
  isWanted = true;
  if (!isHeld) refreshing ??= refreshAll().finally(() => { refreshing = null; });
}

async function refreshAll() {
  while (isWanted && !isHeld) {
    isWanted = false;
    const [from, before] = [current, shown];
    try {
      // What is to be said is for the page that did something.
      const { page } = await ask(current, { headers: { 'X-Refresh': '1' } });
      if (isHeld || isOutdated(page, before)) isWanted = true;
      else if (from === current) show(page);
    } catch {
      return;  // It is tried again when the server is back.
    }
  }
}

/** Keeps the page as it is while something is dragged over it. */
export function hold(holds) {
  isHeld = holds;
  if (!holds && isWanted) refresh();
}

let retry = 0;

function lost() {
  $('#offline').hidden = false;
  retry ||= setTimeout(() => {
    retry = 0;
    refresh();
  }, 1000);
}

function found() {
  if ($('#offline').hidden) return;
  $('#offline').hidden = true;
  clearTimeout(retry);
  retry = 0;
  for (const form of $$('form[data-autosave]')) if (isDirtyForm(form) && !isContested(form)) form.requestSubmit();
}

// ---- Forms

/** What was sent and is not answered yet. */
const sending = new Set();

/** Does what a form asks for. The form hears of it by the event `sent`, with the problem or null, before the page changes. */
async function post(address, fields, form) {
  const name = address + ' ' + fields;
  // A double click, but for steps: two of them are meant.
  if (sending.has(name) && !/^\/do\/(un|re)do/.test(address)) return;
  sending.add(name);
  root.classList.add('waiting');
  const tell = (problem) =>
    form?.dispatchEvent(new CustomEvent('sent', { bubbles: true, detail: { problem, fields } }));
  const [from, before] = [current, shown];
  try {
    const { response, page } = await ask(address, { method: 'POST', body: fields });
    const problem = response.ok ? null : $('#note', page)?.textContent.trim() || page.title;
    if (response.ok && form) settle(form, fields);
    tell(problem);
    if (from !== current || isOutdated(page, before) || isHeld) {
      layNote($('#note', page));
      refresh();
    } else if (response.ok && pathOf(response.url) !== pathOf(current)) {
      arrive(response.url, page);
    } else {
      show(page);
      if (!problem) return;
      $('[aria-invalid="true"]')?.scrollIntoView({ block: 'nearest' });
      announce(problem);
    }
  } catch (error) {
    tell(error.message);
    fail(error);
  } finally {
    sending.delete(name);
    root.classList.remove('waiting');
  }
}

/** What was sent is no longer something that only this page knows. */
function settle(form, fields) {
  for (const field of form.elements) {
    const isSent = fields.getAll(field.name).includes(field.value);
    if (!isDirty(field)) continue;
    if (isCheckable(field)) field.defaultChecked = isSent;
    else if (!isSent) continue;
    else if (field.dataset.stored !== undefined) field.dataset.stored = field.value;
    else if (!field.options) field.defaultValue = field.value;
  }
}

/** Does something that has no form on the page. */
export function act(name, fields) {
  const { token } = document.body.dataset;
  post('/do/' + name, new URLSearchParams({ token, back: pathOf(current), ...fields }));
}

on('submit', (event) => {
  const { target: form, submitter } = event;
  const method = form.getAttribute('method')?.toLowerCase() ?? 'get';
  const address = new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? current, location.href);
  if (event.defaultPrevented || method === 'dialog' || address.origin !== location.origin || address.pathname === '/out') return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  if (method === 'get') {
    address.search = fields;
    return visit(address.href);
  }
  // Shown at once, before the server has answered.
  if (submitter?.matches('.check')) submitter.parentElement.classList.add('going');
  post(pathOf(address), fields, form);
});

on('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  const isJump = url.hash && pathOf(url) === pathOf(location);
  if (url.origin !== location.origin || link.target || link.hasAttribute('download') || isJump) return;
  event.preventDefault();
  visit(url.href);
});

addEventListener('popstate', () => {
  if (pathOf(location) !== pathOf(current)) visit(location.href, { isBack: true });
});
addEventListener('scroll', () => {
  // While going back, the address is already that of the page that is not there yet.
  if (pathOf(location) === pathOf(current)) keepPlace();
}, { passive: true });
