// What is typed into the details of a to-do and not sent yet is kept until it is: another row, a closed tab of the browser's
// history or a to-do or a comment that is deleted elsewhere takes none of it away.
import { $, $$, button, labelOf, made, on } from './base.js';
import { isCheckable, isContested, isDirty, stored, tellTheirs } from './lay.js';

const draftOf = (id) => 'draft ' + id;
const fieldsIn = (detail) => $$('form :is(input:not([type="hidden"]), textarea)', detail).filter((field) => !isCheckable(field));
const nameOf = ({ form, name }) => [form.getAttribute('action'), form.elements.comment?.value, name].join(' ');
const read = (id) => JSON.parse(sessionStorage.getItem(draftOf(id)) ?? '{}');

function write(id, draft) {
  if (!Object.keys(draft).length) return sessionStorage.removeItem(draftOf(id));
  try {
    sessionStorage.setItem(draftOf(id), JSON.stringify(draft));
  } catch {
    // More than the browser keeps: it is on the page as long as that is open.
  }
}

/** Keeps what is typed and not sent in the details of a to-do, also of a field that is gone. */
function keep(detail) {
  if (!detail) return;
  const draft = read(detail.dataset.id);
  for (const field of fieldsIn(detail)) {
    delete draft[nameOf(field)];
    if (!isDirty(field)) continue;
    // What a contested field began with is not what is stored now.
    draft[nameOf(field)] = { value: field.value, was: isContested(field) ? null : stored(field), label: labelOf(field) };
  }
  write(detail.dataset.id, draft);
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

/** A to-do or a comment that is not there any more leaves what was typed, to be copied. */
function show(id, detail) {
  const here = new Set(detail && fieldsIn(detail).map(nameOf));
  const gone = Object.entries(read(id)).filter(([name]) => !here.has(name));
  const old = $('.unsaved', detail ?? document);
  if (old && $$('textarea', old).length === gone.length) return;
  old?.remove();
  if (!gone.length) return;
  const box = made('section', 'unsaved', made('h2', '', 'What you typed'));
  for (const [, { label, value }] of gone) {
    const text = Object.assign(made('textarea', ''), { value, readOnly: true });
    text.setAttribute('aria-label', label);
    box.append(made('p', 'sub', label), text);
  }
  box.append(button('Forget it', () => {
    const draft = read(id);
    for (const [name] of gone) delete draft[name];
    write(id, draft);
    box.remove();
  }));
  // Beside the comments, or in the place of the details.
  ($('[action="/do/comment"]', detail ?? document)?.parentElement ?? $('#detail') ?? $('#content')).append(box);
}

let detail = null;

function review() {
  const now = $('#detail .detail');
  const id = now?.dataset.id ?? new URLSearchParams(location.search).get('open')
    ?? location.pathname.match(/^\/todos\/([^/]+)$/)?.[1];
  if (now !== detail) keep(detail);
  // Also into a comment that is there again.
  if (now) restore(now);
  keep(now);
  if (id) show(id, now);
  detail = now;
}

on('shown', review);
// At once: a field may be gone a moment later.
on('input', () => keep(detail));
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
