/** NumPy's rules of indexing, by plain loops over what is indexed. They share no code with src. */
import { type IndexingUse, placesOf, type TensorData } from './call.js';
import { broadcast, commonShape, coordinatesOf, placeOf } from './oracle_targets.js';
import { chance, int, pick } from './random_values.js';
import type { Draw } from './seed.js';
import { booleansOf, bool, i32, numbersOf } from './values.js';

/** The positions that a slice takes, as Python lists them. */
function positionsIn(slice: string, size: number): number[] {
  const [start, stop, step = ''] = slice.split(':');
  const by = step === '' ? 1 : Number(step);
  const fromStart = (bound: string) => (Number(bound) < 0 ? Number(bound) + size : Number(bound));
  const all = Array.from({ length: size }, (_, i) => i);
  const begin = start === '' ? (by > 0 ? 0 : size - 1) : fromStart(start);
  const end = stop === '' ? (by > 0 ? size : -1) : fromStart(stop);
  if (by > 0) {
    const first = Math.max(begin, 0);
    return all.filter((i) => i >= first && i < end && (i - first) % by === 0);
  }
  const first = Math.min(begin, size - 1);
  return all.filter((i) => i <= first && i > end && (first - i) % -by === 0).reverse();
}

function trueAt(mask: TensorData): TensorData[] {
  const places = coordinatesOf(mask.shape).filter((_, i) => booleansOf(mask)[i]);
  return mask.shape.map((_, d) =>
    i32(
      [places.length],
      places.map((place) => place[d]),
    ),
  );
}

/** The shape of what `at` indexes, and a tuple of all coordinates in data for each of its values. */
export function indexed(use: IndexingUse): { shape: number[]; tuples: number[][] } {
  const { data, ...others } = use.inputs;
  const inputs: Record<string, TensorData | undefined> = { ...others };
  const names = placesOf(use);
  const covers = (name: string) => {
    const { dtype = 'int32', shape = [] } = inputs[name] ?? {};
    return dtype === 'bool' ? shape.length : name === '...' ? 0 : 1;
  };
  const missing = data.shape.length - names.reduce((sum, name) => sum + covers(name), 0);
  const all = names.includes('...') ? names : [...names, '...'];
  const axes: (number[] | TensorData)[] = [];
  // The kinds of all arguments, to tell whether arrays stand side by side.
  const kinds = all.map((name) => {
    const input = inputs[name];
    const size = data.shape[axes.length];
    if (name === '...') {
      for (let i = 0; i < missing; i++) axes.push(positionsIn(':', data.shape[axes.length]));
    } else if (!input) axes.push(positionsIn(name, size));
    else if (input.dtype === 'bool') axes.push(...trueAt(input));
    else axes.push(input);
    return input ? 'array' : 'slice';
  });
  const found = axes.filter((axis): axis is TensorData => !Array.isArray(axis));
  const common = commonShape(found.map(({ shape }) => shape));
  const rank = common.length;
  const group = kinds.slice(kinds.indexOf('array'), kinds.lastIndexOf('array') + 1);
  const isApart = rank > 0 && group.includes('slice');
  const firstArray = axes.findIndex((axis) => !Array.isArray(axis));
  const groupAt = isApart || firstArray < 0 ? 0 : firstArray;
  const counts = axes.flatMap((axis) => (Array.isArray(axis) ? [axis.length] : []));
  const shape = [...counts.slice(0, groupAt), ...common, ...counts.slice(groupAt)];
  const arrays = new Map(found.map((axis) => [axis, numbersOf(broadcast(axis, common))]));
  const tuples = coordinatesOf(shape).map((coordinates) => {
    const ofSlices = [...coordinates.slice(0, groupAt), ...coordinates.slice(groupAt + rank)];
    const at = placeOf(coordinates.slice(groupAt, groupAt + rank), common);
    return axes.map((axis) =>
      Array.isArray(axis) ? axis[ofSlices.shift() ?? 0] : (arrays.get(axis)?.[at] ?? NaN),
    );
  });
  return { shape, tuples };
}

const bound = (draw: Draw, size: number) =>
  chance(draw, 2) ? '' : String(int(draw, -size - 1, size + 1));

function randomSlice(draw: Draw, size: number): string {
  const step = pick(draw, ['', '1', '2', '-1', '-2', '3']);
  return `${bound(draw, size)}:${bound(draw, size)}${step === '' ? '' : `:${step}`}`;
}

/** Random arguments of `at`, with at most three arrays. */
export function randomPlaces(
  draw: Draw,
  dataShape: number[],
  index: (sites: number[], size: number) => TensorData,
): Pick<IndexingUse, 'places'> & Record<'indices', TensorData> & Record<string, unknown> {
  const sites = Array.from({ length: int(draw, 0, 2) }, () => int(draw, 1, 3));
  const free = ['indices', 'columns', 'more'];
  const inputs: Record<string, TensorData> = {};
  const places: string[] = [];
  const rank = dataShape.length;
  // Arrays that stand apart, after a slice.
  const isApart = rank > 2 && sites.length > 0 && chance(draw, 3);
  const count = isApart ? rank : int(draw, 1, rank);
  let hasMask = false;
  for (let axis = 0; axis < count; axis++) {
    const size = dataShape[axis];
    const isLast = axis === rank - 1;
    if (isApart && isLast && (rank === 3 || chance(draw, 2))) places.push('...');
    const kinds = ['slice', 'array', 'integer', 'mask', '...'] as const;
    const kind = !isApart ? pick(draw, kinds) : isLast || axis === 1 ? 'array' : 'slice';
    const name = kind === 'slice' || kind === '...' ? undefined : free.shift();
    if (kind === '...' && axis === count - 1 && !places.includes('...')) places.push('...');
    else if (name === undefined) places.push(randomSlice(draw, size));
    else if (kind === 'mask' && !hasMask && sites.length === 0) {
      // Beside another array, a mask would have to pick as many places.
      const values = Array.from({ length: size }, () => (chance(draw, 2) ? 1 : 0));
      inputs[name] = bool([size], values);
      hasMask = true;
      places.push(name);
    } else {
      const own = kind === 'integer' ? [] : sites.map((n) => (chance(draw, 3) ? 1 : n));
      inputs[name] = index(own, size);
      places.push(name);
    }
  }
  if (!('indices' in inputs)) {
    // Every call has indices; these address the last axis.
    inputs.indices = index(sites, dataShape[dataShape.length - 1]);
    const last = places.length - 1;
    if (places[last] === '...') places.push('indices');
    else if (places.length < dataShape.length) places.push('...', 'indices');
    else places[last] = 'indices';
  }
  return { places, ...inputs } as ReturnType<typeof randomPlaces>;
}
