import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape, tensor3d, transpose } from '../../kernels/tfjs/seam.js';
import { OPS } from '../../kernels/call/ops.js';
import { requireKernels, runKernel } from '../backends.js';
import { inShape } from '../gradients/reads.js';
import { keeping } from '../tape.js';

/**
 * Exchanges the first two of three dimensions: returns [b, a · c]. tfjs' transpose is slower than a gather on the
 * host, and rounds int32 on webgpu.
 */
export function exchange(x: Tensor, shape: number[]): Tensor {
  const [a, b, c] = shape;
  const cube = inShape(x, shape);
  const isFast = x.dtype === 'float32' && requireKernels().transposesFast;
  return reshape(isFast ? transpose(cube, [1, 0, 2]) : gathered(cube), [b, a * c]);
}

function gathered(x: Tensor): Tensor {
  const [a, b] = x.shape;
  const tuples = new Int32Array(2 * a * b);
  for (let i = 0; i < a * b; i++) {
    tuples[2 * i] = i % a;
    tuples[2 * i + 1] = Math.floor(i / a);
  }
  const indices = tensor3d(tuples, [b, a, 2]);
  return keeping(
    { x },
    [],
    () => runKernel(OPS.GatherND, { data: x, indices }, { outOfBounds: 'clamp' }),
    (dy) => ({ x: () => gathered(dy) }),
  );
}
