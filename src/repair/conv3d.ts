/** The gradients of conv3d on wasm, where tfjs' kernels for them do not write all of their results. */
import type { Conv3DAttrs, GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { sizeOf } from '../../kernels/call/shapes.js';
import * as tf from '../../kernels/tfjs/seam.js';
import { type CallSites, sitesOfTuples } from '../gradients/sites.js';
import { addN, matMul, split, stack } from '../tfjs_ops.js';
import { kindNow } from './configs.js';

type Shape = [number, number, number, number, number];

/** Returns, for each place of the filter, the values of x that it meets, in the order of dy. */
function sitesOfPlaces(x: Tensor, filter: Tensor, attrs: NamedAttrMap): CallSites[] {
  const { strides, pad } = attrs as NamedAttrMap & Conv3DAttrs;
  const { shape } = x;
  const filterShape = filter.shape as Shape;
  const info = tf.backend_util.computeConv3DInfo(shape as Shape, filterShape, strides, 1, pad);
  const { front, top, left } = info.padInfo;
  const pads = [front, top, left];
  const steps = [info.strideDepth, info.strideHeight, info.strideWidth];
  const [batch, ...others] = shape;
  const [lengths, channels] = [others.slice(0, 3), others[3]];
  const out = info.outShape.slice(1, 4);
  /** Of a number that counts along three axes, the one along an axis. */
  const digit = (at: number, sizes: number[], d: number) =>
    Math.floor(at / sizeOf(sizes.slice(d + 1))) % sizes[d];
  const sizes = filter.shape.slice(0, 3);
  return Array.from({ length: sizeOf(sizes) }, (_, place) => {
    const rows = Array.from({ length: sizeOf(out) }, (_, at) => {
      const met = lengths.map(
        (_, d) => digit(at, out, d) * steps[d] - pads[d] + digit(place, sizes, d),
      );
      const isInside = met.every((i, d) => i >= 0 && i < lengths[d]);
      // Padding is dropped.
      return isInside ? met.reduce((flat, i, d) => flat * lengths[d] + i, 0) : -1;
    });
    const tuples = Array.from({ length: batch }, () => rows).flat();
    return sitesOfTuples(
      [batch, sizeOf(lengths), channels],
      tf.tensor(tuples, [batch, rows.length, 1], 'int32'),
      1,
    );
  });
}

export const conv3dGradient = (own: GradConfig): GradConfig => ({
  ...own,
  gradFunc: tf.asGradFunc((dy, [x, filter], attrs) => {
    // This throws for dilations.
    const gradients = own.gradFunc(dy, [x, filter], attrs);
    if (kindNow() !== 'wasm') return gradients;
    const sites = sitesOfPlaces(x, filter, attrs);
    const [inner, outer] = filter.shape.slice(3);
    const rows = tf.reshape(dy, [-1, outer]);
    return {
      x() {
        const matrices = split(tf.reshape(filter, [-1, outer]), sites.length);
        const parts = sites.map((met, i) => met.sum(matMul(rows, matrices[i], false, true)));
        return tf.reshape(addN(parts), x.shape);
      },
      filter() {
        const of = (met: CallSites) => matMul(tf.reshape(met.read(x), [-1, inner]), rows, true);
        return tf.reshape(stack(sites.map(of)), filter.shape);
      },
    };
  }),
});
