/** The tensors of a history: which live, what they hold, and what was computed from them but not yet compared. */
import * as tf from '@tensorflow/tfjs';
import { gatherElements } from 'tfjs-gather-scatter';
import { pickFrom, type Random, randomFrom } from './history_plain.js';
import { numbersIn } from './tensors.js';

export interface HistoryOptions {
  seed: number;
  /** Whether numbers are exact up to 2^24; otherwise up to 2,048. */
  isExact: boolean;
}

/** A tensor of indices from -limit to limit - 1. */
export interface Ids {
  tensor: tf.Tensor;
  values: Int32Array;
  limit: number;
  /** The array that the tensor was made of, while it may still be the tensor. */
  source: Int32Array | null;
  /** Whether the backend has values of its own, so that nobody may change them any more. */
  isSafe: boolean;
}

/** A variable and the values that it should have. */
export interface Cell {
  variable: tf.Variable;
  values: Float32Array;
}

export interface Table {
  tensor: tf.Tensor2D;
  values: Float32Array;
}

const FEW = [3, 65, 65, 65, 300];
const MORE = [1, 2, 5, 64, 2047, 2049, 4097, 40_000];
const MANY = [2 ** 17 + 1, 2 ** 20 + 1];

const LIMITS = [3, 9, 64];
const OTHER_LIMITS = [1, 500];

/** So many live indices are shared by most calls. */
const MOST_LIVE = 4;

/** More slices than are counted at once. */
const MANY_SLICES = 2 ** 17 + 1;

interface Pending {
  step: string;
  result: tf.Tensor;
  expected: Float32Array;
  tolerance: number;
}

interface Got {
  step: string;
  found: Promise<ArrayLike<number>>;
  expected: Float32Array;
}

export class World {
  random: Random;
  readonly ids: Ids[] = [];
  readonly tables: Table[] = [];
  readonly cells: Cell[] = [];
  /** What takes back what was switched on. */
  readonly undo: (() => void)[] = [];
  readonly mistakes: string[] = [];
  /** The number of the step, and what runs. */
  number = 0;
  step = '';
  private pending: Pending[] = [];
  private got: Got[] = [];

  constructor(readonly options: HistoryOptions) {
    this.random = randomFrom(options.seed);
  }

  chance(outOf: number): boolean {
    return this.random(outOf) === 0;
  }

  /** Returns indices, often some that other calls have read. */
  someIds(count?: number): Ids {
    const fitting = this.ids.filter(({ values }) => count === undefined || values.length === count);
    return fitting.length > 0 && !this.chance(this.ids.length < MOST_LIVE ? 2 : 8)
      ? pickFrom(this.random, fitting)
      : this.makeIds(count);
  }

  /** Makes indices, often as many as others, with the same limit. */
  makeIds(count?: number): Ids {
    const others = this.ids.filter((ids) => count === undefined || ids.values.length === count);
    const twin = this.chance(2) && others.length > 0 ? pickFrom(this.random, others) : null;
    if (twin) return this.makeAs(twin.values.length, twin.limit);
    return this.makeAs(count ?? pickFrom(this.random, this.chance(3) ? MORE : FEW));
  }

  private makeAs(count: number, sameLimit?: number): Ids {
    const { random } = this;
    const isDistinct = count <= 300 && (sameLimit ?? count) === count && this.chance(2);
    const hasMany = this.options.isExact && this.chance(8);
    const limits = this.chance(4) ? OTHER_LIMITS : LIMITS;
    const anyLimit = hasMany ? MANY_SLICES : pickFrom(random, limits);
    const limit = sameLimit ?? (isDistinct ? count : anyLimit);
    const spread = pickFrom(random, [
      () => random(limit),
      (i: number) => (i * 7 + 3) % limit,
      () => limit - 1,
      (i: number) => Math.min(limit - 1, i >> 2),
      () => random(2 * limit) - limit,
      (i: number) => (i % (2 * limit)) - limit,
    ]);
    const spreadOf = isDistinct ? (i: number) => (i + 5) % count : spread;
    const values = Int32Array.from({ length: count }, (_, i) => spreadOf(i));
    const source = values.slice();
    const host = tf.tensor1d(source, 'int32');
    const made = pickFrom(random, [
      () => host,
      () => tf.add(host, tf.scalar(0, 'int32')),
      () => gatherElements(host, Int32Array.from(values.keys())),
    ]);
    const tensor = tf.tidy(made);
    const isSafe = tensor !== host;
    if (isSafe) host.dispose();
    const ids = { tensor, values, limit, source: isSafe ? null : source, isSafe };
    this.ids.push(ids);
    return ids;
  }

  /** Makes indices of which there are more than any scratch memory is kept for. */
  makeManyIds(): Ids {
    return this.makeAs(pickFrom(this.random, MANY));
  }

  /** Returns a table of small integers, often one that other calls have read. */
  someTable(rows: number, width: number): Table {
    const { random } = this;
    const fits = ({ tensor: { shape } }: Table) => shape[0] === rows && shape[1] === width;
    const fitting = this.tables.filter(fits);
    if (fitting.length > 0 && !this.chance(3)) return pickFrom(random, fitting);
    const [a, b] = [random(5) + 1, random(7)];
    const values = Float32Array.from({ length: rows * width }, (_, i) => ((i * a + b) % 7) - 3);
    const table = { tensor: tf.tensor2d(values.slice(), [rows, width]), values };
    this.tables.push(table);
    return table;
  }

  /** Returns a variable of small integers, often one that other calls have changed. */
  someCell(shape: number[]): Cell {
    const fitting = this.cells.filter(({ variable }) => String(variable.shape) === String(shape));
    if (fitting.length > 0 && !this.chance(4)) return pickFrom(this.random, fitting);
    const { tensor, values } = this.someTable(tf.util.sizeFromShape(shape), 1);
    const initial = tf.reshape(tensor, shape);
    const cell = { variable: tf.variable(initial), values: values.slice() };
    initial.dispose();
    this.cells.push(cell);
    return cell;
  }

  /** Runs a call, and compares its results later. Integers are exact. */
  expect(call: () => tf.Tensor[], expected: readonly Float32Array[], tolerance = 0): void {
    const results = tf.tidy(call);
    for (const [i, result] of results.entries()) {
      const step = `${this.step}, result ${i}`;
      this.pending.push({ step, result, expected: expected[i], tolerance });
    }
  }

  /** Compares values that somebody has got, later. */
  expectValues(found: Promise<ArrayLike<number>>, expected: Float32Array): void {
    this.got.push({ step: `${this.step}, values`, found, expected });
  }

  /** Compares all results so far, and what variables hold. */
  async settle(): Promise<void> {
    for (const { step, result, expected, tolerance } of this.pending.splice(0)) {
      this.compare(step, await numbersIn(result), expected, tolerance);
      result.dispose();
    }
    for (const { step, found, expected } of this.got.splice(0)) {
      this.compare(step, await found, expected);
    }
    for (const { variable, values } of this.cells) {
      if (this.chance(2))
        this.compare(`${this.step}, a variable`, await numbersIn(variable), values);
    }
  }

  private compare(
    step: string,
    found: ArrayLike<number>,
    expected: Float32Array,
    tolerance = 0,
  ): void {
    const isWrong = (value: number, i: number) =>
      !(Math.abs(found[i] - value) <= tolerance * Math.max(1, Math.abs(value)));
    const at = found.length === expected.length ? expected.findIndex(isWrong) : 0;
    if (at < 0) return;
    this.mistakes.push(
      `${step}: ${found[at]} at ${at} of ${found.length}, expected ${expected[at]}`,
    );
  }

  /** Lets a tensor die. */
  free(items: { tensor: tf.Tensor }[]): void {
    if (items.length > 0) items.splice(this.random(items.length), 1)[0].tensor.dispose();
  }

  async freeAll(): Promise<void> {
    await this.settle();
    for (const { tensor } of [...this.ids.splice(0), ...this.tables.splice(0)]) tensor.dispose();
    for (const { variable } of this.cells.splice(0)) variable.dispose();
  }
}
