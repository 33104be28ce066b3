/** Draws the nodes of a graph on a canvas, at the points of their embedding. */
import type { CanvasSize } from '../../shared/canvas.js';
import { colour, SERIES_COLOURS } from '../../shared/theme.js';
import type { Example } from './example.js';
import { addShape } from './shapes.js';

/** A point for each node, and the class that the network gives it. */
export interface Embedding {
  points: Float32Array;
  predicted: ArrayLike<number>;
}

/** Largest number of edges that is drawn: more of them cover the nodes. */
const MOST_EDGES = 500;
/** Nodes drawn before others may lie on them. */
const LAYER_SIZE = 200;
/** The share of the canvas that is left free at each side. */
const MARGIN = 0.06;

/** Radius of the nodes, in CSS pixels. */
const radiusOf = ({ graph }: Example) =>
  Math.min(6, Math.max(1.5, 150 / Math.sqrt(graph.nodeCount)));
/** Rings around small nodes would hide those beside them. */
export const hasRings = (example: Example) => radiusOf(example) > 4;

export function drawEmbedding(
  context: CanvasRenderingContext2D,
  size: CanvasSize,
  example: Example,
  { points, predicted }: Embedding,
  pointed?: number,
): void {
  const { graph, classes, classNames } = example;
  const pointOf = canvasPoints(size, points);
  const radius = radiusOf(example);
  if (graph.ends.length / 2 <= MOST_EDGES) drawEdges(context, graph.ends, pointOf);
  const colours = classNames.map((_, index) => colour(SERIES_COLOURS[index]));
  context.lineWidth = Math.min(2, radius / 2);
  // A few of each class in turn, so that none hides the others.
  for (let start = 0; start < classes.length; start += LAYER_SIZE) {
    const paths = classNames.map(() => ({ right: new Path2D(), wrong: new Path2D() }));
    for (let node = start; node < Math.min(start + LAYER_SIZE, classes.length); node++) {
      const actual = classes[node];
      const { right, wrong } = paths[actual];
      addShape(predicted[node] === actual ? right : wrong, actual, ...pointOf(node), radius);
    }
    paths.forEach(({ right, wrong }, index) => {
      context.strokeStyle = context.fillStyle = colours[index];
      context.fill(right);
      context.stroke(wrong);
    });
  }
  if (hasRings(example)) drawRings(context, example.labels.nodes, pointOf, radius + 4);
  if (pointed !== undefined) drawNeighbours(context, example, pointOf, pointed, radius);
}

/** Finds the node that is nearest to a position, if it is within reach. */
export function nodeAt(
  size: CanvasSize,
  points: Float32Array,
  { x, y }: { x: number; y: number },
  reach: number,
): number | undefined {
  const pointOf = canvasPoints(size, points);
  let nearest: number | undefined;
  let distance = reach;
  for (let node = 0; node < points.length / 2; node++) {
    const [nodeX, nodeY] = pointOf(node);
    const own = Math.hypot(nodeX - x, nodeY - y);
    if (own < distance) [nearest, distance] = [node, own];
  }
  return nearest;
}

/** Draws the edges of a node, and rings around it and its neighbours. */
function drawNeighbours(
  context: CanvasRenderingContext2D,
  { graph: { ends } }: Example,
  pointOf: PointOf,
  node: number,
  radius: number,
): void {
  const lines = new Path2D();
  const neighbours = [node];
  for (let i = 0; i < ends.length; i++) {
    if (ends[i] !== node) continue;
    const other = ends[i ^ 1];
    neighbours.push(other);
    lines.moveTo(...pointOf(node));
    lines.lineTo(...pointOf(other));
  }
  context.strokeStyle = colour('ink');
  context.lineWidth = 1.5;
  context.stroke(lines);
  drawRings(context, neighbours, pointOf, radius + 3);
}

function drawRings(
  context: CanvasRenderingContext2D,
  nodes: readonly number[],
  pointOf: PointOf,
  radius: number,
): void {
  const rings = new Path2D();
  for (const node of nodes) addShape(rings, 0, ...pointOf(node), radius);
  context.strokeStyle = colour('ink');
  context.lineWidth = 1.5;
  context.stroke(rings);
}

function drawEdges(context: CanvasRenderingContext2D, ends: Int32Array, pointOf: PointOf): void {
  const lines = new Path2D();
  for (let i = 0; i < ends.length; i += 2) {
    lines.moveTo(...pointOf(ends[i]));
    lines.lineTo(...pointOf(ends[i + 1]));
  }
  context.strokeStyle = colour('line');
  context.lineWidth = 1;
  context.stroke(lines);
}

type PointOf = (node: number) => [number, number];

/** Maps nodes to points of the canvas: as far apart as fits, with one scale for both directions. */
function canvasPoints({ width, height }: CanvasSize, points: Float32Array): PointOf {
  const bounds = [0, 1].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < points.length; i += 2) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return { middle: (low + high) / 2, span: Math.max(high - low, 1e-12) };
  });
  const [x, y] = bounds;
  const scale = (1 - 2 * MARGIN) * Math.min(width / x.span, height / y.span);
  return (node) => [
    width / 2 + (points[2 * node] - x.middle) * scale,
    height / 2 - (points[2 * node + 1] - y.middle) * scale,
  ];
}
