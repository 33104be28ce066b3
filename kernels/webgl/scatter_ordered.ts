/**
 * Scattering in the order of the sites, without blending, with the same bits as the CPU's row-major loop. The host has
 * sorted the sites by slice, so the sites of one slice form a run, and each output combines the run of its slice. If few
 * slices have sites, data is copied, and only these are drawn.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other pieces
 * separately, before that. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { type Combination, combinationOf, startOf } from '../call/reductions.js';
import { copy, draw } from './draw.js';
import { updatesOf } from './glsl_reads.js';
import { COMPONENT, marksAt } from './marks.js';
import { orderOf, PER_PIECE } from './orders.js';
import type { Functions } from './shader.js';
import { PIECE } from './strategy.js';
import { roomLike, type Views } from './textures.js';
import type { View } from './views.js';

/** GLSL that combines `value`, the value at a place, with `update`. */
const COMBINE: Record<Combination, string> = {
  replace: 'update',
  add: 'value + update',
  sub: 'value - update',
  mul: 'value * update',
  max: 'isNaN(value) || value > update ? value : update',
  min: 'isNaN(value) || value < update ? value : update',
  xor: 'value == update ? 0.0 : 1.0',
};

/** Returns how a call combines values of its dtype. */
export const combinationIn = ({ attributes, target }: ScatterPlan): Combination =>
  combinationOf(attributes, asNumeric(target.tensor.dtype));

export function scatterOrdered(plan: ScatterPlan, indices: Int32Array, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data, geometry } = target;
  const { sliceSize } = geometry;
  const { dataIsZero } = attributes;
  const start = startOf(attributes, asNumeric(data.dtype));
  const combination = combinationIn(plan);
  const { [combination]: combine } = COMBINE;
  const replaces = combination === 'replace';
  const { main: runs, others: order, touched } = orderOf(plan, indices, views);
  const { pieces, ...ofSites } = order;
  const unread = [
    'indices',
    ...(ofSites.sources ? ['sourceIndices'] : []),
    ...(dataIsZero ? ['data'] : []),
  ];
  const { data: ofData, ...others } = views.ofInputs(plan, unread);
  const values = dataIsZero ? null : ofData;
  const inputs = { ...others, ...ofSites };
  const update = updateOf(plan, ofSites);
  const partial =
    pieces && !replaces ? combinePieces(plan, update, { ...inputs, pieces }, views) : null;
  const isListed = touched !== null;
  const room = isListed && values ? roomLike(values, geometry.dataSize) : undefined;
  const { tensor, view } = views.output(data.shape, data.dtype, room);
  if (isListed && values) copy(views, values, view);
  const ofPlace = values ? 'fetchData(i)' : '0.0';
  // All listed slices have sites.
  const ofStart = isListed ? 'start' : `first < end ? start : ${ofPlace}`;
  const firstRead = replaces ? 'max(first, end - 1)' : 'first';
  const endOfPiece = partial ? `min(end, first + ${PIECE})` : 'end';
  draw(views, {
    name: 'ScatterOrderedProgram',
    target: view,
    inputs: { ...inputs, runs, ...(values && { data: values }), ...(partial && { partial }) },
    functions: update,
    numbers: { sliceSize },
    floats: { start: start ?? 0 },
    clears: isListed && !values,
    ...(isListed
      ? marksAt(view, sliceSize, touched, FIND, ['int first', 'int end'])
      : { divisors: { sliceSize } }),
    fragment: `  Num i = outputIndex();
${isListed ? COMPONENT : OF_SLICE}  float value = ${start === null ? ofPlace : ofStart};
  for (int n = ${firstRead}; n < ${endOfPiece}; n++) {
    float update = updateAt(n, component, i);
    value = ${combine};
  }
${partial ? JOINED(combine) : ''}  result = vec4(value, 0, 0, 1);
`,
  });
  return tensor;
}

/** Finds a touched slice, and its run. */
const FIND = `  int at = 2 * int(mark);
  Num offset = Num(fetchRuns(at)) * sliceSize;
  first = fetchRuns(at + 1);
  end = fetchRuns(at + 3);
`;

/** Finds the run of an output's slice. */
const OF_SLICE = `  Num slice = divide(i, sliceSize, sliceSizeInverse);
  Num component = i - slice * sliceSize;
  int first = fetchRuns(slice);
  int end = fetchRuns(slice + Num(1));
`;

const JOINED = (combine: string) => `  for (int n = first + ${PIECE}; n < end; n += ${PIECE}) {
    float update = fetchPartial(Num(n / ${PIECE}) * sliceSize + component);
    value = ${combine};
  }
`;

/** Combines the pieces of long runs, except the first ones, each separately. Each has a slice of the result. */
function combinePieces(
  plan: ScatterPlan,
  functions: readonly Functions[],
  inputs: Record<string, View>,
  views: Views,
): View {
  const { tensor, geometry } = plan.target;
  const { sliceSize } = geometry;
  const combination = combinationIn(plan);
  // What is subtracted is added up.
  const { [combination === 'sub' ? 'add' : combination]: among } = COMBINE;
  const count = Math.ceil(geometry.siteCount / PIECE);
  const { view } = views.output([count, sliceSize], tensor.dtype);
  draw(views, {
    name: 'ScatterPiecesProgram',
    target: view,
    inputs,
    functions,
    divisors: { sliceSize },
    fragment: `  Num i = outputIndex();
  Num piece = divide(i, sliceSize, sliceSizeInverse);
  Num component = i - piece * sliceSize;
  int at = ${PER_PIECE} * int(piece);
  int first = fetchPieces(at);
  int end = fetchPieces(at + 1);
  Num place = Num(fetchPieces(at + 2)) * sliceSize + component;
  float value = first < end ? updateAt(first, component, place) : 0.0;
  for (int n = first + 1; n < end; n++) {
    float update = updateAt(n, component, place);
    value = ${among};
  }
  result = vec4(value, 0, 0, 1);
`,
  });
  return view;
}

/** Writes `updateAt(n, component, place)`, the update of the n-th sorted site. */
function updateOf(
  plan: ScatterPlan,
  { sites, sources }: Partial<Record<'sites' | 'sources', View>>,
): Functions[] {
  const [source, reader] = updatesOf(plan);
  return [
    ...(sources ? [] : [source]),
    reader,
    {
      glsl: `float updateAt(int n, Num component, Num place) {
  Num site = Num(${sites ? 'fetchSites(n)' : '0'});
  return readAt(site, ${sources ? 'Num(fetchSources(n))' : 'sourceOf(site)'}, component, place);
}
`,
    },
  ];
}
