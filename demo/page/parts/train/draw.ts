/** The maps of the lanes. Nodes or words that the network finds similar are close together. */
import type { CanvasSize } from '../../shared/canvas.js';
import { colour, type Colour } from '../../shared/theme.js';
import type { Example } from '../../../graph_examples.js';
import type { GraphView, WordsView } from './learner.js';

/** The margin of a canvas, as a share of its side. */
const MARGIN = 0.08;
const COLOURS: readonly Colour[] = ['class-1', 'class-2', 'class-3', 'class-4'];
/** More edges than this would hide the nodes, and are not drawn. */
const MOST_EDGES = 500;

/** Maps points x, y, x, y, … to places that fill a canvas. */
function placesOn({ width, height }: CanvasSize, points: Float32Array) {
  const [toX, toY] = [width, -height].map((side, axis) => {
    const values = points.filter((_, i) => i % 2 === axis);
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    const scale = ((1 - 2 * MARGIN) * side) / Math.max(high - low, 1e-12);
    return (value: number) => Math.abs(side) / 2 + (value - (low + high) / 2) * scale;
  });
  return (i: number): [number, number] => [toX(points[2 * i]), toY(points[2 * i + 1])];
}

/** Nodes have the colours of their classes. A wrong prediction is drawn hollow. */
export function drawNodes(
  context: CanvasRenderingContext2D,
  size: CanvasSize,
  { graph: { nodeCount, ends }, classes }: Example,
  { points, predicted }: GraphView,
): void {
  const placeOf = placesOn(size, points);
  if (ends.length <= 2 * MOST_EDGES) {
    context.beginPath();
    ends.forEach((end, i) => {
      if (i % 2 === 0) context.moveTo(...placeOf(end));
      else context.lineTo(...placeOf(end));
    });
    context.strokeStyle = colour('line');
    context.stroke();
  }
  const colours = COLOURS.map(colour);
  const radius = Math.min(7, Math.max(1.7, 130 / Math.sqrt(nodeCount)));
  context.lineWidth = Math.min(2, radius / 1.7);
  for (let node = 0; node < nodeCount; node++) {
    context.beginPath();
    context.arc(...placeOf(node), radius, 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle = colours[classes[node]];
    if (predicted[node] === classes[node]) context.fill();
    else context.stroke();
  }
}

/** Height of a line, and space around a word, in CSS pixels. */
const [LINE, ROOM] = [15, 3];

/** Draws the words, starting with the one asked for. A word that would cover another becomes a dot. */
export function drawWords(
  context: CanvasRenderingContext2D,
  size: CanvasSize,
  { words, points, asked, near }: WordsView,
): void {
  const placeOf = placesOn(size, points);
  const rankOf = (word: string) => (word === asked ? 0 : near.includes(word) ? 1 : 2);
  const order = words.map((text, i) => ({ text, i, rank: rankOf(text) }));
  const colours = [colour('accent'), colour('ink'), colour('soft')];
  const drawn: { x: number; y: number; room: number }[] = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { text, i, rank } of order.sort((a, b) => a.rank - b.rank)) {
    const [left, y] = placeOf(i);
    context.font = `${rank === 2 ? 400 : 700} 13px system-ui, sans-serif`;
    context.fillStyle = colours[rank];
    const room = context.measureText(text).width / 2 + ROOM;
    const x = Math.min(size.width - room, Math.max(room, left));
    const isCovered = drawn.some(
      (other) => Math.abs(other.x - x) < other.room + room && Math.abs(other.y - y) < LINE,
    );
    if (isCovered) {
      context.fillRect(x - 1, y - 1, 2, 2);
    } else {
      context.fillText(text, x, y);
      drawn.push({ x, y, room });
    }
  }
}
