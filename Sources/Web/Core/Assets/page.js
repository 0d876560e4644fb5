// Pages without full loads: what a link or a form answers, a whole page of the server, is laid over the one that is shown.
import { $, announce, fail, labelOf, layNote, on } from './base.js';
import { focusFirst, keepingFocus } from './focus.js';
import { isDirtyForm, layAttributes, layChildren, settle, tidy } from './lay.js';

const parser = new DOMParser();
const root = document.documentElement;

// ---- Asking the server

/** Where the shown page is from. */
let current = location.href;
/** How often the person went elsewhere, and how often a page was shown. */
let [visits, shown] = [0, 0];
let waiting = null;

/** A failure that is said at the foot of the page for as long as it lasts. */
class Unanswered extends Error {}

/** A page of the server, or a part of one. */
export async function ask(address, options) {
  let response, text;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    lost(1000, 'The server does not answer. What you see is what was last loaded; it comes back by itself.');
    throw new Unanswered('The server did not answer. Try it again when it is back.');
  }
  if (response.status === 401) {
    // The page that says how to sign in has a policy of its own.
    if (![...document.forms].some(isDirtyForm)) {
      location.reload();
      return new Promise(() => {});
    }
    const link = Object.assign(document.createElement('a'), { href: '/', target: '_blank', textContent: 'Sign in again' });
    lost(5000, 'You are signed out. What you typed stays here: ', link, ' in another tab, and go on.');
    throw new Unanswered('You are signed out.');
  }
  const kept = response.headers.get('X-Kept');
  if (kept) lost(1000, `The server does not answer. This page is of ${new Date(kept).toLocaleString()}; the present one comes back by itself.`);
  else found();
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) {
    throw Object.assign(new Error(text.trim() || 'The server could not do it.'), { status: response.status });
  }
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
    tidy();
  });
  document.title = page.title;
  shown += 1;
  document.dispatchEvent(new Event('shown'));
  if (isBack) document.dispatchEvent(new Event('back'));
  isBack = false;
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
    if (error instanceof Unanswered) announce(error.message);
    else location.assign(address);  // a file
  } finally {
    if (number === visits) root.classList.remove('waiting');
  }
}

/** Goes into the field that an address names; false if it names none. */
function enter(hash) {
  const field = document.getElementById(hash.slice(1));
  if (!field?.matches('input')) return false;
  field.focus();
  // After the words that the page puts there.
  field.setSelectionRange(field.value.length, field.value.length);
  return true;
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
  if (enter(new URL(address).hash)) return announce(page.title);
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
      // The sentence belongs to the page that did something.
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
/** Whether the server answers again, and the page is not laid anew yet: what was typed meanwhile is saved then. */
let isBack = false;

function lost(pause, ...words) {
  $('#offline').replaceChildren(...words);
  $('#offline').hidden = false;
  retry ||= setTimeout(tryAgain, pause);
}

function tryAgain() {
  clearTimeout(retry);
  retry = 0;
  refresh();
}

addEventListener('focus', () => { if (retry) tryAgain(); });

function found() {
  if ($('#offline').hidden) return;
  $('#offline').hidden = true;
  isBack = true;
}

// ---- Forms

/** The requests without an answer yet. */
const sending = new Set();

/**
 * Does what a form asks for. The event `sent` tells of it, with the problem or null, before the page changes.
 * @param going what is shown as done already.
 */
export async function post(address, fields, form, going) {
  const name = address + ' ' + fields;
  // A double click, but for steps: two of them are meant.
  if (sending.has(name) && !/^\/do\/(un|re)do$/.test(address)) return;
  sending.add(name);
  root.classList.add('waiting');
  const tell = (problem, status = 0) =>
    document.dispatchEvent(new CustomEvent('sent', { detail: { form, fields, address, problem, status, going } }));
  const [from, before, isSaving] = [current, shown, form?.dataset.autosave !== undefined];
  const what = nameOf(form, fields);
  try {
    const { response, page } = await ask(address, { method: 'POST', body: fields });
    const said = $('#note', page);
    const problem = response.ok ? null : said?.textContent.trim() || page.title;
    if (response.ok && form) settle(form, fields);
    tell(problem, response.status);
    // Saving leads nowhere: the person may be elsewhere by now.
    const goesOn = response.ok && !isSaving && pathOf(response.url) !== pathOf(current);
    const isLeft = from !== current || (isSaving && (!form.isConnected || fields.get('back') !== pathOf(current)));
    if (isLeft || isOutdated(page, before) || isHeld) {
      if (!problem) layNote(said);
      else if (!$('dialog[open]')) fail(what + problem, isLeft ? fields.get('back') : null);
      refresh();
    } else if (goesOn) {
      arrive(response.url, page);
    } else {
      show(page);
      if (!problem) return;
      $('[aria-invalid="true"]')?.scrollIntoView({ block: 'nearest' });
      announce(problem);
    }
  } catch (error) {
    tell(error.message);
    going?.classList.remove('going');
    // Fields that save themselves do so when the server is back.
    if (isSaving && error instanceof Unanswered) announce(error.message);
    else fail(what + error.message);
    // The person signed in again in another tab: the next try has the token of that session.
    if (error.status === 403) refresh();
  } finally {
    sending.delete(name);
    root.classList.remove('waiting');
  }
}

/** What a form of the details was about, for a sentence that is read elsewhere: `Due of “Buy milk” was not saved: `. */
function nameOf(form, fields) {
  const todo = form?.closest('.detail');
  if (!todo) return '';
  const field = [...form.elements].find(({ name, type }) => type !== 'hidden' && fields.has(name));
  return `${field ? labelOf(field) + ' of ' : ''}“${todo.dataset.title.slice(0, 60)}” was not saved: `;
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
  const isElsewhere = address.origin !== location.origin || address.pathname === '/out';
  if (event.defaultPrevented || method === 'dialog' || isElsewhere) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  if (method === 'get') {
    address.search = fields;
    return visit(address.href);
  }
  // Shown at once, before the server has answered.
  const going = submitter?.matches('.check') ? submitter.parentElement : null;
  going?.classList.add('going');
  post(pathOf(address), fields, form, going);
});

on('click', (event) => {
  const link = event.target.closest('a[href]');
  const isModified = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || event.defaultPrevented || isModified) return;
  const url = new URL(link.href);
  const isJump = url.hash && pathOf(url) === pathOf(location);
  if (isJump && enter(url.hash)) return event.preventDefault();
  if (url.origin !== location.origin || link.target || link.hasAttribute('download') || isJump) return;
  event.preventDefault();
  visit(url.href);
});

addEventListener('popstate', () => {
  if (pathOf(location) !== pathOf(current)) visit(location.href, { isBack: true });
});
addEventListener('scroll', () => {
  // While going back, the address is already that of the page that is still loading.
  if (pathOf(location) === pathOf(current)) keepPlace();
}, { passive: true });
