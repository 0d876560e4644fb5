// Rows and lists are put elsewhere by their handles, with a mouse or a finger: up and down for the order, sideways for what
// they are below, and onto a list beside the page to move there.
import { act, hold } from './page.js';

const root = document.documentElement;
/** How far one level is indented, in pixels. */
const indent = 24;
/** How near to an edge the page scrolls by itself, in pixels. */
const edge = 56;

const kinds = [
  { items: 'li.todo[data-ordered]', act: 'place', id: 'id' },
  { items: 'li[data-list]', act: 'list-place', id: 'list' },
];

let drag = null;

const levelOf = (item) => Number(item.dataset.level ?? 0);

function begin(event) {
  const handle = event.target.closest?.('.handle');
  const item = handle?.closest('li');
  const kind = kinds.find((kind) => item?.matches(kind.items));
  if (!kind || event.button || drag) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const scope = kind.id === 'list' ? item.parentElement : item.closest('#detail') ?? document.querySelector('#content');
  const all = [...scope.querySelectorAll(kind.items)].filter((other) => scope.matches('#detail') || !other.closest('aside'));
  const index = all.indexOf(item);
  let end = index + 1;
  while (end < all.length && levelOf(all[end]) > levelOf(item)) end += 1;
  drag = {
    kind, item, scope, x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY },
    own: all.slice(index, end), others: [...all.slice(0, index), ...all.slice(end)], index, hasMoved: false,
    line: document.body.appendChild(Object.assign(document.createElement('div'), { id: 'drop' })), goal: null,
  };
  drag.line.dataset.own = '';
  hold(true);
  requestAnimationFrame(follow);
}

function move(event) {
  if (!drag) return;
  drag.x = event.clientX;
  drag.y = event.clientY;
  if (Math.hypot(drag.x - drag.from.x, drag.y - drag.from.y) > 4) drag.hasMoved = true;
}

/** Once a frame: scrolls near the edges, and shows where the item would come to. */
function follow() {
  if (!drag) return;
  if (drag.hasMoved) {
    root.classList.add('dragging');
    drag.item.classList.add('is-dragged');
    scrollNearEdge();
    drag.goal = goal();
    drag.over?.classList.remove('is-target');
    drag.over = drag.goal?.list;
    drag.over?.classList.add('is-target');
    showLine(drag.goal);
  }
  requestAnimationFrame(follow);
}

function scrollNearEdge() {
  let box = drag.scope;
  while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))) {
    box = box.parentElement;
  }
  const { top, bottom } = box ? box.getBoundingClientRect() : { top: edge, bottom: innerHeight };
  const near = Math.max(0, drag.y - (bottom - edge)) - Math.max(0, top + edge - drag.y);
  if (near) (box ?? window).scrollBy(0, near / 3);
}

/** Where the item would come to: a list, or a gap between two items and a level there; null for nowhere. */
function goal() {
  const at = document.elementFromPoint(drag.x, drag.y);
  if (drag.kind.id === 'id') {
    const list = at?.closest('nav li[data-list], nav a[href="/inbox"]');
    if (list) return { list };
  }
  const box = drag.scope.getBoundingClientRect();
  // Sideways the pointer may leave the list.
  const over = document.elementFromPoint(Math.min(Math.max(drag.x, box.left + 8), box.right - 8), drag.y)
    ?.closest(drag.kind.items);
  let place;
  let y;
  if (drag.own.includes(over)) {
    place = drag.index;
    y = drag.item.getBoundingClientRect().top;
  } else {
    const index = drag.others.indexOf(over);
    if (index < 0) return drag.goal?.list ? null : drag.goal;
    const { top, bottom } = over.getBoundingClientRect();
    place = drag.y > (top + bottom) / 2 ? index + 1 : index;
    y = place > index ? bottom : top;
  }
  const [above, below] = [drag.others[place - 1], drag.others[place]];
  const deepest = above ? levelOf(above) + 1 : 0;
  const least = Math.min(below ? levelOf(below) : 0, deepest);
  const wanted = levelOf(drag.item) + Math.round((drag.x - drag.from.x) / indent);
  const level = Math.min(Math.max(wanted, least), deepest);
  const stays = place === drag.index && level === levelOf(drag.item);
  return { place, level, y, stays };
}

function showLine(goal) {
  const { style } = drag.line;
  if (!goal || goal.list) {
    style.display = 'none';
    return;
  }
  const box = drag.own[0].parentElement.getBoundingClientRect();
  const start = goal.level * indent;
  Object.assign(style, {
    display: 'block', top: `${goal.y - 1}px`, left: `${box.left + start}px`, width: `${box.width - start}px`,
  });
}

/** The goal as the form has it. */
function destination({ list, place, level }) {
  const idOf = (item) => item.dataset[drag.kind.id];
  if (list) return { list: list.dataset.list ?? 'inbox' };
  const [above, below] = [drag.others[place - 1], drag.others[place]];
  if (below && levelOf(below) === level) return { before: idOf(below) };
  if (above && levelOf(above) < level) return { below: idOf(above) };
  const after = drag.others.slice(0, place).findLast((other) => levelOf(other) === level);
  return after && { after: idOf(after) };
}

function end(isDropped) {
  if (!drag) return;
  const { goal, item, kind, hasMoved } = drag;
  const to = isDropped && hasMoved && goal && !goal.stays && destination(goal);
  root.classList.remove('dragging');
  item.classList.remove('is-dragged');
  drag.over?.classList.remove('is-target');
  drag.line.remove();
  drag = null;
  hold(false);
  if (to) act(kind.act, { id: item.dataset[kind.id], ...to });
}

document.addEventListener('pointerdown', begin);
document.addEventListener('pointermove', move);
document.addEventListener('pointerup', () => end(true));
document.addEventListener('pointercancel', () => end(false));
document.addEventListener('keydown', (event) => {
  if (!drag || event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  end(false);
}, true);
