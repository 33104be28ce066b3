/** The computations of the graph's part, apart from the page: graphs, projections, settings. */
import { evaluate, disposeGraphNetwork, createGraphNetwork } from '../../../demo/graph_network.js';
import {
  communityOf,
  generateCommunities,
  mostEdges,
} from '../../../demo/page/parts/graph/communities.js';
import { PACKAGE_OPS } from '../../../demo/package_ops.js';
import { createProjection } from '../../../demo/page/shared/projection.js';
import {
  edgesError,
  readSettings,
  writeSettings,
  type Settings,
} from '../../../demo/page/parts/graph/settings.js';

const BACKENDS = ['webgl', 'cpu'] as const;

/** Each edge as a text that tells no direction. */
function pairsOf(ends: Int32Array): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < ends.length; i += 2) {
    pairs.push([ends[i], ends[i + 1]].sort((a, b) => a - b).join('-'));
  }
  return pairs;
}

describe('generated communities', () => {
  const OPTIONS = { nodeCount: 301, edgeCount: 2000, communityCount: 3, across: 0.2, seed: 7 };

  test('have the edges asked for, each once, none with itself, all within the graph', async () => {
    const { nodeCount, ends } = await generateCommunities(OPTIONS);
    expect([nodeCount, ends.length]).toEqual([301, 4000]);
    const pairs = pairsOf(ends);
    expect(new Set(pairs).size).toBe(2000);
    for (let i = 0; i < ends.length; i += 2) expect(ends[i]).not.toBe(ends[i + 1]);
    expect(Math.min(...ends)).toBe(0);
    expect(Math.max(...ends)).toBe(300);
  });

  test.each([0, 0.2, 0.6])(
    'have the share of edges across that was asked for: %f',
    async (across) => {
      const { ends } = await generateCommunities({ ...OPTIONS, across });
      let found = 0;
      for (let i = 0; i < ends.length; i += 2) {
        if (communityOf(ends[i], 3) !== communityOf(ends[i + 1], 3)) found++;
      }
      expect(found / 2000).toBeGreaterThanOrEqual(across - 0.04);
      expect(found / 2000).toBeLessThanOrEqual(across + 0.04);
    },
  );

  test('are the same for the same seed only', async () => {
    const ends = async (seed: number) => (await generateCommunities({ ...OPTIONS, seed })).ends;
    expect(await ends(7)).toEqual(await ends(7));
    expect(await ends(8)).not.toEqual(await ends(7));
  });

  test('can be as dense as is said', async () => {
    const edgeCount = mostEdges(60, 6);
    const options = { ...OPTIONS, nodeCount: 60, edgeCount, communityCount: 6, across: 0 };
    const { ends } = await generateCommunities(options);
    expect(new Set(pairsOf(ends)).size).toBe(edgeCount);
  });

  test('of the largest size tell how far they are, and make a network', async () => {
    const shares: number[] = [];
    const options = { ...OPTIONS, nodeCount: 20_000, edgeCount: 200_000 };
    const graph = await generateCommunities(options, (share) => {
      shares.push(share);
      return Promise.resolve();
    });
    expect(shares.length).toBeGreaterThan(40);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const network = createGraphNetwork(
      graph,
      { nodes: [0, 1, 2], classes: [0, 1, 2] },
      { ops: PACKAGE_OPS, hiddenSize: 4, classCount: 3, learningRate: 0.01, seed: 1 },
    );
    const { classes, hidden } = await evaluate(network);
    disposeGraphNetwork(network);
    expect([classes.length, hidden.length]).toEqual([20_000, 80_000]);
  });
});

describe('the projection', () => {
  /** Points of a plane, put into five columns by two directions, far from the origin. */
  function rowsOf(plane: readonly (readonly [number, number])[]): Float32Array {
    const x = [0.6, 0, 0.8, 0, 0];
    const y = [0, 1, 0, 0, 0];
    return Float32Array.from(
      plane.flatMap(([a, b]) => x.map((value, i) => 3 + a * value + b * y[i])),
    );
  }
  const PLANE = [
    [10, 1],
    [-10, 1],
    [10, -1],
    [-10, -1],
    [2, 3],
    [-2, -3],
  ] as const;

  test('keeps the distances of points of a plane, with the widest direction as x', () => {
    const points = createProjection(5)(rowsOf(PLANE));
    const distance = (a: number, b: number) =>
      Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
    PLANE.forEach(([ax, ay], a) => {
      PLANE.forEach(([bx, by], b) => {
        expect(distance(a, b)).toBeCloseTo(Math.hypot(ax - bx, ay - by), 3);
      });
      expect(Math.abs(points[2 * a])).toBeCloseTo(Math.abs(ax), 0);
    });
  });

  test('does not flip while the rows change a little', () => {
    const project = createProjection(5);
    let before = project(rowsOf(PLANE));
    for (let turn = 1; turn < 20; turn++) {
      const angle = turn / 40;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const after = project(
        rowsOf(PLANE.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as const)),
      );
      after.forEach((value, i) => {
        expect(Math.abs(value - before[i])).toBeLessThan(1);
      });
      before = after;
    }
  });

  test('puts rows that are all the same into one point', () => {
    const points = createProjection(3)(new Float32Array(12).fill(2));
    expect([...points]).toEqual(Array<number>(8).fill(0));
  });
});

describe('the settings', () => {
  const read = (query: string) => readSettings(new URLSearchParams(query), BACKENDS);

  test('come back from the address as they were put there', () => {
    const settings: Settings = {
      ...read(''),
      data: 'communities',
      nodes: 500,
      edges: 900,
      across: 0,
      backend: 'cpu',
      accelerated: true,
    };
    const query = writeSettings(settings, BACKENDS);
    expect(read(query.toString())).toEqual(settings);
    expect(writeSettings(read(''), BACKENDS).toString()).toBe('');
  });

  test('are as by default where the address asks for what cannot be', () => {
    const query = 'data=x&nodes=1e9&communities=-1&known=2.5&seed=&backend=wasm&accelerated=yes';
    expect(read(query)).toEqual(read(''));
    expect(readSettings(new URLSearchParams('backend=webgl'), ['cpu']).backend).toBe('cpu');
  });

  test('have no more edges than there can be', () => {
    expect(read('nodes=100&edges=5000&communities=2').edges).toBe(mostEdges(100, 2));
    const settings = { ...read('data=communities'), nodes: 100, edges: 5000 };
    expect(edgesError(settings)).toMatch(/^There are 5,000 edges, expected at most 600 /);
    expect(edgesError({ ...settings, edges: 600 })).toBe('');
    expect(edgesError({ ...settings, data: 'karate' })).toBe('');
  });

  /** What is made of an address, and what the page says of it. */
  const told = (query: string) => {
    const problems: string[] = [];
    const settings = readSettings(new URLSearchParams(query), BACKENDS, (sentence) => {
      problems.push(sentence);
    });
    return [writeSettings(settings, BACKENDS).toString(), ...problems];
  };

  test('are those of communities where the address describes some', () => {
    expect(told('nodes=5000')).toEqual(['nodes=5000&data=communities']);
    expect(told('seed=3&known=1')).toEqual(['known=1&seed=3&data=communities']);
  });

  test('tell what they make of numbers that cannot be, or that nothing needs', () => {
    expect(told('data=communities&nodes=100&edges=90000')).toEqual([
      'nodes=100&edges=600&data=communities',
      'In the address, edges is ‘90000’, expected at most 600 among so many nodes and communities. ' +
        'The page takes 600.',
    ]);
    // Nobody asked for so many as are usual.
    expect(told('data=communities&nodes=100')).toEqual(['nodes=100&edges=600&data=communities']);
    expect(told('data=karate&nodes=100')).toEqual([
      'data=karate',
      'In the address, nodes is for data=communities only, and left out.',
    ]);
    expect(told('data=fitting&seed=2&known=3')).toEqual([
      '',
      'In the address, known, seed are for data=communities only, and left out.',
    ]);
  });
});
