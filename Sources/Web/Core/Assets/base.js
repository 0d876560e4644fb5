// Used by all modules: finding and making elements, and announcements.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
export const on = document.addEventListener.bind(document);

export function made(name, className, ...children) {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...children);
  // The server knows nothing of it.
  element.dataset.own = '';
  return element;
}

export function button(text, onclick, className = '') {
  return Object.assign(made('button', className, text), { type: 'button', onclick });
}

/** The label of a field, even if it is no longer on the page. */
export const labelOf = (field) => field.getAttribute('aria-label')
  ?? $('legend, label', field.closest('.field') ?? field.parentElement)?.textContent.trim() ?? '';

const voice = made('div', 'hidden');
voice.setAttribute('aria-live', 'polite');
document.body.append(voice);

export function announce(text) {
  // The same text twice would be said once.
  voice.textContent = text === voice.textContent ? text + '\u00A0' : text;
}

// ---- The box for a sentence

let noteTimer = 0;

/** Shows what the server says of an act, unless a field or a dialog says it. */
export function layNote(now) {
  if (now.firstElementChild && !$('.said', now) && !($('.failure', now) && $('dialog[open]'))) {
    note(...document.importNode(now, true).childNodes);
  }
}

function note(...nodes) {
  $('#note').replaceChildren(...nodes);
  expire();
}

/** Shows why something failed, with the page on which it did if that is no longer shown. */
export function fail(message, place = null) {
  const text = made('p', 'failure', message);
  if (place) text.append(' ', Object.assign(made('a', 'link', 'Open it'), { href: place }));
  note(text);
}

function expire() {
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    if ($('#note').matches(':hover, :focus-within, :has(input)')) expire();
    else $('#note').replaceChildren();
  }, 8000);
}

expire();
