/** The nodes as the network sees them, in a plane: those that it takes for alike lie together. */
import { createCanvas } from '../../shared/canvas.js';
import { element } from '../../shared/dom.js';
import { SERIES_COLOURS } from '../../shared/theme.js';
import { drawEmbedding, hasRings, nodeAt, type Embedding } from './embedding_drawing.js';
import type { Example } from './example.js';
import { createNodeArea } from './node_area.js';
import { shapeIcon } from './shapes.js';

export interface EmbeddingPlot {
  /** A figure with its legend. */
  readonly element: HTMLElement;
  /** Draws another graph from here on, of which nothing is known yet. */
  begin(example: Example): void;
  show(embedding: Embedding, description: string): void;
}

export function createEmbeddingPlot(label: string, signal: AbortSignal): EmbeddingPlot {
  let example: Example | undefined;
  let embedding: Embedding | undefined;
  /** The node that is pointed at. */
  let pointed: number | undefined;
  const canvas = createCanvas({
    label,
    aspectRatio: 4 / 3,
    draw(context, size) {
      if (example && embedding) drawEmbedding(context, size, example, embedding, pointed);
    },
    signal,
  });
  const told = element('p', { className: 'pointed', textContent: POINTING, ariaLive: 'polite' });
  /** Says what is known of the node now: the network changes its mind about it. */
  const tell = () => {
    const text =
      example && embedding && pointed !== undefined
        ? nodeText(pointed, example, embedding)
        : POINTING;
    if (told.textContent !== text) told.textContent = text;
    canvas.redraw();
  };
  const area = createNodeArea({
    label: `Nodes to point at, ${label}`,
    picture: canvas.element,
    nodeAt(event, reach) {
      const { clientWidth: width, clientHeight: height } = canvas.element;
      const points = embedding?.points;
      return points && nodeAt({ width, height }, points, canvas.positionOf(event), reach);
    },
    nodeAfter(step) {
      const count = example?.classes.length ?? 0;
      const first = step > 0 ? 0 : count - 1;
      if (count === 0) return undefined;
      return pointed === undefined ? first : (pointed + step + count) % count;
    },
    onPick(node) {
      if (node === pointed) return;
      pointed = node;
      tell();
    },
  });
  const legend = element('ul', { className: 'legend' });
  const caption = element(
    'figcaption',
    {},
    element('span', { textContent: 'The nodes as this lane sees them' }),
    legend,
  );
  const figure = element('figure', { className: 'embedding' }, caption, area, told);
  return {
    element: figure,
    begin(next) {
      // A race that goes back to its start has the same nodes.
      if (next !== example) pointed = undefined;
      example = next;
      embedding = undefined;
      legend.replaceChildren(...legendOf(next));
      tell();
    },
    show(next, description) {
      embedding = next;
      canvas.describe(description);
      tell();
    },
  };
}

const POINTING = 'Point at a node to see its neighbours.';

function nodeText(node: number, example: Example, { predicted }: Embedding): string {
  const { graph, classes, classNames } = example;
  let neighbours = 0;
  for (const end of graph.ends) if (end === node) neighbours++;
  const [taken, actual] = [classNames[predicted[node]], classNames[classes[node]]];
  const verdict =
    taken === actual ? `predicted correctly: ${actual}` : `predicted to be ${taken}, is ${actual}`;
  return `Node ${node + 1}: ${neighbours} neighbours, ${verdict}.`;
}

function legendOf(example: Example): HTMLElement[] {
  const classes = example.classNames.map((name, index) => {
    const icon = shapeIcon(index);
    icon.style.color = `var(--${SERIES_COLOURS[index]})`;
    return legendEntry(icon, name);
  });
  const wrong = legendEntry(shapeIcon(0, 'hollow'), 'hollow: predicted wrongly');
  const known = legendEntry(shapeIcon(0, 'ringed'), 'ringed: its class was given');
  return [...classes, wrong, ...(hasRings(example) ? [known] : [])];
}

function legendEntry(icon: SVGSVGElement, name: string): HTMLElement {
  return element('li', {}, icon, name);
}
