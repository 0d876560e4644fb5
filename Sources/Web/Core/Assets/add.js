// What happens as one types: quick add shows what it understands, results follow a search, and fields save themselves.
import { ask, isDirtyForm, visit } from './page.js';

// ---- Quick add

let timer = 0;
let number = 0;

function understand(line) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = ++number;
    const place = document.querySelector('#understood');
    if (!line.value.trim()) return place.replaceChildren();
    const { page } = await ask('/understood?line=' + encodeURIComponent(line.value)).catch(() => ({}));
    if (page && mine === number) place.replaceChildren(...[...page.body.childNodes].map((node) => document.importNode(node, true)));
  }, 80);
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('#add')) return;
  // The next line can be typed before this one is stored.
  const line = document.querySelector('#line');
  line.value = line.defaultValue;
  line.focus();
  clearTimeout(timer);
  number += 1;
  document.querySelector('#understood').replaceChildren();
});

document.addEventListener('sent', ({ target, detail }) => {
  if (!target.matches('#add') || !detail.problem) return;
  const line = document.querySelector('#line');
  if (line.value === line.defaultValue) line.value = detail.fields.get('line');
});

// ---- Search

let search = 0;

function find(q) {
  clearTimeout(search);
  search = setTimeout(() => {
    const isThere = location.pathname === '/find';
    if (!isThere && q.value.trim().length < 2) return;
    visit('/find?q=' + encodeURIComponent(q.value), { replaces: isThere, isTyping: true });
  }, 120);
}

function typed(event) {
  // Half a character of an input method is no word.
  if (event.isComposing) return;
  const id = event.target.getAttribute('id');
  if (id === 'line') understand(event.target);
  if (id === 'q') find(event.target);
  const live = event.target.closest('form[data-live]');
  if (live) follow(live);
}

/** Shows what a slider asks for while it is moved. */
function follow(form) {
  clearTimeout(search);
  search = setTimeout(() => {
    const fields = new URLSearchParams(new FormData(form));
    visit(`${form.getAttribute('action')}?${fields}`, { replaces: true, isTyping: true });
  }, 60);
}

document.addEventListener('input', typed);
document.addEventListener('compositionend', typed);

// ---- Fields that save themselves

document.addEventListener('change', ({ target }) => {
  const { form } = target;
  if (form?.matches('[data-autosave]') && isDirtyForm(form)) form.requestSubmit();
});

document.addEventListener('keydown', (event) => {
  const form = event.target.form;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !form || !event.target.matches('textarea')) return;
  event.preventDefault();
  form.requestSubmit();
});

addEventListener('pagehide', () => {
  for (const form of document.querySelectorAll('form[data-autosave]')) {
    if (isDirtyForm(form)) navigator.sendBeacon(form.getAttribute('action'), new URLSearchParams(new FormData(form)));
  }
});
