/** The page around the parts: its navigation, its theme, its notices and failures. */
import { partLinks, startOpener } from './opener.js';
import { version, license } from '../../package.json';
import {
  availableBackends,
  dropBackend,
  findBackends,
  type BackendName,
} from './shared/backend_list.js';
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

// Following the link as it is would replace the hash, which names the part.
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

const links = partLinks();
byId('parts').append(...[...links.values()].map((link) => element('li', {}, link)));

/** Shows a sentence with buttons; returns a function that removes it. */
function showNotice(text: string, ...buttons: HTMLButtonElement[]): () => void {
  const notice = element('div', { className: 'notice' }, element('p', { textContent: text }));
  const remove = () => {
    notice.remove();
  };
  notice.append(element('div', { className: 'row' }, ...buttons, button('Dismiss', remove)));
  notices.append(notice);
  return remove;
}

/** Backends whose loss the page has told. */
const lost = new Set<BackendName>();

const opener = startOpener({
  main,
  links,
  announce(text) {
    // Screen readers stay silent about a text that does not change, so it is emptied first.
    status.textContent = '';
    requestAnimationFrame(() => {
      status.textContent = text;
    });
  },
  showNotice(text, signal) {
    const remove = showNotice(text);
    signal?.addEventListener('abort', remove);
  },
  onLost(name) {
    // Each worker of a race tells that its own context is gone.
    if (lost.has(name)) return;
    lost.add(name);
    const reload = button('Reload the page', () => {
      location.reload();
    });
    const goOn = button('Go on without it', () => {
      dropBackend(name);
      remove();
      opener.reopen('backend');
    });
    const remove = showNotice(
      `This page lost the graphics processor, and ${name} has stopped. A driver that restarted ` +
        'or another page may be the cause.',
      reload,
      goOn,
    );
  },
  showFailure(error) {
    showFailure(failures, error);
  },
  clearFailures() {
    failures.replaceChildren();
  },
});

byId('version').textContent = `Version ${version}, ${license} licence.`;
void findBackends().then(() => {
  if (availableBackends().includes('webgl')) return;
  showNotice(
    'This browser offers no WebGL, so everything runs on the CPU: the results are the same, ' +
      'but large examples are slow.',
  );
});
