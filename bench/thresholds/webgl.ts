/** The thresholds of kernels/webgl/strategy.ts, in calls of 65,536 sites or values. */
import * as tf from '@tensorflow/tfjs';
import { asWebGLBackend, disposeContext } from '../../kernels/webgl/context.js';
import { addAlongLines, gatherLines, K, scatterSlices } from './calls.js';
import { offer } from './harness.js';

const SITES = 64 * K;

const backend = () => asWebGLBackend(tf.backend());

const pixel = new Float32Array(4);

/** Sizes of as many dimensions, and about as many sites in all. */
const shapeOf = (dimensions: number) =>
  Array.from({ length: dimensions }, () => Math.round(SITES ** (1 / dimensions)));

offer(
  {
    async start() {
      // Small tensors would be computed on the host.
      tf.env().set('WEBGL_CPU_FORWARD', false);
      await tf.setBackend('webgl');
    },
    // Programs hold constants, and are kept by names without them.
    apply: () => {
      disposeContext(backend());
    },
    // A reading of what was drawn last waits for the GPU; nothing else does.
    finish: () => {
      const { gl } = backend().gpgpu;
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
    },
  },
  [
    {
      counted: 'looks for each point',
      name: 'LOOKS_PER_POINT',
      values: [4, 8, 16, 24],
      ways: ['scanned', 'drawn'],
      // An output that scans looks at each update of its line, and at data.
      callAt: (looks) => addAlongLines(Math.floor(SITES / (looks - 1)), looks - 1),
    },
    {
      counted: 'values in a slice',
      name: 'DRAWS_RECTANGLES_FROM',
      values: [2, 4, 8, 16],
      ways: ['points', 'rectangles'],
      callAt: (width) => scatterSlices(SITES / width, SITES, width),
    },
    {
      counted: 'updates in a pass',
      name: 'UPDATES_PER_PASS',
      values: [64, 128, 512, K],
      given: { LOOKS_PER_POINT: Infinity },
      callAt: () => addAlongLines(64, K),
    },
    {
      counted: 'dimensions around lines',
      name: 'UNROLLED_DIMENSIONS',
      values: [1, 2, 3, 4],
      ways: ['unrolled', 'in a loop'],
      callAt: (outer) => gatherLines(shapeOf(outer + 1)),
    },
  ],
);
