// Fields of the details save themselves when they are left, each by itself: one that is refused or contested keeps no other.
import { $, $$, fail, labelOf, on } from './base.js';
import { dirtyFields, isCheckable, isContested, isDirty, noteSent } from './lay.js';
import { post } from './page.js';

const formsOf = () => $$('form[data-autosave]');

/** The refused texts, by field: they are not sent again unchanged. */
const refused = new WeakMap();
/** The names of the fields that each form has sent and got no answer for. */
const busy = new WeakMap();

/** Whether a field waits for a person to decide or to mend it. */
export const isHeldBack = (field) => isContested(field) || refused.get(field) === field.value;

/** The names of the fields that were changed and wait for nobody's decision, and of one that was chosen. */
function namesIn(form, chosen = null) {
  return new Set(dirtyFields(form).filter((field) => field.name === chosen || !isHeldBack(field)).map(({ name }) => name));
}

function fieldsOf(form, names) {
  const all = new FormData(form);
  const fields = new URLSearchParams();
  for (const name of ['token', 'back', 'id', ...[...names].flatMap((name) => ['was-' + name, name])]) {
    if (all.has(name)) fields.set(name, all.get(name));
  }
  if (fields.has('list') && all.has('make')) fields.set('make', all.get('make'));
  return fields;
}

function save(form, chosen = null) {
  if (!busy.has(form)) busy.set(form, new Set());
  for (const name of namesIn(form, chosen)) {
    // The stored value is known when the answer is there.
    if (busy.get(form).has(name)) continue;
    busy.get(form).add(name);
    for (const field of form.elements) if (field.name === name) noteSent(field);
    post(form.getAttribute('action'), fieldsOf(form, [name]), form);
  }
}

on('sent', ({ detail: { form, fields, problem, status } }) => {
  if (!busy.has(form)) return;
  for (const field of form.elements) {
    if (!field.name || !busy.get(form).has(field.name) || !fields.has(field.name)) continue;
    busy.get(form).delete(field.name);
    if (problem && status) refused.set(field, fields.get(field.name));
    // It was changed once more meanwhile, and left.
    else if (!problem && isDirty(field) && document.activeElement !== field) setTimeout(() => save(form));
  }
});

// Keys go through the choices of a group one by one; the one on which they stop is meant.
let [pause, isByKey] = [0, false];
on('keydown', ({ target }) => { isByKey = isCheckable(target); }, true);
on('pointerdown', () => { isByKey = false; }, true);

on('change', ({ target: { form, type, name, checked } }) => {
  if (form?.dataset.autosave === undefined) return;
  clearTimeout(pause);
  if (name === 'make') return void (checked && save(form, 'list'));
  if (type === 'radio' && isByKey) pause = setTimeout(() => save(form), 800);
  else save(form);
});
on('focusout', ({ target: { form, type, name }, relatedTarget }) => {
  if (form?.dataset.autosave === undefined || type !== 'radio' || relatedTarget?.name === name) return;
  clearTimeout(pause);
  save(form);
});
on('keep', ({ target: { form, name } }) => (form.dataset.autosave === undefined ? form.requestSubmit() : save(form, name)));
on('submit', (event) => {
  const { target: form } = event;
  if (form.dataset.autosave === undefined) return;
  event.preventDefault();
  const { activeElement: active } = document;
  save(form, active?.form === form ? active.name : null);
}, true);
on('back', () => formsOf().forEach((form) => save(form)));

/** The forms of the page as it was. */
let known = formsOf();
on('shown', () => {
  for (const form of known) {
    if (form.isConnected) continue;
    save(form);
    const field = dirtyFields(form).find(isHeldBack);
    const { title } = form.closest('.detail')?.dataset ?? {};
    if (!field || !title) continue;
    const why = $(':scope > .theirs, :scope > .problem', field.parentElement)?.firstChild.textContent.trim() ?? '';
    fail(`${labelOf(field)} of “${title.slice(0, 60)}” was not saved: ${why}`, form.elements.back.value);
  }
  known = formsOf();
});

addEventListener('pagehide', () => {
  for (const form of formsOf()) {
    const names = namesIn(form);
    // Nobody hears whether it was stored: what was typed is kept until a page shows it.
    if (names.size) navigator.sendBeacon(form.getAttribute('action'), fieldsOf(form, names));
  }
});
