/** The page around the parts: its navigation, its theme, its notices and failures. */
import { Component } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { license, version } from '../../../package.json';
import { hashOf, part as partInAddress } from '../shared/address.js';
import { findBackends } from '../shared/backends.js';
import { Select } from '../shared/fields.js';
import { announcement, dismiss, fail, failures, notices, notify } from '../shared/messages.js';
import { theme, THEMES } from '../shared/theme.js';
import { PARTS } from './parts.js';

const THEME_CHOICES = THEMES.map((value) => ({
  value,
  label: value[0].toUpperCase() + value.slice(1),
}));

export function App() {
  const row = PARTS.find(({ name }) => name === partInAddress.value) ?? PARTS[0];
  return (
    <>
      <Skip />
      <header class="page-header">
        <div>
          <h1>tfjs-gather-scatter</h1>
          <p>Gather and scatter for TensorFlow.js, with gradients, on every backend.</p>
        </div>
        <Select
          label="Theme"
          value={theme.value}
          choices={THEME_CHOICES}
          onChange={(value) => {
            theme.value = value;
          }}
        />
      </header>
      <nav aria-label="Parts of the demo">
        <ul>
          {PARTS.map(({ name, label }) => (
            <li key={name}>
              <a href={hashOf(name)} aria-current={name === row.name ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Messages />
      <Main {...row} key={row.name} />
      <footer>
        <p>Everything runs in your browser. Nothing is sent anywhere.</p>
        <p>
          Version {version}, {license} licence. <a href="./api/index.html">API reference</a>
        </p>
      </footer>
    </>
  );
}

/** Following the link would replace the hash, which names the part. */
function Skip() {
  const skip = (event: Event) => {
    event.preventDefault();
    document.querySelector('main')?.focus();
  };
  return (
    <a class="skip" href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}

function Messages() {
  return (
    <>
      <div role="status" aria-label="Notices">
        {notices.value.map((notice) => (
          <div class="notice" key={notice.text}>
            <p>{notice.text}</p>
            <div class="row">
              {[...notice.actions, { label: 'Dismiss', run: () => undefined }].map((action) => (
                <button
                  type="button"
                  key={action.label}
                  onClick={() => {
                    dismiss(notice);
                    action.run();
                  }}
                >
                  {action.label}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <div role="alert">
        {failures.value.map((text) => (
          <p class="failure" key={text}>
            {text}
          </p>
        ))}
      </div>
      <p class="visually-hidden" role="status" aria-label="Progress">
        {announcement.value}
      </p>
    </>
  );
}

/** True once a part was opened. From then on, opening another moves the focus to its heading. */
let isVisited = false;

function Main({ label, part }: (typeof PARTS)[number]) {
  const [isReady, setReady] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    tellUnknown();
    document.title = `${label} · tfjs-gather-scatter`;
    findBackends().then(() => {
      setReady(true);
    }, fail);
    return () => {
      failures.value = [];
    };
  }, []);
  useEffect(() => {
    if (!isReady) return;
    if (isVisited) heading.current?.focus();
    isVisited = true;
  }, [isReady]);
  return (
    <main id="main" tabIndex={-1} aria-busy={!isReady}>
      {isReady && (
        <Boundary>
          <h2 tabIndex={-1} ref={heading}>
            {part.title}
          </h2>
          <p class="summary">{part.summary}</p>
          <part.View />
        </Boundary>
      )}
    </main>
  );
}

function tellUnknown(): void {
  const name = partInAddress.peek();
  if (name === '' || PARTS.some((row) => row.name === name)) return;
  notify(`The address asks for a part ‘${name}’, which does not exist.`);
}

/** Shows the error of a part that failed to render. */
class Boundary extends Component {
  override componentDidCatch(error: unknown): void {
    fail(error);
  }

  override render() {
    return this.props.children;
  }
}
