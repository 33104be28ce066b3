/**
 * Scattering in linear time. Data is copied to the output. Then every update is drawn at its place, as a
 * point for each value or a triangle for each slice, and blended with the value there. WebGL draws in the
 * order of the vertices, so the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { env } from '../tfjs/seam.js';
import { averageOf, startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { averaging, type Blend, combineOf } from './combine.js';
import { draw } from './draw.js';
import { scatterUniforms } from './glsl_updates.js';
import { fragmentShader, type Mark, vertexShader } from './scatter_shaders.js';
import { DRAWS_TRIANGLES_FROM, VALUES_PER_SITE } from './strategy.js';
import type { Target, View, Views } from './textures.js';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data } = target;
  const dtype = asNumeric(data.dtype);
  const average = averageOf(attributes, dtype);
  const start = startOf(attributes, dtype);
  const { drawn } = combineOf(plan);
  const blend = typeof drawn === 'string' ? null : drawn;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(data.shape, data.dtype, texShapeOf(plan, inputs.data));
  if (average !== null) {
    const sums = views.fourChannels(view);
    drawMarks('term', plan, views, inputs, { target: sums, blend, clear: true });
    resolveMean(average, plan, views, { data: inputs.data, sums }, view);
    return tensor;
  }
  const isCopied = dtype !== 'bool' && views.copy(inputs.data, view);
  if (!isCopied) copyInto(plan, views, inputs.data, view);
  const drawInto = (mark: Mark, how: { blend?: Blend | null; constant?: number } = {}) => {
    drawMarks(mark, plan, views, inputs, { target: view, ...how });
  };
  if (start !== null) drawInto('constant', { constant: start });
  drawInto(blend?.throughAlpha ? 'factor' : 'update', { blend });
  if (blend?.losesNaN && dtype === 'float32') drawInto('nan');
  return tensor;
}

/**
 * Returns the size of a texture with whole slices on each line, so that a slice needs a single triangle. It is
 * data's if possible: then data can be copied without a draw. Null leaves the choice to tfjs.
 */
function texShapeOf(
  { target }: ScatterPlan,
  { width, height, start }: View,
): [height: number, width: number] | null {
  const { sliceSize, siteCount, dataSize } = target.geometry;
  if (sliceSize < DRAWS_TRIANGLES_FROM || siteCount * VALUES_PER_SITE < dataSize) return null;
  const isTight = start === 0 && (height - 1) * width < dataSize;
  if (isTight && width % sliceSize === 0) return [height, width];
  const aligned = Math.ceil(Math.sqrt(dataSize) / sliceSize) * sliceSize;
  const isPossible = aligned <= env().getNumber('WEBGL_MAX_TEXTURE_SIZE');
  return isPossible ? [Math.ceil(dataSize / aligned), aligned] : null;
}

/** Draws a mark at the place of every update of a call. */
function drawMarks(
  mark: Mark,
  plan: ScatterPlan,
  views: Views,
  textures: Record<string, View>,
  how: { target: Target; blend?: Blend | null; clear?: boolean; constant?: number },
): void {
  const { sliceSize, siteCount } = plan.target.geometry;
  const { width } = how.target;
  const points = sliceSize < DRAWS_TRIANGLES_FROM;
  // A slice may span several lines of the texture, with a triangle on each.
  const lines = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  const marksPerSite = points ? sliceSize : lines;
  const { numbers, floats } = scatterUniforms(plan);
  draw(views, plan, {
    ...how,
    name: points ? 'ScatterPointsProgram' : 'ScatterTrianglesProgram',
    numbers: { ...numbers, marksPerSite },
    floats: { constant: how.constant ?? 0, ...floats },
    textures,
    vertex: vertexShader(plan, mark, points),
    fragment: fragmentShader(plan, mark, points),
    points,
    vertices: siteCount * marksPerSite * (points ? 1 : 3),
  });
}

/** Draws averages from the sums and counts of each place, and from data's value if the call includes it. */
function resolveMean(
  average: 'exact' | 'floor',
  plan: ScatterPlan,
  views: Views,
  textures: { data: View; sums: View },
  target: Target,
): void {
  const sum = plan.attributes.includeSelf
    ? 'average(own + landed.x, landed.y + 1.0)'
    : 'average(landed.x, landed.y)';
  draw(views, plan, {
    name: 'MeanProgram',
    target,
    numbers: { outCount: plan.target.geometry.dataSize },
    textures,
    fragment: `${averaging(average)}void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  float own = fetchData(i);
  vec2 landed = fetchSumsTexel(i).xy;
  result = vec4(landed.y > 0.0 ? ${sum} : own, 0, 0, 1);
}
`,
  });
}

/** Copies data to a new tensor. */
export function copyOnGpu(plan: ScatterPlan, views: Views): TensorInfo {
  const { tensor: given } = plan.target;
  const data = views.of(given);
  const { tensor, view } = views.output(given.shape, given.dtype);
  copyInto(plan, views, data, view);
  return tensor;
}

/** Draws data's values into a target, where sizes or first texels differ or bools must be normalised. */
function copyInto(plan: ScatterPlan, views: Views, data: View, target: Target): void {
  draw(views, plan, {
    name: 'CopyProgram',
    target,
    numbers: { outCount: plan.target.geometry.dataSize },
    textures: { data },
    fragment: `void main() {
  Num i = outputIndex();
  result = i < outCount ? vec4(fetchData(i), 0, 0, 1) : vec4(0);
}
`,
  });
}
