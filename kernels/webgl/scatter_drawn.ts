/**
 * Scattering in linear time. Data is copied to the output. Then a triangle is drawn at the place of each slice, or
 * a point at that of each single value, and blended with the values there. WebGL draws in the order of the vertices, so
 * the last of several updates wins and sums are added in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { combineOf, startingCall } from './combine.js';
import { copy, type Draw, draw } from './draw.js';
import { updatesOf } from './glsl_reads.js';
import { offsets } from './glsl_sites.js';
import { MOST_ROOM, type Target, type View, type Views } from './textures.js';

/** Marks only the places where the update, or an included value of data, is NaN. */
const NAN = 'vec4(uintBitsToFloat(0x7fc00000u), 0, 0, 1)';

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data } = target;
  const start = startingCall(plan);
  const { blend } = combineOf(plan);
  const clears = attributes.dataIsZero && attributes.reduction === 'add';
  const { data: values, ...others } = views.ofInputs(plan, clears);
  const { tensor, view } = views.output(data.shape, data.dtype, roomOf(plan, values));
  const drawMarks = (call: ScatterPlan, colour?: string, how: Partial<Draw> = {}) => {
    const inputs = colour === NAN ? { data: values, ...others } : others;
    draw(views, { ...marksOf(call, view, colour), inputs, ...how });
  };
  if (!clears) copy(views, values, view);
  if (start) drawMarks(start);
  drawMarks(plan, blend?.colour, { blend, clears });
  // Blending may drop a NaN.
  const isExtremum = blend?.equation === 'MAX' || blend?.equation === 'MIN';
  if (isExtremum && data.dtype === 'float32') drawMarks(plan, NAN);
  return tensor;
}

/** Returns the size of data's texture, if the output can have the same: then data can be copied without a draw. */
function roomOf(
  { target }: ScatterPlan,
  { texture, width, height, start }: View,
): number[] | undefined {
  const isLikeData = (height - 1) * width < target.geometry.dataSize * MOST_ROOM;
  return texture && start === 0 && isLikeData ? [height, width] : undefined;
}

/**
 * Declares what draws a mark at the place of every update. There is a triangle on each line of the texture that a slice
 * spans. It covers the centres of the slice's texels on that line: its base is the left edge of the first texel, and
 * its tip is in the middle of the last one's right edge. Corners run counter-clockwise, as tfjs culls back faces.
 * Those of dropped sites are off screen. Single values are drawn as points, with a third of the vertices.
 */
function marksOf(
  plan: ScatterPlan,
  target: Target,
  colour = 'vec4(update, 0, 0, 1)',
): Omit<Draw, 'inputs'> {
  const { attributes, read } = plan;
  const { sliceSize, siteCount } = plan.target.geometry;
  const { width } = target;
  const points = sliceSize === 1;
  const corners = points ? 1 : 3;
  const point = points
    ? 'vec2(left, line) + 0.5'
    : 'vec2(corner == 1 ? right : left, float(line + part) + float(corner) / 2.0)';
  const linesPerSite = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  // A weight without heads is read once for each site.
  const isPerSite = read.by.weights?.per === 'slice';
  const isNaN = (update: string, place: string) =>
    `(isNaN(${update})${attributes.includeSelf ? ` || isNaN(fetchData(${place}))` : ''})`;
  // A point is left out in the vertex shader, which is cheaper than to discard it.
  const isShown =
    points && colour === NAN
      ? ` && ${isNaN('readAt(siteNumber, source, Num(0), offset)', 'offset')}`
      : '';
  return {
    name: 'ScatterTrianglesProgram',
    target,
    functions: [
      offsets('place', plan.target),
      ...updatesOf(plan, isPerSite ? { weights: 'weight' } : {}),
    ],
    divisors: { linesPerSite },
    // The vertex shader computes places and sources, and a point is one fragment.
    rarelyRead: points ? /^/ : /^(place|source|indices)/,
    points,
    count: siteCount * linesPerSite,
    varyings: ['Num firstColumn', 'Num siteNumber', 'Num source', 'float weight'],
    vertex: `  int corner = gl_VertexID % ${corners};
  Num number = Num(gl_VertexID / ${corners});
  siteNumber = divide(number, linesPerSite, linesPerSiteInverse);
  source = sourceOf(siteNumber);
${isPerSite ? '  weight = fetchWeights(siteNumber);\n' : ''}  Num offset = placeOf(siteNumber);
  Num line = divide(offset, outWidth, outWidthInverse);
  Num part = number - siteNumber * linesPerSite;
  firstColumn = offset - (line + part) * outWidth;
  Num left = max(firstColumn, Num(0));
  Num right = min(firstColumn + sliceSize, outWidth);
  gl_Position = vec4(2, 2, 2, 1);
${points ? '  gl_PointSize = 1.0;\n' : ''}  if (left < right && offset >= Num(0)${isShown}) {
    vec2 point = ${point};
    gl_Position = vec4(point * vec2(outWidthInverse, outHeightInverse) * 2.0 - 1.0, 0, 1);
  }
`,
    fragment: `  Num component = Num(floor(gl_FragCoord.x)) - firstColumn;
  float update = readAt(siteNumber, source, component, outputIndex());
${colour === NAN ? `  if (!${isNaN('update', 'outputIndex()')}) discard;\n` : ''}  result = ${colour};
`,
  };
}
