// Long lists come in parts. A part is fetched when one scrolls near its place, and again when something has changed and it
// is in view; parts out of view cost nothing.
import { $, $$, made, on } from './base.js';
import { keepingFocus } from './focus.js';
import { layChildren } from './lay.js';
import { ask } from './page.js';

const eye = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    if (target.matches('li')) load(target);
    else if (target.dataset.stale !== undefined) reload(target);
  }
}, { rootMargin: '1200px 0px' });

/** How often each list was asked for its rows: the latest answer counts. */
const asked = new WeakMap();

const isPart = (element) => element?.dataset.of !== undefined;
const moreOf = (list) => $(':scope > li.more', list);

function addressOf(more) {
  const url = new URL($('a', more).href);
  url.searchParams.set('part', 'rows');
  return url.href;
}

async function rowsAt(address, list) {
  const number = (asked.get(list) ?? 0) + 1;
  asked.set(list, number);
  const { page } = await ask(address);
  return asked.get(list) === number && list.isConnected ? page.body : null;
}

/** Loads the rows of a link, unless they are asked for again meanwhile; false if the server cannot be reached. */
async function load(more) {
  const list = more.parentElement;
  eye.unobserve(more);
  try {
    const address = addressOf(more);
    const rows = await rowsAt(address, list);
    if (!rows || moreOf(list) !== more) return true;
    const part = made('ol', 'todos part');
    Object.assign(part.dataset, { of: list.dataset.of ?? list.dataset.rows, address });
    if (list.dataset.ordered !== undefined) part.dataset.ordered = '';
    layChildren(part, rows);
    more.remove();
    list.after(part);
    eye.observe(part);
    join(part);
    return true;
  } catch {
    return false;  // Its link is still there.
  }
}

async function reload(part) {
  delete part.dataset.stale;
  try {
    const rows = await rowsAt(part.dataset.address, part);
    if (!rows) return;
    keepingFocus(() => layChildren(part, rows));
    join(part);
    document.dispatchEvent(new Event('rows'));
  } catch {
    part.dataset.stale = '';
  }
}

function makeStale(part) {
  part.dataset.stale = '';
  // The observer reports an element again that is already in view.
  eye.unobserve(part);
  eye.observe(part);
}

/** Where a list ends may have moved: the part after it begins there. */
function join(list) {
  const more = moreOf(list);
  let next = list.nextElementSibling;
  if (more && isPart(next)) {
    const address = addressOf(more);
    more.remove();
    if (next.dataset.address === address) return;
    next.dataset.address = address;
    makeStale(next);
  } else if (more) {
    eye.observe(more);
  } else {
    for (; isPart(next); next = list.nextElementSibling) next.remove();
  }
}

function review() {
  const list = $('ol[data-rows]');
  const first = new Set($$(':scope > li.todo', list ?? made('ol', '')).map((row) => row.id));
  for (const part of $$('ol.part')) {
    // Another list is shown.
    if (part.dataset.of !== list?.dataset.rows) part.remove();
    else makeStale(part);
    // A row that has come into the list is not in a part any more.
    for (const row of $$(':scope > li.todo', part)) if (first.has(row.id)) row.remove();
  }
  if (list) join(list);
}

/** Loads parts until the page reaches a place on it, unless the reader moves on meanwhile. */
async function reach(top) {
  const here = location.href;
  let isLeft = false;
  const leave = () => { isLeft = true; };
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  for (const move of moves) addEventListener(move, leave, { once: true, passive: true });
  for (let more; (more = $('ol[data-rows] > li.more, ol.part > li.more')) && scrollY < top - 1;) {
    if (!await load(more) || isLeft || location.href !== here) break;
    scrollTo(0, top);
  }
  for (const move of moves) removeEventListener(move, leave);
}

on('shown', review);
on('beyond', (event) => reach(event.detail));
review();
