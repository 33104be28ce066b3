/** Gradients of scatters: what one is, and those of all reductions but mul. */
import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, minimum, scalar, tensor1d } from '../../kernels/tfjs/seam.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { withGradient, asConstant } from '../tape.js';
import { currentLimits } from '../backends.js';
import { flatten, type CallSites } from './sites.js';
import { inShape, readInOrder } from './reads.js';

/** The inputs of a scatter that have gradients. */
export type GradientName = 'data' | 'updates';

/** A scatter call that is differentiated. */
interface DifferentiatedCall {
  includeSelf: boolean;
  sites: CallSites;
  /** Kept by tfjs' tape, for reductions whose gradients read values; without data if the call started from a number. */
  tensors: Record<'updates' | 'output', Tensor> & { data?: Tensor | undefined };
}

/** The gradient of L = Σ dy · output, for a flat dy. */
export interface ScatterGradient {
  /** Whether both gradients share work, which `of` does. Otherwise, their functions do all. */
  sharesWork?: true;
  /**
   * Returns functions for dL/d data and dL/d updates, which tfjs can differentiate again. That of data may overwrite
   * what the other reads. It is only called with includeSelf; without, data is excluded where updates land.
   */
  of: (dy: Tensor, call: DifferentiatedCall) => Record<GradientName, () => Tensor>;
}

/** A tensor for data and one for updates. */
export type Both = Record<GradientName, Tensor>;

/** Casts a tensor to float32, with gradients for int32 and bool as well. */
export function asFloat(x: Tensor): Tensor {
  if (x.dtype === 'bool') return castBool(x, 'float32');
  return x.dtype === 'float32' ? x : cast(x, 'float32');
}

/** Casts a bool to 0 and 1, with dy as the gradient. tfjs' cast alone would keep bytes above 1. */
export function castBool(x: Tensor, dtype: 'float32' | 'int32'): Tensor {
  const run = () => minimum(cast(x, dtype), scalar(1, dtype));
  return withGradient({ x }, [], run, (dy) => ({ x: () => dy }));
}

export const addGradient: ScatterGradient = {
  of: (dy, { sites }) => ({ data: () => dy, updates: () => sites.read(dy) }),
};

export const subGradient: ScatterGradient = {
  of: (dy, { sites }) => ({
    data: () => dy,
    updates: () => readInOrder(sites.read(dy), { from: scalar(0), givesUp: true }),
  }),
};

/** Divides dy by the number of terms of each mean. Places without updates keep dy. */
export const meanGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf }) {
    const terms = asConstant(() => sites.count(includeSelf));
    const share = readInOrder(dy, { over: terms });
    return { data: () => share, updates: () => sites.read(share) };
  },
};

/** Only the last site at each offset gets a gradient, because it overwrote the others. */
export const noneGradient: ScatterGradient = {
  of: (dy, { sites }) => ({
    data: () => zeroAtSites(dy, sites),
    updates: () => dyAtLastSites(dy, sites),
  }),
};

const REPLACE = { reduction: 'none' } as const;

/** Returns 0 at the sites, dy elsewhere: the gradient of data that updates replace. */
export function zeroAtSites(dy: Tensor, sites: CallSites): Tensor {
  return sites.scatter(dy, 0, REPLACE);
}

/** Returns dy at the last site of each offset, else 0: the gradient of updates that replace data. */
export function dyAtLastSites(dy: Tensor, sites: CallSites): Tensor {
  return withGradient(
    { dy: inShape(dy, sites.dataShape) },
    [],
    () => takeAtLastSites(dy, sites),
    (v) => ({ dy: () => sites.scatter(0, v, REPLACE) }),
  );
}

/** Gathers dy, but only at the last site of each slice, which a scatter of the sites' numbers finds. */
function takeAtLastSites(dy: Tensor, sites: CallSites): Tensor {
  const slices = sites.perSlice();
  const count = sizeOf(slices.valuesShape);
  if (count === 0 || dy.size === 0) return sites.read(dy);
  const [first, ...others] = numbersOf(count);
  const lastOf = (numbers: Tensor) => slices.scatter(0, numbers, REPLACE);
  const taken = sites.read(dy, { sourceLike: lastOf(first), targetLike: first });
  return others.reduce((taken, numbers) => {
    const sourceLike = slices.read(lastOf(numbers));
    return readInOrder(taken, { sourceLike, targetLike: numbers });
  }, taken);
}

/** Numbers the sites, in several digits if the backend's tensors cannot hold the numbers exactly. */
function numbersOf(count: number): Tensor[] {
  const { exactIntegers: base } = currentLimits('float32');
  const digits: Tensor[] = [];
  for (let unit = 1; unit === 1 || unit < count; unit *= base) {
    const digit = new Float32Array(count);
    for (let i = 0; i < count; i++) digit[i] = count > base ? Math.floor(i / unit) % base : i;
    digits.push(tensor1d(digit));
  }
  return digits;
}

export const extremumGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf, tensors }) {
    // They are compared in their own dtype: as float32, different int32 values may be equal.
    const { updates, output } = tensors;
    const [ours, others, result] = [tensors.data ?? output, updates, output].map((x) =>
      x.dtype === 'bool' ? castBool(flatten(x), 'int32') : x,
    );
    const whereData = { sourceLike: result, targetLike: ours };
    // 1 for each update that attains the result.
    const mask = asConstant(() =>
      sites.read(dy, { constant: 1, sourceLike: result, targetLike: others }),
    );
    const whereUpdates = { sourceLike: scalar(1), targetLike: mask };
    const ties = asConstant(() => {
      const self = includeSelf ? readInOrder(dy, { constant: 1, ...whereData }) : 0;
      return sites.scatter(self, mask, { reduction: 'add', givesUp: true });
    });
    const share = readInOrder(dy, { over: ties });
    return {
      data: () => readInOrder(share, { ...whereData, givesUp: true }),
      updates: () => sites.read(share, whereUpdates),
    };
  },
};
