// Keeps text that is typed into the details of a to-do until a page shows it as stored. It survives opening another row, a reload,
// a server that is away, and a to-do or a comment that is deleted elsewhere.
import { $, $$, button, fail, labelOf, made, on } from './base.js';
import { isCheckable, isContested, isDirty, stored, tellTheirs } from './lay.js';
import { ask } from './page.js';
import { isHeldBack } from './save.js';

const draftOf = (id) => 'draft ' + id;
const fieldsIn = (detail) => $$('form :is(input:not([type="hidden"]), textarea)', detail).filter((field) => !isCheckable(field));
const nameOf = ({ form, name }) => [form.getAttribute('action'), form.elements.comment?.value, name].join(' ');
const read = (id) => JSON.parse(sessionStorage.getItem(draftOf(id)) ?? '{}');
/** Whether a field shows what was typed as what is stored. */
const isStored = (field, { value }) => field.dataset.stored !== undefined && stored(field).trim() === value.trim();

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
    const before = draft[nameOf(field)];
    delete draft[nameOf(field)];
    if (!isDirty(field)) continue;
    const was = before?.value === field.value ? before.was : stored(field);
    draft[nameOf(field)] = {
      value: field.value,
      // A contested field began with another value than the stored one.
      was: isContested(field) ? null : was,
      label: labelOf(field),
      title: detail.dataset.title,
      // Whether it saves itself, and does so again where nobody has heard that it was stored.
      saves: field.form.dataset.autosave !== undefined && !isHeldBack(field),
    };
  }
  write(detail.dataset.id, draft);
}

function restore(detail) {
  const draft = read(detail.dataset.id);
  for (const field of fieldsIn(detail)) {
    const typed = draft[nameOf(field)];
    if (!typed || isDirty(field) || isStored(field, typed)) continue;
    field.value = typed.value;
    if (!isDirty(field)) continue;
    field.closest('details')?.setAttribute('open', '');
    if (typed.saves) {
      // It was perhaps stored as the page was left, in other words. The server knows, by what it was when it was typed.
      const was = field.form.elements['was-' + field.name];
      if (was) was.value = typed.was;
      field.dispatchEvent(new CustomEvent('keep', { bubbles: true }));
    } else if (field.dataset.stored !== undefined && typed.was !== stored(field)) {
      tellTheirs(field);
    }
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

/** Says what was typed into a to-do that is not shown, and that its own page does not show as stored. */
async function tell(id) {
  const answer = await ask('/todos/' + id, { headers: { 'X-Refresh': '1' } }).catch(() => null);
  // The server is away: what was typed is still kept.
  if (!answer) return;
  const there = $('.detail', answer.page);
  const draft = read(id);
  for (const field of there ? fieldsIn(there) : []) {
    const typed = draft[nameOf(field)];
    if (typed && isStored(field, typed)) delete draft[nameOf(field)];
  }
  write(id, draft);
  const left = Object.values(draft).find(({ saves }) => saves);
  if (left) fail(`${left.label} of “${left.title.slice(0, 60)}”: what you typed may not be stored.`, '/todos/' + id);
}

function tellAll() {
  const ids = Object.keys(sessionStorage).filter((name) => name.startsWith('draft ')).map((name) => name.slice(6));
  const here = detail?.dataset.id;
  // One box has one sentence; the next page says the next one.
  const left = ids.find((id) => id !== here && Object.values(read(id)).some(({ saves }) => saves));
  if (left) tell(left);
}
on('submit', ({ target }) => {
  if (target.getAttribute('action') === '/out') sessionStorage.clear();
}, true);
review();
tellAll();
