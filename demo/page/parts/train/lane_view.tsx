/** A lane: how it computes, its progress and its map. */
import { useCallback } from 'preact/hooks';
import { Canvas, type CanvasProps } from '../../shared/canvas.js';
import type { Example } from '../../../graph_examples.js';
import { drawNodes, drawWords } from './draw.js';
import { otherText, progressOf, wayOf } from './headline.js';
import type { WordsView } from './learner.js';
import type { Lane } from './race.js';
import { state } from './state.js';

/** By the names of the sides' colours. */
const TITLES = { stock: 'tfjs', ours: 'With this package' };

interface LaneProps {
  side: keyof typeof TITLES;
  lane: Lane;
  /** Whether tfjs' own ops are accelerated. */
  isAccelerated: boolean;
  /** The graph, if the data is one. */
  example: Example | undefined;
}

const ask = state.change('word');

export function LaneView({ side, lane, isAccelerated, example }: LaneProps) {
  const { view, error } = lane;
  const draw: CanvasProps['draw'] = useCallback(
    (context, size) => {
      if (view?.kind === 'graph' && example) drawNodes(context, size, example, view);
      if (view?.kind === 'words') drawWords(context, size, view);
    },
    [view, example],
  );
  const isStock = side === 'stock';
  const title = TITLES[side];
  const progress = progressOf(lane, example);
  return (
    <section class={`panel lane ${side}`} aria-label={title}>
      <h3>{isStock ? title + wayOf(lane, isAccelerated) : title}</h3>
      <p class="count">{progress}</p>
      {error !== '' && <p class="failure">{error}</p>}
      <Canvas label={`Map of ${example ? 'nodes' : 'words'}, ${title}: ${progress}`} draw={draw} />
      {view?.kind === 'words' && <Nearest view={view} />}
      {isStock && !isAccelerated && <small>{otherText(lane)}</small>}
    </section>
  );
}

/** The words nearest to the one asked for. A click on one asks for its own. */
function Nearest({ view: { asked, near } }: { view: WordsView }) {
  if (asked === '') return <p>This word is not among the frequent words of these chapters.</p>;
  return (
    <div class="row" role="group" aria-label={`Nearest to ${asked}`}>
      {near.map((word) => (
        <button
          type="button"
          key={word}
          onClick={() => {
            ask(word);
          }}
        >
          {word}
        </button>
      ))}
    </div>
  );
}
