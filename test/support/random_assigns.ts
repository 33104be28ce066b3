/** Random scatters into variables, of which some have many slices or long ones. */
import { type AssignCheck, type Holder, HOLDERS } from './assign_checks.js';
import { casesFor, type Driver } from './driver.js';
import { staysExact } from './precision.js';
import { randomUse, type Reading } from './random_calls.js';
import { int, pick } from './random_values.js';
import { type Draw, drawsOf, runsOf } from './seed.js';
import { i32, sizeOf } from './values.js';

/** The shapes of data in turn; without one, it is small. */
const SHAPES: (((draw: Draw, slices: number) => number[]) | undefined)[] = [
  (draw, slices) => [int(draw, slices >> 1, slices), int(draw, 1, 70)],
  (draw, slices) => [int(draw, slices, 3 * slices), ...pick(draw, [[], [3], [2, 6]])],
  undefined,
  (draw) => [int(draw, 1, 6), int(draw, 1, 6), int(draw, 40, 70)],
];

/** Sites whose updates have the shape of data, and may be data. */
function sitesOfAll(draw: Draw, [rows = int(draw, 1, 6), ...rest]: number[] = []): Reading {
  const shape = [rows, ...rest];
  const values = Array.from({ length: sizeOf(shape) }, () => int(draw, -rows, rows - 1));
  return { shape, indices: i32(shape, values), updatesShape: shape, options: { axis: 0 } };
}

/** Scatters whose results a backend holds exactly. `hides` says which have indices that only the GPU knows. */
export function randomAssigns(
  holder: Holder,
  count: number,
  slices: number,
  driver: Driver,
  hides: (n: number) => boolean = () => false,
): AssignCheck[] {
  const { precision } = driver;
  return drawsOf(runsOf(count), HOLDERS.indexOf(holder)).map((draw, n) => {
    const hidesIndices = hides(n);
    const limits = { precision, maxRank: 4, allowEmpty: false, allowErrors: !hidesIndices };
    const shape = SHAPES[n % SHAPES.length]?.(draw, slices);
    const next = () => {
      const dtype = pick(draw, ['float32', 'float32', 'float32', 'int32', 'bool'] as const);
      const all = { ...limits, dtypes: [dtype], shape };
      if (holder !== 'own updates')
        return randomUse(draw, pick(draw, ['scatterElements', 'scatterND'] as const), all);
      const use = randomUse(draw, 'scatterElements', all, sitesOfAll(draw, shape));
      return { ...use, inputs: { ...use.inputs, updates: use.inputs.data } };
    };
    let use = next();
    while (casesFor(driver, [use]).length === 0 || !staysExact(precision, use)) use = next();
    // tfjs multiplies int32 as floats.
    const exactIntegers = Math.min(2 ** 24, precision.exactIntegers);
    return { use, holder, seed: int(draw, 0, 2 ** 31 - 1), exactIntegers, hidesIndices };
  });
}
