// Long lists come in parts. A part is fetched when one scrolls near its place, and once more when it is in view and something
// has changed since; parts out of view cost nothing.
import { ask, keepingFocus, layChildren, made } from './page.js';

const eye = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    if (target.matches('li')) load(target);
    else if (target.dataset.stale !== undefined) reload(target);
  }
}, { rootMargin: '1200px 0px' });

/** Counts requests: of two for one part, the later one counts. */
const asked = new WeakMap();

const moreOf = (list) => list.querySelector(':scope > li.more');
const addressOf = (more) => {
  const url = new URL(more.querySelector('a').href);
  url.searchParams.set('part', 'rows');
  return url.href;
};

async function rowsAt(address, of) {
  const number = (asked.get(of) ?? 0) + 1;
  asked.set(of, number);
  const { page } = await ask(address);
  return asked.get(of) === number && of.isConnected ? page.body : null;
}

async function load(more) {
  if (more.dataset.busy !== undefined) return;
  more.dataset.busy = '';
  const list = more.parentElement;
  const address = addressOf(more);
  try {
    const rows = await rowsAt(address, list);
    if (!rows || moreOf(list) !== more) return;
    const part = made('ol', 'todos part');
    Object.assign(part.dataset, { of: list.dataset.of ?? list.dataset.rows, address });
    if (list.dataset.ordered !== undefined) part.dataset.ordered = '';
    layChildren(part, rows);
    more.remove();
    list.after(part);
    eye.observe(part);
    watch(part);
  } catch {
    delete more.dataset.busy;  // its link is still there
  }
}

async function reload(part) {
  delete part.dataset.stale;
  try {
    const rows = await rowsAt(part.dataset.address, part);
    if (!rows) return;
    keepingFocus(() => layChildren(part, rows));
    join(part, part.nextElementSibling);
  } catch {
    part.dataset.stale = '';
  }
}

const isPart = (element) => element?.dataset.of !== undefined;

function watch(list) {
  const more = moreOf(list);
  if (more) eye.observe(more);
}

function makeStale(part) {
  part.dataset.stale = '';
  // The observer speaks up once more about one that is in view already.
  eye.unobserve(part);
  eye.observe(part);
}

/** Where a list ends may have moved: the part after it begins there. */
function join(list, next) {
  const more = moreOf(list);
  if (!isPart(next)) return watch(list);
  if (more) {
    const address = addressOf(more);
    more.remove();
    if (next.dataset.address !== address) {
      next.dataset.address = address;
      makeStale(next);
    }
  } else {
    while (isPart(next)) {
      const gone = next;
      next = next.nextElementSibling;
      gone.remove();
    }
  }
}

function review() {
  const list = document.querySelector('ol[data-rows]');
  for (const part of document.querySelectorAll('ol.part')) {
    // Another list is shown.
    if (!list || part.dataset.of !== list.dataset.rows) part.remove();
    else makeStale(part);
  }
  if (list) join(list, list.nextElementSibling);
}

document.addEventListener('shown', review);
review();
