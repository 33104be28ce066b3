/** The computations of the splatting part, apart from the page. */
import * as tf from '@tensorflow/tfjs';
import { CODE } from '../../../demo/page/parts/splatting/code.js';
import { createHalvings, imageError } from '../../../demo/page/parts/splatting/image_error.js';
import { createLearner } from '../../../demo/page/parts/splatting/learner.js';
import { bytesOf, differenceOf } from '../../../demo/page/parts/splatting/pixels.js';
import { splat } from '../../../demo/page/parts/splatting/splat.js';
import { randomNumbers } from '../../../demo/random.js';
import { runExample } from '../../support/examples.js';

beforeAll(() => tf.setBackend('cpu'));

beforeEach(() => {
  jest.spyOn(Math, 'random').mockImplementation(randomNumbers(1));
});

const SIZE = 4;

/** Adds up what particles give to an image, one pixel at a time. */
function splatByHand(places: number[][], colours: number[][]): number[] {
  const share = (distance: number) => Math.max(0, 1 - Math.abs(distance));
  return Array.from({ length: 2 * SIZE * SIZE }, (_, i) => {
    const [row, column, channel] = [Math.floor(i / 2 / SIZE), Math.floor(i / 2) % SIZE, i % 2];
    return places.reduce(
      (sum, [y, x], at) => sum + share(row - y) * share(column - x) * colours[at][channel],
      0,
    );
  });
}

test('every particle is shared out to four pixels, and what is outside is dropped', () => {
  const places = [
    [1.25, 2.5],
    [1.75, 2],
    [0, 0.125],
    [3, 1.5],
  ];
  const colours = [
    [1, 2],
    [-3, 0.5],
    [2, 2],
    [5, 5],
  ];
  const at = tf.tensor(places);
  const image = splat(at, at.floor(), tf.tensor(colours), SIZE);
  const expected = splatByHand(places, colours).map((x): unknown => expect.closeTo(x, 3));
  expect([...image.dataSync()]).toEqual(expected);
});

test('the error falls as a particle nears from afar', () => {
  const size = 32;
  const halvings = createHalvings(size);
  const at = (column: number) => {
    const place = tf.tensor([[16, column]]);
    return splat(place, place.floor(), tf.tensor([[1, 1, 1]]), size);
  };
  const errors = [14, 20, 26, 28].map(
    (column) => imageError(at(column), at(28), halvings).dataSync()[0],
  );
  errors.slice(1).forEach((error, i) => {
    expect(error).toBeLessThan(errors[i] - 1e-5);
  });
  expect(errors[3]).toBe(0);
});

test('a learner learns one picture and then another, and leaves no tensor', async () => {
  const pictureOf = (colour: number[]) => ({
    size: 16,
    values: Float32Array.from({ length: 768 }, (_, i) => (i < 384 ? colour[i % 3] : 0)),
  });
  const before = tf.memory().numTensors;
  const pictures = [pictureOf([1, 0.5, 0]), pictureOf([0, 0.5, 1])];
  const learner = createLearner(150, pictures[0]);
  for (const [i, picture] of pictures.entries()) {
    if (i > 0) learner.retarget(picture);
    const first = differenceOf(await learner.draw(), picture);
    for (let step = 0; step < 60; step++) learner.step(step / 60);
    expect(differenceOf(await learner.draw(), picture)).toBeLessThan(first / 2);
  }
  learner.dispose();
  expect(tf.memory().numTensors).toBe(before);
});

test('the program on the page runs, and its error falls', async () => {
  const program = { name: 'the code', language: 'js' as const, code: CODE, stated: [] };
  const errors = (await runExample({ ...program, exact: false })).map(Number);
  expect(errors).toHaveLength(60);
  expect(errors[59]).toBeLessThan(errors[0] / 3);
});

test('a pixel has four bytes, each from dark to light', () => {
  const values = Float32Array.from([7, 0.5, -2, 1, ...new Float32Array(8)]);
  expect([...bytesOf({ size: 2, values })].slice(0, 6)).toEqual([255, 128, 0, 255, 255, 0]);
});
