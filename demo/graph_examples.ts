/** Graphs to learn, with the class of every node, and the nodes whose class is given. */
import type { Graph } from './graph.js';
import type { Labels } from './graph_network.js';
import { KARATE_CLUB, KNOWN_SIDES, SIDES } from './karate_club_data.js';
import { randomNumbers } from './random.js';

export interface Example {
  graph: Graph;
  classes: readonly number[];
  classCount: number;
  labels: Labels;
  /** Length of a node's hidden row. */
  hiddenSize: number;
}

const KARATE: Example = {
  graph: KARATE_CLUB,
  classes: SIDES,
  classCount: 2,
  labels: KNOWN_SIDES,
  hiddenSize: 16,
};

const COMMUNITIES = 4;
/** Edges at each node, on average, and the features of a node. */
const [EDGES, FEATURES] = [10, 32];
/** The share of edges that join two communities, and of nodes whose community is given. */
const [ACROSS, KNOWN] = [0.15, 0.05];

/** Zachary's karate club, or a graph of communities: the same one for the same number of nodes. */
export function exampleOf(name: 'karate' | 'communities', nodeCount: number): Example {
  if (name === 'karate') return KARATE;
  const classes = Array.from({ length: nodeCount }, (_, node) => node % COMMUNITIES);
  // The first nodes are as random as any, and cover all communities in turn.
  const known = classes.slice(0, Math.round(nodeCount * KNOWN));
  return {
    graph: { nodeCount, ends: drawEdges(nodeCount) },
    classes,
    classCount: COMMUNITIES,
    labels: { nodes: [...known.keys()], classes: known },
    hiddenSize: FEATURES,
  };
}

/** Draws the edges of a stochastic block model, each once. */
function drawEdges(nodeCount: number): Int32Array {
  const random = randomNumbers(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const pairs = new Map<number, [number, number]>();
  while (pairs.size < (nodeCount * EDGES) / 2) {
    const a = below(nodeCount);
    const shift = random() < ACROSS ? 1 + below(COMMUNITIES - 1) : 0;
    const b = ((a + shift) % COMMUNITIES) + COMMUNITIES * below(nodeCount / COMMUNITIES);
    if (a !== b) pairs.set(Math.min(a, b) * nodeCount + Math.max(a, b), [a, b]);
  }
  return Int32Array.from([...pairs.values()].flat());
}
