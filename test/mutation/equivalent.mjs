/**
 * Mutants that change no result, with the reason. `npm run mutate` leaves them out. A mutant is named by
 * the end of its file's path, the line of code that it starts in, and what replaces a part of that line.
 */
const PATHS = 'the other path has the same result, slower or faster';
const REST = 'the loop for the rest does the same';
const AHEAD = 'values are only prefetched';
const UNSEEN = 'one step more reads nothing and writes nowhere';

/** The end of a path, and below it pairs of lines: the code, and what replaces a part of it -- why nothing changes. */
const TEXT = `
  bounds.ts
    for (let flat = k + width; flat < indices.length; flat += width) {
      k - width -- it first reads before the array, and then the first index once more
    if (value < least) least = value;
      value <= least -- they are the same then
    else if (value > greatest) greatest = value;
      value >= greatest -- they are the same then
  reductions.ts
    identity: { float32: -Infinity, int32: -(2 ** 31), bool: 0 },
      +(2 ** 31) -- an Int32Array stores both as the same number
  by_four.ts
    for (; i < end - 3; i += 4) {
      false -- ${REST}
  cpu/host.ts
    for (let first = 0; first < siteCount;) {
      first <= siteCount -- ${UNSEEN}
  memory.ts
    if (values === undefined) throw new Error('The cpu backend has no values for a tensor.');
      "" -- tfjs checks that a tensor is live before a kernel sees it
  cpu/sites.ts
    for (let i = 0, at = first * depth + k; i < count; i++, at += depth) {
      i <= count -- the block has no consumer there, and an index out of bounds leads to the slower path
    if (begin < i) consume(block, begin, i, first + begin);
      true | begin <= i -- consumers take empty runs
    if (begin < count) consume(block, begin, count, first + begin);
      true | begin <= count -- consumers take empty runs
    if (stop - begin === BLOCK) places.set(offsets);
      false -- ${PATHS}
    if (visits[slice]++ > 0) areDistinct = false;
      visits[slice]-- -- a count from 0 to 255 is above 0 the second time as well
    for (let i = begin; i < stop; i += atOnce) {
      i <= stop -- consumers take empty runs
    for (let j = 0, to = 0; j < count; j++, to += length) {
      j <= count -- consumers do not read beyond the count
    for (let c = 0; c < sliceSize; c += BLOCK) {
      c <= sliceSize -- consumers take empty runs
    return true;
      false -- ${PATHS}
  tuned_loops.ts
    const isWhole = [bytes, from.byteOffset, to.byteOffset].every((length) => length % 8 === 0);
      false | length % 8 !== 0 | length * 8 -- ${PATHS}
    if (sliceSize < ROWS_FROM || sliceSize >= ROWS_BY_SET_FROM) return;
      true | false | sliceSize <= ROWS_FROM | sliceSize >= ROWS_FROM -- ${AHEAD}
    for (let i = begin; i < end; i++) {
      false | i <= end | i >= end -- ${AHEAD}
    for (let c = 0; c < sliceSize; c += LINE) read |= values[offset + c];
      false -- ${AHEAD}
  tuned_loops.ts
    if (areInRange) return;
      false -- ${PATHS}
    return at === first + end;
      false | first - end -- ${PATHS}
    if (sliceSize < 2) return false;
      sliceSize <= 2 -- ${PATHS}
    const areLong = inner === 0 || siteShape[inner] >= LINES_FROM;
      false | siteShape[inner] > LINES_FROM | siteShape[inner] < LINES_FROM -- ${PATHS}
  cpu/host.ts
    const fills = end.outOfBounds === 'drop' && (output.holdsAny === true || !Object.is(end.fill, 0));
      true -- dropped sites get the same zeros once more
  dtypes.ts
    throw new Error(\`Values of dtype \${dtype} are not numbers.\`);
      \`\` -- strings and complex64 never get there
  gpu/known_values.ts
    const isTrue = before && (before.of === call || before.of === upload());
      false -- ${PATHS}
  gradients/fused.ts
    const attrs = heads === undefined ? where : { ...where, heads };
      false -- undefined means one head as well
  gradients/reductions.ts
    const REPLACE = { reduction: 'none' } as const;
      {} -- 'none' is the default, and keeps nothing of data where updates land
  convert.ts
    if (!ArrayBuffer.isView(value) && size > UNCHECKED_SIZE)
      true | size >= UNCHECKED_SIZE -- the check then runs earlier
  segment/run_segments.ts
    return ranges.every(({ least, greatest }) => least >= 0 && greatest < numSegments);
      least > 0 -- ${PATHS}
  tfjs_workarounds.ts
    return hasKernel('IsFinite') ? tfjsIsFinite(x) : less(abs(x), Infinity);
      "" -- ${PATHS}
`;

function* read() {
  let [path, code] = ['', ''];
  for (const [, indent, text] of TEXT.matchAll(/^( +)(.+)$/gm)) {
    if (indent.length === 2) path = text;
    else if (indent.length === 4) code = text;
    else {
      const [to, why] = text.split(' -- ');
      yield { path, line: code, to: to.split(' | '), why };
    }
  }
}

export const EQUIVALENT = [...read()];
