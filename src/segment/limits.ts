/**
 * The lowest and highest numbers of a dtype, as far as the tensors of a backend can hold them.
 */
import type { DataType } from '@tensorflow/tfjs-core';

import { currentKernels } from '../backends.js';

interface Limits {
  lowest: number;
  highest: number;
}

const FLOAT32 = { lowest: -(2 - 2 ** -23) * 2 ** 127, highest: (2 - 2 ** -23) * 2 ** 127 };
const INT32 = { lowest: -(2 ** 31), highest: 2 ** 31 - 1 };
/** Of int32 that is kept in floats: the float next to 2^31. */
const INT32_IN_FLOATS = { lowest: -(2 ** 31), highest: 2 ** 31 - 2 ** 7 };
/** Of anything that is kept in half floats. */
const HALF_FLOAT = { lowest: -65504, highest: 65504 };

export function limitsOf(dtype: DataType): Limits {
  const exactIntegers = currentKernels().exactIntegers();
  if (exactIntegers <= 2 ** 11) return HALF_FLOAT;
  if (dtype !== 'int32') return FLOAT32;
  return exactIntegers <= 2 ** 24 ? INT32_IN_FLOATS : INT32;
}
