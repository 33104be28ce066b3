/**
 * Mutants that change no result, with the reason. `npm run mutate` leaves them out. A mutant is named by
 * its file, the line of code that it starts in, and what replaces a part of that line.
 */
const PATHS = 'the other path has the same result, slower or faster';
const REST = 'the loop for the rest does the same';
const UNSEEN = 'one step more reads nothing and writes nowhere';

export const EQUIVALENT = [
  {
    file: 'kernels/contract/index_ranges.ts',
    line: 'for (let flat = k + width; flat < indices.length; flat += width) {',
    to: ['k - width'],
    why: 'it first reads before the array, and then the first index once more',
  },
  {
    file: 'kernels/contract/reductions.ts',
    line: 'identity: { float32: -Infinity, int32: -(2 ** 31), bool: 0 },',
    to: ['+(2 ** 31)'],
    why: 'an Int32Array stores both as the same number',
  },
  {
    file: 'kernels/contract/served.ts',
    line: 'registerAll(served.get(backendName)?.missingKernels?.(backendName) ?? []);',
    to: ['served.get(backendName).missingKernels'],
    why: 'callers serve the backend first',
  },
  {
    file: 'kernels/cpu/by_four.ts',
    line: 'for (; i < end - 3; i += 4) {',
    to: ['false'],
    why: REST,
  },
  {
    file: 'kernels/cpu/distinct.ts',
    line: 'if (met[slice]++ > 0) areDistinct = false;',
    to: ['met[slice]--'],
    why: 'a count from 0 to 255 is above 0 the second time as well',
  },
  {
    file: 'kernels/cpu/gathered.ts',
    line: 'for (let first = 0; first < siteCount;) {',
    to: ['first <= siteCount'],
    why: UNSEEN,
  },
  {
    file: 'kernels/cpu/mean.ts',
    line: 'for (let slice = 0, offset = 0; slice < landed.length; slice++, offset += sliceSize) {',
    to: ['slice <= landed.length'],
    why: UNSEEN,
  },
  {
    file: 'kernels/cpu/memory.ts',
    line: "if (values === undefined) throw new Error('The cpu backend has no values for a tensor.');",
    to: ['""'],
    why: 'tfjs checks that a tensor is live before a kernel sees it',
  },
  {
    file: 'kernels/cpu/offsets.ts',
    line: 'for (let k = 0; k < depth; k++) {',
    to: ['k <= depth'],
    why: 'no index is in the range of the axis after the last one, which leads to the slower path',
  },
  {
    file: 'kernels/cpu/offsets.ts',
    line: 'return forEachLine(geometry, first, count, (begin, end, offset) =>',
    to: ['() => undefined'],
    why: PATHS,
  },
  {
    file: 'kernels/cpu/offsets.ts',
    line: 'for (let i = 0, at = first * depth + k; i < count; i++, at += depth) {',
    to: ['i <= count'],
    why: 'the block has no consumer there, and an index out of bounds leads to the slower path',
  },
  {
    file: 'kernels/cpu/offsets.ts',
    line: 'if (begin < count) consume(block, begin, count, first + begin);',
    to: ['true', 'begin <= count'],
    why: 'consumers take empty runs',
  },
  {
    file: 'kernels/cpu/places.ts',
    line: 'for (let i = begin; i < end; i += atOnce) {',
    to: ['i <= end'],
    why: 'consumers take empty runs',
  },
  {
    file: 'kernels/cpu/rows.ts',
    line: 'const isWhole = [bytes, from.byteOffset, to.byteOffset].every((length) => length % 8 === 0);',
    to: ['false', 'length % 8 !== 0', 'length * 8'],
    why: PATHS,
  },
  {
    file: 'kernels/cpu/rows.ts',
    line: 'for (let i = begin; i < end; i++) {',
    to: ['false', 'i <= end', 'i >= end'],
    why: 'values are only prefetched',
  },
  {
    file: 'kernels/cpu/tuned_loops.ts',
    line: 'if (isInRange) out.set(count === BLOCK ? block : block.subarray(0, count), first);',
    to: ['false'],
    why: 'a part of the block may be all of it',
  },
  {
    file: 'kernels/cpu/walk.ts',
    line: 'return indexSizes.length === 1 && (inner === 0 || siteShape[inner] >= RESOLVES_LINES_FROM);',
    to: [
      'false',
      'siteShape[inner] > RESOLVES_LINES_FROM',
      'siteShape[inner] < RESOLVES_LINES_FROM',
    ],
    why: PATHS,
  },
  {
    file: 'src/gradients/fused.ts',
    line: "const terms = reduction === 'mean' ? count(1) : count(shapes.x[2], { source: x, data: y });",
    to: ['false', '""'],
    why: 'a mean then has the same count for each feature',
  },
  {
    file: 'src/gradients/linear.ts',
    line: 'return others.length > 0 ? slice(put, 0, sites.valuesSize) : put;',
    to: ['true', 'others.length >= 0'],
    why: 'a slice from 0 to the size is the tensor itself',
  },
  {
    file: 'src/ops/convert.ts',
    line: 'if (!ArrayBuffer.isView(value) && sizeOf(shape) > UNCHECKED_SIZE) check();',
    to: ['true', 'sizeOf(shape) >= UNCHECKED_SIZE'],
    why: 'the check then runs earlier',
  },
  {
    file: 'src/segment/arg_extrema.ts',
    line: "return rows.dtype === 'int32' ? isEqual : logicalOr(isEqual, isNaN(rows));",
    to: ['false', '""'],
    why: 'no integer is NaN',
  },
  {
    file: 'kernels/cpu/gather.ts',
    line: "const isFilled = outOfBounds !== 'drop' || (!output.holdsAny && Object.is(fill, 0));",
    to: ['false', '(false)'],
    why: 'the output is filled once more before it is written',
  },
  {
    file: 'kernels/cpu/gathered.ts',
    line: 'const offsets = new Int32Array(Math.max(1, Math.floor(BLOCK / sliceSize)));',
    to: ['BLOCK * sliceSize'],
    why: 'the array is longer than needed',
  },
  {
    file: 'kernels/cpu/gathered.ts',
    line: 'if (place < 0) to = end;',
    to: ['false'],
    why: 'a dropped site is then cleared, and not added either way',
  },
  {
    file: 'kernels/cpu/gathered_sums.ts',
    line: 'for (let i = 0; i < count; i++) if (sources[i] < 0) places[i] = -1;',
    to: ['i <= count'],
    why: UNSEEN,
  },
  {
    file: 'kernels/cpu/gradients.ts',
    line: "const output = memory.output(shapes[name], 'float32', false);",
    to: ['true'],
    why: 'memory that is written is cleared first',
  },
  {
    file: 'kernels/cpu/host.ts',
    line: 'return memory.output(valuesShape, data.dtype, false);',
    to: ['true'],
    why: 'memory that is written is cleared first',
  },
  {
    file: 'kernels/cpu/places.ts',
    line: 'for (let j = 0, to = 0; j < count; j++, to += sliceSize) {',
    to: ['j <= count'],
    why: 'consumers do not read beyond the count',
  },
  {
    file: 'kernels/cpu/places.ts',
    line: 'for (let c = 0; c < sliceSize; c += BLOCK) {',
    to: ['c <= sliceSize'],
    why: 'consumers take empty runs',
  },
  {
    file: 'kernels/cpu/tuned_loops.ts',
    line: 'if (gatherBlock(check, data, indices, first, count, out)) return;',
    to: ['false'],
    why: PATHS,
  },
  {
    file: 'src/gradients/fused.ts',
    line: 'const attrs = { ...indexAttributes(caller, edges), reduction, includeSelf, fill, intoData: true };',
    to: ['false'],
    why: 'data is copied instead of overwritten',
  },
  {
    file: 'src/gradients/linear.ts',
    line: "const REPLACE: Scattering = { reduction: 'none', includeSelf: true };",
    to: ['false', '{}'],
    why: "'none' is the default, and keeps nothing of data where updates land",
  },
  {
    file: 'src/gradients/linear.ts',
    line: 'const tuples = others.length > 0 ? stack(remembered, 1) : reshape(first, [-1, 1]);',
    to: ['true', 'others.length >= 0'],
    why: 'a stack of one tensor is that tensor, reshaped',
  },
  {
    file: 'src/gradients/op_gradients.ts',
    line: 'if (Array.isArray(dy)) throw new Error(`${caller}: got several dy, expected one.`);',
    to: ['false'],
    why: 'tfjs gives a kernel with one output one dy',
  },
  {
    file: 'src/gradients/with_gradient.ts',
    line: 'return withGradient([], compute, () => []);',
    to: ['() => undefined', '["Stryker was here"]'],
    why: 'without inputs there is no gradient to ask for',
  },
  {
    file: 'src/ops/tfjs_workarounds.ts',
    line: "return hasKernel('IsFinite') ? tfjsIsFinite(x) : less(abs(x), Infinity);",
    to: ['""'],
    why: PATHS,
  },
];
