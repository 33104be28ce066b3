/** Scattering on the host: updates are combined with a copy of data, in row-major order. Strings are UTF-8 bytes. */
import {
  type Combination,
  combinationOf,
  startOf,
  type StringCombination,
} from '../call/reductions.js';
import { asNumbers, asNumeric, asStrings, type Numbers } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import type { HostCall } from './host_loops.js';
import { NO_BYTES, sitesAt, toTruth } from './memory.js';
import { fillSites, forEachPlace } from './places.js';
import type { EndSites } from './walk.js';

/** Scatters values of any dtype, stored or one number, into an output that is a copy of data. */
export function scatter(plan: ScatterPlan, call: HostCall): void {
  const { target, read, attributes, valuesShape } = plan;
  const { end } = read;
  const { memory, output, loops } = call;
  const { dtype } = target.tensor;
  const combineStored = (updates: Numbers) => {
    scatterNumbers(plan, call, (combination, sites, out) => {
      loops.combine(combination, sites, updates, out);
    });
  };
  if (end.value !== null) {
    // Memory may move when an output is made, so that comes before reading.
    const numbers = memory.output(valuesShape, dtype);
    try {
      combineStored(asNumbers(numbers.values).fill(end.value));
    } finally {
      numbers.discard();
    }
  } else if (dtype !== 'string') {
    combineStored(asNumbers(memory.read(end.tensor)));
  } else {
    const out = asStrings(output.values);
    const sites = sitesAt(target, memory);
    if (!attributes.includeSelf) fillSites(sites, NO_BYTES, out);
    const combine = COMBINE_STRINGS[combinationOf(attributes, dtype)];
    combine(sites, asStrings(memory.read(end.tensor)), out);
  }
}

/** Scatters numbers that `combine` combines with the output. */
export function scatterNumbers(
  { attributes, target }: ScatterPlan,
  { memory, output, loops }: HostCall,
  combine: (combination: Combination, sites: EndSites, out: Numbers) => void,
): void {
  const dtype = asNumeric(target.tensor.dtype);
  const out = asNumbers(output.values);
  const sites = sitesAt(target, memory);
  const start = startOf(attributes, dtype);
  if (start !== null) loops.fill(sites, start, out);
  combine(combinationOf(attributes, dtype), sites, out);
  // In the loops any byte but 0 is true.
  if (dtype === 'bool') toTruth(out);
}

type CombineStrings = (sites: EndSites, updates: Uint8Array[], out: Uint8Array[]) => void;

const replace: CombineStrings = (sites, updates, out) => {
  forEachPlace(sites, (place, at) => {
    out[place] = updates[at];
  });
};

/** Joins all parts of a place at the end: joining one at a time would copy the first parts again and again. */
const concatenate: CombineStrings = (sites, updates, out) => {
  const partsOf = new Map<number, Uint8Array[]>();
  forEachPlace(sites, (place, at) => {
    const parts = partsOf.get(place);
    if (parts) parts.push(updates[at]);
    else partsOf.set(place, [out[place], updates[at]]);
  });
  for (const [place, parts] of partsOf) out[place] = join(parts);
};

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const COMBINE_STRINGS: Record<StringCombination, CombineStrings> = { replace, concatenate };
