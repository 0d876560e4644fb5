// What is typed into the details of a to-do and not sent yet is kept until it is: another row, a closed tab of the browser's
// history or a to-do that is deleted elsewhere takes none of it away.
import { $, $$, button, labelOf, made, on } from './base.js';
import { isCheckable, isContested, isDirty, stored, tellTheirs } from './lay.js';

const draftOf = (id) => 'draft ' + id;
const fieldsIn = (detail) => $$('input:not([type="hidden"]), textarea', detail).filter((field) => !isCheckable(field));
const nameOf = ({ form, name }) => [form.getAttribute('action'), form.elements.comment?.value, name].join(' ');
const read = (id) => JSON.parse(sessionStorage.getItem(draftOf(id)) ?? '{}');

/** Keeps what is typed and not sent in the details of a to-do. */
function keep(detail) {
  if (!detail) return;
  const draft = {};
  for (const field of fieldsIn(detail).filter(isDirty)) {
    // What a contested field began with is not what is stored now.
    draft[nameOf(field)] = { value: field.value, was: isContested(field) ? null : stored(field), label: labelOf(field) };
  }
  if (!Object.keys(draft).length) return sessionStorage.removeItem(draftOf(detail.dataset.id));
  try {
    sessionStorage.setItem(draftOf(detail.dataset.id), JSON.stringify(draft));
  } catch {
    // More than the browser keeps: it is on the page as long as that is open.
  }
}

function restore(detail) {
  const draft = read(detail.dataset.id);
  for (const field of fieldsIn(detail)) {
    const typed = draft[nameOf(field)];
    if (!typed || isDirty(field)) continue;
    field.value = typed.value;
    if (!isDirty(field)) continue;
    field.closest('details')?.setAttribute('open', '');
    if (field.dataset.stored !== undefined && typed.was !== stored(field)) tellTheirs(field);
  }
}

/** A to-do that is not there any more leaves what was typed, to be copied. */
function show(id) {
  const typed = Object.values(read(id));
  if (!typed.length || $('.unsaved')) return;
  const box = made('section', 'unsaved', made('h2', '', 'What you typed'));
  for (const { label, value } of typed) {
    const text = Object.assign(made('textarea', ''), { value, readOnly: true });
    text.setAttribute('aria-label', label);
    box.append(made('p', 'sub', label), text);
  }
  box.append(button('Forget it', () => {
    sessionStorage.removeItem(draftOf(id));
    box.remove();
  }));
  ($('#detail') ?? $('#content')).append(box);
}

let detail = null;
let timer = 0;

function review() {
  const now = $('#detail .detail');
  const id = new URLSearchParams(location.search).get('open') ?? location.pathname.match(/^\/todos\/([^/]+)$/)?.[1];
  keep(detail);
  if (now && now !== detail) restore(now);
  else if (!now && id) show(id);
  detail = now;
}

on('shown', review);
on('input', () => {
  clearTimeout(timer);
  timer = setTimeout(() => keep(detail), 300);
});
on('sent', ({ detail: { form } }) => {
  const left = form?.closest('.detail');
  keep(left);
  if (left !== detail) keep(detail);
});
addEventListener('pagehide', () => keep(detail));
on('submit', ({ target }) => {
  if (target.getAttribute('action') === '/out') sessionStorage.clear();
}, true);
review();
