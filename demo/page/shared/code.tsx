/** A program beside what it does, to be read and copied. */
import { useState } from 'preact/hooks';
import { announce } from './messages.js';

/** Copies a text, or says that the browser does not allow it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  const say = (result: string) => {
    setSaid(result);
    announce(result);
    setTimeout(setSaid, 2000, '');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      say('Not allowed here');
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {said || label}
    </button>
  );
}

/** Code that stays folded until someone opens it. */
export function CodeTab({ code, title = 'The code' }: { code: string; title?: string }) {
  return (
    <details class="code-tab">
      <summary>{title}</summary>
      <div class="code">
        <pre class="scroll" tabIndex={0} role="region" aria-label={title}>
          <code>{code.trim()}</code>
        </pre>
        <CopyButton text={code.trim()} />
      </div>
    </details>
  );
}
