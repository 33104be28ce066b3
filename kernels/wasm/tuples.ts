/**
 * tfjs' own gathers and scatters at tuples, in the module, straight from their tensors: at few sites, a plan takes
 * longer than the call. They return null for calls that need a plan, such as those with an index that is an error.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { ndGeometry } from '../call/geometry.js';
import { ndValuesShape, shapesFit } from '../call/shapes.js';
import type { BuiltinCall } from '../registry/compose_kernels.js';
import { tupleShape } from '../tfjs/rules.js';
import type { AnyBackend } from '../tfjs/seam.js';
import { addressOf, allocate, asWasmBackend } from './heap.js';
import { BYTES, canWalk, moduleOf, walkSites } from './module.js';

export function gatherTuples({ input, backend }: BuiltinCall): TensorInfo | null {
  const data = input('params');
  return run(backend, 'gather', data, input('indices'), data);
}

export function addTuples({ input, attrs, backend, checkRoom }: BuiltinCall): TensorInfo | null {
  const { shape = [] }: { shape?: number[] } = attrs;
  const updates = input('updates');
  checkRoom('shape', shape, shape);
  return run(backend, 'add', { shape, dtype: updates.dtype }, input('indices'), updates);
}

export function replaceTuples({ input, backend }: BuiltinCall): TensorInfo | null {
  const tensor = input('tensor');
  return run(backend, 'replace', tensor, input('indices'), input('updates'), tensor);
}

/** The module's names for the dtypes that it supports. */
const KINDS: Partial<Record<string, string>> = { float32: 'F', int32: 'I' };

/** Gathers `values` into an output, or scatters them into a copy of a tensor, or else into zeros. */
function run(
  host: AnyBackend,
  op: 'gather' | 'add' | 'replace',
  { shape, dtype }: Omit<TensorInfo, 'dataId'>,
  indices: TensorInfo,
  values: TensorInfo,
  copied?: TensorInfo,
): TensorInfo | null {
  const backend = asWasmBackend(host);
  const module = moduleOf(backend);
  const kind = KINDS[dtype];
  const isStored = (tensor: TensorInfo, as: string) =>
    tensor.dtype === as && backend.dataIdMap.get(tensor.dataId).dtype === as;
  const areStored = isStored(values, dtype) && isStored(indices, 'int32');
  if (!module || !kind || !areStored || (copied && !isStored(copied, dtype))) return null;
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
  const before = copied && addressOf(backend, copied);
  const output = allocate(backend, gathers ? valuesShape : shape, dtype);
  const result = output.finish();
  const out = addressOf(backend, result);
  const bytes = geometry.dataSize * BYTES;
  if (before !== undefined) module.copy(out, before, bytes);
  else if (!gathers) module.zero(out, bytes);
  const ends = gathers ? { addressed: from, values: out } : { addressed: out, values: from };
  const outOfBounds = op === 'replace' ? 'error' : 'drop';
  const end = { geometry, wrapNegatives: false, outOfBounds } as const;
  const drops = walkSites(module, walk, { end, indices: at, ...ends });
  if (!drops || outOfBounds === 'drop') return result;
  output.discard();
  return null;
}
