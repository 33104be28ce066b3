/** Starts the page. */
import { render } from 'preact';
import { fail } from './shared/messages.js';
import { App } from './shell/app.js';
import './style.css';

// The browser logs these itself.
addEventListener('error', ({ error, message }) => {
  fail(error ?? message);
});
addEventListener('unhandledrejection', ({ reason }) => {
  fail(reason);
});

const app = document.getElementById('app');
if (app) render(<App />, app);
