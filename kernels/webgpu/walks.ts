/**
 * How threads walk the sites of a call, along lines. The sums and divisions for a line's position are
 * computed once for all its sites. A thread that walks a whole line keeps the order of its sites without a
 * sort.
 */
import { linesOf } from '../contract/geometry.js';
import type { Plan } from '../contract/plan.js';
import type { Run } from './program.js';
import { maxPerThread } from './shares.js';
import { sliceOf, sliceVariant, sliceVariantName } from './wgsl_slices.js';
import { indexInputs, type Units } from './wgsl_values.js';

/**
 * The sites that a thread walks: a whole line, some neighbouring sites of it, or as many sites spread over
 * it. With spread sites, neighbouring threads read adjacent memory.
 */
type Walk = 'whole line' | 'neighbours' | 'spread';

interface SiteRun {
  run: Pick<Run, 'variant' | 'inputs' | 'threads' | 'numbers' | 'geometry'>;
  functions: string;
  /** Writes the start of a thread: its unit `c`, and the line of its sites. */
  start: string;
  /** Writes a loop over the sites, with each `site`, its `slice`, and the index `unit` of its unit. */
  each: (statements: string) => string;
}

/** Lets threads walk a call's sites, at most `mostSites` each, for each unit of the slices. */
export function walkSites(
  plan: Plan,
  { perSlice }: Units,
  walk: Walk,
  mostSites = maxPerThread(plan.geometry.siteCount * perSlice),
): SiteRun {
  const { geometry } = plan;
  const { count, length, step } = linesOf(geometry);
  const most = walk === 'whole line' ? length : mostSites;
  const walks = Math.ceil(length / most);
  const perThread = Math.ceil(length / walks);
  const variant = sliceVariant(plan);
  return {
    run: {
      variant: `${sliceVariantName(variant)} ${walk}`,
      inputs: indexInputs(plan),
      threads: count * walks * perSlice,
      numbers: { units: perSlice, length, step, walks, perThread },
      geometry,
    },
    functions: sliceOf(variant),
    start: START,
    each: (statements) => `
  for (${walk === 'spread' ? SPREAD : NEIGHBOURS}) {
    let site = base + n * uniforms.step;
    let slice = sliceAt(origin, site);
    let unit = site * uniforms.units + c;
${statements}
  }`,
  };
}

const START = `  let part = i / uniforms.units;
  let c = i - part * uniforms.units;
  let round = part / uniforms.step;
  let outer = round / uniforms.walks;
  let walk = round - outer * uniforms.walks;
  let base = outer * uniforms.length * uniforms.step + part - round * uniforms.step;
  let origin = originOf(base);
  let first = walk * uniforms.perThread;`;

const NEIGHBOURS = 'var n = first; n < min(first + uniforms.perThread, uniforms.length); n++';

const SPREAD = 'var n = walk; n < uniforms.length; n += uniforms.walks';
