/**
 * How threads walk the sites of a call, along lines. The sums and divisions for a line's position are computed once for
 * all its sites. A thread that walks a whole line keeps the order of its sites without a sort.
 */
import type { Indexed } from '../call/ends.js';
import { linesOf } from '../call/geometry.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { MAX_PER_THREAD, MIN_THREADS } from './strategy.js';
import { sliceOf, type Units } from './wgsl_sites.js';

/** A program whose `body` is the code for each site: it can use `site`, its `slice`, and the unit `c` of the slice. */
interface AtSites extends Omit<Run, 'width' | 'threads'> {
  /** A thread computes one unit of the slices at its sites. */
  units: Units;
  /** Whether one thread walks a whole line. By default several share it, and neighbouring ones read adjacent memory. */
  inLines?: boolean;
  /** The maximum number of values per thread. */
  perThread?: number;
}

/** Runs a program whose threads walk the sites of an end. */
export function runAtSites(end: Indexed, memory: Memory, run: AtSites): void {
  const { geometry } = end;
  const { perSlice, width } = run.units;
  const { inLines = false, perThread = MAX_PER_THREAD, parts = [] } = run;
  const { count, length, step } = linesOf(geometry);
  const values = geometry.siteCount * perSlice;
  const most = Math.max(1, Math.min(perThread, Math.floor(values / MIN_THREADS)));
  const walks = inLines ? 1 : Math.ceil(length / most);
  memory.run({
    ...run,
    width,
    parts: [sliceOf(end), ...parts],
    threads: count * walks * perSlice,
    numbers: { ...run.numbers, units: perSlice, length, step, walks },
    body: `${START}
  for (var n = walk; n < uniforms.length; n += uniforms.walks) {
    let site = base + n * uniforms.step;
    let slice = sliceAt(origin, site);
${run.body}
  }`,
  });
}

const START = `  let part = i / uniforms.units;
  let c = i - part * uniforms.units;
  let round = part / uniforms.step;
  let outer = round / uniforms.walks;
  let walk = round - outer * uniforms.walks;
  let base = outer * uniforms.length * uniforms.step + part - round * uniforms.step;
  let origin = sliceOrigin(base);`;
