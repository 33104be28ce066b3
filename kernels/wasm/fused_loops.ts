/**
 * The module's loops for rows read from their sources, for 32-bit values in the heap.
 */
import type { Numbers } from '../contract/dtypes.js';
import type { Ends, PlannedCall } from '../contract/plan.js';
import type { HostLoops } from '../cpu/host.js';
import { CALL_WORDS, type Module, type WalkSites } from './module.js';

/** The size of a value. */
export const BYTES = 4;

/** A call, with lengths in values; assembly/fused.ts describes the words made from it. */
interface FusedCall {
  plan: Pick<PlannedCall, 'geometry' | 'valuesShape'>;
  ends: Ends;
  heads: number;
  arrays: Record<'out' | 'x' | 'indices' | 'sources', Numbers> & { weights?: Numbers | null };
  /** The bits of the fill value to combine, or the number of heads for dot products. */
  fillOrHeads: number;
  /** The tensors to compare at both ends, or the rows of data. */
  compared: { source?: Numbers; data?: Numbers };
}

/** Makes loops that run in the module if all arrays are in the heap. */
export function fusedLoops(
  module: Module,
  heapOf: () => ArrayBufferLike,
): Pick<Required<HostLoops>, 'combineGathered' | 'dot'> {
  return {
    combineGathered(combination, plan, gathered, arrays) {
      const { weights, like, x, out } = arrays;
      const isFloat = out instanceof Float32Array;
      const kind = isFloat ? 'F' : 'I';
      const walk = module.walks[like ? `${combination}Alike` : `${combination}${kind}Gathered`];
      const ofFloats = !like || (isFloat && like.data instanceof Float32Array);
      const all = [x, out, arrays.indices, arrays.sources, weights, like?.source, like?.data];
      if (!walk || !ofFloats || !areIn(heapOf(), all)) return false;
      run(walk, module, heapOf(), {
        plan,
        ends: gathered,
        heads: gathered.heads,
        arrays,
        fillOrHeads: bitsOf(gathered.fill, out),
        compared: like ?? {},
      });
      return true;
    },
    dot(plan, arrays) {
      const { dot } = module.walks;
      const { out, x, data, indices, sources } = arrays;
      if (!dot || !areIn(heapOf(), [out, x, data, indices, sources])) return false;
      const { ends, heads } = plan;
      run(dot, module, heapOf(), {
        plan,
        ends,
        heads,
        arrays,
        fillOrHeads: heads,
        compared: { data },
      });
      return true;
    },
  };
}

/** Returns whether arrays, if given, are in the heap and hold 32-bit values. */
export function areIn(heap: ArrayBufferLike, arrays: (Numbers | null | undefined)[]): boolean {
  return arrays.every(
    (array) => !array || (array.buffer === heap && array.BYTES_PER_ELEMENT === BYTES),
  );
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Returns the bits of a number as stored in an array of this type. */
export function bitsOf(value: number, like: Numbers): number {
  float[0] = value;
  return like instanceof Float32Array ? bits[0] : value;
}

function run(walk: WalkSites, module: Module, heap: ArrayBufferLike, call: FusedCall): void {
  const { plan, ends, heads, arrays, fillOrHeads, compared } = call;
  const { data, source } = ends;
  const { sliceSize } = plan.geometry;
  const [batches] = plan.valuesShape;
  const words = new Int32Array(heap, module.call, CALL_WORDS);
  const at = (array: Numbers | null | undefined, values: number) =>
    array ? array.byteOffset + values * BYTES : 0;
  for (let batch = 0; batch < batches; batch++) {
    const site = batch * data.sites;
    const [row, other] = [batch * data.rows * sliceSize, batch * source.rows * sliceSize];
    words.set([
      at(arrays.out, (batch * arrays.out.length) / batches),
      at(arrays.x, other),
      at(arrays.indices, site * data.width + data.column),
      at(arrays.sources, site * source.width + source.column),
      at(arrays.weights, site * heads),
      data.sites,
      data.rows,
      source.rows,
      sliceSize * BYTES,
      (sliceSize / heads) * BYTES,
      data.wraps ? -1 : 0,
      source.wraps ? -1 : 0,
      data.width * BYTES,
      fillOrHeads,
      at(compared.source, other),
      at(compared.data, row),
    ]);
    walk(module.call);
  }
}
