/** The words of the rules as the oracle knows them: what tests go through has them from here. */

/** ONNX's reductions, and OpenVINO's 'sub'. */
export const REDUCTIONS = ['none', 'add', 'sub', 'mul', 'max', 'min', 'mean'] as const;

/** All names that scatters take for them. */
export const REDUCTION_NAMES = [...REDUCTIONS, 'sum', 'prod', 'amax', 'amin'] as const;

export const POLICIES = ['error', 'drop', 'clamp'] as const;

/** The dtypes that reductions combine on every backend. */
export const NUMBERS = ['float32', 'int32', 'bool'] as const;
