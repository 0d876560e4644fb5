// What happens as one types: quick add shows what it understands and keeps what is not stored, and results follow a search.
import { $, button, made, on } from './base.js';
import { ask, post, visit } from './page.js';

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

// ---- Lines that are not stored: what was sent and not answered, what was refused, and what is half typed

/** How long a line that is sent waits before it is said that it is not stored yet, in milliseconds. */
const patience = 1500;
const read = (name) => JSON.parse(sessionStorage.getItem(name) ?? 'null');
/** The lines that were sent, with the fields of their form, until the server says that they are stored. */
const lines = read('lines') ?? [];
const box = made('ul', 'unstored');
box.setAttribute('aria-label', 'Not stored');

function keep(name, value) {
  try {
    if (value?.length) sessionStorage.setItem(name, JSON.stringify(value));
    else sessionStorage.removeItem(name);
  } catch {
    // More than the browser keeps: it is on the page as long as that is open.
  }
}

/** Of a line that was sent before the page was loaded, nobody has heard. */
const stateOf = ({ isSent, isHeard }) => (isSent ? 'is not stored yet' : isHeard ? 'is not stored' : 'may not be stored');

function showLines() {
  keep('lines', lines.map(({ line, fields }) => ({ line, fields })));
  const late = lines.filter(({ isSent, at }) => !isSent || Date.now() - at > patience);
  box.replaceChildren(...late.map((entry) => {
    const row = made('li', '', made('span', '', `“${entry.line}” ${stateOf(entry)}. `));
    if (entry.problem) row.append(made('span', 'problem', entry.problem + ' '));
    if (!entry.isSent) {
      row.append(button('Try again', () => {
        const fields = new URLSearchParams(entry.fields);
        fields.set('token', document.body.dataset.token);
        fields.set('back', location.pathname + location.search);
        Object.assign(entry, { isSent: true, isAgain: true, at: Date.now(), problem: null });
        setTimeout(showLines, patience + 50);
        showLines();
        $('#line').focus();
        post('/do/add', fields, $('#add'));
      }, 'link'), ' ', button('Forget it', () => {
        lines.splice(lines.indexOf(entry), 1);
        showLines();
        $('#line').focus();
      }, 'link'));
    }
    return row;
  }));
  if (late.length && !box.isConnected) $('#understood').after(box);
  else if (!late.length) box.remove();
}

on('sent', ({ detail: { form, fields, problem } }) => {
  const entry = form?.matches('#add') && lines.find(({ line, isSent }) => isSent && line === fields.get('line'));
  if (!entry) return;
  const line = $('#line');
  const isBack = problem && !entry.isAgain && line.value === line.defaultValue;
  Object.assign(entry, { isSent: false, isHeard: true, problem });
  // There is room for it where it was typed.
  if (isBack) line.value = entry.line;
  if (isBack) keep('line', line.value);
  if (!problem || isBack) lines.splice(lines.indexOf(entry), 1);
  showLines();
});

const half = read('line');
if (half && $('#line')?.value === $('#line')?.defaultValue) {
  $('#line').value = half;
  understand($('#line'));
}
if (lines.length) showLines();

on('submit', ({ target: form }) => {
  if (!form.matches('#add')) return;
  // The next line can be typed before this one is stored.
  const line = $('#line');
  // The same line twice at once is a double click.
  if (line.value.trim() && !lines.some((entry) => entry.isSent && entry.line === line.value)) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete('token');
    lines.push({ line: line.value, fields: String(fields), isSent: true, at: Date.now() });
    setTimeout(showLines, patience + 50);
  }
  keep('line', null);
  keep('lines', lines.map(({ line, fields }) => ({ line, fields })));
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
  if (id === 'line') keep('line', field.value === field.defaultValue ? null : field.value);
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
