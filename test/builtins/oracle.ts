/**
 * Each op as tfjs documents it, as a list of terms. A term says that a value of an input, or a
 * share of it, is added to a value of the result. Results and derivatives follow from the terms.
 * Naive, and independent of src.
 */
import type { TensorData } from '../support/call.js';
import { coordinatesOf, placeOf } from '../support/oracle_targets.js';
import { arrayOf, numbersOf } from '../support/values.js';
import type { BuiltinCall } from './call.js';

interface Term {
  to: number;
  from: string;
  at: number;
  /** The value is multiplied by this. Default: 1. */
  share?: number;
}

type Values = Record<string, number[]>;

interface Linear {
  shape: number[];
  terms: Term[];
}

/** The flat place of coordinates, or undefined if they are out of bounds. */
function placeIn(shape: number[], coordinates: number[]): number | undefined {
  const isInside = coordinates.every((coordinate, d) => coordinate >= 0 && coordinate < shape[d]);
  return isInside ? placeOf(coordinates, shape) : undefined;
}

/**
 * For every value of the updates, its place in a tensor of this shape. tfjs allows callers to leave
 * out the last dimension of indices, that of the tuples.
 */
function targetsOf(indices: TensorData, shape: number[]): (number | undefined)[] {
  const depth = indices.shape.length > 1 ? indices.shape[indices.shape.length - 1] : 1;
  const numbers = numbersOf(indices);
  return coordinatesOf([numbers.length / depth]).flatMap(([i]) => {
    const tuple = numbers.slice(i * depth, (i + 1) * depth);
    return coordinatesOf(shape.slice(depth)).map((inner) => placeIn(shape, [...tuple, ...inner]));
  });
}

function scatterTerms(targets: (number | undefined)[], from: string): Term[] {
  return targets.flatMap((to, at) => (to === undefined ? [] : [{ to, from, at }]));
}

function untouched(shape: number[], targets: (number | undefined)[]): number[] {
  return coordinatesOf(shape).flatMap((_, i) => (targets.includes(i) ? [] : [i]));
}

function gatherTerms({ inputs, options }: BuiltinCall): Linear {
  const { x, indices } = inputs;
  const { axis: givenAxis = 0, batchDims: givenDims = 0 } = options;
  const axis = givenAxis < 0 ? givenAxis + x.shape.length : givenAxis;
  const batchDims = givenDims < 0 ? givenDims + indices.shape.length : givenDims;
  const inner = indices.shape.slice(batchDims);
  const shape = [...x.shape.slice(0, axis), ...inner, ...x.shape.slice(axis + 1)];
  const numbers = numbersOf(indices);
  const terms = coordinatesOf(shape).flatMap((out, to) => {
    const along = out.slice(axis, axis + inner.length);
    const index = placeOf([...out.slice(0, batchDims), ...along], indices.shape);
    const found = [...out.slice(0, axis), numbers[index], ...out.slice(axis + inner.length)];
    const at = placeIn(x.shape, found);
    return at === undefined ? [] : [{ to, from: 'x', at }];
  });
  return { shape, terms };
}

function sparseSegmentTerms({ op, inputs }: BuiltinCall): Linear {
  const { data, indices, segmentIds } = inputs;
  const [rows, ids] = [numbersOf(indices), numbersOf(segmentIds)];
  const rest = data.shape.slice(1);
  const shape = [Math.max(-1, ...ids) + 1, ...rest];
  const terms = ids.flatMap((id, i) =>
    coordinatesOf(rest).map((inner) => ({
      to: placeOf([id, ...inner], shape),
      from: 'data',
      at: placeOf([rows[i], ...inner], data.shape),
      share: op === 'sparseSegmentMean' ? 1 / ids.filter((other) => other === id).length : 1,
    })),
  );
  return { shape, terms };
}

/** The values that a strided slice takes, for bounds that are inside, and shrunk axes left out. */
function sliceTerms({ inputs: { x }, options }: BuiltinCall): Linear {
  const { begin = [], end = [], strides = [], shrinkAxisMask = 0 } = options;
  const isShrunk = (d: number) => ((shrinkAxisMask >> d) & 1) === 1;
  const positions = x.shape.map((_, d) => {
    const found: number[] = [];
    const by = strides[d];
    for (let i = begin[d]; by > 0 ? i < end[d] : i > end[d]; i += by) found.push(i);
    return isShrunk(d) ? [begin[d]] : found;
  });
  const taken = coordinatesOf(positions.map(({ length }) => length));
  const terms = taken.map((coordinates, to) => ({
    to,
    from: 'x',
    at: placeOf(
      coordinates.map((c, d) => positions[d][c]),
      x.shape,
    ),
  }));
  const shape = positions.flatMap(({ length }, d) => (isShrunk(d) ? [] : [length]));
  return { shape, terms };
}

function topTerms({ inputs: { x }, options: { k = 1 } }: BuiltinCall): Linear {
  const values = numbersOf(x);
  const length = x.shape[x.shape.length - 1];
  const rows = coordinatesOf(x.shape.slice(0, -1)).map((_, row) => row * length);
  const terms = rows.flatMap((first, row) => {
    const places = Array.from({ length }, (_, i) => first + i);
    places.sort((a, b) => values[b] - values[a]);
    return places.slice(0, k).map((at, i) => ({ to: row * k + i, from: 'x', at }));
  });
  return { shape: [...x.shape.slice(0, -1), k], terms };
}

function countTerms({ inputs: { ids }, options: { numSegments = 0 } }: BuiltinCall): Linear {
  const shape = [...ids.shape.slice(0, -1), numSegments];
  const length = ids.shape[ids.shape.length - 1];
  const terms = numbersOf(ids).flatMap((id, at) => {
    const to = Math.floor(at / length) * numSegments + id;
    return id >= 0 && id < numSegments ? [{ to, from: 'weights', at }] : [];
  });
  return { shape, terms };
}

/** The pixels of a crop, with the share of each, and no term at a position outside. */
function cropTerms({ inputs: { image, boxes, boxInd }, options }: BuiltinCall): Linear {
  const { cropSize = [1, 1], method = 'bilinear' } = options;
  const [ends, images] = [numbersOf(boxes), numbersOf(boxInd)];
  const pixelsAt = (box: number, axis: number, i: number): [at: number, share: number][] => {
    const [first, last] = [ends[4 * box + axis], ends[4 * box + 2 + axis]];
    const [size, count] = [image.shape[1 + axis], cropSize[axis]];
    const step = count > 1 ? i / (count - 1) : 0.5;
    const position = (first + step * (last - first)) * (size - 1);
    if (position < 0 || position > size - 1) return [];
    if (method === 'nearest') return [[Math.round(position), 1]];
    const low = Math.floor(position);
    return [
      [low, 1 - (position - low)],
      [Math.ceil(position), position - low],
    ];
  };
  const shape = [images.length, ...cropSize, image.shape[3]];
  const terms = coordinatesOf(shape).flatMap(([box, y, x, channel], to) =>
    pixelsAt(box, 0, y).flatMap(([row, shareOfRow]) =>
      pixelsAt(box, 1, x).map(([column, shareOfColumn]) => ({
        to,
        from: 'image',
        at: placeOf([images[box], row, column, channel], image.shape),
        share: shareOfRow * shareOfColumn,
      })),
    ),
  );
  return { shape, terms };
}

/** The slope of <dy, crops> along each end of the boxes. Inside a pixel's cell, crops are linear in each. */
function boxGradient(call: BuiltinCall, dy: number[]): number[] {
  const { boxes, image } = call.inputs;
  const ends = numbersOf(boxes);
  const step = 2 ** -10;
  const at = (i: number, by: number) => {
    const moved = { ...boxes, values: ends.map((end, j) => (i === j ? end + by : end)) };
    const linear = cropTerms({ ...call, inputs: { ...call.inputs, boxes: moved } });
    const crops = forwardOf(linear, { image: numbersOf(image) });
    return crops.reduce((sum, value, j) => sum + value * dy[j], 0);
  };
  return ends.map((_, i) => (at(i, step) - at(i, -step)) / (2 * step));
}

function linearOf(call: BuiltinCall): Linear {
  const { op, inputs, options } = call;
  const { shape = [], numSegments = 0 } = options;
  switch (op) {
    case 'gather':
      return gatherTerms(call);
    case 'sparseSegmentSum':
    case 'sparseSegmentMean':
      return sparseSegmentTerms(call);
    case 'topk':
      return topTerms(call);
    case 'stridedSlice':
      return sliceTerms(call);
    case 'bincount':
    case 'denseBincount':
      return countTerms(call);
    case 'cropAndResize':
      return cropTerms(call);
    case 'gatherND': {
      const { x, indices } = inputs;
      const depth = indices.shape[indices.shape.length - 1];
      const result = [...indices.shape.slice(0, -1), ...x.shape.slice(depth)];
      // Here, indices of rank 1 are a single tuple.
      const rows = { ...indices, shape: [1, ...indices.shape] };
      const terms = targetsOf(rows, x.shape).flatMap((at, to) =>
        at === undefined ? [] : [{ to, from: 'x', at }],
      );
      return { shape: result, terms };
    }
    case 'scatterND':
      return { shape, terms: scatterTerms(targetsOf(inputs.indices, shape), 'updates') };
    case 'tensorScatterUpdate': {
      const { tensor, indices } = inputs;
      const targets = targetsOf(indices, tensor.shape);
      const terms = scatterTerms(targets, 'updates').filter(
        ({ to, at }) => targets.lastIndexOf(to) === at,
      );
      const kept = untouched(tensor.shape, targets).map((i) => ({ to: i, from: 'tensor', at: i }));
      return { shape: tensor.shape, terms: [...terms, ...kept] };
    }
    case 'sparseToDense': {
      const { sparseIndices, sparseValues } = inputs;
      const targets = targetsOf(sparseIndices, shape);
      const terms = scatterTerms(targets, 'sparseValues').map((term) =>
        sparseValues.shape.length === 0 ? { ...term, at: 0 } : term,
      );
      const filled = untouched(shape, targets).map((to) => ({ to, from: 'defaultValue', at: 0 }));
      return { shape, terms: [...terms, ...filled] };
    }
    case 'unsortedSegmentSum': {
      const result = [numSegments, ...inputs.x.shape.slice(1)];
      return { shape: result, terms: scatterTerms(targetsOf(inputs.segmentIds, result), 'x') };
    }
  }
}

function forwardOf({ shape, terms }: Linear, values: Values): number[] {
  const y = coordinatesOf(shape).map(() => 0);
  for (const { to, from, at, share = 1 } of terms) {
    y[to] = Math.fround(y[to] + values[from][at] * share);
  }
  return y;
}

function backwardOf({ terms }: Linear, inputs: BuiltinCall['inputs'], dy: number[]): Values {
  const gradients = mapValues(inputs, ({ shape }) => coordinatesOf(shape).map(() => 0));
  for (const { to, from, at, share = 1 } of terms) gradients[from][at] += dy[to] * share;
  return gradients;
}

function mapValues<A, B>(record: Record<string, A>, f: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value)]));
}

export function resultShapeOf(call: BuiltinCall): number[] {
  return linearOf(call).shape;
}

type Expected = Record<string, { shape: number[]; y: number[] }>;

/** The expected values of a call's outputs, by name. */
export function expectedOf(call: BuiltinCall): Expected {
  const linear = linearOf(call);
  const { shape } = linear;
  const { inputs, derivatives } = call;
  const result = {
    shape,
    y: forwardOf(
      linear,
      mapValues(inputs, (data) => [...arrayOf(data)]),
    ),
  };
  if (!derivatives) return { result };
  const byDy = forwardOf(linear, mapValues(derivatives.directions, numbersOf));
  const dy = numbersOf(derivatives.dy);
  const gradients = backwardOf(linear, inputs, dy);
  if (call.op === 'cropAndResize') gradients.boxes = boxGradient(call, dy);
  const second = backwardOf(
    linear,
    inputs,
    byDy.map((value) => 2 * value),
  );
  const named = (kind: string, values: Values): Expected =>
    Object.fromEntries(
      Object.entries(values).map(([name, y]) => [
        `${kind} ${name}`,
        { shape: inputs[name].shape, y },
      ]),
    );
  return {
    result,
    byDy: { shape, y: byDy },
    ...named('gradient', gradients),
    ...named('second', second),
  };
}
