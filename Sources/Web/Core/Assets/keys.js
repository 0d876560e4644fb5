// Everything by keys. A row that has the focus is the one that keys act on; otherwise it is the to-do that is open.
import { act, announce, focusFirst, focusRow, made, neighbours, rowsBeside, visit } from './page.js';

const $ = (selector, within = document) => within.querySelector(selector);
const level = (row) => Number(row.dataset.level ?? 0);

const focusedRow = () => document.activeElement?.closest('li.todo');
/** The to-do that a key acts on: the row with the focus, else the one whose details are shown. */
const target = () => focusedRow() ?? $('#detail .detail');

// ---- Moving the focus

function step(by) {
  const row = focusedRow();
  const rows = rowsBeside(document.activeElement);
  if (!rows.length) return;
  const seen = () => rows.find((row) => row.getBoundingClientRect().bottom > 80) ?? rows[0];
  focusRow(row ? rows[rows.indexOf(row) + by] ?? row : seen());
}

/** The row beside a row, on its level and below the same one; null for none. */
export function sibling(row, by, rows = rowsBeside(row)) {
  for (let index = rows.indexOf(row) + by; rows[index]; index += by) {
    if (level(rows[index]) < level(row)) return null;
    if (level(rows[index]) === level(row)) return rows[index];
  }
  return null;
}

/** Does something that takes a row away, or is done with it. */
function finish(row, does) {
  const next = row.matches('li') && neighbours(row);
  does();
  if (next?.length) focusFirst(next, row.closest('#detail'));
}

// ---- The order

/** @returns whether there is something to do; otherwise the key does what it does elsewhere. */
function indent(row) {
  const above = sibling(row, -1);
  if (above) act('place', { id: row.dataset.id, below: above.dataset.id });
  return above;
}

function outdent(row) {
  const rows = rowsBeside(row);
  const parent = rows.slice(0, rows.indexOf(row)).findLast((other) => level(other) < level(row));
  if (parent) act('place', { id: row.dataset.id, after: parent.dataset.id });
  return parent;
}

function reorder(by) {
  const side = by < 0 ? 'before' : 'after';
  const item = document.activeElement?.closest('[data-list]');
  if (item) {
    const other = sibling(item, by, [...item.parentElement.querySelectorAll('[data-list]')]);
    if (other) act('list-place', { id: item.dataset.list, [side]: other.dataset.list });
    return;
  }
  const row = focusedRow();
  if (row?.dataset.ordered === undefined) return announce('This list is not in manual order.');
  const other = sibling(row, by);
  if (other) act('place', { id: row.dataset.id, [side]: other.dataset.id });
}

// ---- Questions

const questions = {
  due: {
    title: 'Due', hint: 'tomorrow, friday 17:00, 24 dec',
    choices: [['Today', 'today'], ['Tomorrow', 'tomorrow'], ['In a week', 'in 7 days'], ['No date', 'none']],
  },
  priority: {
    title: 'Priority', isChoice: true,
    choices: [['High', 'high'], ['Medium', 'medium'], ['Low', 'low'], ['None', '']],
  },
  move: { title: 'Move to', hint: 'Work/Reports, or inbox', list: 'lists', choices: [['Inbox', 'inbox']] },
};

let asking = null;

function question(name) {
  const todo = target();
  if (!todo) return;
  const { title, hint = '', choices, isChoice = false, list } = questions[name];
  const [dialog, form, input] = [$('#ask'), $('#ask-form'), $('#ask-value')];
  form.setAttribute('action', '/do/' + name);
  form.elements.namedItem('id').value = todo.dataset.id;
  form.elements.namedItem('back').value = location.pathname + location.search;
  $('#ask-title').textContent = `${title}: “${todo.dataset.title.slice(0, 60)}”`;
  input.value = '';
  input.placeholder = hint;
  input.hidden = isChoice;
  if (list) input.setAttribute('list', list);
  else input.removeAttribute('list');
  $('#ask-choices').replaceChildren(...choices.map(([text, value]) => {
    const button = made('button', '', text);
    button.type = 'button';
    button.onclick = () => {
      input.value = value;
      form.requestSubmit();
    };
    return button;
  }));
  $('.problem', form)?.remove();
  asking = [todo.dataset.id, ...(todo.matches('li') ? neighbours(todo) : [])];
  dialog.showModal();
  (isChoice ? $('#ask-choices button') : input).focus();
}

document.addEventListener('sent', ({ target: form, detail }) => {
  if (!form.matches('#ask-form')) return;
  $('.problem', form)?.remove();
  if (detail.problem) form.querySelector('.buttons').before(made('p', 'problem', detail.problem));
  else $('#ask').close();
});
document.addEventListener('shown', () => {
  if ($('#ask').open) return;
  // A row that was moved away is gone, and the focus with it.
  if (asking && document.activeElement === document.body) focusFirst(asking);
  asking = null;
});
document.addEventListener('click', (event) => {
  if (event.target.closest('[data-close]') || event.target.matches('dialog')) event.target.closest('dialog').close();
  if (event.target.closest('#help')) $('#keys').showModal();
  const menu = $('#menu');
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});

// ---- The keys

async function edit() {
  const row = focusedRow();
  if (row && !row.closest('#detail') && !row.matches('.is-open')) await visit($('.title', row).href);
  const title = $('#f-title');
  if (!title) return;
  title.focus();
  title.setSelectionRange(title.value.length, title.value.length);
}

function leave() {
  const active = document.activeElement;
  const close = $('aside#detail .close') ?? $('aside#detail a');
  if ($('#menu').open) {
    $('#menu').open = false;
  } else if (active.matches('input, textarea, select')) {
    active.blur();
  } else if (close) {
    close.click();
  } else {
    active.blur();
  }
}

const goTo = { t: '/', i: '/inbox', c: '/calendar', h: '/history', s: '/sync' };
let goUntil = 0;

const keys = {
  j: () => step(1),
  k: () => step(-1),
  x: (todo) => todo && finish(todo, () => $('.check', todo).click()),
  e: () => edit(),
  d: () => question('due'),
  p: () => question('priority'),
  m: () => question('move'),
  Delete: (todo) => todo && finish(todo, () => {
    if (todo.matches('li')) act('delete', { id: todo.dataset.id });
    else $('.danger[formaction^="/do/delete"]', todo)?.click();
  }),
  a: () => $('#line')?.focus(),
  q: () => $('#line')?.focus(),
  '/': () => $('#q').select(),
  u: () => $('.steps [formaction="/do/undo"]').click(),
  U: () => $('.steps [formaction="/do/redo"]').click(),
  g: () => { goUntil = Date.now() + 1500; },
  '?': () => $('#keys').showModal(),
};

/** Keys that only a row with the focus has, since they do something else elsewhere. */
function rowKey(event, row) {
  switch (event.key) {
    case 'Enter': return $('.title', row).click() ?? true;
    case 'ArrowDown': return step(1) ?? true;
    case 'ArrowUp': return step(-1) ?? true;
    case 'Tab': return row.dataset.ordered !== undefined && (event.shiftKey ? outdent(row) : indent(row));
    default: return false;
  }
}

document.addEventListener('keydown', (event) => {
  const { key, target: at } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
  const dialog = $('dialog[open]');
  if (dialog) {
    const choice = dialog.matches('#ask') && $('#ask-value').hidden
      && [...dialog.querySelectorAll('#ask-choices button')].find(({ textContent }) => textContent[0].toLowerCase() === key);
    if (choice) choice.click();
    return;
  }
  const isTyping = at.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]');
  if (key === 'Escape') {
    // A search field would empty itself.
    event.preventDefault();
    return leave();
  }
  if (isTyping) return;
  if (event.altKey) {
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
    event.preventDefault();
    return reorder(key === 'ArrowUp' ? -1 : 1);
  }
  if (goUntil > Date.now() && goTo[key]) {
    goUntil = 0;
    event.preventDefault();
    return visit(goTo[key]);
  }
  goUntil = 0;
  if (at.matches('li.todo') && rowKey(event, at)) return event.preventDefault();
  if (!Object.hasOwn(keys, key)) return;
  event.preventDefault();
  keys[key](target());
});

/** One row at a time is reached by the Tab key. */
function rove() {
  if ($('#content li.todo[tabindex="0"]')) return;
  const row = $('#content li.todo');
  if (row) row.tabIndex = 0;
}

document.addEventListener('shown', rove);
rove();
