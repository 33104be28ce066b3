/** The values of tfjs-core that only /losses and /repair use; see tfjs_ops.ts. */
export { max } from '@tensorflow/tfjs-core';
