/** Random calls of sums and products of several values: along an axis, of matrices, and by equations. */
import { type Random, randomOf } from './random_numbers.js';
import { broadcast, defined, type MakesRow, sizeOf } from './repair_ops.js';

/** Returns the places of x that each value of a reduction is made of. */
export function groupsOf(shape: number[], axes: number[]): number[][] {
  const isReduced = (d: number) => axes.some((axis) => (axis + shape.length) % shape.length === d);
  const out = shape.map((length, d) => (isReduced(d) ? 1 : length));
  const groups = Array.from({ length: sizeOf(out) }, (): number[] => []);
  broadcast([shape, out]).forEach(([from, to]) => groups[to].push(from));
  return groups;
}

/** Sums or products of the values before or after each one. */
const cumulated =
  (isProduct: boolean, fromRank = 1, toRank = 4): MakesRow =>
  (random) => {
    const shape = random.shape(fromRank, toRank);
    const axis = random.int(0, shape.length - 1);
    const [exclusive, reverse] = [random.bool(), random.bool()];
    const groups = groupsOf(shape, [axis]);
    const size = sizeOf(shape);
    const of = ([x]: number[][]) => {
      const y = x.map(() => 0);
      for (const group of groups) {
        group.forEach((at, i) => {
          const part = reverse
            ? group.slice(i + Number(exclusive))
            : group.slice(0, i + Number(!exclusive));
          const values = part.map((from) => x[from]);
          y[at] = values.reduce((a, b) => (isProduct ? a * b : a + b), Number(isProduct));
        });
      }
      return y;
    };
    const op: 'cumprod' | 'cumsum' = isProduct ? 'cumprod' : 'cumsum';
    return defined((tf, [x]) => tf[op](x, axis, exclusive, reverse), of, [shape], {
      at: random.withZeros(size),
    });
  };

/** An equation whose result tfjs computes right, or one that it computes wrong. */
function equation(random: Random, isRight: boolean) {
  for (;;) {
    const letters = random.some(['a', 'b', 'c', 'd', 'e']);
    const terms = Array.from({ length: isRight ? random.int(1, 2) : 2 }, () =>
      random.some(letters).slice(0, 4),
    );
    if (random.int(0, 9) === 0) terms[0] = [];
    // Half of the equations sum along an axis of both first, so that any other axis may be of one only.
    const isShared = isRight && random.bool();
    if (isShared) terms.splice(0, 2, ['f', ...terms[0]], random.some(['f', ...(terms[1] ?? [])]));
    const used = [...new Set(terms.flat())];
    const kept = used.filter((letter) => letter !== 'f');
    const result = random.some(['', ...kept]).filter((letter) => letter !== '');
    const first = used.find((letter) => !result.includes(letter));
    const skips = terms.some((term) => term.length > 0 && first && !term.includes(first));
    const text = `${terms.map((term) => term.join('')).join(',')}->${result.join('')}`;
    // With nothing to do, tfjs returns the data of its input as its own.
    const isIdle = terms.length === 1 && terms[0].join('') === result.join('');
    if (skips !== isRight && !isIdle) {
      const lengths = new Map(used.map((letter) => [letter, random.int(1, 3)]));
      const shapeOf = (labels: string[]) => labels.map((letter) => lengths.get(letter) ?? 1);
      return { text, terms, used, result, shapeOf };
    }
  }
}

/** An einsum that tfjs computes wrong, which must not get a gradient. */
export function wrongEinsum(seed: number) {
  const { text, terms, shapeOf } = equation(randomOf(seed), false);
  return { text, shapes: terms.map(shapeOf) };
}

const einsum: MakesRow = (random) => {
  const { text, terms, used, result, shapeOf } = equation(random, true);
  const shapes = terms.map(shapeOf);
  const all = shapeOf(used);
  const placeIn = (labels: string[], at: number) =>
    labels.reduce((place, label) => {
      const d = used.indexOf(label);
      const digit = Math.floor(at / sizeOf(all.slice(d + 1))) % all[d];
      return place * all[d] + digit;
    }, 0);
  const of = (xs: number[][]) => {
    const y = Array<number>(sizeOf(shapeOf(result))).fill(0);
    for (let at = 0; at < sizeOf(all); at++) {
      y[placeIn(result, at)] += xs.reduce((product, x, k) => product * x[placeIn(terms[k], at)], 1);
    }
    return y;
  };
  return defined((tf, xs) => tf.einsum(text, ...xs), of, shapes);
};

const matMul: MakesRow = (random) => {
  const stacks = random.shape(0, 4, 6);
  const one = stacks.slice(random.int(0, stacks.length)).map(() => 1);
  // Where both stacks have axes that the other lacks, tfjs computes other products.
  const [stacksA, stacksB] = random.pick([
    [stacks, stacks],
    [stacks, one],
    [one, stacks],
  ]);
  const [m, k, n] = [random.int(1, 3), random.int(1, 3), random.int(1, 3)];
  const [transposeA, transposeB] = [random.bool(), random.bool()];
  const shapes = [
    [...stacksA, ...(transposeA ? [k, m] : [m, k])],
    [...stacksB, ...(transposeB ? [n, k] : [k, n])],
  ];
  const at = (isTransposed: boolean, height: number, width: number, row: number, column: number) =>
    isTransposed ? column * height + row : row * width + column;
  return defined(
    (tf, [a, b]) => tf.matMul(a, b, transposeA, transposeB),
    ([a, b]) =>
      broadcast([stacksA, stacksB]).flatMap(([i, j]) =>
        Array.from({ length: m * n }, (_, place) => {
          const [row, column] = [Math.floor(place / n), place % n];
          return Array.from({ length: k }, (_, c) => c).reduce(
            (sum, c) =>
              sum +
              a[i * m * k + at(transposeA, m, k, row, c)] *
                b[j * k * n + at(transposeB, k, n, c, column)],
            0,
          );
        }),
      ),
    shapes,
  );
};

export const PRODUCT_REPAIRS: Record<string, MakesRow> = {
  cumprod: cumulated(true),
  'cumprod, rank 5 and 6': cumulated(true, 5, 6),
  cumsum: cumulated(false),
  'cumsum, rank 5 and 6': cumulated(false, 5, 6),
  einsum,
  matMul,
};
