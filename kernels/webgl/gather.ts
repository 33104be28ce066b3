/**
 * Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { GatherPlan } from '../contract/plan.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture, type Reach, type ShaderVariant } from './glsl.js';
import { offsets } from './glsl_offsets.js';
import { limits } from './precision.js';
import { type View, withViews } from './textures.js';
import { geometryUniforms, programName, variantUpTo } from './uniforms.js';

export function gatherOnGpu(plan: GatherPlan, backend: WebGLBackend, context: Context): TensorInfo {
  const { geometry, valuesShape } = plan;
  const { sliceSize } = geometry;
  return withViews(backend, context, (views) => {
    const data = views.of(plan.data);
    const indices = views.of(plan.indices);
    const { tensor, view } = views.output(valuesShape, plan.data.dtype);
    const [read, written] = [data, view].map((each) => linesOf(each, sliceSize));
    const largest = Math.max(read.count, written.count, indices.width * indices.height);
    const variant = variantUpTo(largest, context, plan);
    const shared = geometryUniforms(plan, sliceSize);
    const hasSlices = sliceSize > 1;
    const purpose = hasSlices ? 'gather slices' : 'gather';
    const program = coveringProgram(context, programName(purpose, variant), variant, () =>
      gatherBody(variant, hasSlices),
    );
    draw(backend, context, {
      name: 'GatherProgram',
      program,
      target: view,
      uniforms: {
        ...shared,
        numbers: {
          ...shared.numbers,
          lineValues: written.isWhole ? 0 : view.width,
          lineSites: written.isWhole ? view.width / sliceSize : 0,
          sliceUnits: sliceSize / read.unit,
          valueUnits: read.isWhole ? 0 : 1,
          lineUnits: data.width / read.unit,
          // With small numbers, units are counted from the middle of the first one.
          firstUnit: data.start / read.unit + (variant.reach === 'small' ? 0.5 : 0),
        },
        floats: {
          fill: heldFill(plan),
          valueShare: read.isWhole ? 1 / data.width : 0,
          middleShare: read.isWhole ? (sliceSize - 1) / 2 / data.width : 0,
        },
        textures: { data, indices },
      },
    });
    return tensor;
  });
}

/** How a texture's lines hold slices: a unit is a slice if every line holds whole slices, else a value. */
function linesOf({ width, height, start }: View, sliceSize: number) {
  const isWhole = width % sliceSize === 0 && start % sliceSize === 0;
  const unit = isWhole ? sliceSize : 1;
  return { isWhole, unit, count: (width * height) / unit };
}

/** Returns the fill value; for int32, the nearest one that textures can hold. */
function heldFill({ attributes: { fill }, data: { dtype } }: GatherPlan): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}

function gatherBody(variant: ShaderVariant, hasSlices: boolean): string {
  return `${flatTexture('data', variant)}${offsets(variant)}
uniform float fill;
${hasSlices ? pointInSlice(variant) : POINT_OF_VALUE}
void main() {
  float value = valueOf(texture(data, pointOfOutput()).r);
  result = vec4(isDropped() ? fill : value, 0, 0, 1);
}
`;
}

/** GLSL for the point in data's texture that an output reads. */
const POINT_OF_VALUE = `
vec2 pointOfOutput() {
  return dataPoint(offsetOf(outputIndex()));
}
`;

/**
 * Writes the same for slices of several values. If the output's lines hold whole slices, `lineSites` is
 * their number and `lineValues` is 0; otherwise `lineValues` is the line's length and `lineSites` is 0. A
 * unit of data is a slice if lines hold whole slices, else a value. `valueShare` is the fraction of a line
 * that a value takes up, counted from the middle of its unit.
 */
function pointInSlice({ reach }: ShaderVariant): string {
  return `
uniform Num sliceSize;
uniform float sliceSizeInverse;
uniform Num lineValues;
uniform Num lineSites;
uniform Num sliceUnits;
uniform Num valueUnits;
uniform Num lineUnits;
uniform float lineUnitsInverse;
uniform Num firstUnit;
uniform float valueShare;
uniform float middleShare;
vec2 pointOfOutput() {
  Num2 texel = outputTexel();
  Num i = texel.y * lineValues + texel.x;
  Num site = divide(i, sliceSize, sliceSizeInverse);
  Num component = i - site * sliceSize;
  Num slice = offsetOf(site + texel.y * lineSites);
  Num unit = slice * sliceUnits + component * valueUnits + firstUnit;
  ${LINE[reach]}
  float x = share + float(component) * valueShare - middleShare;
  return vec2(x, (float(y) + 0.5) * dataLayoutInverse.y);
}
`;
}

const DIVIDED = `Num y = divide(unit, lineUnits, lineUnitsInverse);
  float share = (float(unit - y * lineUnits) + 0.5) * lineUnitsInverse;`;

/** GLSL for the line that holds a unit, and the position of the unit's middle in it, from 0 to 1. */
const LINE: Record<Reach, string> = {
  small: `float share = unit * lineUnitsInverse;
  float y = floor(share);
  share -= y;`,
  large: DIVIDED,
  huge: DIVIDED,
};
