// Everything by keys. What they do to a to-do, they do to the row with the focus, or to the details that have it.
import { $, $$, announce, button, made, on } from './base.js';
import { focusFirst, focusRow, levelOf, neighbours, rowsBeside } from './focus.js';
import { act, visit } from './page.js';
import { countOf, extend, isPicking, pickedIds, submitPicked, toggle, unpick } from './pick.js';

const focusedRow = () => document.activeElement?.closest('li.todo');

function step(by) {
  const row = focusedRow();
  const rows = rowsBeside(document.activeElement);
  const seen = () => rows.find((row) => row.getBoundingClientRect().bottom > 80) ?? rows[0];
  if (rows.length) focusRow(row ? rows[rows.indexOf(row) + by] ?? row : seen());
}

/** The next row before or after a row on its level, below the same one. */
function sibling(row, by, rows = rowsBeside(row)) {
  for (let index = rows.indexOf(row) + by; rows[index]; index += by) {
    if (levelOf(rows[index]) < levelOf(row)) return null;
    if (levelOf(rows[index]) === levelOf(row)) return rows[index];
  }
  return null;
}

/** Does something that takes a row away, or is done with it. */
function finish(todo, does) {
  const next = todo?.matches('li') ? neighbours(todo) : [];
  if (todo) does(todo);
  focusFirst(next, todo?.closest('#detail'));
}

function remove(todo) {
  if (todo.matches('li')) act('delete', { id: todo.dataset.id });
  else $('[formaction^="/do/delete"]', todo).click();
}

/** Puts a row below the one above it, or out again. Without a place for it nothing happens; held down, it moves nothing. */
function indent(row, isOut, isHeld) {
  if (row.dataset.ordered === undefined) return announce('This list is not in manual order.');
  const rows = rowsBeside(row);
  const other = isOut ? rows.slice(0, rows.indexOf(row)).findLast((other) => levelOf(other) < levelOf(row)) : sibling(row, -1);
  if (other && !isHeld) act('place', { id: row.dataset.id, [isOut ? 'after' : 'below']: other.dataset.id });
}

/** The row that was moved. It may come to another part of the list, which is loaded again first. */
let moved = null;

function moveRow(row, by) {
  const other = sibling(row, by);
  if (row.dataset.ordered === undefined) announce('This list is not in manual order.');
  else if (other) act('place', { id: row.dataset.id, [by < 0 ? 'before' : 'after']: other.dataset.id });
  return other;
}

function reorder(by) {
  if (moved && Date.now() < moved.until && focusedRow()?.dataset.id !== moved.id) return;
  const list = document.activeElement?.closest('[data-list]');
  const row = focusedRow();
  const other = list && sibling(list, by, $$('[data-list]', list.parentElement));
  if (other) act('list-place', { id: list.dataset.list, [by < 0 ? 'before' : 'after']: other.dataset.list });
  else if (row && moveRow(row, by)) moved = { id: row.dataset.id, until: Date.now() + 3000 };
}

function follow() {
  if (!moved || Date.now() > moved.until || !document.activeElement.matches('body, li.todo')) return;
  const row = $(`#content li.todo[data-id="${moved.id}"]:not(aside *)`);
  if (row && row !== document.activeElement) focusRow(row);
}

on('shown', follow);
on('rows', follow);

const questions = {
  due: {
    title: 'Due', hint: 'tomorrow, friday 17:00, 24 dec',
    choices: { Today: 'today', Tomorrow: 'tomorrow', Weekend: 'weekend', 'Next week': 'next week', None: 'none' },
  },
  priority: { title: 'Priority', choices: { High: 'high', Medium: 'medium', Low: 'low', None: '' } },
  move: { title: 'Move to', hint: 'Work/Reports, or inbox', list: 'lists', choices: { Inbox: 'inbox' } },
};

/** Which rows get the focus after a question, the first that is there. */
let asking = null;

/** Asks for a value, for what is selected if something is. */
function question(name, todo) {
  if (!todo && !isPicking()) return;
  const { title, hint = '', choices, list = '' } = questions[name];
  const [form, input] = [$('#ask-form'), $('#ask-value')];
  form.setAttribute('action', '/do/' + name);
  $('[name="id"]', form).value = isPicking() ? pickedIds().join(' ') : todo.dataset.id;
  $('[name="back"]', form).value = location.pathname + location.search;
  const what = isPicking() ? countOf(pickedIds().length) : `“${todo.dataset.title.slice(0, 60)}”`;
  $('#ask-title').textContent = `${title}: ${what}`;
  Object.assign(input, { value: '', placeholder: hint, hidden: !hint });
  input.setAttribute('list', list);
  $('button:not([type])', form).hidden = !hint;
  $('[name="make"]', form).value = '';
  $('.problem', form)?.remove();
  Object.assign($('#ask-day'), { value: '', hidden: name !== 'due' });
  $('#ask-choices').replaceChildren(...Object.entries(choices).map(([text, value]) => {
    return button(text, () => {
      input.value = value;
      form.requestSubmit();
    });
  }));
  asking = todo ? [todo.dataset.id, ...(todo.matches('li') ? neighbours(todo) : [])] : pickedIds();
  $('#ask').showModal();
  (hint ? input : $('#ask-choices button')).focus();
}

$('#ask-form').addEventListener('submit', (event) => {
  // Typing nothing changes nothing: no date, or no list, is a choice of its own.
  if ($('#ask-value').hidden || $('#ask-value').value.trim()) return;
  event.preventDefault();
  $('#ask').close();
});
on('sent', ({ detail: { form, problem, status } }) => {
  if (!form?.matches('#ask-form')) return;
  $('.problem', form)?.remove();
  if (!problem) return $('#ask').close();
  const said = made('p', 'problem', problem);
  const [make, { value }] = [$('[name="make"]', form), $('#ask-value')];
  // A list is made when that is meant, not when its name was mistyped.
  if (status === 404 && !make.value && form.getAttribute('action') === '/do/move') {
    said.append(' ', button(`Make the list “${value}”`, () => {
      make.value = value;
      form.requestSubmit();
    }));
  }
  $('#ask-value').after(said);
});
on('shown', () => {
  if ($('#ask').open) return;
  if (asking && document.activeElement.matches('body, #ask *')) focusFirst(asking);
  asking = null;
});
on('click', ({ target }) => {
  if (target.matches('[data-close], dialog')) target.closest('dialog').close();
  if (target.matches('#help')) $('#keys').showModal();
  const by = Number(target.closest('[data-move]')?.dataset.move);
  if (by) moveRow(openRow(), by);
  if (!target.closest('#menu')) $('#menu').open = false;
});

/** The row of the to-do that is open, in a list that can be put in order. */
const openRow = () => $('#content li.todo.is-open[data-ordered]:not(aside *)');
const offerMoves = () => $$('[data-move]').forEach((button) => { button.hidden = !openRow(); });
on('shown', offerMoves);
offerMoves();

async function edit() {
  const row = focusedRow();
  if (row && !row.matches('.is-open, #detail *')) await visit($('.title', row).href);
  const title = $('#f-title');
  title?.focus();
  title?.setSelectionRange(title.value.length, title.value.length);
}

function add() {
  const line = $('#line');
  line.focus();
  // After the words that the page puts there.
  line.setSelectionRange(line.value.length, line.value.length);
}

function leave() {
  const active = document.activeElement;
  const close = $('aside#detail .close') ?? $('aside#detail a');
  if ($('#menu').open) $('#menu').open = false;
  else if (unpick()) return;
  else if (close && !active.matches('input, textarea, select')) close.click();
  else active.blur();
}

const goTo = { t: '/', i: '/inbox', c: '/calendar', h: '/history', s: '/sync' };
let goUntil = 0;

/** Whether letters are keys, which a person can turn off: speech input types them, and hands slip. */
const letters = $('#letters');
letters.checked = localStorage.getItem('letters') !== 'off';
letters.onchange = () => localStorage.setItem('letters', letters.checked ? 'on' : 'off');

const keys = {
  j: () => step(1),
  k: () => step(-1),
  x: (todo) => (isPicking() ? submitPicked('/do/done') : finish(todo, () => $('.check', todo).click())),
  X: (todo) => todo?.matches('li:not(aside *)') && toggle(todo),
  e: edit,
  d: (todo) => question('due', todo),
  p: (todo) => question('priority', todo),
  m: (todo) => question('move', todo),
  t: () => isPicking() && $('#many [name="tags"]').focus(),
  Delete: (todo) => (isPicking() ? submitPicked('/do/delete') : finish(todo, remove)),
  a: add,
  q: add,
  '/': () => $('#q').select(),
  u: () => $('.steps [formaction="/do/undo"]').click(),
  U: () => $('.steps [formaction="/do/redo"]').click(),
  g: () => { goUntil = Date.now() + 1500; },
  '?': () => $('#keys').showModal(),
};

/** Keys that only a row with the focus has, since they do something else elsewhere. */
const rowKeys = {
  Enter: (row) => $('.title', row).click(),
  ArrowDown: (row, { shiftKey }) => (shiftKey && !row.closest('aside') ? extend(row, 1) : step(1)),
  ArrowUp: (row, { shiftKey }) => (shiftKey && !row.closest('aside') ? extend(row, -1) : step(-1)),
};

/** Keys that go on while they are held down. */
const goesOn = /^([jk]|Arrow.+)$/;

/** @returns false if the key does nothing here. */
function press(event) {
  const { key, target: at, altKey, repeat } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return false;
  if ($('dialog[open]')) {
    const isChoice = $('#ask').open && $('#ask-value').hidden;
    return isChoice && !!$$('#ask-choices button').find((button) => button.textContent[0].toLowerCase() === key)?.click();
  }
  if (key === 'Escape') return void (repeat || leave());
  if (at.matches('input:not([type="radio"], [type="checkbox"]), textarea, select')) return false;
  if (altKey && focusedRow() === at && (key === 'ArrowRight' || key === 'ArrowLeft')) return indent(at, key === 'ArrowLeft', repeat);
  if (altKey || key === 'Alt') return (key === 'ArrowUp' || key === 'ArrowDown') && reorder(key === 'ArrowUp' ? -1 : 1);
  moved = null;
  if (key.length === 1 && !letters.checked) return false;
  // A key held down a moment too long means one row, and one step.
  if (repeat && !goesOn.test(key)) return Object.hasOwn(keys, key) || (key === 'Enter' && at.matches('li.todo'));
  const isGoing = goUntil > Date.now();
  goUntil = 0;
  if (isGoing && goTo[key]) return void visit(goTo[key]);
  if (at.matches('li.todo') && Object.hasOwn(rowKeys, key)) return rowKeys[key](at, event);
  if (!Object.hasOwn(keys, key)) return false;
  return void keys[key](focusedRow() ?? document.activeElement.closest('#detail')?.querySelector('.detail'));
}

on('keydown', (event) => {
  if (press(event) !== false) event.preventDefault();
});

/** One row at a time is reached by the Tab key. */
function rove() {
  const row = $('#content li.todo');
  if (row && !$('#content li.todo[tabindex="0"]')) row.tabIndex = 0;
}

on('shown', rove);
rove();
