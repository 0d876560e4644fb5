// Rows and lists are put elsewhere by their handles, with a mouse or a finger: up and down for the order, sideways for what
// they are below, and onto a list beside the page to move there.
import { $, $$, made, on } from './base.js';
import { levelOf } from './focus.js';
import { act, hold } from './page.js';

const root = document.documentElement;
/** How far one level is indented, and how near to an edge the page scrolls by itself, in pixels. */
const [indent, edge] = [24, 56];

const kinds = [
  { items: 'li.todo[data-ordered]', act: 'place', id: 'id' },
  { items: 'li[data-list]', act: 'list-place', id: 'list' },
];

let drag = null;

function begin(event) {
  const handle = event.target.closest('.handle');
  const item = handle?.closest('li');
  const kind = kinds.find(({ items }) => item?.matches(items));
  if (!kind || event.button || drag) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const detail = item.closest('#detail');
  const scope = kind.id === 'list' ? item.parentElement : detail ?? $('#content');
  const all = $$(kind.items, scope).filter((other) => detail || !other.closest('aside'));
  const index = all.indexOf(item);
  // The rows below the item move with it.
  let end = index + 1;
  while (end < all.length && levelOf(all[end]) > levelOf(item)) end += 1;
  const { clientX: x, clientY: y } = event;
  const line = document.body.appendChild(made('div', ''));
  line.id = 'drop';
  drag = { kind, item, scope, x, y, from: { x, y }, own: all.splice(index, end - index), others: all, index, line };
  hold(true);
  requestAnimationFrame(follow);
}

function move({ clientX: x, clientY: y }) {
  if (!drag) return;
  Object.assign(drag, { x, y });
  drag.hasMoved ||= Math.hypot(x - drag.from.x, y - drag.from.y) > 4;
}

/** Once a frame: scrolls near the edges, and shows where the item would come to. */
function follow() {
  if (!drag) return;
  requestAnimationFrame(follow);
  if (!drag.hasMoved) return;
  root.classList.add('dragging');
  drag.item.classList.add('is-dragged');
  scrollNearEdge();
  drag.goal?.list?.classList.remove('is-target');
  drag.goal = goal();
  drag.goal?.list?.classList.add('is-target');
  showLine(drag.goal);
}

function scrollNearEdge() {
  let box = drag.scope;
  while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))) {
    box = box.parentElement;
  }
  const { top, bottom } = box?.getBoundingClientRect() ?? { top: edge, bottom: innerHeight };
  const near = Math.max(0, drag.y - (bottom - edge)) - Math.max(0, top + edge - drag.y);
  (box ?? window).scrollBy(0, near / 3);
}

/** Where the item would come to: a list, or a gap between two items and a level there. */
function goal() {
  const { kind, item, own, others, index, x, y, from } = drag;
  const list = kind.id === 'id'
    && document.elementFromPoint(x, y)?.closest('nav li[data-list], nav a[href="/inbox"]');
  if (list) return { list };
  const { left, right } = item.parentElement.getBoundingClientRect();
  // Sideways the pointer may leave the list.
  const over = document.elementFromPoint(Math.min(Math.max(x, left + 8), right - 8), y)?.closest(kind.items);
  const box = (own.includes(over) ? item : over)?.getBoundingClientRect();
  let place = own.includes(over) ? index : others.indexOf(over);
  if (place < 0) return drag.goal?.list ? null : drag.goal;
  const isAfter = !own.includes(over) && y > (box.top + box.bottom) / 2;
  if (isAfter) place += 1;
  const [above, below] = [others[place - 1], others[place]];
  const deepest = above ? levelOf(above) + 1 : 0;
  const least = Math.min(below ? levelOf(below) : 0, deepest);
  const level = Math.min(Math.max(levelOf(item) + Math.round((x - from.x) / indent), least), deepest);
  const stays = place === index && level === levelOf(item);
  return { place, level, stays, y: isAfter ? box.bottom : box.top, left: left + level * indent, right };
}

function showLine(goal) {
  const { style } = drag.line;
  style.display = goal && !goal.list ? 'block' : 'none';
  if (goal) Object.assign(style, { top: `${goal.y - 1}px`, left: `${goal.left}px`, width: `${goal.right - goal.left}px` });
}

/** The goal as the form has it. */
function destination({ list, place, level }) {
  const { others, kind } = drag;
  const [above, below] = [others[place - 1], others[place]];
  if (list) return { list: list.dataset.list ?? 'inbox' };
  if (below && levelOf(below) === level) return { before: below.dataset[kind.id] };
  if (above && levelOf(above) < level) return { below: above.dataset[kind.id] };
  const after = others.slice(0, place).findLast((other) => levelOf(other) === level);
  return after && { after: after.dataset[kind.id] };
}

function end(isDropped) {
  if (!drag) return;
  const { goal, item, kind, line } = drag;
  const to = isDropped && goal && !goal.stays && destination(goal);
  root.classList.remove('dragging');
  item.classList.remove('is-dragged');
  goal?.list?.classList.remove('is-target');
  line.remove();
  drag = null;
  hold(false);
  if (to) act(kind.act, { id: item.dataset[kind.id], ...to });
}

on('pointerdown', begin);
on('pointermove', move);
on('pointerup', () => end(true));
on('pointercancel', () => end(false));
on('keydown', (event) => {
  if (!drag || event.key !== 'Escape') return;
  event.preventDefault();
  end(false);
}, true);
