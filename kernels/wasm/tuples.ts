/**
 * tfjs' own gathers and scatters at tuples, in the module, straight from their tensors: at few sites, a plan takes
 * longer than the call. They return null for calls that need a plan, such as those with an index out of bounds.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { BuiltinCall } from '../builtins/index.js';
import { ndGeometry } from '../call/geometry.js';
import { ndValuesShape, shapesFit } from '../call/shapes.js';
import type { HostOutput } from '../registry/host_memory.js';
import { tupleShape } from '../tfjs/rules.js';
import type { HostBackend } from '../tfjs/seam.js';
import { wayFlag } from './flags.js';
import { addressOf, asWasmBackend, filled, heapMemory, type WasmBackend } from './heap.js';
import { type Module, moduleOf } from './module.js';
import { canWalk, walkSites } from './walk_sites.js';

/** What the indices address. */
type Addressed = Omit<TensorInfo, 'dataId'>;

export function gatherTuples({ input, backend }: BuiltinCall): TensorInfo | null {
  const [data, indices] = [input('params'), input('indices')];
  return run(backend, 'gather', data, indices, data, (wasm, { copy }, shape) =>
    heapMemory(wasm, copy).output(shape, data.dtype),
  );
}

export function addTuples({ input, attrs, backend, checkRoom }: BuiltinCall): TensorInfo | null {
  const { shape = [] }: { shape?: number[] } = attrs;
  const [indices, updates] = [input('indices'), input('updates')];
  const { dtype } = updates;
  checkRoom('shape', shape, shape);
  return run(backend, 'add', { shape, dtype }, indices, updates, (wasm) =>
    filled(wasm, shape, dtype),
  );
}

export function replaceTuples({ input, backend }: BuiltinCall): TensorInfo | null {
  const [data, indices, updates] = [input('tensor'), input('indices'), input('updates')];
  return run(backend, 'replace', data, indices, updates, (wasm, { copy }) =>
    heapMemory(wasm, copy).copyOf(data, false),
  );
}

/** The module's names for the dtypes that it supports. */
const KINDS: Partial<Record<string, string>> = { float32: 'F', int32: 'I' };

/** Gathers `values` into an output, or scatters them there. */
function run(
  host: HostBackend,
  op: 'gather' | 'add' | 'replace',
  { shape, dtype }: Addressed,
  indices: TensorInfo,
  values: TensorInfo,
  start: (backend: WasmBackend, module: Module, valuesShape: number[]) => HostOutput,
): TensorInfo | null {
  const backend = asWasmBackend(host);
  const module = wayFlag() === 'auto' ? moduleOf(backend) : null;
  const kind = KINDS[dtype];
  const isStored = (tensor: TensorInfo, as: string) =>
    tensor.dtype === as && backend.dataIdMap.get(tensor.dataId).dtype === as;
  if (!module || !kind || !isStored(values, dtype) || !isStored(indices, 'int32')) return null;
  const gathers = op === 'gather';
  const tuples = gathers ? indices.shape : tupleShape(indices.shape);
  const valuesShape = ndValuesShape(shape, tuples, 0);
  if (!gathers && !shapesFit(values.shape, valuesShape)) return null;
  const geometry = ndGeometry(shape, tuples, 0);
  const stem = op === 'add' ? op + kind : op;
  const walk = module.walks[stem + (geometry.sliceSize > 1 ? 'Rows' : 'Singles')];
  if (!walk || !canWalk(geometry)) return null;
  // An address stays when an output makes the heap grow.
  const [from, at] = [addressOf(backend, values), addressOf(backend, indices)];
  const output = start(backend, module, valuesShape);
  const result = output.finish();
  const out = addressOf(backend, result);
  const ends = gathers ? { addressed: from, values: out } : { addressed: out, values: from };
  const call = { end: { geometry, wrapNegatives: false }, indices: at, ...ends };
  const { buffer } = backend.wasm.HEAPU8;
  if (walkSites(module, walk, buffer, call, 0) === geometry.siteCount) return result;
  output.discard();
  return null;
}
