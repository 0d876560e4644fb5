// Puts a choice of a picker into the field with words, which saves itself.
import { $, on } from './base.js';

/** How long after the last key a date is taken for whole, in milliseconds: each part of it makes another date. */
const patience = 700;
let [timer, late, isByKey] = [0, null, false];

function save() {
  clearTimeout(timer);
  late?.dispatchEvent(new Event('change', { bubbles: true }));
  late = null;
}

function pick({ form, value, validity, dataset: { hand: name }, type }) {
  const words = form.elements[name];
  if (type === 'select-one') {
    if (!value) return;
    const others = name === 'reminders' && value !== 'none' && words.value.trim();
    words.value = others ? `${others}, ${value}` : value;
    form.elements[name + '-usual'].value = '';
  } else {
    if (!validity.valid) return;
    const [day, time] = ['-day', '-time'].map((part) => form.elements[name + part].value);
    // A day alone would keep the time that there is.
    const dayAlone = form.elements[`was-${name}-time`]?.value ? `${day}, all day` : day;
    words.value = day ? (time ? `${day} ${time}` : dayAlone) : type === 'time' ? time : '';
  }
  words.dispatchEvent(new Event('input', { bubbles: true }));
  if (late !== words) save();
  late = words;
  clearTimeout(timer);
  if (isByKey) timer = setTimeout(save, patience);
  else save();
}

on('keydown', ({ target }) => { isByKey = target.dataset?.hand !== undefined; }, true);
on('pointerdown', () => { isByKey = false; }, true);
on('change', ({ target }) => {
  if (target.dataset.hand !== undefined) pick(target);
  else if (target.matches('#ask-day') && target.validity.valid && target.value) $('#ask-value').value = target.value;
});
on('focusout', ({ target }) => { if (target.dataset?.hand !== undefined) save(); });
on('click', async ({ target }) => {
  if (!target.dataset?.copies) return;
  await navigator.clipboard.writeText(target.dataset.copies);
  target.textContent = 'Copied';
});
