/** Runs in a page: fused products on webgl or webgpu. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import * as functions from '../src/index.ts';
import * as segments from '../src/segment/index.ts';
import * as sparse from '../src/sparse/index.ts';
import { timeSparse } from './sparse_steps.mjs';

globalThis.run = async (backend, isSmall) => {
  await tf.setBackend(backend);
  const log = (what) => console.info(`${backend}: ${what}`);
  return timeSparse(tf, { functions, segments, sparse }, isSmall, log);
};
