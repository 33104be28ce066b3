/** The values of tfjs-core that only /losses and /repair use; see tfjs_ops.ts. */
export { equal, greater, max, reverse, sign, slice } from '@tensorflow/tfjs-core';
