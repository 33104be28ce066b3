/** Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import type { Factor, ReadFactors } from '../call/factors.js';
import type { GatherPlan } from '../call/plan.js';
import { limits } from './context.js';
import { draw } from './draw.js';
import { offsets } from './glsl_sites.js';
import type { Views } from './textures.js';

export function gatherOnGpu(plan: GatherPlan, views: Views): TensorInfo {
  const { source, factors } = plan;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(plan.valuesShape, source.tensor.dtype);
  draw(views, {
    name: 'GatherProgram',
    target: view,
    inputs,
    functions: [offsets('place', source)],
    divisors: { sliceSize: source.geometry.sliceSize },
    floats: { fill: storableFill(source), constant: factors?.constant ?? 0 },
    fragment: `  Num i = outputIndex();
  Num site = divide(i, sliceSize, sliceSizeInverse);
  bool isKept;
  Num place = placeOf(site, isKept) + (i - site * sliceSize);
${factors ? changed(factors, source) : '  float value = fetchData(place);\n'}  result = vec4(isKept ? value : fill, 0, 0, 1);
`,
  });
  return tensor;
}

/** Divides, as far as float32 is exact, and rounds down. */
const FLOOR = `float quotient = floor(value / divisor + 0.5);
  quotient -= (value - quotient * divisor) * divisor < 0.0 ? 1.0 : 0.0;
  value = divisor == 0.0 ? value : quotient;`;

/** Writes the value of a site, changed by factors. */
function changed(
  { constant, exp, by: { from, over, weights, sourceLike, targetLike } }: ReadFactors,
  { tensor }: Indexed,
): string {
  return [
    `float value = ${constant === null ? 'fetchData(place)' : 'constant'};`,
    from && `value = ${numberOf('From', from)} - value;`,
    over && `float divisor = ${numberOf('Over', over)};`,
    over && (tensor.dtype === 'int32' ? FLOOR : 'value /= divisor == 0.0 ? 1.0 : divisor;'),
    // A GPU's exp may lose NaN.
    exp && 'value = isNaN(value) ? value : exp(value);',
    weights && `value *= ${numberOf('Weights', weights)};`,
    sourceLike && `float a = ${numberOf('SourceLike', sourceLike)};`,
    targetLike && `float b = ${numberOf('TargetLike', targetLike)};`,
    targetLike && 'if (a != b && !(isNaN(a) && isNaN(b))) isKept = false;',
  ]
    .map((line) => (line ? `  ${line}\n` : ''))
    .join('');
}

/** Writes a factor's number at `place` in data, or at value `i` of the result, of `site`. */
function numberOf(
  name: 'From' | 'Over' | 'Weights' | 'SourceLike' | 'TargetLike',
  { per }: Factor,
): string {
  const isOfData = name === 'SourceLike';
  const slice = isOfData ? 'divide(place, sliceSize, sliceSizeInverse)' : 'site';
  const at = { value: isOfData ? 'place' : 'i', slice, call: 'Num(0)' }[per];
  return `fetch${name}(${at})`;
}

/** Returns the fill value; for int32, the nearest one that textures can hold. */
function storableFill({ fill, tensor: { dtype } }: Indexed): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}
