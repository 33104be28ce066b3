/** The same program twice, run at a click: by tfjs alone, and with the package. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressState, oneOf } from '../../shared/address.js';
import { fail } from '../../shared/messages.js';
import { startSession, type Open, type Session } from '../../shared/session.js';
import type { Way } from '../../worker/index.js';
import embedding from './programs/embedding.ts?raw';
import gradient from './programs/gradient.ts?raw';
import type { createService, Outcome, Program } from './service.js';

/** Each with a backend on which tfjs fails. The gradient fails on every backend. */
const CLAIMS = {
  gradient: { label: 'A gradient', code: gradient, backend: 'cpu' },
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
        <span>Each side runs the code shown, in its own worker.</span>
      </div>
      <div class="columns">
        <Side title="TensorFlow.js" way="stock" program={program} runs={runs} />
        <Side title="With one more import" way="package" program={program} runs={runs} />
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

type Service = ReturnType<typeof createService>;
const open: Open<Service> = (workshop, ...given) => workshop.start(...given);

function Side({ title, way, program, runs }: SideProps) {
  const { code, backend } = CLAIMS[program];
  const [outcome, setOutcome] = useState<Outcome>();
  /** A worker runs a program once. Loading tfjs takes longer than that, so the next one is kept ready. */
  const next = useRef<Session<Service>>(undefined);
  const prepare = () => (next.current ??= startSession(open, backend, way));
  useEffect(() => {
    prepare();
    return () => next.current?.end();
  }, []);
  useEffect(() => {
    if (runs === 0) return undefined;
    const session = prepare();
    next.current = undefined;
    setOutcome({ verdict: 'Running …', text: '' });
    const run = async () => {
      const service = await session.service;
      setOutcome(await service.run(program));
      session.end();
      prepare();
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
