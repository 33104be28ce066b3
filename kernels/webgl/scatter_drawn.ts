/**
 * Scattering in linear time. Data is copied to the output. Then every update is drawn at its place, as a
 * point for each value or a triangle for each slice, and blended with the value there. WebGL draws in the
 * order of the vertices, so the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { env } from '../tfjs/seam.js';
import { startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { combineOf } from './combine.js';
import { type Draw, draw } from './draw.js';
import { type Mark, marksOf } from './scatter_shaders.js';
import { DRAWS_TRIANGLES_FROM, VALUES_PER_SITE } from './strategy.js';
import type { Target, View, Views } from './textures.js';
import { MOST_ROOM } from './upload.js';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data } = target;
  const dtype = asNumeric(data.dtype);
  const start = startOf(attributes, dtype);
  const { drawn } = combineOf(plan);
  const blend = typeof drawn === 'string' ? null : drawn;
  const clears = attributes.dataIsZero && attributes.reduction === 'add';
  const textures = views.ofInputs(plan, clears);
  const { tensor, view } = views.output(data.shape, data.dtype, roomOf(plan, textures.data));
  const drawMark = (mark: Mark, how: Partial<Draw> = {}) => {
    draw(views, { ...marksOf(plan, mark, start ?? 0, view.width), textures, target: view, ...how });
  };
  const isCopied = clears || (dtype !== 'bool' && views.copy(textures.data, view));
  if (!isCopied) copyInto(plan, views, textures.data, view);
  if (start !== null) drawMark('constant');
  drawMark(blend?.throughAlpha ? 'factor' : 'update', { blend, clears });
  if (blend?.losesNaN && dtype === 'float32') drawMark('nan');
  return tensor;
}

/**
 * Returns the size of a texture, which tfjs chooses for a tensor of that shape. It is data's if possible: then data can
 * be copied without a draw. A slice needs a single triangle if its line holds whole slices.
 */
function roomOf(
  { target }: ScatterPlan,
  { texture, width, height, start }: View,
): number[] | undefined {
  const { sliceSize, siteCount, dataSize } = target.geometry;
  const isWide = sliceSize >= DRAWS_TRIANGLES_FROM && siteCount * VALUES_PER_SITE >= dataSize;
  const isLikeData = texture && start === 0 && (height - 1) * width < dataSize * MOST_ROOM;
  if (isLikeData && !(isWide && width % sliceSize > 0)) return [height, width];
  if (!isWide) return undefined;
  const most = env().getNumber('WEBGL_MAX_TEXTURE_SIZE');
  const perLine = Math.ceil(dataSize / sliceSize / most);
  const lines = Math.ceil(dataSize / sliceSize / perLine);
  return perLine * sliceSize <= most ? [lines, perLine * sliceSize] : undefined;
}

/** Copies data to a new tensor. */
export function copyOnGpu(plan: ScatterPlan, views: Views): TensorInfo {
  const { tensor: input } = plan.target;
  const data = views.of(input);
  const { tensor, view } = views.output(input.shape, input.dtype);
  copyInto(plan, views, data, view);
  return tensor;
}

/** Draws data's values into a target, where sizes or first texels differ or bools must be normalised. */
function copyInto(plan: ScatterPlan, views: Views, data: View, target: Target): void {
  draw(views, {
    name: 'CopyProgram',
    target,
    textures: { data },
    fragment: {
      textures: ['data'],
      numbers: { outCount: plan.target.geometry.dataSize },
      main: `  Num i = outputIndex();
  result = i < outCount ? vec4(fetchData(i), 0, 0, 1) : vec4(0);
`,
    },
  });
}
