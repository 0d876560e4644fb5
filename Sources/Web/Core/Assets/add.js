// What happens as one types: quick add shows what it understands, and results follow a search.
import { $, on } from './base.js';
import { ask, visit } from './page.js';

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

on('submit', ({ target: form }) => {
  if (!form.matches('#add')) return;
  // The next line can be typed before this one is stored.
  const line = $('#line');
  line.value = line.defaultValue;
  line.focus();
  clearTimeout(timer);
  number += 1;
  $('#understood').replaceChildren();
});

on('sent', ({ detail: { form, fields, problem } }) => {
  const line = $('#line');
  if (form?.matches('#add') && problem && line.value === line.defaultValue) line.value = fields.get('line');
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
  if (id === 'line') understand(field);
  else if (id === 'q' && (location.pathname === '/find' || field.value.trim().length > 1)) follow(field.form, 120);
  else if (field.closest('form[data-live]')) follow(field.form, 60);
}

on('input', typed);
on('compositionend', typed);

on('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !event.target.matches('form textarea')) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
