/** The reductions, policies and dtypes that the oracle knows: the only lists that tests loop over. */

/** ONNX's reductions, and OpenVINO's 'sub'. */
export const REDUCTIONS = ['none', 'add', 'sub', 'mul', 'max', 'min', 'mean'] as const;

/** All names for them. */
export const REDUCTION_NAMES = [...REDUCTIONS, 'sum', 'prod', 'amax', 'amin'] as const;

export const POLICIES = ['error', 'drop', 'clamp'] as const;

/** The dtypes that reductions combine on every backend. */
export const NUMBERS = ['float32', 'int32', 'bool'] as const;
