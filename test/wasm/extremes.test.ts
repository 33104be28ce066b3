/** The extremes of indices, which the module finds four at a time. */
import { findExtremes } from '../../kernels/contract/index_ranges.js';
import { moduleLoops } from '../../kernels/wasm/module_loops.js';
import { heap, requiredModule, useWasm } from './backend.js';

useWasm();

/** Where to put an extreme: the other indices are between 0 and 9. */
const EXTREMES = [-(2 ** 31), -1, 10, 2 ** 31 - 1];

test.each([1, 2, 3, 4, 5])('%i indices in a tuple: as on the host', (width) => {
  const wasm = heap();
  const { findExtremes: find } = moduleLoops(requiredModule(), () => wasm.HEAPU8.buffer);
  for (let tuples = 1; tuples <= 9; tuples++) {
    const length = tuples * width;
    const at = wasm._malloc(length * 4);
    const indices = new Int32Array(wasm.HEAPU8.buffer, at, length);
    for (let changed = 0; changed < length; changed++) {
      for (const extreme of EXTREMES) {
        for (let i = 0; i < length; i++) indices[i] = (i * 7) % 10;
        indices[changed] = extreme;
        expect(find?.(indices, width)).toEqual(findExtremes(indices, width));
      }
    }
    wasm._free(at);
  }
});
