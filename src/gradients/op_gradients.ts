/**
 * The gradients of the kernels. A gather's is a scatter-add along the same indices; a scatter's is in
 * the table, by reduction. Tensors are flattened first, because backends differ in the ranks that their
 * elementwise ops accept.
 */
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import {
  asGradFunc,
  backend,
  dispose,
  reshape,
  type SingleGradFunc,
  tidy,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { readAttributes } from '../../kernels/call/attributes.js';
import { named, wrong } from '../../kernels/call/errors.js';
import { inputNames, type Op, OPS } from '../../kernels/call/ops.js';
import { viewAs } from '../../kernels/call/shapes.js';
import type { KernelReduction } from '../../kernels/call/reductions.js';
import { TENSOR_SCATTER } from '../../kernels/call/tensor_scatter.js';
import { asScatterND } from '../../kernels/registry/tensor_scatter.js';
import { requireKernels } from '../backends.js';
import { computeDetached } from '../tape.js';
import {
  addGradient,
  extremumGradient,
  meanGradient,
  noneGradient,
  type ScatterGradient,
  subGradient,
  zeroAtSites,
} from './reductions.js';
import { flatten, sitesOf } from './sites.js';
import { productGradient } from './product.js';

/** The gradients of scatters. */
const GRADIENTS: Record<KernelReduction, ScatterGradient> = {
  none: noneGradient,
  add: addGradient,
  sub: subGradient,
  mul: productGradient,
  max: extremumGradient,
  min: extremumGradient,
  mean: meanGradient,
};

type NamedGradients = ReturnType<SingleGradFunc>;

/** Computes gradients whose errors begin with a name, also those that tfjs asks for later. */
export function namedGradients(name: string, compute: () => NamedGradients): NamedGradients {
  const gradients = Object.entries(named(name, compute));
  return Object.fromEntries(gradients.map(([input, run]) => [input, () => named(name, run)]));
}

/** Computes gradients from dy and the tensors that the tape keeps. */
export type GradientOf<Attrs = object> = (
  dy: Tensor,
  saved: Tensor[],
  attrs: NamedAttrMap & Attrs,
) => NamedGradients;

/** Makes the gradient of a kernel. The tape keeps some inputs, and perhaps the result. */
export function configOf<Attrs = object>(
  kernelName: string,
  inputsToSave: string[],
  gradient: GradientOf<Attrs>,
  keepsResult = false,
): GradConfig {
  const gradFunc = asGradFunc(gradient as SingleGradFunc);
  return { kernelName, inputsToSave, outputsToSave: [keepsResult], gradFunc };
}

export function gradientConfigs(): GradConfig[] {
  const ofOps = Object.values(OPS).flatMap((op) => {
    const gradient = op.scatters ? scatterGradient : gatherGradient;
    const run: GradientOf = (...call) => namedGradients(op.name, () => gradient(op, ...call));
    return [op.kernelName, op.gradientName].map((name) =>
      configOf(name, inputNames(op), run, op.scatters),
    );
  });
  const { name, kernelName } = TENSOR_SCATTER;
  const run: GradientOf = (...call) => namedGradients(name, () => tensorScatterGradient(...call));
  return [...ofOps, configOf(kernelName, ['update', 'writeIndices'], run)];
}

/** The gradient of a direct call. No two of its sites share a slice, so the gradient of update is a plain read. */
const tensorScatterGradient: GradientOf = (dy, [update, writeIndices], options) => {
  checkDifferentiable('update', update, [update, writeIndices]);
  const pastCache = viewAs(update, dy.shape);
  const inputs = { pastCache, update, writeIndices };
  const [indices, attrs] = asScatterND(
    inputs,
    options,
    requireKernels(),
    backend(),
    computeDetached,
  );
  const sites = sitesOf(OPS.ScatterND, dy.shape, indices, { axis: 0, ...attrs });
  return {
    pastCache: () => zeroAtSites(dy, sites),
    update: () => sites.read(dy),
    writeIndices: () => zeros(writeIndices.shape),
  };
};

function gatherGradient(op: Op, dy: Tensor, saved: Tensor[], attrs: NamedAttrMap): NamedGradients {
  const { sites, indices } = readCall(op, saved, attrs);
  return { data: () => sites.sum(dy), indices: () => zeros(indices.shape) };
}

function scatterGradient(
  op: Op,
  dy: Tensor,
  saved: Tensor[],
  attrs: NamedAttrMap = {},
): NamedGradients {
  const { attributes, sites, indices, tensors } = readCall(op, saved, attrs);
  const { reduction } = attributes;
  // A number that the call started from has no gradient.
  const includeSelf = attributes.includeSelf && !('start' in attrs);
  const { sharesWork, of } = GRADIENTS[reduction];
  // Both gradients share this flat tensor, so in second order tfjs adds their derivatives here. It would
  // otherwise add them at the inputs, whose rank its add may not support.
  const flat = flatten(dy);
  const compute = () => of(flat, { includeSelf, sites, tensors });
  const dataGradient = () => (includeSelf ? compute().data() : zeroAtSites(flat, sites));
  // tfjs does not say which of the gradients it wants. Without `includeSelf` they share nothing.
  const both =
    sharesWork &&
    includeSelf &&
    tidy(() => {
      const { data, updates } = compute();
      return { updates: updates(), data: data() };
    });
  return {
    data: () => reshape(both ? both.data : dataGradient(), sites.dataShape),
    indices: () => zeros(indices.shape),
    updates: () => reshape(both ? both.updates : compute().updates(), sites.valuesShape),
  };
}

/** Reads a taped call. If the tape did not keep data, attributes tell its shape. */
function readCall(
  op: Op,
  saved: Tensor[],
  { dataShape, ...attrs }: NamedAttrMap & { dataShape?: number[] } = {},
) {
  const attributes = readAttributes(attrs);
  const data = dataShape ? undefined : saved[0];
  const [indices, updates, output] = data ? saved.slice(1) : saved;
  if (data) checkDifferentiable('data', data, saved);
  const sites = sitesOf(op, data?.shape ?? dataShape ?? [], indices, attributes);
  return { attributes, indices, sites, tensors: { data, updates, output } };
}

/** Throws for an input whose dtype has no gradient; `saved` are the tensors that tfjs' tape kept. */
export function checkDifferentiable(name: string, { dtype }: Tensor, saved: Tensor[]): void {
  if (dtype === 'complex64' || dtype === 'string') {
    // tfjs does not free the tensors of a tape after an error.
    dispose(saved);
    const expected = 'float32 for a gradient: tfjs has no gradients for other dtypes';
    throw wrong(`${name} has dtype ${dtype}`, expected);
  }
}
