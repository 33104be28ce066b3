/** Derivatives of fused products on a graph so large that edges × features would show. Pages use it too. */
import type * as Tfjs from '@tensorflow/tfjs';
import type * as Sparse from 'tfjs-gather-scatter/sparse';

const [NODES, EDGES, FEATURES] = [50, 3001, 64];

/** The bytes of a tensor of edges × features. */
export const MESSAGES = EDGES * FEATURES * 4;

export const PRODUCTS = ['weighted sums', 'means', 'maxima', 'dots', 'second order'] as const;

export type Product = (typeof PRODUCTS)[number];

/** Makes the inputs of a product, and returns a function that computes its derivatives. */
export function prepare(tf: typeof Tfjs, sparse: typeof Sparse, product: Product): () => void {
  const ids = (step: number) => Int32Array.from({ length: EDGES }, (_, i) => (i * step) % NODES);
  const [sources, targets] = [7, 11].map((step) => tf.tensor1d(ids(step), 'int32'));
  const pairs = tf.stack([sources, targets], 1);
  const x = tf.randomUniform([NODES, FEATURES], -1, 1, 'float32', 1);
  const weights = tf.randomUniform([EDGES], -1, 1, 'float32', 2);
  const sum = (x: Tfjs.Tensor, weights: Tfjs.Tensor) =>
    sparse.gatherSegmentSum(x, sources, targets, NODES, { weights });
  const losses: Record<Product, (x: Tfjs.Tensor, weights: Tfjs.Tensor) => Tfjs.Tensor> = {
    'weighted sums': sum,
    means: (x, weights) => sparse.gatherSegmentMean(x, sources, targets, NODES, { weights }),
    maxima: (x, weights) => sparse.gatherSegmentMax(x, sources, targets, NODES).mul(weights.sum()),
    dots: (x, weights) => sparse.sampledDenseMatMul(pairs, x, x).mul(weights),
    'second order': (x, weights) => {
      const first = tf.grads((x, weights) => sum(x, weights).square().sum());
      return tf.addN(first([x, weights]).map((gradient) => gradient.square().sum()));
    },
  };
  return () => {
    const grads = tf.grads((x, weights) => losses[product](x, weights).sum())([x, weights]);
    tf.dispose(grads);
  };
}
