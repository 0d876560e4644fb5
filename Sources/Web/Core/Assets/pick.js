// Selecting many to-dos: by Shift+x, by Ctrl or ⌘, by a long press, or by the boxes of the rows once one is selected. What is done
// to them is sent by one form, which without scripts has the same boxes.
import { $, $$, announce, made, on } from './base.js';
import { focusFirst, focusRow, name, neighbours, rowsBeside } from './focus.js';
import { post, visit } from './page.js';

const form = () => $('#many');
const rows = () => rowsBeside(null);
const isServers = () => new URLSearchParams(location.search).get('select') === '1';
/** How long a finger rests on a row that it selects, in milliseconds, and how far it may move, in pixels. */
const [patience, slack] = [500, 10];

/** The ids of what is selected. */
const picked = new Set();
let isOn = isServers();
/** The row from which a range goes on. */
let anchor = null;
/** The page that the selection is of. */
let place = location.pathname;
/** Which rows get the focus when the selection is gone, the first that is there. */
let after = null;

export const isPicking = () => picked.size > 0;
export const pickedIds = () => [...picked];
export const countOf = (count) => (count === 1 ? '1 to-do' : `${count} to-dos`);

/** The value of a row in the form: its id, and the occurrence that it shows. */
function valueOf(row) {
  const key = new URLSearchParams($('.check', row).getAttribute('formaction').split('?')[1]).get('key');
  return key ? `${row.dataset.id} ${key}` : row.dataset.id;
}

function boxOf(row) {
  const known = $(':scope > .pick', row);
  if (known) return known;
  const box = made('input', 'pick');
  Object.assign(box, { type: 'checkbox', name: 'id' });
  box.setAttribute('form', 'many');
  box.setAttribute('aria-label', 'Select ' + row.dataset.title);
  row.prepend(box);
  return box;
}

/** Shows what is selected on the rows, and the form for them. */
function mark() {
  document.documentElement.classList.toggle('selecting', isOn);
  for (const row of rows()) {
    const isPicked = isOn && picked.has(row.dataset.id);
    row.classList.toggle('is-picked', isPicked);
    if (isOn) {
      const box = boxOf(row);
      box.value = valueOf(row);
      box.checked = box.defaultChecked = isPicked;
    } else {
      $(':scope > .pick[data-own]', row)?.remove();
    }
    if (row.hasAttribute('aria-label')) name(row);
  }
  $('#picked').textContent = picked.size ? countOf(picked.size) + ' selected' : 'Nothing is selected yet';
}

function say(text) {
  mark();
  announce(text + (picked.size ? `, ${countOf(picked.size)} selected` : ', nothing selected'));
}

function set(row, isPicked) {
  isOn = true;
  anchor = row.dataset.id;
  picked[isPicked ? 'add' : 'delete'](row.dataset.id);
  if (!picked.size && !isServers()) isOn = false;
  say(`“${row.dataset.title.slice(0, 60)}” ${isPicked ? 'selected' : 'not selected'}`);
}

export const toggle = (row) => set(row, !picked.has(row.dataset.id));

/** Selects the next row too. */
export function extend(row, by) {
  const all = rows();
  const next = all[all.indexOf(row) + by];
  if (!next) return;
  picked.add(row.dataset.id);
  focusRow(next);
  set(next, true);
}

/** Selects all from the row that was touched last. */
function reach(row) {
  const all = rows();
  const from = all.findIndex(({ dataset }) => dataset.id === anchor);
  if (from < 0) return set(row, true);
  const [first, last] = [from, all.indexOf(row)].sort((one, other) => one - other);
  for (const each of all.slice(first, last + 1)) picked.add(each.dataset.id);
  isOn = true;
  say(countOf(last - first + 1));
}

function pickAll() {
  for (const row of rows()) picked.add(row.dataset.id);
  isOn = true;
  say('All that is shown');
}

function empty(goesOn) {
  picked.clear();
  isOn = goesOn;
  for (const field of form().elements) {
    if (field.matches('select')) field.value = '';
    else if (field.matches('label > input')) field.value = field.defaultValue = '';
  }
  mark();
}

/** Ends selecting; true if there was something to end. */
export function unpick() {
  if (!isOn) return false;
  const had = [...picked];
  empty(false);
  announce('Nothing is selected any more');
  if (form().contains(document.activeElement) || document.activeElement === document.body) focusFirst(had);
  if (isServers()) visit($('.select')?.href ?? location.pathname);
  return true;
}

/** Does something to all that is selected. */
export function submitPicked(address) {
  form().requestSubmit($(`[formaction="${address}"]`, form()));
}

on('submit', ({ target }) => {
  if (target !== form() || !picked.size) return;
  const last = rows().findLast(({ dataset }) => picked.has(dataset.id));
  if (last) after = [...picked, ...neighbours(last)];
}, true);
on('sent', ({ detail: { form: sender, fields, problem } }) => {
  // A question for all of them is a form of its own.
  const isOurs = sender === form() || (picked.size && sender?.matches('#ask-form') && fields.get('id') === pickedIds().join(' '));
  if (!isOurs || problem) return;
  empty(isServers());
});

function review() {
  const ids = new Set(rows().map(({ dataset }) => dataset.id));
  if (place !== location.pathname) picked.clear();
  const had = picked.size;
  for (const id of picked) if (!ids.has(id)) picked.delete(id);
  if (place !== location.pathname || (had && !picked.size)) isOn = isServers();
  place = location.pathname;
  if (isServers()) isOn = true;
  mark();
  if (after && !picked.size && document.activeElement === document.body) focusFirst(after);
  if (!picked.size) after = null;
}

on('shown', review);
on('rows', mark);

// ---- With a mouse or a finger

/** The row that an event is about, unless it is about something that the row contains. */
function rowAt({ target }) {
  const row = target.closest?.('#content li.todo');
  return row && !row.closest('aside') && !target.closest('button, .chip[href], .handle, .pick') ? row : null;
}

let [press, swallows] = [null, false];

on('pointerdown', (event) => {
  swallows = false;
  clearTimeout(press?.timer);
  press = null;
  const row = event.pointerType === 'touch' && rowAt(event);
  if (!row) return;
  const timer = setTimeout(() => {
    press = null;
    swallows = true;
    toggle(row);
  }, patience);
  press = { timer, x: event.clientX, y: event.clientY };
}, { passive: true });
on('pointermove', ({ clientX, clientY }) => {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) > slack) release();
}, { passive: true });

function release() {
  clearTimeout(press?.timer);
  press = null;
}

on('pointerup', release);
on('pointercancel', release);
// The menu of a link is not what a finger that selects is after.
on('contextmenu', (event) => {
  if (swallows || press) event.preventDefault();
});
on('click', (event) => {
  if (swallows) {
    swallows = false;
    event.preventDefault();
    return event.stopPropagation();
  }
  const row = rowAt(event);
  const isMany = event.ctrlKey || event.metaKey;
  if (!row || event.button || !(isOn || isMany)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) reach(row);
  else toggle(row);
}, true);
on('click', (event) => {
  const { target } = event;
  if (target.matches('.pick')) {
    const row = target.closest('li.todo');
    if (event.shiftKey && target.checked) reach(row);
    else set(row, target.checked);
  } else if (target.matches('[data-unpick]')) {
    unpick();
  } else if (target.matches('a.select') && !isServers()) {
    event.preventDefault();
    isOn = !isOn;
    picked.clear();
    say(isOn ? 'Select rows by their boxes' : 'Selecting has ended');
  }
}, true);

on('keydown', (event) => {
  const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
  if (!isAll || !event.target.matches('#content li.todo, .pick')) return;
  event.preventDefault();
  pickAll();
});

mark();
