/**
 * The gradients of the kernels: a gather's is a scatter-add along the same indices, a scatter's is
 * in its reduction's row. Tensors are flattened first, for tfjs' elementwise ops have limits on
 * ranks that differ between backends.
 */
import { cast, dispose, reshape, zeros } from '@tensorflow/tfjs-core';
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { readAttributes } from './attributes.js';
import { inputNames, OPS } from './ops.js';
import type { Op } from './ops.js';
import { REDUCTIONS } from './reductions/table.js';
import { sitesOf } from './sites.js';

type NamedGradients = ReturnType<GradConfig['gradFunc']>;

/** The gradient of each op, as tfjs registers it. */
export function gradientConfigs(): GradConfig[] {
  return Object.values(OPS).map((op) => ({
    kernelName: op.kernelName,
    inputsToSave: inputNames(op),
    outputsToSave: [op.scatters],
    gradFunc: (dy, saved, attrs) => {
      if (Array.isArray(dy)) throw new Error(`${op.name}: got several dy, expected one.`);
      return op.scatters
        ? scatterGradient(op, dy, saved, attrs)
        : gatherGradient(op, dy, saved, attrs);
    },
  }));
}

function gatherGradient(op: Op, dy: Tensor, saved: Tensor[], attrs: NamedAttrMap): NamedGradients {
  const [data, indices] = saved;
  const attributes = readAttributes(op, attrs);
  checkDifferentiable(attributes.caller, saved);
  const sites = sitesOf(op, data.shape, indices, attributes);
  return {
    data: () => reshape(sites.scatter(zeros([data.size]), flatten(dy), 'add'), data.shape),
    indices: () => zeros(indices.shape),
  };
}

function scatterGradient(op: Op, dy: Tensor, saved: Tensor[], attrs: NamedAttrMap): NamedGradients {
  const [data, indices, updates, output] = saved;
  const attributes = readAttributes(op, attrs);
  const { caller, includeSelf, reduction } = attributes;
  checkDifferentiable(caller, saved);
  const sites = sitesOf(op, data.shape, indices, attributes);
  const { gradient } = REDUCTIONS[reduction];
  // Once for both gradients: in a second order, what each of them adds to a factor is then added up
  // here, where tensors are flat.
  const flat = flatten(dy);
  const call = {
    caller,
    sites,
    includeSelf,
    data: asFactor(data),
    updates: asFactor(updates),
    output: asFactor(output),
  };
  const overwritten = () => sites.scatter(flat, zeros([sites.valuesSize]), 'none');
  return {
    data: () => {
      const keepsSelf = includeSelf && gradient.data;
      return reshape(keepsSelf ? keepsSelf(flat, call) : overwritten(), data.shape);
    },
    indices: () => zeros(indices.shape),
    updates: () => reshape(gradient.updates(flat, call), updates.shape),
  };
}

function flatten(x: Tensor): Tensor {
  return reshape(x, [-1]);
}

/** int32 and bool take part as the numbers they are. */
function asFactor(x: Tensor): Tensor {
  return x.dtype === 'float32' ? flatten(x) : cast(flatten(x), 'float32');
}

function checkDifferentiable(caller: string, saved: Tensor[]): void {
  const [data] = saved;
  if (data.dtype === 'complex64' || data.dtype === 'string') {
    // A tape that is left by an error would hold them for ever.
    dispose(saved);
    throw new Error(
      `${caller}: data has dtype ${data.dtype}, expected float32 where a gradient is asked for: ` +
        'tfjs has no gradients of other dtypes.',
    );
  }
}
