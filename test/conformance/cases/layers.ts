/** Layers as literal cases, each applied to a batch of two examples. */
import type { JsonNumber, LayerUse, OpName, TensorData } from '../../support/call.js';
import { f32, given, i32 } from '../../support/values.js';

export interface LayerCase extends LayerUse {
  expected: TensorData;
}

const data = f32([2, 3], [1, 2, 3, 10, 20, 30]);
const x = f32([2, 3, 1], [1, 2, 6, 10, 20, 60]);
/** The second example drops its last slice and leaves segment 1 empty. */
const segmentIds = i32([2, 3], [1, 0, 1, 0, 0, -1]);

const ofTwo = (size: number) => [2, size / 2];

/** Indices for two examples; scatters write 5 and 6 in the first one, and 7 and 8 in the second. */
function onData(
  op: OpName,
  config: LayerUse['config'],
  indices: number[],
  expected: JsonNumber[],
): LayerCase {
  const shapeOf = (size: number) => [...ofTwo(size), ...(op.endsWith('Elements') ? [] : [1])];
  const inputs = {
    data,
    indices: given(indices, 'int32', shapeOf),
    ...(op.startsWith('scatter') && { updates: f32([2, 2], [5, 6, 7, 8]) }),
  };
  return { op, config, inputs, expected: given(expected, 'float32', ofTwo) };
}

const dropped = { outOfBounds: 'drop', fill: -Infinity };
const mean = { reduction: 'mean', includeSelf: false };

const onAllData: LayerCase[] = [
  onData('gatherElements', {}, [2, 0, 1, -1], [3, 1, 20, 30]),
  onData('gatherElements', { axis: -1, outOfBounds: 'clamp' }, [7, -7], [3, 10]),
  onData('gatherElements', dropped, [3, 0, 1, -4], ['-Infinity', 1, 20, '-Infinity']),
  onData(
    'gatherElements',
    { wrapNegatives: false, ...dropped },
    [-1, 0, 1, 2],
    ['-Infinity', 1, 20, 30],
  ),
  onData('gatherND', {}, [2, 2, 0, 1], [3, 3, 10, 20]),
  onData('scatterElements', {}, [0, 0, 2, 1], [6, 2, 3, 10, 8, 7]),
  onData('scatterND', mean, [0, 0, 2, 1], [5.5, 2, 3, 10, 8, 7]),
  onData('scatterNDUpdate', { reduction: 'sub' }, [0, 0, 2, 1], [-10, 2, 3, 10, 12, 23]),
];

const segments = (op: string, numSegments: number, values: number[]): LayerCase => ({
  op: `unsortedSegment${op}` as LayerUse['op'],
  config: { numSegments },
  inputs: { x, segmentIds },
  expected: f32([2, numSegments, 1], values),
});

/** Edges from each row of x; the second example drops one, and has a negative index for its last row. */
const sources = i32([2, 3], [0, 2, 1, 0, -1, 1]);
const targets = i32([2, 3], [1, 0, 1, 0, 0, -1]);
const weights = f32([2, 3], [10, 1, 2, 3, 0.5, 7]);

const graphs = (
  op: string,
  config: LayerUse['config'],
  expected: TensorData,
  inputs: LayerUse['inputs'] = {},
): LayerCase => ({
  op: `gatherSegment${op}` as LayerUse['op'],
  config: { numSegments: 2, ...config },
  inputs: { x, sources, targets, ...inputs },
  expected,
});

/** A layer that keeps one graph for all examples. */
const onGraph = (
  op: string,
  config: LayerUse['config'],
  expected: TensorData,
  inputs: LayerUse['inputs'] = {},
): LayerCase => {
  const kept = { sources: [0, 2, 1], targets: [1, 0, 1], ...config };
  return { ...graphs(op, kept, expected), inputs: { x, ...inputs } };
};

const halfRoot = Math.SQRT1_2;

/** Writes 5 and 6 into the first example, and 7 and 8 into the second; models are fed columns of write indices. */
function cache(
  config: LayerUse['config'],
  starts: number[] | undefined,
  written: number[],
): LayerCase {
  const inputs = {
    pastCache: f32([2, 3, 1], [1, 2, 3, 10, 20, 30]),
    update: f32([2, 2, 1], [5, 6, 7, 8]),
    ...(starts && { writeIndices: i32([2, 1], starts) }),
  };
  return { op: 'tensorScatter', config, inputs, expected: f32([2, 3, 1], written) };
}

export const layerCases: LayerCase[] = [
  ...onAllData,
  {
    op: 'gatherND',
    config: { batchDims: 2, outOfBounds: 'drop' },
    inputs: {
      data: i32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
      indices: i32([2, 2, 1], [1, 0, 2, 1]),
    },
    expected: i32([2, 2], [2, 3, 0, 8]),
  },
  segments('Sum', 2, [2, 7, 30, 0]),
  segments('Sum', 3, [2, 7, 0, 30, 0, 0]),
  segments('Mean', 2, [2, 3.5, 15, 0]),
  segments('Prod', 2, [2, 6, 200, 1]),
  segments('Std', 2, [0, 2.5, 5, 0]),
  {
    ...segments('Softmax', 3, [1, 1, 1, 1, 1, 1]),
    inputs: { x: f32([2, 3, 1], [4, 5, 4, 7, 7, 7]), segmentIds },
    expected: f32([2, 3, 1], [0.5, 1, 0.5, 0.5, 0.5, 0]),
  },
  { ...segments('Max', 3, [2, 6, 0, 20, 0, 0]), config: { numSegments: 3, empty: 0 } },
  {
    ...segments('Mean', 1, [1.5, 10]),
    config: { numSegments: 1, outOfBounds: 'drop' },
    inputs: { x, segmentIds: i32([2, 3], [0, 0, 5, 0, -1, 1]) },
  },
  {
    op: 'unsortedSegmentMax',
    config: { numSegments: 1 },
    inputs: { x: i32([2, 2], [1, 5, -3, -4]), segmentIds: i32([2, 2], [0, 0, 0, 0]) },
    expected: i32([2, 1], [5, -3]),
  },
  cache({}, [0, 1], [5, 6, 3, 10, 7, 8]),
  cache({}, undefined, [5, 6, 3, 7, 8, 30]),
  cache({ mode: 'circular' }, [2, -1], [6, 2, 5, 8, 20, 7]),
  cache({ axis: 1 }, [1, 0], [1, 5, 6, 7, 8, 30]),
  graphs('Sum', {}, f32([2, 2, 1], [6, 3, 70, 0])),
  graphs('Sum', {}, f32([2, 2, 1], [6, 14, 60, 0]), { weights }),
  graphs('Mean', {}, f32([2, 2, 1], [6, 7, 30, 0]), { weights }),
  graphs('SqrtN', {}, f32([2, 2, 1], [6, 14 * halfRoot, 60 * halfRoot, 0]), { weights }),
  graphs('Max', { empty: 0 }, f32([2, 2, 1], [6, 2, 60, 0])),
  graphs('Min', { empty: -Infinity }, f32([2, 2, 1], [6, 1, 10, '-Infinity'])),
  graphs('Sum', { numSegments: 1, outOfBounds: 'drop' }, f32([2, 1, 2, 1], [7, 100, 28, 320]), {
    x: f32([2, 2, 2, 1], [1, 2, 3, 4, 5, 6, 7, 8]),
    sources: i32([2, 2], [0, 1, 2, 1]),
    targets: i32([2, 2], [0, 0, 0, 0]),
    weights: f32([2, 2, 2], [1, 10, 2, 20, 3, 30, 4, 40]),
  }),
  onGraph('Sum', {}, f32([2, 2, 1], [6, 3, 60, 30])),
  onGraph('Sum', { weights: [10, 1, 2] }, f32([2, 2, 1], [6, 14, 60, 140])),
  onGraph('Mean', { numSegments: 3 }, f32([2, 3, 1], [6, 7, 0, 120, 35, 0]), {
    weights: f32([2, 3], [10, 1, 2, 1, 2, 3]),
  }),
  onGraph('Max', { empty: 0, numSegments: 3 }, f32([2, 3, 1], [6, 2, 0, 60, 20, 0])),
  onGraph('Max', {}, i32([2, 2], [16777216, 2, 3, 5]), {
    x: i32([2, 3], [1, 2, 16777216, 4, 5, 3]),
  }),
  {
    op: 'unsortedSegmentSum',
    config: { numSegments: 2, segmentIds: [1, 0, 1] },
    inputs: { x },
    expected: f32([2, 2, 1], [2, 7, 20, 70]),
  },
  {
    op: 'unsortedSegmentSoftmax',
    config: { numSegments: 2, segmentIds: [0, 1, 0] },
    inputs: { x: f32([2, 3, 1], [4, 5, 4, 7, 7, 7]) },
    expected: f32([2, 3, 1], [0.5, 1, 0.5, 0.5, 1, 0.5]),
  },
  graphs('Mean', {}, i32([2, 2], [0, -1, -5, 0]), {
    x: i32([2, 2], [1, -2, -4, -5]),
    sources: i32([2, 2], [0, 1, 0, 1]),
    targets: i32([2, 2], [1, 1, 0, 0]),
  }),
];
