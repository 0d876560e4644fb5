// Reacts to typing: quick add shows what it understands and keeps what is half typed, and results follow a search.
import { $, on } from './base.js';
import { ask, visit } from './page.js';
import { expect, newID, takeBack } from './waiting.js';

let [timer, number] = [0, 0];

function understand(line) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = ++number;
    if (!line.value.trim()) return $('#understood').replaceChildren();
    const { page } = await ask('/understood?line=' + encodeURIComponent(line.value)).catch(() => ({}));
    if (page && mine === number) $('#understood').replaceChildren(...document.importNode(page.body, true).childNodes);
  }, 80);
}

// ---- What is half typed, and what is sent

const half = sessionStorage.getItem('line');

function keep(value) {
  try {
    if (value) sessionStorage.setItem('line', value);
    else sessionStorage.removeItem('line');
  } catch {
    // More than the browser keeps: it is on the page as long as that is open.
  }
}

on('sent', ({ detail: { fields, problem, status } }) => {
  const line = $('#line');
  // A line that was refused goes back to where it was typed, if there is room.
  if (!problem || !status || line.value !== line.defaultValue || !takeBack(fields.get('made'))) return;
  line.value = fields.get('line');
  keep(line.value);
});

if (half && $('#line')?.value === $('#line')?.defaultValue) {
  $('#line').value = half;
  understand($('#line'));
}

// Before the form is sent.
on('submit', ({ target: form }) => {
  if (form.matches('#add')) form.elements.made.value = $('#line').value.trim() ? newID() : '';
}, true);

on('submit', ({ target: form }) => {
  if (!form.matches('#add')) return;
  // The next line can be typed before this one is stored.
  const line = $('#line');
  const id = form.elements.made.value;
  if (id) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete('token');
    expect(id, { text: `“${line.value}”`, address: '/do/add', fields: String(fields) });
  }
  keep(null);
  line.value = line.defaultValue;
  line.focus();
  clearTimeout(timer);
  number += 1;
  $('#understood').replaceChildren();
});

let search = 0;

function follow(form, pause) {
  clearTimeout(search);
  search = setTimeout(() => {
    const address = form.getAttribute('action');
    visit(`${address}?${new URLSearchParams(new FormData(form))}`, { replaces: location.pathname === address, isTyping: true });
  }, pause);
}

function typed({ target: field, isComposing }) {
  // Half a character of an input method is no word.
  if (isComposing) return;
  const id = field.getAttribute('id');
  if (id === 'line') keep(field.value === field.defaultValue ? null : field.value);
  if (id === 'line') understand(field);
  else if (id === 'q' && (location.pathname === '/find' || field.value.trim().length > 1)) follow(field.form, 120);
  else if (field.closest('form[data-live]')) follow(field.form, 60);
}

on('input', ({ target: { form, dataset, value } }) => {
  if (dataset?.picks === undefined) return;
  const field = $('[name="color"]', form);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
});
on('input', typed);
on('compositionend', typed);

on('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !event.target.matches('form textarea')) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
