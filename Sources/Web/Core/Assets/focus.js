// Rows, and which of them has the focus.
import { $$, on } from './base.js';

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

/** A list item has no name of its own; this one is made of what the row shows. */
export function name(row) {
  const parts = $$('.path, .title, .chip, :scope > .hidden', row).map((part) => part.textContent.replace(/\s+/g, ' ').trim());
  const label = [row.matches('.is-picked') && 'selected', ...parts.map((part) => part.replace(/ ›$/, ''))].filter(Boolean).join(', ');
  if (row.getAttribute('aria-label') !== label) row.setAttribute('aria-label', label);
}

export function focusRow(row) {
  for (const other of $$('li.todo[tabindex="0"]')) other.tabIndex = -1;
  row.tabIndex = 0;
  name(row);
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
  const circle = circleAtPointer();
  change();
  if (circle && circle !== circleAtPointer()) shield = { ...pointer, until: performance.now() + 400 };
  for (const labelled of $$('li.todo[aria-label]')) name(labelled);
  if (!active || active === document.body || document.activeElement === active) return;
  if (!active.isConnected) return row && focusFirst(ids, detail);
  active.focus({ preventScroll: true });
  if (start != null) active.setSelectionRange(start, end);
}

// ---- A double click on a circle: the second click would be for the row or the occurrence that has come there since.

let pointer = { x: -1, y: -1 };
/** Where a circle has become another one, and until when it is not clicked. */
let shield = { x: -1, y: -1, until: 0 };

/** The action of a click at the pointer; undefined outside a row. */
function circleAtPointer() {
  const circle = document.elementFromPoint(pointer.x, pointer.y)?.closest('.check');
  return circle?.getAttribute('formaction');
}

for (const name of ['pointermove', 'pointerdown']) {
  on(name, ({ clientX: x, clientY: y }) => { pointer = { x, y }; }, { capture: true, passive: true });
}
on('click', (event) => {
  const isNear = Math.hypot(event.clientX - shield.x, event.clientY - shield.y) < 8;
  if (!event.detail || !isNear || performance.now() > shield.until || !event.target.closest('.check')) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
