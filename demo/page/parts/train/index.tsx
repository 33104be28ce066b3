/** A race: stock tfjs, and tfjs with this package, train the same network. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { choose } from '../../shared/backends.js';
import { Chart } from '../../shared/chart.js';
import { CodeTab } from '../../shared/code.js';
import { BackendField, Checkbox, Select, TextField } from '../../shared/fields.js';
import { LoopControls } from '../../shared/loop_controls.js';
import { thousands } from '../../shared/numbers.js';
import type { Part } from '../../shell/parts.js';
import { lossRows, measured, sizeRows } from './chart_rows.js';
import { CODE } from './code.js';
import { exampleOf } from '../../../graph_examples.js';
import { createContest, type Contest } from './contest.js';
import { factsOf, headlineOf } from './headline.js';
import { LaneView } from './lane_view.js';
import { isOver, type Lanes } from './race.js';
import { SIZES, stepsOf } from './sizes.js';
import { state } from './state.js';
import './style.css';

export const part: Part = {
  title: 'Train a network: a race',
  summary:
    'Two lanes train the same network on your machine. One uses stock tfjs, in the faster of its two ' +
    'ways. The other uses this package.',
  View,
};

const CHOICES = [
  { value: 'communities', label: 'Communities in a graph' },
  { value: 'karate', label: 'Karate club' },
  { value: 'words', label: 'Words of a book' },
] as const;

const NODES = SIZES.map((size) => ({ value: String(size), label: thousands(size) }));

function View() {
  const contest = useContest();
  return (
    <div class="part train">
      {contest && <Race contest={contest} />}
      <CodeTab code={CODE[state.value.data]} title="The code: a complete program" />
    </div>
  );
}

/** A race with the current settings. */
function useContest(): Contest | undefined {
  const { data, nodes, word, accelerate, backend: wished } = state.value;
  const backend = choose(wished);
  const size = data === 'communities' ? Number(nodes) : 0;
  const [contest, setContest] = useState<Contest>();
  const [round, setRound] = useState(0);
  const isAccelerated = contest?.before.value !== undefined;
  useEffect(() => {
    const made = createContest({ data, nodes: size }, backend);
    setContest(made);
    return made.end;
  }, [data, size, backend, round]);
  useEffect(() => {
    if (accelerate && !isAccelerated) contest?.restart(true);
    // Only a worker that never loaded the package runs stock tfjs.
    else if (isAccelerated && !accelerate) setRound(round + 1);
  }, [contest, accelerate, isAccelerated]);
  useEffect(() => contest?.ask(word), [contest, word]);
  return contest;
}

function Race({ contest }: { contest: Contest }) {
  const { setup, loop } = contest;
  const [isReady, lanes, before] = [
    contest.isReady.value,
    contest.lanes.value,
    contest.before.value,
  ];
  const [, { steps, view }] = lanes;
  const example = useMemo(
    () => (setup.data === 'words' ? undefined : exampleOf(setup.data, setup.nodes)),
    [setup],
  );
  const { text, detail } = headlineOf(lanes, before);
  const most = stepsOf(setup);
  const isFinished = isReady && isOver(lanes, most);
  const shown = { isAccelerated: before !== undefined, example };
  const restart = () => {
    contest.restart(false);
  };
  return (
    <>
      <p class="headline">
        <strong>{text}</strong>
        <span>{detail}</span>
      </p>
      <LoopControls
        label="Race"
        loop={loop}
        count={`${isFinished ? 'Finished: s' : 'S'}tep ${steps} of ${thousands(most)}`}
        isOver={isFinished}
        onRestart={restart}
      >
        <span class="facts">
          {isReady ? factsOf(view, example) : 'Getting ready: tfjs tries its two ways …'}
        </span>
      </LoopControls>
      {setup.data === 'words' && (
        <TextField
          label="Show words nearest to"
          value={state.value.word}
          maxLength={30}
          onChange={state.change('word')}
        />
      )}
      <div class="columns">
        <LaneView side="stock" lane={lanes[0]} {...shown} />
        <LaneView side="ours" lane={lanes[1]} {...shown} />
      </div>
      <Settings />
      <Charts lanes={lanes} />
    </>
  );
}

function Settings() {
  const { data, nodes, accelerate, backend } = state.value;
  return (
    <fieldset>
      <legend>Settings</legend>
      <Select label="Data" value={data} choices={CHOICES} onChange={state.change('data')} />
      {data === 'communities' && (
        <Select
          label="Nodes, with 10 edges each"
          value={nodes}
          choices={NODES}
          onChange={state.change('nodes')}
          hint="The default, 2,000, is large enough for sparse products to pay off."
        />
      )}
      <BackendField value={choose(backend)} onChange={state.change('backend')} />
      <Checkbox
        label="Accelerate tfjs’ own ops (accelerateBuiltins)"
        value={accelerate}
        onChange={state.change('accelerate')}
      />
    </fieldset>
  );
}

function Charts({ lanes }: { lanes: Lanes }) {
  const { data, backend } = state.value;
  const losses = useMemo(() => lossRows(lanes), [lanes]);
  const points = measured.value[choose(backend)] ?? [];
  const times = useMemo(() => sizeRows(points), [points]);
  const sizes = times.x.map(thousands).join(', ');
  return (
    <div class="columns">
      {data === 'communities' && (
        <Chart
          title="Time per step"
          summary={`Measured at ${sizes} nodes. Choose other numbers to add them.`}
          {...times}
          axes={{ x: 'nodes', y: 'ms' }}
          log={{ x: true, y: true }}
        />
      )}
      {losses.x.length > 0 && (
        <Chart
          title="Loss"
          summary={`Loss over the time of each lane, after ${lanes[1].steps} steps`}
          {...losses}
          axes={{ x: 'seconds', y: 'loss' }}
        />
      )}
    </div>
  );
}
