/** Random shapes and values of a seed, which pages make as well. */

export interface Random {
  int: (from: number, to: number) => number;
  bool: () => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** Some of these items, at least one, in any order. */
  some: <Item>(items: readonly Item[]) => Item[];
  /** Of at most 24 values. */
  shape: (fromRank?: number, toRank?: number, largest?: number) => number[];
  /** Two shapes that broadcast. */
  pair: (toRank?: number, largest?: number) => [number[], number[]];
  /** Different values, none of them near a multiple of 0.05. */
  values: (count: number) => number[];
  positive: (count: number) => number[];
  withZeros: (count: number) => number[];
}

const sizeOf = (shape: number[]) => shape.reduce((a, b) => a * b, 1);

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomOf(seed: number): Random {
  const next = generator(seed);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const bool = () => int(0, 1) === 1;
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  const shape = (fromRank = 0, toRank = 6, largest = 24) => {
    const lengths: number[] = Array.from({ length: int(fromRank, toRank) }, () => int(1, 4));
    // Shorter axes until it is small enough.
    while (sizeOf(lengths) > largest) lengths[lengths.indexOf(Math.max(...lengths))]--;
    return lengths;
  };
  const values = (count: number) =>
    shuffled(
      Array.from({ length: count }, (_, i) => Number(((i - count / 2) * 0.1 + 0.0271).toFixed(4))),
    );
  return {
    int,
    bool,
    pick: (items) => items[int(0, items.length - 1)],
    some: (items) => shuffled(items).slice(0, int(1, items.length)),
    shape,
    pair(toRank = 6, largest = 24) {
      const whole = shape(0, toRank, largest);
      const narrow = () => whole.map((length) => (int(0, 2) === 0 ? 1 : length));
      const short = narrow().slice(int(0, whole.length));
      const other = bool() ? whole : narrow();
      return bool() ? [other, short] : [short, other];
    },
    values,
    positive: (count) => values(count).map((x) => 0.4 + Math.abs(x)),
    withZeros: (count) => values(count).map((x) => (int(0, 4) === 0 ? 0 : x)),
  };
}
