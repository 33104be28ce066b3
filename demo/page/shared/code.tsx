/** A program beside what it does, to be read and copied. */
import { useState } from 'preact/hooks';
import { copyText } from './copy.js';
import { announce } from './messages.js';

/** Copies a text; where the browser forbids that, says so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const result = (await copyText(text)) ? 'Copied' : 'Not allowed here';
    setSaid(result);
    announce(result);
    setTimeout(setSaid, 2000, '');
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {said || label}
    </button>
  );
}

function Code({ code, label = 'The code' }: { code: string; label?: string }) {
  return (
    <div class="code">
      <pre class="scroll" tabIndex={0} role="region" aria-label={label}>
        <code>{code.trim()}</code>
      </pre>
      <CopyButton text={code.trim()} />
    </div>
  );
}

/** Code that is folded away until someone asks for it. */
export function CodeTab({ code, title = 'The code' }: { code: string; title?: string }) {
  return (
    <details class="code-tab">
      <summary>{title}</summary>
      <Code code={code} label={title} />
    </details>
  );
}
