/** Reads the shared vector files; their headers explain the format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOptions, DType, OpName, OpUse, TensorData, Value } from './call.js';

interface FileTensor {
  dtype?: string;
  tfjsDtype?: DType;
  shape: number[];
  values: Value[];
}

interface FileAttributes {
  axis?: number;
  batch_dims?: number;
  reduction?: string;
  use_init_val?: boolean;
  out_of_bounds?: string;
}

interface FileCase {
  name: string;
  op: string;
  attrs: FileAttributes;
  inputs: { data: FileTensor; indices: FileTensor; updates?: FileTensor };
}

interface ConformanceCase extends FileCase {
  expected?: FileTensor;
  error?: string;
}

type Derivative = 'v_data' | 'v_updates' | 'h_data' | 'h_updates';

interface GradientCase extends FileCase {
  y: FileTensor;
  dy: FileTensor;
  d_data: FileTensor;
  d_updates?: FileTensor;
  hvp?: Record<Derivative, FileTensor>;
}

export interface VectorFile<Case> {
  header: { count: number };
  cases: Case[];
}

const OP_NAMES: Record<string, OpName> = {
  GatherElements: 'gatherElements',
  GatherND: 'gatherND',
  ScatterElements: 'scatterElements',
  ScatterND: 'scatterND',
  ScatterNDUpdate: 'scatterNDUpdate',
};

export function tensorOf({ dtype, tfjsDtype, shape, values }: FileTensor): TensorData {
  return { dtype: tfjsDtype ?? (dtype === 'int32' ? 'int32' : 'float32'), shape, values };
}

function optionsOf(attrs: FileAttributes): CallOptions {
  const { axis, batch_dims, reduction, use_init_val, out_of_bounds } = attrs;
  const all = {
    axis,
    batchDims: batch_dims,
    reduction,
    includeSelf: use_init_val,
    outOfBounds: out_of_bounds,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function useOf({ op, attrs, inputs }: Omit<FileCase, 'name'>): OpUse {
  const { data, indices, updates } = inputs;
  return {
    op: OP_NAMES[op],
    inputs: {
      data: tensorOf(data),
      indices: tensorOf(indices),
      ...(updates === undefined ? {} : { updates: tensorOf(updates) }),
    },
    options: optionsOf(attrs),
  };
}

function read<Case>(folder: string, name: string): VectorFile<Case> {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as VectorFile<Case>;
}

export const readConformance = (folder: string) =>
  read<ConformanceCase>(folder, 'conformance.json');
export const readGradients = (folder: string) => read<GradientCase>(folder, 'gradients.json');
