/**
 * Scattering in linear time. Data is copied to the output. Then every update is drawn at its place, as a
 * point for each value or a rectangle for each slice, and blended with the value there. WebGL draws in the
 * order of the vertices, so the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { averageOf, startOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import type { ScatterPlan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import { type Blend, blendOf } from './combine.js';
import type { Context, WebGLBackend } from './context.js';
import { passConstants } from './constants.js';
import { copyInto } from './copy.js';
import { draw, type Uniforms } from './draw.js';
import { gatheredUniforms, gatheredVariant, nameOf } from './glsl_updates.js';
import { resolveMean } from './mean.js';
import { programOf } from './program.js';
import { type Mark, pointShaders, rectangleShaders } from './scatter_shaders.js';
import { DRAWS_RECTANGLES_FROM } from './strategy.js';
import { type ScatterViews, type Target, withViews } from './textures.js';
import { geometryUniforms, programName, variantOf } from './uniforms.js';

export function scatterDrawn(
  plan: ScatterPlan,
  backend: WebGLBackend,
  context: Context,
): TensorInfo {
  const { data, attributes } = plan;
  const dtype = asNumeric(data.dtype);
  const average = averageOf(attributes, dtype);
  const start = startOf(attributes, dtype);
  const blend = blendOf(plan);
  return withViews(backend, context, (views) => {
    const inputs = views.ofScatter(plan);
    const { tensor, view } = views.output(data.shape, data.dtype);
    const drawer = new UpdateDrawer(plan, backend, context, inputs, view);
    if (average !== null) {
      const sums = views.fourChannels(view);
      drawer.draw('term', { target: sums, blend, clear: true });
      resolveMean(average, plan, backend, context, { data: inputs.data, sums }, view);
      return tensor;
    }
    const isCopied = dtype !== 'bool' && views.copy(inputs.data, view);
    if (!isCopied) copyInto(plan, backend, context, inputs.data, view);
    if (start !== null) drawer.draw('constant', { constant: start });
    drawer.draw(blend?.throughAlpha ? 'factor' : 'update', { blend });
    if (blend?.losesNaN && dtype === 'float32') drawer.draw('nan', {});
    return tensor;
  });
}

/** Draws a mark at the place of every update of a call. */
class UpdateDrawer {
  private readonly asRectangles: boolean;
  private readonly rectanglesPerSlice: number;

  constructor(
    private readonly plan: ScatterPlan,
    private readonly backend: WebGLBackend,
    private readonly context: Context,
    private readonly inputs: ScatterViews,
    private readonly output: Target,
  ) {
    const { sliceSize } = plan.geometry;
    this.asRectangles = sliceSize >= DRAWS_RECTANGLES_FROM;
    // A slice may span several lines of the texture, with a rectangle on each.
    const { width } = output;
    this.rectanglesPerSlice = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  }

  draw(
    mark: Mark,
    how: { target?: Target; blend?: Blend | null; clear?: boolean; constant?: number },
  ): void {
    const { plan, context, asRectangles, rectanglesPerSlice } = this;
    const variant = variantOf(context, plan, this.inputs);
    const shape = asRectangles ? 'rectangles' : 'points';
    const gathered = plan.gathered ? gatheredVariant(plan.gathered) : null;
    const read = gathered ? ` ${nameOf(gathered)}` : '';
    const program = programOf(
      context,
      programName(`scatter ${shape} ${mark}${read}`, variant),
      variant,
      () =>
        asRectangles
          ? passConstants(variant, rectangleShaders(variant, mark, gathered))
          : pointShaders(variant, mark, gathered),
    );
    const shared = geometryUniforms(plan);
    const own = plan.gathered && gatheredUniforms(plan.gathered, plan.geometry.sliceSize);
    const uniforms: Uniforms = {
      ...shared,
      numbers: {
        ...shared.numbers,
        ...own?.numbers,
        rectanglesPerSlice,
        includeSelf: plan.attributes.includeSelf ? 1 : 0,
      },
      floats: { constant: how.constant ?? 0, ...own?.floats },
      textures: this.inputs,
    };
    draw(this.backend, context, {
      name: asRectangles ? 'ScatterRectanglesProgram' : 'ScatterPointsProgram',
      program,
      uniforms,
      target: how.target ?? this.output,
      blend: how.blend,
      clear: how.clear,
      points: !asRectangles,
      vertices: asRectangles
        ? plan.geometry.siteCount * rectanglesPerSlice * 6
        : sizeOf(plan.valuesShape),
    });
  }
}
