/** The page around the parts: its navigation, its theme, and the places where it tells things. */
import { partLinks, startOpener } from './opener.js';
import { button, select } from './shared/controls.js';
import { byId, element } from './shared/dom.js';
import { showFailure, showUncaught } from './shared/failure.js';
import { chooseTheme, chosenTheme, type Theme } from './shared/theme.js';

const main = byId('main');
const notices = byId('notices');
const failures = byId('failures');
const status = byId('status');

showUncaught(failures);

const theme = chosenTheme();
chooseTheme(theme);
const themeField = select<Theme>({
  label: 'Theme',
  choices: [
    { value: 'system', label: 'System' },
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ],
  value: theme,
  onChange: chooseTheme,
});
byId('settings').append(themeField.root);

// The hash names a part, so that this link cannot be followed like others.
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

const links = partLinks();
byId('parts').append(...[...links.values()].map((link) => element('li', {}, link)));

startOpener({
  main,
  links,
  announce(text) {
    // A text that is there already would not be read again.
    status.textContent = '';
    requestAnimationFrame(() => {
      status.textContent = text;
    });
  },
  showNotice(text, signal) {
    const notice = element('div', { className: 'notice' }, element('p', { textContent: text }));
    const remove = () => {
      notice.remove();
    };
    notice.append(button('Dismiss', remove));
    notices.append(notice);
    signal?.addEventListener('abort', remove);
  },
  showFailure(error) {
    showFailure(failures, error);
  },
  clearFailures() {
    failures.replaceChildren();
  },
});
