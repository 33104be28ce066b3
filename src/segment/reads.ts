/**
 * Arithmetic on tensors with a row for each site, by gathers that change what they read. tfjs' ops would need a tensor
 * of the rows that sites read, and on webgl they compile a program for each number of sites.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { neg, zeros } from '../../kernels/tfjs/seam.js';
import { OPS } from '../../kernels/call/ops.js';
import { FROM_ZERO } from '../../kernels/tfjs/rules.js';
import { requireKernels } from '../backends.js';
import { runKeeping } from '../tape.js';

/** How a read changes rows: kernels/call/factors.ts explains it. */
export interface Factors {
  from?: Tensor;
  /** It has no gradient. */
  over?: Tensor;
  weights?: Tensor;
}

export interface Reading {
  exp?: true;
  constant?: 1;
  /** What sites without a row get; by default 0. */
  fill?: number;
}

/** Sites that read rows. */
export interface Readable {
  /** Returns the row of each site, with gradients of every order by data, `from` and `weights`. */
  read: (data: Tensor, factors?: Factors, reading?: Reading) => Tensor;
  /** Sums the rows of sites at the places that they read. */
  sum: (rows: Tensor) => Tensor;
  /** Returns 0 for sites that read nothing. */
  mask: (rows: Tensor) => Tensor;
}

/** Reads at `indices`. `sitesAt` returns the same sites at the copy of indices that the tape kept. */
export function readAt(
  sitesAt: (indices: Tensor) => Readable,
  indices: Tensor,
  data: Tensor,
  factors: Factors,
  attrs: NamedAttrMap & Reading,
): Tensor {
  const { exp, constant } = attrs;
  const inputs: Record<string, Tensor> = { data, indices, ...factors };
  const isLinear = !exp && (!factors.weights || constant === 1);
  const isKept = (name: string) => !isLinear || name === 'indices' || name === 'over';
  const names = Object.keys(inputs).filter(isKept);
  requireKernels();
  return runKeeping(OPS.GatherND.kernelName, inputs, attrs, names, (dy, kept) => {
    const { data, indices, weights, ...others } = kept;
    const sites = sitesAt(indices);
    const again = (weights: Tensor) => sites.read(data, { ...others, weights }, { exp });
    /** Computes the gradient by the difference, or by the value that is read in its place. */
    const ofDifference = () => {
      const ofPower = 'weights' in kept ? times(dy, weights) : dy;
      const ofQuotient = exp ? again(ofPower) : ofPower;
      return 'over' in kept ? IN_ORDER.read(ofQuotient, { over: kept.over }) : ofQuotient;
    };
    return {
      indices: () => zeros(indices.shape),
      data: () => {
        const sum = sites.sum(ofDifference());
        return factors.from ? neg(sum) : sum;
      },
      from: () => (exp ? ofDifference() : sites.mask(ofDifference())),
      weights: () => (constant === 1 ? sites.mask(dy) : again(dy)),
    };
  });
}

/** A single site, whose row is all of a tensor. */
const IN_ORDER: Readable = {
  read: (data, factors = {}, reading = {}) =>
    readAt(() => IN_ORDER, zeros([0], 'int32'), data, factors, { ...FROM_ZERO, ...reading }),
  sum: (rows) => rows,
  mask: (rows) => rows,
};

export function times(a: Tensor, b: Tensor): Tensor {
  return IN_ORDER.read(a, { weights: b });
}

export function minus(a: Tensor, b: Tensor): Tensor {
  return IN_ORDER.read(b, { from: a });
}

export function exp(x: Tensor): Tensor {
  return IN_ORDER.read(x, {}, { exp: true });
}
