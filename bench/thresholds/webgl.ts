/** The thresholds of kernels/webgl/strategy.ts, in calls of 65,536 sites or values. */
import * as tf from '@tensorflow/tfjs';
import { asWebGLBackend } from '../../kernels/webgl/context.js';
import { addAlongLines, K, M, scatterSlices } from './calls.js';
import { offer, threshold } from './harness.js';

const SITES = 64 * K;

const backend = () => asWebGLBackend(tf.backend());

const pixel = new Float32Array(4);

offer(
  {
    async start() {
      // Small tensors would be computed on the host.
      tf.env().set('WEBGL_CPU_FORWARD', false);
      await tf.setBackend('webgl');
    },
    // Programs are cached by their source, of which thresholds are a part.
    apply: () => undefined,
    // Reading from the texture drawn last waits for the GPU; nothing else does.
    finish: () => {
      const { gl } = backend().gpgpu;
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
    },
  },
  [
    // An output that scans reads each update of its line, and data.
    threshold(
      'READS_PER_POINT',
      'reads per point',
      [4, 8, 16, 24],
      (reads) => addAlongLines(Math.floor(SITES / (reads - 1)), reads - 1),
      { ways: ['scanned', 'drawn'] },
    ),
    threshold(
      'DRAWS_TRIANGLES_FROM',
      'values in a slice',
      [2, 4, 8, 16],
      (width) => scatterSlices(SITES / width, SITES, width),
      { ways: ['points', 'triangles'] },
    ),
    // No line of the texture that tfjs chooses ends with a slice.
    threshold(
      'VALUES_PER_SITE',
      'values of data per site',
      [4, 8, 32, 64],
      (values) => scatterSlices(M / values, Math.floor(M / 24), 24),
      { ways: ['own lines', 'tfjs lines'] },
    ),
    threshold(
      'UPDATES_PER_PASS',
      'updates in a pass',
      [64, 128, 512, K],
      () => addAlongLines(64, K),
      { given: { READS_PER_POINT: Infinity } },
    ),
  ],
);
