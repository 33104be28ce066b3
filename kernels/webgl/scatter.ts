/**
 * Scattering, in the order of the sites or by drawing.
 *
 * In order, there is no blending, and the bits are those of the CPU's row-major loop. The host has sorted the sites by
 * slice, so the sites of one slice form a run, and each output combines the run of its slice. If few slices have sites,
 * data is copied, and only these are drawn. A run longer than PIECE is split: its first piece is combined with data like
 * a short run, and the other pieces separately, before that. Then all results are combined in order.
 *
 * Drawing takes linear time along any indices, if updates replace values or are added to them. Data is copied to the
 * output. Then each slice is drawn at its place, and sums are blended with the values there. WebGL draws in the order of
 * the vertices, so the last of several updates wins and sums are added in order.
 *
 * Both draw slices into data's own texture if that may be taken over. No draw reads what it draws into, so what is
 * combined in order is first read into another texture, if it is little.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import type { Combination } from '../call/reductions.js';
import { sizeOf } from '../call/shapes.js';
import type { View } from './context.js';
import { areFew, orderOf, PER_PIECE } from './indices.js';
import { copy, draw, type Functions, type Program } from './program.js';
import { offsets, storable, updatesOf } from './reads.js';
import { PIECE, READ_COST } from './strategy.js';
import { type Output, roomLike, type Views } from './textures.js';

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

export function scatterOrdered(plan: ScatterPlan, indices: Int32Array, views: Views): TensorInfo {
  const { shape, dtype, sliceSize, identity, start } = plan;
  const { main: runs, others, touched } = orderOf(plan, indices, views.known.x, views.backend);
  const { pieces, slices, ...ofSites } = others;
  const known = ofSites.sources ? ['indices', 'sourceIndices'] : ['indices'];
  const readsStart = plan.combination !== 'replace' && identity === null;
  const mayTake = touched !== null && (!readsStart || areFew(READ_COST * touched, plan));
  const taken = mayTake ? takenBy(plan, views) : null;
  if (taken) known.push('data');
  const inputs: Program['inputs'] = Object.assign(views.ofInputs(plan, known), ofSites);
  const { data }: Partial<typeof inputs> = inputs;
  const functions = updateOf(plan, ofSites);
  const isCut = pieces && plan.combination !== 'replace';
  if (isCut) inputs.partial = combinePieces(plan, { functions, inputs }, pieces, views);
  inputs.runs = runs;
  const combined = (start: string) => combineRun(plan, start, Boolean(isCut));
  const ofStart = 'data' in inputs ? 'fetchData(i)' : 'start';
  const floats = { identity: identity ?? 0, start: storable(start.value ?? 0, dtype) };
  const program = { name: 'ScatterOrderedProgram', functions, inputs, floats } as const;
  if (slices && touched !== null) {
    // Without any touched slice, nothing is drawn.
    const before =
      taken && readsStart && touched > 0
        ? touchedSlices(plan, taken.view, slices, touched, views)
        : null;
    if (before) inputs.before = before;
    inputs.slices = slices;
    return drawAtSlices(plan, views, data, taken, {
      ...program,
      count: touched,
      find: FIND,
      varyings: ['Num run', 'int first', 'int end'],
      value: combined(before ? 'fetchBefore(run * sliceSize + component)' : ofStart),
    });
  }
  const { tensor, view } = views.outputLike(inputs.updates, shape, dtype);
  const value = `${OF_SLICE}${combined(ofStart)}`;
  draw(views, { ...program, target: view, divisors: { sliceSize }, value });
  return tensor;
}

/** Writes GLSL for where a run begins: where the one before it ends. */
const beginOf = (run: string) => `${run} > Num(0) ? fetchRuns(${run} - Num(1)) : 0`;

/** Finds the run of a place's slice. */
const OF_SLICE = `  Num slice = divide(i, sliceSize, sliceSizeInverse);
  Num component = i - slice * sliceSize;
  int first = ${beginOf('slice')};
  int end = fetchRuns(slice);
`;

/** Finds a touched slice, and its run. */
const FIND = `  Num offset = Num(fetchSlices(mark)) * sliceSize;
  run = mark;
  first = ${beginOf('mark')};
  end = fetchRuns(mark);
`;

/** Reads the touched slices of a texture into another one, in the order of their runs. */
function touchedSlices(
  { sliceSize, dtype }: ScatterPlan,
  data: View,
  slices: View,
  touched: number,
  views: Views,
): View {
  const { view } = views.output([touched, sliceSize], dtype);
  draw(views, {
    name: 'TouchedSlicesProgram',
    target: view,
    inputs: { data, slices },
    divisors: { sliceSize },
    value: `  Num run = divide(i, sliceSize, sliceSizeInverse);
  return fetchData(Num(fetchSlices(run)) * sliceSize + i - run * sliceSize);
`,
  });
  return view;
}

/** Writes GLSL that combines the run from `first` to `end` with what the place starts from, which `start` reads. */
function combineRun(plan: ScatterPlan, start: string, isCut: boolean): string {
  const { combination, identity } = plan;
  const { [combination]: combine } = COMBINE;
  const join = `  for (int n = first + ${PIECE}; n < end; n += ${PIECE}) {
    float update = fetchPartial(Num(n / ${PIECE}) * sliceSize + component);
    value = ${combine};
  }
`;
  return `  float value = ${identity === null ? start : `first < end ? identity : ${start}`};
  int last = ${isCut ? `min(end, first + ${PIECE})` : 'end'};
  for (int n = ${combination === 'replace' ? 'max(first, last - 1)' : 'first'}; n < last; n++) {
    float update = updateAt(n, component, i);
    value = ${combine};
  }
${isCut ? join : ''}  return value;
`;
}

/** The functions and textures of the updates, in the order of their slices. */
type Updates = Pick<Program, 'functions' | 'inputs'>;

/** Combines the pieces of long runs, except the first ones, each separately. Each has a slice of the result. */
function combinePieces(plan: ScatterPlan, updates: Updates, pieces: View, views: Views): View {
  const { sliceSize, siteCount, combination, dtype } = plan;
  // What is subtracted is added up.
  const { [combination === 'sub' ? 'add' : combination]: among } = COMBINE;
  const { view } = views.output([Math.ceil(siteCount / PIECE), sliceSize], dtype);
  draw(views, {
    name: 'ScatterPiecesProgram',
    target: view,
    functions: updates.functions,
    inputs: { ...updates.inputs, pieces },
    divisors: { sliceSize },
    value: `  Num piece = divide(i, sliceSize, sliceSizeInverse);
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
  return value;
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
      key: `updateAt ${Boolean(sites)} ${Boolean(sources)}`,
      glsl: () => `float updateAt(int n, Num component, Num place) {
  Num site = Num(${sites ? 'fetchSites(n)' : '0'});
  return readAt(site, ${sources ? 'Num(fetchSources(n))' : 'sourceOf(site)'}, component, place);
}
`,
    },
  ];
}

export function scatterDrawn(plan: ScatterPlan, views: Views): TensorInfo {
  const { target } = plan;
  const taken = takenBy(plan, views);
  const { data, ...inputs } = views.ofInputs(plan, taken ? ['data'] : []);
  return drawAtSlices(plan, views, data, taken, {
    name: 'ScatterTrianglesProgram',
    inputs,
    blends: plan.combination === 'add',
    functions: [offsets('place', target), ...updatesOf(plan)],
    // The vertex shader computes places and sources.
    rarelyRead: /^(place|source|indices)/,
    count: plan.siteCount,
    find: `  siteNumber = mark;
  source = sourceOf(mark);
  Num offset = placeOf(mark);
`,
    varyings: ['Num siteNumber', 'Num source'],
    value: `  return readAt(siteNumber, source, component, i);
`,
  });
}

/** Returns an output over the texture of what a call starts from, if that is given up and nothing else has it. */
function takenBy({ start }: ScatterPlan, views: Views): Output | null {
  return start.tensor && start.isGivenUp ? views.takeOver(start.tensor, start.mayBeShared) : null;
}

/** A program whose `value` computes the value of a `component` of a slice; see `drawAtSlices`. */
interface AtSlices extends Omit<Program, 'target'> {
  count: number;
  /** GLSL that declares the `offset` of the slice of a `mark`, negative to leave it out, and sets the `varyings`. */
  find: string;
}

/** Draws `count` slices of `taken`, or else of a new output with what the call starts from: data, if it is a tensor. */
function drawAtSlices(
  { shape, dtype, sliceSize, start }: ScatterPlan,
  views: Views,
  data: View | undefined,
  taken: Output | null,
  { count, find, varyings = [], value, ...program }: AtSlices,
): TensorInfo {
  const room = data ? roomLike(data, sizeOf(shape)) : undefined;
  const { tensor, view } = taken ?? views.output(shape, dtype, { room });
  if (data) copy(views, data, view);
  const { width } = view;
  const linesPerSlice = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  draw(views, {
    ...program,
    target: view,
    clears: start.tensor ? undefined : storable(start.value, dtype),
    count: count * linesPerSlice,
    numbers: { sliceSize },
    divisors: { linesPerSlice },
    varyings: ['Num firstColumn', ...varyings],
    vertex: `  int corner = gl_VertexID % 3;
  Num number = Num(gl_VertexID / 3);
  Num mark = divide(number, linesPerSlice, linesPerSliceInverse);
${find}  Num line = divide(offset, outWidth, outWidthInverse);
  Num part = number - mark * linesPerSlice;
  firstColumn = offset - (line + part) * outWidth;
  Num left = max(firstColumn, Num(0));
  Num right = min(firstColumn + sliceSize, outWidth);
  gl_Position = vec4(2, 2, 2, 1);
  if (left < right && offset >= Num(0)) {
    vec2 point = vec2(corner == 1 ? right : left, float(line + part) + float(corner) / 2.0);
    gl_Position = vec4(point * vec2(outWidthInverse, outHeightInverse) * 2.0 - 1.0, 0, 1);
  }
`,
    value: `  Num component = Num(floor(gl_FragCoord.x)) - firstColumn;
${value}`,
  });
  return views.finish(tensor);
}
