/** Words that learn from the pairs in which they stand: those of one kind find each other. */
import { randomNumbers } from '../../../../random.js';
import { HEIGHT, WIDTH, type Thumbnail } from './thumbnail.js';

const KINDS = [
  ['whale', 'fish', 'shark'],
  ['ship', 'boat', 'deck'],
  ['king', 'lord', 'queen'],
] as const;
const WORDS = KINDS.flat();
/** The distance that words of one kind keep, in parts of the picture, so that each can be read. */
const APART = { x: 0.24, y: 0.15 };
/** Steps after which all words are scattered again. */
const ROUND = 300;
const RATE = 0.04;

export function createWordsThumbnail(): Thumbnail {
  const random = randomNumbers(5);
  const below = (limit: number) => Math.floor(random() * limit);
  let places: [number, number][] = [];
  let steps = 0;
  /** Moves a word along the line to another one: nearer by a pair, away by chance. One that covers it
   * steps up or down. */
  const move = (from: number, to: number, pull: number) => {
    const [x, y] = places[from];
    const [across, down] = [places[to][0] - x, places[to][1] - y];
    if (from === to) return;
    if (Math.abs(across) < APART.x && Math.abs(down) < APART.y) {
      // Of two at an edge, the other one gives way.
      places[from] = [x, kept(y + (down < 0 ? RATE : -RATE))];
      return;
    }
    const score = 1 / (1 + Math.exp(6 * Math.hypot(across, down) - 3));
    const by = RATE * (pull > 0 ? 1 - score : -score);
    places[from] = [kept(x + across * by), kept(y + down * by)];
  };
  return {
    step() {
      if (steps++ % ROUND === 0) places = WORDS.map(() => [random(), random()]);
      WORDS.forEach((_, word) => {
        const kind = Math.floor(word / 3);
        move(word, 3 * kind + below(3), 1);
        const other = below(WORDS.length);
        if (Math.floor(other / 3) !== kind) move(word, other, -1);
      });
    },
    draw({ context, colour }) {
      context.font = '600 8px system-ui, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      WORDS.forEach((word, i) => {
        const [x, y] = places[i];
        context.fillStyle = colour(
          (['series-1', 'series-2', 'series-3'] as const)[Math.floor(i / 3)],
        );
        context.fillText(word, 14 + x * (WIDTH - 28), 6 + y * (HEIGHT - 12));
      });
    },
  };
}

const kept = (x: number) => Math.min(Math.max(x, 0), 1);
