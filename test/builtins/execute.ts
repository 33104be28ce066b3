/** Runs one call of tfjs' own ops on the current backend, in Node or in a page. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { dot } from '../support/tape.js';
import { computedFrom } from '../support/computed.js';
import type { Named } from '../support/find_op.js';
import { buildTensor } from '../support/tensors.js';
import { indexNameOf, linearInputs } from './call.js';
import type { BuiltinCall } from './call.js';

function apply({ op, options }: BuiltinCall, inputs: Named): tf.Tensor {
  const { shape = [], axis, batchDims, numSegments = 0 } = options;
  const [indices, segmentIds] = [inputs.indices, inputs.segmentIds] as tf.Tensor1D[];
  switch (op) {
    case 'gatherND':
      return tf.gatherND(inputs.x, indices);
    case 'scatterND':
      return tf.scatterND(indices, inputs.updates, shape);
    case 'tensorScatterUpdate':
      return tf.tensorScatterUpdate(inputs.tensor, indices, inputs.updates);
    case 'sparseToDense': {
      const { sparseIndices, sparseValues, defaultValue } = inputs;
      return tf.sparseToDense(sparseIndices, sparseValues, shape, defaultValue as tf.Scalar);
    }
    case 'gather':
      return tf.gather(inputs.x, indices, axis, batchDims);
    case 'unsortedSegmentSum':
      return tf.unsortedSegmentSum(inputs.x, segmentIds, numSegments);
    case 'sparseSegmentSum':
      return tf.sparse.sparseSegmentSum(inputs.data, indices, segmentIds);
    case 'sparseSegmentMean':
      return tf.sparse.sparseSegmentMean(inputs.data, indices, segmentIds);
    case 'topk':
      return tf.topk(inputs.x, options.k).values;
    case 'stridedSlice': {
      const { begin = [], end = [], strides, shrinkAxisMask } = options;
      return tf.stridedSlice(inputs.x, begin, end, strides, 0, 0, 0, 0, shrinkAxisMask);
    }
    case 'cropAndResize': {
      const { cropSize = [1, 1], method } = options;
      const [image, boxes] = [inputs.image as tf.Tensor4D, inputs.boxes as tf.Tensor2D];
      return tf.image.cropAndResize(image, boxes, inputs.boxInd as tf.Tensor1D, cropSize, method);
    }
    case 'bincount':
      return tf.bincount(inputs.ids as tf.Tensor1D, inputs.weights as tf.Tensor1D, numSegments);
    case 'denseBincount':
      return tf.denseBincount(
        inputs.ids as tf.Tensor2D,
        inputs.weights as tf.Tensor2D,
        numSegments,
      );
  }
}

/** The gradients of a function with respect to some of its inputs. */
function gradsOf(
  f: (inputs: Named) => tf.Tensor,
  names: string[],
  inputs: Named,
  dy?: tf.Tensor,
): Named {
  const ofNamed = (...values: tf.Tensor[]) =>
    f({ ...inputs, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) });
  const grads = tf.grads(ofNamed)(
    names.map((name) => inputs[name]),
    dy,
  );
  return Object.fromEntries(names.map((name, i) => [name, grads[i]]));
}

function alongDirections(gradients: Named, directions: Named): tf.Scalar {
  return tf.addN(Object.keys(directions).map((name) => dot(directions[name], gradients[name])));
}

function differentiate(
  call: BuiltinCall,
  inputs: Named,
  { dy, directions, computed }: { dy: tf.Tensor; directions: Named; computed?: boolean },
): Named {
  const linear = linearInputs(call);
  const indices = indexNameOf(call);
  const indicesOf = (values: Named) =>
    computed ? computedFrom('argMax', values[linear[0]], values[indices]) : values[indices];
  const op = (values: Named) => apply(call, { ...values, [indices]: indicesOf(values) });
  // tfjs' own gradient of unsortedSegmentSum does not include the ids.
  const hasAll = call.accelerated || call.op !== 'unsortedSegmentSum';
  const all = hasAll ? Object.keys(inputs) : linear;
  const named = (kind: string, gradients: Named): Named =>
    Object.fromEntries(
      Object.entries(gradients).map(([name, gradient]) => [`${kind} ${name}`, gradient]),
    );
  const byDy = tf.grad((upstream) =>
    alongDirections(gradsOf(op, linear, inputs, upstream), directions),
  )(dy);
  const square = (values: Named) => {
    const y = op(values);
    return dot(y, y);
  };
  const second = gradsOf(
    (values) => alongDirections(gradsOf(square, linear, values), directions),
    linear,
    inputs,
  );
  return {
    byDy,
    ...named('gradient', gradsOf(op, all, inputs, dy)),
    ...named('second', second),
  };
}

function buildAll(tensors: BuiltinCall['inputs']): Named {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, data]) => [name, buildTensor(data)]),
  );
}

export function runBuiltin(call: BuiltinCall, inputs: Named): Named {
  const { accelerated, derivatives } = call;
  const undo = accelerated ? accelerateBuiltins() : () => undefined;
  try {
    return tf.tidy(() => ({
      result: apply(call, inputs),
      ...(derivatives &&
        differentiate(call, inputs, {
          dy: buildTensor(derivatives.dy),
          directions: buildAll(derivatives.directions),
          computed: derivatives.computed,
        })),
    }));
  } finally {
    undo();
  }
}
