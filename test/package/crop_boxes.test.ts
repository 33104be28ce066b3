/** The second derivatives of crops by the boxes, which the tables of ops that are linear in their inputs leave out. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';

beforeAll(() => tf.setBackend('cpu'));

/** Positions between pixels, and one outside, for two crops of 3 by 2. */
const BOXES = [0.1, 0.3, 0.85, 0.9, 0.7, -0.2, 0.15, 0.6];
const STEP = 2 ** -6;

const image = tf.randomUniform<tf.Rank.R4>([2, 4, 5, 2], -1, 1, 'float32', 1);
const directions = [[8], [2, 4, 5, 2], [2, 3, 2, 2]].map((shape, i) =>
  tf.randomUniform(shape, -1, 1, 'float32', i + 2),
);
const [ofBoxes, ofImage, dy] = directions;

const crop = (image: tf.Tensor4D, boxes: tf.Tensor) =>
  tf.image.cropAndResize(image, boxes.reshape([2, 4]), tf.tensor1d([1, 0], 'int32'), [3, 2]);

/** <gradients for dy, directions> at these boxes. */
const slope = (boxes: tf.Tensor) => {
  const [byImage, byBoxes] = tf.grads((x, at) =>
    crop(x as tf.Tensor4D, at)
      .mul(dy)
      .sum(),
  )([image, boxes]);
  return tf.add(byImage.mul(ofImage).sum(), byBoxes.mul(ofBoxes).sum());
};

test('they are slopes of the first', () => {
  const found = tf.grad(slope)(tf.tensor1d(BOXES)).dataSync();
  BOXES.forEach((_, i) => {
    const at = (by: number) => {
      const moved = BOXES.map((end, j) => (i === j ? end + by : end));
      return slope(tf.tensor1d(moved)).dataSync()[0];
    };
    expect(found[i]).toBeCloseTo((at(STEP) - at(-STEP)) / (2 * STEP), 2);
  });
});
