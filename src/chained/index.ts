/**
 * tfjs-gather-scatter/chained: the ops as methods of tensors, with the tensor as the first argument.
 * Importing it adds the methods to all tensors, even if other packages bring further copies of
 * tfjs-core, and registers the ops' gradients with tfjs. Import kernels from tfjs-gather-scatter or the
 * entry points of your backends.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import 'tfjs-gather-scatter/chained';
 *
 * const votes = tf.zeros([2]).scatterElements([0, 1, 1], [1, 1, 1], { reduction: 'add' });
 * votes.gatherND([[1]]).print(); // [2]
 * votes.at(votes.greater(1)).set(0).print(); // [1, 0]
 * ```
 *
 * @module tfjs-gather-scatter/chained
 */
import type { Rank, Tensor, TensorInfo, TensorLike, Variable } from '@tensorflow/tfjs-core';

import { engine } from '../../kernels/tfjs/seam.js';
import { isOneOf } from '../../kernels/call/errors.js';
import * as indexing from '../indexing/index.js';
import * as ops from '../ops/index.js';
import '../register.js';
import * as segments from '../segment/functions.js';
import type { SegmentResult } from '../segment/run_segments.js';
import * as products from '../sparse/functions.js';
import { KernelBackend } from '../tfjs_ops.js';

/**
 * Functions that do not become methods. checkIndices returns no tensor; tf.scatterND is a different
 * function; and tfjs has its own method unsortedSegmentSum, which it may add after this module.
 */
const LEFT_OUT = ['checkIndices', 'scatterND', 'unsortedSegmentSum'] as const;

type Functions = Omit<
  typeof indexing & typeof ops & typeof segments & typeof products,
  (typeof LEFT_OUT)[number]
>;

/** The arguments of a function after the first. */
type Others<Op> = Op extends (x: never, ...others: infer Others) => unknown ? Others : never;

/**
 * The functions as methods, typed like tfjs' own methods. Editors show a function's comment for its method if
 * its module exports it itself or by `export *`.
 */
type Methods = {
  [Name in keyof Functions]: Name extends 'at'
    ? <R extends Rank, T extends Tensor<R>>(
        this: T & Tensor<R>,
        ...indices: Others<Functions[Name]>
      ) => T extends Variable ? indexing.VariablePlaces<Tensor<R>> : indexing.Places<Tensor<R>>
    : Name extends `assign${string}`
      ? (this: Variable, ...others: Others<Functions[Name]>) => void
      : Name extends 'gatherND' | 'take'
        ? (...others: Others<Functions[Name]>) => Tensor
        : Name extends KeepingRank
          ? <R extends Rank>(this: Tensor<R>, ...others: Others<Functions[Name]>) => Tensor<R>
          : <R extends Rank, Ids extends Tensor | TensorLike>(
              this: Tensor<R>,
              segmentIds: Ids,
              ...others: Others<Functions[Name]> extends [unknown, ...infer Rest] ? Rest : never
            ) => SegmentResult<R, Ids>;
};

/** The functions whose result always has the rank of the tensor. */
type KeepingRank =
  | Exclude<keyof Functions, `assign${string}` | `unsortedSegment${string}`>
  | 'unsortedSegmentSoftmax'
  | 'unsortedSegmentLogSoftmax';

/**
 * The methods that tensors get when you import this module. Each calls the function of the same name with
 * this tensor as the first argument; see there for arguments, dtypes, errors and gradients.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- TypeDoc lists the methods of an interface
export interface ChainedOps extends Methods {}

// TypeScript merges a declaration only with the file that declares the class. Node's resolution of ES
// modules requires the extension `.js`.
declare module '@tensorflow/tfjs-core/dist/tensor.js' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type -- the type parameters must match the class
  interface Tensor<R extends Rank = Rank> extends ChainedOps {}
}

/**
 * Returns the prototype of all tensors. Several copies of tfjs-core share the engine of the first, which
 * makes all tensors with its own class. This package may import another copy, and no tensor is an instance of
 * that copy's class.
 */
function prototypeOfTensors(): object {
  const nothing: TensorInfo = { dataId: {}, shape: [0], dtype: 'float32' };
  // A backend without data, whose only purpose is to let the tensor be disposed.
  const backend = new KernelBackend();
  backend.disposeData = () => true;
  const tensor = engine().makeTensorFromTensorInfo(nothing, backend);
  const prototype = Object.getPrototypeOf(tensor) as object;
  tensor.dispose();
  return prototype;
}

const prototype = prototypeOfTensors();
for (const [name, op] of Object.entries({ ...indexing, ...ops, ...segments, ...products })) {
  if (isOneOf(name, LEFT_OUT) || name in prototype) continue;
  Object.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value(this: Tensor, ...args: unknown[]): unknown {
      return Reflect.apply(op, undefined, [this, ...args]);
    },
  });
}
