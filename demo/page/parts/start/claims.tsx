/** The same program on both sides, run at a click: what tfjs makes of it, alone and with the package. */
import { useEffect, useState } from 'preact/hooks';
import { addressState, oneOf } from '../../shared/address.js';
import { fail } from '../../shared/messages.js';
import { startSession } from '../../shared/session.js';
import type { Way } from '../../worker/index.js';
import embedding from './programs/embedding.ts?raw';
import gradient from './programs/gradient.ts?raw';
import type { Outcome, Program } from './service.js';

/** With backends on which they fail; that of the gradient fails on every one. */
const CLAIMS = {
  gradient: { label: 'The gradient of gatherND', code: gradient, backend: 'cpu' },
  embedding: { label: 'An embedding on wasm', code: embedding, backend: 'wasm' },
} as const;
const NAMES: readonly Program[] = ['gradient', 'embedding'];

const state = addressState('start', { program: oneOf(NAMES, 'gradient') });

export function Claims() {
  const { program } = state.value;
  const choices = NAMES.map((name) => (
    <li key={name}>
      <a href={`#start?program=${name}`} aria-current={name === program && 'page'}>
        {CLAIMS[name].label}
      </a>
    </li>
  ));
  return (
    <>
      <nav aria-label="Programs">
        <ul>{choices}</ul>
      </nav>
      <Claim program={program} key={program} />
    </>
  );
}

function Claim({ program }: { program: Program }) {
  const [runs, setRuns] = useState(0);
  return (
    <>
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            setRuns(runs + 1);
          }}
        >
          Run both
        </button>
        <span>Each side runs the lines that it shows, in a worker of its own.</span>
      </div>
      <div class="columns">
        <Side title="TensorFlow.js" way="stock" program={program} runs={runs} />
        <Side title="With one import more" way="package" program={program} runs={runs} />
      </div>
    </>
  );
}

interface SideProps {
  title: string;
  way: Way;
  program: Program;
  /** Counts the clicks: the program runs at each. */
  runs: number;
}

function Side({ title, way, program, runs }: SideProps) {
  const { code, backend } = CLAIMS[program];
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (runs === 0) return undefined;
    setOutcome({ verdict: 'Running …', text: '' });
    const session = startSession('start', backend, way);
    const run = async () => {
      const service = await session.service;
      setOutcome(await service.run(program));
      session.end();
    };
    run().catch(fail);
    return () => {
      session.end();
    };
  }, [runs]);
  const [imports, ...rest] = code.trim().split('\n\n');
  return (
    <section class={`side panel ${way === 'stock' ? 'stock' : 'ours'}`} aria-label={title}>
      <h3>{title}</h3>
      <pre>
        {imports}
        {way === 'package' && <b>{"\nimport 'tfjs-gather-scatter';"}</b>}
        {['', ...rest].join('\n\n')}
      </pre>
      <output>
        <b>{outcome?.verdict ?? 'Not run yet'}</b>
        <pre>{outcome?.text}</pre>
      </output>
    </section>
  );
}
