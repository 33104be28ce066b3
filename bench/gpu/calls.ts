/** The calls that the benchmark of GPUs times, each in several ways. */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterElements, scatterND } from '../../src/index.js';
import type { ScatterNDOptions } from '../../src/index.js';

type Call = () => tf.Tensor;

/** Ways of a call, by name. All but `OTHERS` give the first one's result, unless sums run in another order. */
export interface Row {
  name: string;
  ways: () => Record<string, Call>;
}

/** Ways that take other programs at the same sites. */
export const OTHERS = ['last', 'maximum', 'distinct'];

/** How webgpu is set in a way. */
export interface Setting {
  isUnordered?: true;
  /** Sites are counted from the last to the first, so that their ranks are not in order. */
  isReversed?: true;
  thresholds?: Record<string, number>;
}

const KNOWN = { MAX_WALKED: 0 };
const NEW = { ...KNOWN, MAX_CACHED_BYTES: 0 };

/** The order of sites is cached or new; unordered, sums use atomics. */
const SETTINGS: Record<string, Setting> = {
  known: { thresholds: KNOWN },
  new: { thresholds: NEW },
  reversed: { thresholds: NEW, isReversed: true },
  unordered: { thresholds: KNOWN, isUnordered: true },
};

/** Returns how a way is set: one of the above, or a threshold's value, as in `PIECE = 256`. */
export function settingOf(way: string): Setting {
  const [name, value] = way.split(' = ');
  if (!value) return SETTINGS[way] ?? {};
  const isOfOrder = name === 'MERGED' || name === 'CHUNK';
  return { thresholds: { ...(isOfOrder && NEW), [name]: Number(value) } };
}

const inWays = (ways: string[], call: Call) => Object.fromEntries(ways.map((way) => [way, call]));
const inOrders = (call: Call) => inWays(Object.keys(SETTINGS), call);

const SPREADS = {
  uniform: Math.random,
  /** Falls as 1 / x over six decades. */
  zipf: () => 10 ** (6 * (Math.random() - 1)) - 1e-6,
  hot: () => 0.4,
};
type Spread = keyof typeof SPREADS;

/** Inputs are computed by the backend, so they are where its results are, and the host does not know them. */
function numbers(shape: number[]): tf.Tensor {
  const length = tf.util.sizeFromShape(shape);
  return tf.add(tf.tensor(Float32Array.from({ length }, Math.random), shape), tf.scalar(-0.5));
}

function indicesBelow(size: number, shape: number[], spread: Spread = 'uniform'): tf.Tensor {
  const length = tf.util.sizeFromShape(shape);
  const values = Int32Array.from({ length }, () => Math.floor(SPREADS[spread]() * size));
  return tf.add(tf.tensor(values, shape, 'int32'), tf.scalar(0, 'int32'));
}

const ADD: ScatterNDOptions = { reduction: 'add' };

/** A scatter of rows, with other reductions, and by tfjs. */
function scatterOf(sites: number, slices: number, width: number, spread?: Spread) {
  const [data, updates] = [numbers([slices, width]), numbers([sites, width])];
  const indices = indicesBelow(slices, [sites, 1], spread);
  return {
    by: (options: ScatterNDOptions) => () => scatterND(data, indices, updates, options),
    tfjs: () => tf.add(data, tf.scatterND(indices, updates, [slices, width])),
    distinct: () => {
      const values = Array.from(tf.util.createShuffledIndices(slices)).slice(0, sites);
      const apart = tf.tensor(values, [sites, 1], 'int32');
      return () => scatterND(data, apart, updates, ADD);
    },
  };
}

const sums = (sites: number, slices: number, width: number, spread?: Spread): Row => ({
  name: `${sites} rows of ${width} into ${slices}${spread ? `, ${spread}` : ''}`,
  ways() {
    const { by, tfjs, distinct } = scatterOf(sites, slices, width, spread);
    return {
      ...inOrders(by(ADD)),
      // Threads of tfjs that write to one place take minutes.
      ...(spread === 'hot' ? {} : { tfjs }),
      last: by({ reduction: 'none' }),
      maximum: by({ reduction: 'max' }),
      ...(spread || sites > slices ? {} : { distinct: distinct() }),
    };
  },
});

/** Sums with some values of thresholds. */
const tuned = (sites: number, slices: number, width: number, values: Record<string, number[]>) => ({
  name: `${sites} rows of ${width} into ${slices}, thresholds`,
  ways() {
    const { by } = scatterOf(sites, slices, width);
    const set = Object.entries(values).flatMap(([name, all]) => all.map((x) => `${name} = ${x}`));
    return inWays(['as set', ...set], by(ADD));
  },
});

/** Sums on webgl, where tfjs compares each output with each update. */
const drawn = (sites: number, slices: number, width: number): Row => ({
  name: `${sites} rows of ${width} into ${slices}`,
  ways() {
    const { by, tfjs } = scatterOf(sites, slices, width);
    const isFew = sites * slices * width <= 2 ** 26;
    return { drawn: by(ADD), ...(isFew ? { tfjs } : {}) };
  },
});

/** Lines share no place, so each can be walked. */
const lines = (
  count: number,
  length: number,
  inTheirWays: (call: Call) => Record<string, Call>,
) => ({
  name: `${count} lines of ${length}`,
  ways() {
    const [data, updates] = [numbers([count, length]), numbers([count, length])];
    const indices = indicesBelow(length, [count, length]);
    return inTheirWays(() =>
      scatterElements(data, indices, updates, { axis: 1, reduction: 'add' }),
    );
  },
});

const lookups = (ids: number, rows: number, width: number): Row => ({
  name: `gradient of ${ids} lookups in ${rows} rows of ${width}`,
  ways() {
    const [table, dy] = [numbers([rows, width]), numbers([ids, width])];
    const indices = indicesBelow(rows, [ids, 1]);
    const flat = indices.reshape([ids]);
    return {
      ...inOrders(() => tf.grad((x) => gatherND(x, indices))(table, dy)),
      tfjs: () => tf.grad((x) => tf.gather(x, flat))(table, dy),
    };
  },
});

const gathers = (sites: number, data: number[], depth: number): Row => ({
  name: `gather ${sites} of ${data.join('×')} by ${depth}`,
  ways() {
    const x = numbers(data);
    const indices = indicesBelow(Math.min(...data.slice(0, depth)), [sites, depth]);
    return { ours: () => gatherND(x, indices), tfjs: () => tf.gatherND(x, indices) };
  },
});

/** Returns the rows for a backend, the main ones first. A software adapter gets less than a million as `M`. */
export function rowsOf(backend: string, M: number): Row[] {
  const [K64, K16, K4, K] = [M / 16, M / 64, M / 256, M / 1024];
  const gathered = [
    gathers(K64, [K64, 64], 1),
    gathers(K16, [K64, 64], 1),
    gathers(512, [K4, 64], 1),
    gathers(M, [1024, 1024], 2),
    gathers(M, [M], 1),
  ];
  const widths = [1, 4, 16, 64];
  if (backend === 'webgl') {
    return [
      ...gathered,
      ...[K16, M].flatMap((values) => widths.map((width) => drawn(values / width, K64, width))),
    ];
  }
  const walked = (call: Call) => ({ walked: call, ...inOrders(call) });
  return [
    sums(M, M, 1),
    sums(K16, K64, 64),
    sums(512, K4, 64),
    sums(M, M, 1, 'zipf'),
    sums(M, M, 1, 'hot'),
    sums(4 * M, K64, 1),
    sums(M, K64, 1),
    lookups(512, K4, 64),
    ...gathered,
    ...[K16, 16 * K16].flatMap((values) =>
      widths.map((width) => sums(values / width, values, width)),
    ),
    sums(K, M, 1),
    ...[16, 64, 128].map((length) => lines(1, length, walked)),
    ...[32, 512, 8 * K].map((count) => lines(count, (16 * K16) / count, walked)),
    tuned(M, M, 1, {
      WORKGROUP_SIZE: [32, 128, 256],
      MAX_PER_THREAD: [1, 4],
      CHUNK: [16, 64, 256],
      MERGED: [8, 64],
    }),
    tuned(K16, K64, 64, { MIN_THREADS: [2 ** 11, 2 ** 17] }),
    tuned(M, 1, 1, { UNROLLED: [1, 4, 8, 32] }),
  ];
}
