// Puts the position of the browser into a field, and sends a form that only asks with it.
import { $$, fail, on } from './base.js';

const canLocate = 'geolocation' in navigator && window.isSecureContext;

function show() {
  for (const button of $$('[data-position]')) button.hidden = !canLocate;
}

on('click', ({ target }) => {
  const button = target.closest('[data-position]');
  if (!button) return;
  button.disabled = true;
  navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude } }) => {
    button.disabled = false;
    const field = button.form.elements[button.dataset.position];
    field.value = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (button.form.method === 'get') button.form.requestSubmit();
    else button.form.querySelector('[name="title"]').focus();
  }, () => {
    button.disabled = false;
    fail('The browser does not say where you are. Allow it to, or type a latitude and a longitude.');
  }, { timeout: 20_000, maximumAge: 60_000 });
});

on('shown', show);
show();
