/**
 * The module's loop for the factors of gathers, for float32 values in the heap.
 */
import { FACTORS } from '../call/factors.js';
import { bitsOf, type HostLoops } from '../cpu/host.js';
import { areIn, BYTES } from './fused_loops.js';
import { FactorField as Field } from './fields.js';
import type { Module } from './module.js';

/** What assembly/factors.ts adds to the flags of factors. */
const DIVIDES_BY_INTEGERS = 1024;
const COMPARES_INTEGERS = 2048;
const EXP = 4096;

export function factorLoops(module: Module): Pick<Required<HostLoops>, 'change'> {
  return {
    change(change, begin, end) {
      const { x, out, sliceSize, fill } = change;
      const factors = FACTORS.map((name) => change.by[name]);
      const arrays = factors.map((factor) => factor?.numbers);
      const run = module.walks.change;
      if (!run || !(out instanceof Float32Array) || !areIn(module, [x, out, ...arrays]))
        return false;
      const [, over, , own] = arrays;
      // Without numbers of slices, all values are one row.
      const isRow = sliceSize === 1 || !factors.some((factor) => factor?.per === 'slice');
      const rowSize = isRow ? end - begin : sliceSize;
      const first = begin / sliceSize;
      const addresses = factors.map((factor) => {
        if (!factor) return 0;
        const at = { value: begin, slice: first, call: 0 }[factor.per];
        return factor.numbers.byteOffset + at * BYTES;
      });
      // Whether a factor has a number for each value, or for each row.
      const flagOf = { value: 1, slice: isRow ? 1 : 2, call: 0 };
      const flags = factors.map((factor, i) => (factor ? flagOf[factor.per] << (2 * i) : 0));
      if (over instanceof Int32Array) flags.push(DIVIDES_BY_INTEGERS);
      if (own instanceof Int32Array) flags.push(COMPARES_INTEGERS);
      if (change.exp) flags.push(EXP);
      const fields = module.fields();
      fields[Field.out] = out.byteOffset + begin * BYTES;
      fields[Field.x] = x.byteOffset + begin * BYTES;
      fields.set(addresses, Field.from);
      fields[Field.rows] = (end - begin) / rowSize;
      fields[Field.bytes] = rowSize * BYTES;
      fields[Field.fill] = bitsOf(fill, out);
      fields[Field.flags] = flags.reduce((sum, flag) => sum + flag);
      run(module.call);
      return true;
    },
  };
}
