/** The nodes as the network sees them, in a plane: those that it takes for alike lie together. */
import { createCanvas } from '../../shared/canvas.js';
import { element } from '../../shared/dom.js';
import { SERIES_COLOURS } from '../../shared/theme.js';
import { drawEmbedding, hasRings, nodeAt, type Embedding } from './embedding_drawing.js';
import type { Example } from './example.js';
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
  /** The node beneath the pointer. */
  let pointed: number | undefined;
  const canvas = createCanvas({
    label,
    aspectRatio: 4 / 3,
    draw(context, size) {
      if (example && embedding) drawEmbedding(context, size, example, embedding, pointed);
    },
    signal,
  });
  const told = element('p', { className: 'pointed', textContent: POINTING });
  const point = (node: number | undefined) => {
    if (node === pointed) return;
    pointed = node;
    told.textContent =
      example && embedding && node !== undefined ? nodeText(node, example, embedding) : POINTING;
    canvas.redraw();
  };
  canvas.element.addEventListener('pointermove', (event) => {
    if (embedding === undefined) return;
    const { clientWidth: width, clientHeight: height } = canvas.element;
    point(nodeAt({ width, height }, embedding.points, canvas.positionOf(event)));
  });
  canvas.element.addEventListener('pointerleave', () => {
    point(undefined);
  });
  const legend = element('ul', { className: 'legend' });
  const caption = element(
    'figcaption',
    {},
    element('span', { textContent: 'The nodes as this lane sees them' }),
    legend,
  );
  const figure = element('figure', { className: 'embedding' }, caption, canvas.element, told);
  return {
    element: figure,
    begin(next) {
      example = next;
      embedding = undefined;
      pointed = undefined;
      legend.replaceChildren(...legendOf(next));
      canvas.redraw();
    },
    show(next, description) {
      embedding = next;
      canvas.describe(description);
      canvas.redraw();
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
