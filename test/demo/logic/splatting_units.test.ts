/** The computations of the splatting part, apart from the page. */
import * as tf from '@tensorflow/tfjs';
import {
  createScaleError,
  meanSquaredError,
} from '../../../demo/page/parts/splatting/image_error.js';
import {
  MOTIONS,
  moveParticles,
  startParticles,
} from '../../../demo/page/parts/splatting/motions.js';
import { colourPixels } from '../../../demo/page/parts/splatting/pixels.js';
import { defaultSettings, parseSettings } from '../../../demo/page/parts/splatting/settings.js';
import { splat } from '../../../demo/page/parts/splatting/splat.js';
import { fitLines } from '../../../demo/page/parts/splatting/target.js';
import { seedRandom } from './seeded.js';

seedRandom();

beforeAll(async () => {
  await tf.setBackend('cpu');
});

const valuesOf = (x: tf.Tensor) => Array.from(x.dataSync());
/** Adds up what two particles give to an image, one pixel at a time. */
function splatByHand(
  positions: number[][],
  weights: number[][],
  size: number,
  radii: number[] = positions.map(() => 1),
): number[] {
  const channels = weights[0].length;
  const image = new Array<number>(size * size * channels).fill(0);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      positions.forEach(([y, x], i) => {
        const along = (distance: number) =>
          Math.max(0, 1 - Math.abs(distance) / radii[i]) / radii[i];
        const share = along(row - y) * along(column - x);
        weights[i].forEach((weight, c) => {
          image[(row * size + column) * channels + c] += share * weight;
        });
      });
    }
  }
  return image;
}

describe('splat', () => {
  const weights = [
    [1, 2],
    [-3, 0.5],
    [2, 2],
    [1, 1],
    [5, 5],
    [7, 7],
  ];
  const places = [
    [1.25, 2.5],
    [1.75, 2],
    [-0.25, 3.5],
    [3.4, -0.6],
    [-1.5, 2],
    [2, 40],
  ];

  test('shares every particle out to four pixels, and drops what is outside', () => {
    const image = splat(tf.tensor2d(places), tf.tensor2d(weights), 4);
    expect(image.shape).toEqual([4, 4, 2]);
    const expected = splatByHand(places, weights, 4);
    valuesOf(image).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 5);
    });
  });

  test('spreads wide particles over more pixels', () => {
    const radii = [1, 1.5, 2, 2.5, 3, 2];
    const rows = tf.tensor2d(radii, [6, 1]);
    const image = splat(tf.tensor2d(places), tf.tensor2d(weights), 4, rows);
    const expected = splatByHand(places, weights, 4, radii);
    valuesOf(image).forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 5);
    });
    const factors = tf.tensor3d(
      Array.from({ length: 32 }, (_, i) => Math.sin(i)),
      [4, 4, 2],
    );
    const loss = (r: tf.Tensor) =>
      splat(tf.tensor2d(places), tf.tensor2d(weights), 4, r).mul(factors).sum();
    const gradient = valuesOf(tf.grad(loss)(rows));
    radii.forEach((_, i) => {
      const at = (by: number) =>
        splatByHand(
          places,
          weights,
          4,
          radii.map((radius, j) => (i === j ? radius + by : radius)),
        ).reduce((sum, value, k) => sum + value * Math.sin(k), 0);
      expect(gradient[i]).toBeCloseTo((at(1e-4) - at(-1e-4)) / 2e-4, 2);
    });
    expect(gradient.some((value) => Math.abs(value) > 0.1)).toBe(true);
  });

  test('has the gradients of finite differences, of positions and of weights', () => {
    const factors = Array.from({ length: 32 }, (_, i) => Math.sin(i));
    const loss = (positions: number[][], weights: number[][]) =>
      splatByHand(positions, weights, 4).reduce((sum, value, i) => sum + value * factors[i], 0);
    const image = (p: tf.Tensor, w: tf.Tensor) =>
      splat(p as tf.Tensor2D, w as tf.Tensor2D, 4)
        .mul(tf.tensor3d(factors, [4, 4, 2]))
        .sum();
    // Away from whole numbers, where the shares have a kink.
    const smooth = places.map(([y, x]) => [y + 0.01, x + 0.02]);
    const [dPositions, dWeights] = tf.grads(image)([tf.tensor2d(smooth), tf.tensor2d(weights)]);
    const nudge = (rows: number[][], row: number, column: number, by: number) =>
      rows.map((values, i) => values.map((x, j) => (i === row && j === column ? x + by : x)));
    const slopes = (rows: number[][], at: (rows: number[][]) => number) =>
      rows.flatMap((values, i) =>
        values.map((_, j) => (at(nudge(rows, i, j, 1e-3)) - at(nudge(rows, i, j, -1e-3))) / 2e-3),
      );
    const expected = [
      slopes(smooth, (rows) => loss(rows, weights)),
      slopes(weights, (rows) => loss(smooth, rows)),
    ];
    [dPositions, dWeights].forEach((gradient, i) => {
      valuesOf(gradient).forEach((value, j) => {
        expect(value).toBeCloseTo(expected[i][j], 3);
      });
    });
    expect(valuesOf(dPositions).some((value) => Math.abs(value) > 0.1)).toBe(true);
  });
});

test('the error at all scales falls as a particle nears, where that of single pixels does not', () => {
  const size = 32;
  const at = (column: number) => splat(tf.tensor2d([[16, column]]), tf.tensor2d([[1]]), size);
  const columns = [14, 20, 26];
  const errors = (error: typeof meanSquaredError) =>
    [...columns, 28].map((column) => valuesOf(error(at(column), at(28)))[0]);
  expect(errors(meanSquaredError)).toEqual([...columns.map(() => 2 / size ** 2), 0]);
  const scaleError = createScaleError(size);
  const pulling = errors(scaleError.of);
  scaleError.dispose();
  pulling.slice(1).forEach((error, i) => {
    expect(error).toBeLessThan(pulling[i] - 1e-5);
  });
  expect(pulling.at(-1)).toBe(0);
});

test.each(Object.values(MOTIONS))('$label moves particles and keeps most of them', (motion) => {
  const before = tf.memory().numTensors;
  let particles = startParticles(motion, 500);
  for (let frame = 0; frame < 300; frame++) {
    const next = moveParticles(motion, particles, frame);
    tf.dispose([particles.positions, particles.velocities]);
    particles = next;
  }
  expect(tf.memory().numTensors).toBe(before + 2);
  const rows = particles.positions.arraySync();
  const inside = rows.filter((row) => row.every((x) => x >= 0 && x <= 1));
  expect(inside.length).toBeGreaterThan(400);
  tf.dispose([particles.positions, particles.velocities]);
});

describe('a text in a square', () => {
  /** Each letter is half as wide as it is high. */
  const widthOf = (line: string, height: number) => (line.length * height) / 2;
  const fit = (text: string) => fitLines(text, 100, widthOf);

  test('fills the width with a word', () => {
    const { lines, height } = fit('word');
    expect(lines).toEqual(['word']);
    expect(widthOf('word', height)).toBeGreaterThan(85);
    expect(widthOf('word', height)).toBeLessThanOrEqual(90);
  });

  test('breaks lines where that makes them higher', () => {
    expect(fit('scatter add').lines).toEqual(['scatter', 'add']);
    expect(fit('a b c d e f g h i').lines.length).toBeGreaterThan(2);
    expect(fit('  two   words ').lines).toEqual(['two', 'words']);
  });

  test('ends for a word that is too long for any height', () => {
    expect(fitLines('word', 1e-9, widthOf).lines).toEqual(['word']);
  });
});

describe('settings in the address', () => {
  const defaults = defaultSettings(false);
  const backends = ['webgl', 'cpu'] as const;
  const options = { backends, defaults };

  test('are what it says', () => {
    const query =
      'backend=cpu&picture=planet&count=1000000&size=64&motion=flow&text=a+%26+b&learnable=weights&rate=0.02';
    expect(parseSettings(new URLSearchParams(query), options)).toEqual({
      ...defaults,
      backend: 'cpu',
      picture: 'planet',
      count: '1000000',
      size: '64',
      motion: 'flow',
      text: 'a & b',
      learnable: 'weights',
      rate: 0.02,
    });
  });

  test.each([
    'count=7',
    'size=63',
    'motion=toString',
    'picture=moon',
    'backend=abacus',
    'text=+',
    'learnable=no',
    'rate=1',
    'rate=x',
  ])('are the defaults where they are wrong: %s', (query) => {
    expect(parseSettings(new URLSearchParams(query), options)).toEqual({
      backend: 'webgl',
      ...defaults,
    });
  });

  test('keep a text to its longest', () => {
    const query = new URLSearchParams({ text: 'x'.repeat(100) });
    expect(parseSettings(query, options).text).toHaveLength(60);
  });
});

test('colours are those of the picture, and of the ramp for one channel', () => {
  const coloured = (channels: number, values: number[]) => {
    const bytes = new Uint8ClampedArray(4);
    colourPixels({ size: 1, channels, values: Float32Array.from(values) }, bytes);
    return [...bytes];
  };
  expect(coloured(3, [1, 0.5, -2])).toEqual([255, 128, 0, 255]);
  expect(coloured(1, [7])).toEqual([255, 255, 255, 255]);
  expect(coloured(1, [-1])).toEqual([9, 11, 24, 255]);
  const blue = [0.1, 0.4, 0.7, 0.9].map((value) => coloured(1, [value])[2]);
  expect(blue).toEqual([...blue].sort((a, b) => a - b));
});
