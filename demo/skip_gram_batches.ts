/** Batches for a skip-gram: words of a text, a neighbour of each, and random words. */
import type { Corpus } from './corpus.js';
import { randomNumbers } from './random.js';
import type { Batch } from './skip_gram.js';

export interface BatchOptions {
  /** Number of words in a batch. */
  size: number;
  /** Number of random words for each. */
  negatives: number;
  /** The same seed gives the same batches. */
  seed: number;
}

/** The largest distance of a neighbour from its word. */
const WINDOW = 5;
/** A word with a larger share of the text is sometimes skipped (word2vec's subsampling). */
const FREQUENT = 1e-3;
/** This exponent makes rare words more likely to be drawn than to occur. */
const FLATTENING = 0.75;

/** Returns a function that reads on in the text, and starts again at its end. */
export function createBatches(corpus: Corpus, options: BatchOptions): () => Batch {
  const { size, negatives, seed } = options;
  const { tokens, counts } = corpus;
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const kept = counts.map((count) => Math.sqrt((FREQUENT * tokens.length) / count));
  const draw = createDraw(counts, random);
  let place = 0;
  /** Moves to the next word. Frequent words are skipped at random. */
  const next = () => {
    do place = (place + 1) % tokens.length;
    while (random() > kept[tokens[place]]);
    return place;
  };
  /** Draws a neighbour. Nearer ones are more likely. */
  const neighbourOf = (place: number) => {
    const distance = 1 + below(1 + below(WINDOW));
    const neighbour = random() < 0.5 ? place - distance : place + distance;
    return tokens[(neighbour + tokens.length) % tokens.length];
  };
  return () => {
    const centres = new Int32Array(size);
    const targets = new Int32Array(size * (1 + negatives));
    for (let i = 0; i < size; i++) {
      const place = next();
      centres[i] = tokens[place];
      const start = i * (1 + negatives);
      targets[start] = neighbourOf(place);
      for (let j = 1; j <= negatives; j++) targets[start + j] = draw();
    }
    return { centres, targets };
  };
}

/** Number of entries in the table that words are drawn from. */
const TABLE = 100_000;

/** Returns a function that draws words by their flattened frequency, from a table as in word2vec. */
function createDraw(counts: readonly number[], random: () => number): () => number {
  const weights = counts.map((count) => count ** FLATTENING);
  const scale = TABLE / weights.reduce((sum, weight) => sum + weight);
  const table = weights.flatMap((weight, word) =>
    Array<number>(Math.ceil(weight * scale)).fill(word),
  );
  return () => table[Math.floor(random() * table.length)];
}
