// Drags entries of the calendar to another day with the mouse. Fingers scroll; they and keys change the date in the details.
import { $, on } from './base.js';
import { act, hold } from './page.js';

const root = document.documentElement;
/** The dragged entry, and whether the click that follows is to be ignored. */
let [drag, swallows] = [null, false];

on('pointerdown', (event) => {
  const entry = event.target.closest?.('[data-entry]');
  if (!entry || event.button || event.pointerType === 'touch') return;
  drag = { entry, from: { x: event.clientX, y: event.clientY }, day: null, hasMoved: false };
});
on('dragstart', (event) => {
  if (drag) event.preventDefault();
});
on('pointermove', ({ clientX: x, clientY: y }) => {
  if (!drag) return;
  if (!drag.hasMoved) {
    if (Math.hypot(x - drag.from.x, y - drag.from.y) < 5) return;
    drag.hasMoved = true;
    hold(true);
    root.classList.add('dragging');
    drag.entry.classList.add('is-dragged');
  }
  drag.day?.classList.remove('is-target');
  drag.day = document.elementFromPoint(x, y)?.closest('[data-day]');
  drag.day?.classList.add('is-target');
});

function end(isDropped) {
  if (!drag) return;
  const { entry, day, hasMoved } = drag;
  drag = null;
  if (!hasMoved) return;
  root.classList.remove('dragging');
  entry.classList.remove('is-dragged');
  day?.classList.remove('is-target');
  hold(false);
  swallows = true;
  setTimeout(() => { swallows = false; }, 50);
  if (isDropped && day && day !== entry.closest('[data-day]')) {
    act('due', { id: entry.dataset.entry, value: day.dataset.day });
  }
}

on('click', (event) => {
  if (!swallows || !event.target.closest('[data-day]')) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
on('pointerup', () => end(true));
on('pointercancel', () => end(false));
on('keydown', (event) => {
  if (!drag?.hasMoved || event.key !== 'Escape') return;
  event.preventDefault();
  end(false);
}, true);
// A double click on the room of a day adds there.
on('dblclick', ({ target }) => {
  if (target.matches('[data-day], [data-day] > .day, [data-day] > .entries')) $('.plus', target.closest('[data-day]')).click();
});
