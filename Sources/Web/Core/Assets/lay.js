// Lays one page over another. Typed text, the caret, the selection and unfolded parts stay as they are.
import { $, $$, announce, button, layNote, made } from './base.js';

/** The key that identifies an element on both pages. Not `element.id`: a form has its field of that name there. */
const keyOf = (node) => node.getAttribute?.('id') ?? node.dataset?.id ?? node.dataset?.list ?? node.dataset?.rows;
/** Whether the server knows nothing of an element, as of the further parts of a long list. */
const isOurs = (node) => node.dataset?.own !== undefined;

// ---- Fields

export const isCheckable = (field) => field.type === 'radio' || field.type === 'checkbox';

/** The value of a field without the person's changes. */
export const stored = (field) => field.dataset.stored
  ?? (field.options ? ($('[selected]', field) ?? field.options[0])?.value : field.defaultValue);

/** Whether a person changed a field and the server has not got it yet. That a list is to be made, and what a colour or a date is picked with, are no fields. */
export const isDirty = (field) => field.matches('input:not([type="hidden"], [name="make"], [data-picks], [data-hand]), textarea, select:not([data-hand])')
  && (isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== stored(field));

export const dirtyFields = (form) => [...form.elements].filter(isDirty);
export const isDirtyForm = (form) => dirtyFields(form).length > 0;

/** Whether somebody else has changed a field that is being edited: then only a person saves it. */
export const isContested = (field) => !!field.nextElementSibling?.matches('.theirs');

/** What was sent of fields that save themselves: what is stored next is that, perhaps in other words, and nobody else's. */
const sent = new WeakMap();
export const noteSent = (field) => sent.set(field, field.value);

/** The server has these values now. */
export function settle(form, fields) {
  for (const field of form.elements) {
    // A field that saves itself is sent alone.
    if (!isDirty(field) || (form.dataset.autosave !== undefined && !fields.has(field.name))) continue;
    const isSent = fields.getAll(field.name).includes(field.value);
    if (isCheckable(field)) field.defaultChecked = isSent;
    else if (field.dataset.stored !== undefined) {
      field.dataset.stored = fields.get(field.name) ?? stored(field);
      sent.set(field, true);
    } else if (isSent && !field.options) field.defaultValue = field.value;
  }
}

function layField(old, now) {
  const mine = sent.get(old);
  if (mine === true || mine === now.dataset.stored) sent.delete(old);
  // Somebody is about to pick it.
  if (old.dataset.hand !== undefined && old === document.activeElement) return;
  if (!isDirty(old)) {
    const { selectionStart: start, selectionEnd: end } = old;
    layAttributes(old, now);
    if (old.options) layChildren(old, now);
    if (old.matches('textarea')) old.defaultValue = now.defaultValue;
    if (isCheckable(old)) old.checked = now.checked;
    else if (old.value !== now.value) old.value = now.value;
    else return;
    if (document.activeElement === old && start != null) old.setSelectionRange(start, end);
    return;
  }
  // Why it was refused is said until it is mended.
  for (const name of ['aria-invalid', 'aria-describedby']) {
    if (now.hasAttribute(name)) old.setAttribute(name, now.getAttribute(name));
  }
  if (old.dataset.stored !== now.dataset.stored && !isCheckable(old)) {
    old.dataset.stored = now.dataset.stored;
    if (isDirty(old) && mine !== true && mine !== now.dataset.stored) tellTheirs(old);
  }
}

/** Two people edit one field: what was typed here stays, and what it was changed to elsewhere is shown beside it. */
export function tellTheirs(field) {
  const theirs = stored(field);
  const note = made('p', 'theirs', theirs ? `Changed elsewhere to “${theirs.slice(0, 200)}”. ` : 'Emptied elsewhere. ');
  announce(note.textContent);
  const take = () => {
    field.value = stored(field);
    note.remove();
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const keep = () => field.dispatchEvent(new CustomEvent('keep', { bubbles: true }));
  note.append(button('Take it', take, 'link'), ' ', button('Keep mine', keep, 'link'));
  if (isContested(field)) field.nextElementSibling.remove();
  field.after(note);
}

/** Takes away what is said of fields that are as they are stored. */
export function tidy() {
  for (const note of $$('.theirs')) if (!isDirty(note.previousElementSibling)) note.remove();
}

// ---- Elements

export function lay(old, now) {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
  } else if (old.matches('#note')) {
    layNote(now);
  } else if (old.matches('input, textarea, select')) {
    layField(old, now);
  } else if (!old.matches('#offline, dialog[open]') && !(keyOf(old) && old.isEqualNode(now))) {
    layAttributes(old, now);
    // The server's page does not have the reading of a line that is being typed.
    if (!old.matches('#understood') || now.firstElementChild) layChildren(old, now);
  }
}

export function layAttributes(old, now) {
  // People decide what is unfolded, and the keys which row the Tab key reaches.
  const isKept = (name) => (name === 'open' && old.matches('details, dialog'))
    || name === 'tabindex' || (name === 'aria-label' && old.matches('li'));
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !isKept(name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
}

export function layChildren(old, now) {
  const wanted = new Set([...now.children].map(keyOf));
  const known = new Map([...old.children].filter((node) => !isOurs(node)).map((node) => [keyOf(node), node]));
  const kept = new Set();
  /** How many elements of a kind come from one on, without a key. */
  const rest = (node, name) => {
    let count = 0;
    for (; node; node = node.nextSibling) if (node.nodeName === name && !keyOf(node) && !isOurs(node)) count += 1;
    return count;
  };
  let here = old.firstChild;
  for (const node of now.childNodes) {
    const key = keyOf(node);
    // Elements that go away are skipped, and removed later, so that nothing moves.
    while (here && (isOurs(here) || kept.has(here) || (keyOf(here) && !wanted.has(keyOf(here))))) here = here.nextSibling;
    let match = key ? known.get(key) : here;
    if (!key && match?.nodeName !== node.nodeName && node.nodeType === 1) {
      // An element without a key takes the next one of its kind, unless there are more of them now: then it is new. Nothing
      // that stays is passed over, which would have to move.
      if (rest(node, node.nodeName) > rest(here, node.nodeName)) match = null;
      while (match && (match.nodeName !== node.nodeName || keyOf(match) || isOurs(match))) {
        match = wanted.has(keyOf(match)) && keyOf(match) ? null : match.nextSibling;
      }
    }
    if (match?.nodeName !== node.nodeName || kept.has(match) || (!key && keyOf(match))) {
      kept.add(old.insertBefore(document.importNode(node, true), here));
      continue;
    }
    kept.add(match);
    if (match === here || !key) here = match.nextSibling;
    else if (old.moveBefore && old.isConnected) old.moveBefore(match, here);
    else old.insertBefore(match, here);
    lay(match, node);
  }
  for (const node of [...old.childNodes]) {
    if (kept.has(node) || isOurs(node)) continue;
    // Why a field was refused stays beside it until it is mended.
    const box = node.matches?.('.problem') && (node.closest('.field') ?? node.closest('form'));
    if (!box || !$$('input, textarea, select', box).some(isDirty)) node.remove();
  }
}
