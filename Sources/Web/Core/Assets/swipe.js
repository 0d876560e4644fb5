// Fingers: a swipe to the right finishes a to-do or opens it again, one to the left puts it off by a day.
import { $, on } from './base.js';
import { act } from './page.js';

/** How far a finger goes before it is no tap and no scrolling, and how far before the swipe counts, in pixels. */
const [least, enough] = [16, 90];
let swipe = null;

function end(counts) {
  if (!swipe) return;
  const { row, across } = swipe;
  swipe = null;
  row.style.translate = '';
  delete row.dataset.swipe;
  if (!counts || Math.abs(across) < enough) return;
  if (across > 0) $('.check', row).click();
  else act('defer', { id: row.dataset.id });
}

on('touchstart', ({ touches, target }) => {
  end(false);
  const row = target.closest('#content li.todo');
  const [{ clientX, clientY }] = touches;
  if (row && touches.length === 1) swipe = { row, x: clientX, y: clientY, across: 0, isAcross: false };
}, { passive: true });

on('touchmove', (event) => {
  if (!swipe || event.touches.length > 1) return end(false);
  const [{ clientX, clientY }] = event.touches;
  const [across, down] = [clientX - swipe.x, Math.abs(clientY - swipe.y)];
  if (!swipe.isAcross && (down > least || Math.abs(across) < least)) return down > least ? end(false) : undefined;
  // From now on the page does not scroll with it.
  event.preventDefault();
  Object.assign(swipe, { across, isAcross: true });
  swipe.row.style.translate = `${across}px`;
  swipe.row.dataset.swipe = across > 0 ? 'done' : 'defer';
  swipe.row.classList.toggle('is-far', Math.abs(across) >= enough);
}, { passive: false });

on('touchend', () => end(true));
on('touchcancel', () => end(false));
