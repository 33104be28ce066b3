/**
 * tfjs' own gathers and scatters at tuples, in the module, straight from their tensors: at few sites, a plan takes
 * longer than the call.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { ndGeometry } from '../call/geometry.js';
import { ndValuesShape, shapesFit } from '../call/shapes.js';
import type { RunAtOnce } from '../registry/compose_kernels.js';
import { tupleShape } from '../tfjs/rules.js';
import { addressOf, allocate, asWasmBackend } from './heap.js';
import { BYTES, canWalk, moduleOf, walkSites } from './module.js';

/** The module's names for the dtypes that it supports. */
const KINDS: Partial<Record<string, string>> = { float32: 'F', int32: 'I' };

/** Gathers slices of data, or combines updates into a copy of it. An index that is an error needs a plan. */
export const runAtTuples: RunAtOnce = ({ data, indices, updates, attrs }, host) => {
  const backend = asWasmBackend(host);
  const module = moduleOf(backend);
  const { shape, dtype } = data;
  const kind = KINDS[dtype];
  const isStored = (tensor: TensorInfo, as: string) =>
    tensor.dtype === as && backend.dataIdMap.get(tensor.dataId).dtype === as;
  if (!module || !kind || !isStored(indices, 'int32')) return null;
  const before = 'dataId' in data ? data : null;
  if ((before && !isStored(before, dtype)) || (updates && !isStored(updates, dtype))) return null;
  const tuples = updates ? tupleShape(indices.shape) : indices.shape;
  const valuesShape = ndValuesShape(shape, tuples, 0);
  if (updates && !shapesFit(updates.shape, valuesShape)) return null;
  const geometry = ndGeometry(shape, tuples, 0);
  const { outOfBounds, reduction } = attrs;
  const combining = reduction === 'add' ? `add${kind}` : 'replace';
  const stem = updates ? combining : 'gather';
  const walk = module.walks[stem + (geometry.sliceSize > 1 ? 'Rows' : 'Singles')];
  if (!walk || !canWalk(geometry)) return null;
  // An address stays when an output makes the heap grow.
  const at = addressOf(backend, indices);
  const from = before ? addressOf(backend, before) : 0;
  const values = updates ? addressOf(backend, updates) : 0;
  const output = allocate(backend, updates ? shape : valuesShape, dtype);
  const result = output.finish();
  const out = addressOf(backend, result);
  const bytes = geometry.dataSize * BYTES;
  if (updates && before) module.copy(out, from, bytes);
  else if (updates) module.zero(out, bytes);
  const ends = updates ? { addressed: out, values } : { addressed: from, values: out };
  const end = { geometry, wrapNegatives: false, outOfBounds };
  const drops = walkSites(module, walk, { end, indices: at, ...ends });
  if (!drops || outOfBounds === 'drop') return result;
  output.discard();
  return null;
};
