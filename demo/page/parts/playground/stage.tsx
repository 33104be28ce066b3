/** The grids of the call, with an arrow from the current site to the place that it reads or writes. */
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Arrow } from './arrow.js';
import { cellsOfSite, changed, OPS, outputShapeOf, type GridName } from './call.js';
import { cellSelector, Grid } from './grid.js';
import type { Player } from './player.js';
import { address, dyOf, type Shown, type State } from './state.js';

export interface StageProps {
  state: State;
  shown: Shown | undefined;
  player: Player;
}

/** In the order of a narrow page. The arrow leads from the last one to the output. */
const INPUTS = { scatter: ['data', 'indices', 'updates'], gather: ['indices', 'data'] } as const;

export function Stage({ state, shown, player }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const done = player.done.value;
  const { places, outputs } = shown?.computed ?? {};
  const lit = shown && places && done > 0 ? cellsOfSite(shown.state, places, done - 1) : undefined;
  const { scatters } = OPS[state.op];
  const play = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowRight') void player.loop.step();
    if (event.key === 'ArrowLeft') player.goTo(done - 1);
  };
  const selectorOf = (grid: GridName) =>
    (lit?.[grid] ?? []).map((index) => cellSelector(grid, index)).join();
  const [from, to] = [selectorOf(scatters ? 'updates' : 'data'), selectorOf('output')];
  return (
    <div
      class={scatters ? 'stage scatters' : 'stage'}
      ref={stage}
      tabIndex={0}
      role="group"
      aria-label="The call. Step through it with the left and right arrow keys."
      onKeyDown={play}
    >
      {INPUTS[scatters ? 'scatter' : 'gather'].map((name) => (
        <Grid
          key={name}
          name={name}
          {...state[name]}
          lit={lit?.[name]}
          onEdit={(cells) => {
            address.set(changed(state, { [name]: cells }));
          }}
        />
      ))}
      <Grid
        name="output"
        shape={outputShapeOf(shown?.state ?? state)}
        values={outputs?.[done] ?? []}
        lit={lit?.output}
      />
      {from && to && <Arrow {...{ stage, from, to }} />}
    </div>
  );
}

/** dy, which the visitor edits, and the gradients that it causes. */
export function Gradients({ state, shown }: StageProps) {
  const { data, updates } = shown?.computed?.gradients ?? {};
  return (
    <section class="row gradients" aria-label="Gradients">
      <Grid
        name="dy"
        {...dyOf(state)}
        onEdit={(dy) => {
          address.set({ dy });
        }}
      />
      {data && <Grid name="gradient of data" {...data} />}
      {updates && <Grid name="gradient of updates" {...updates} />}
    </section>
  );
}
