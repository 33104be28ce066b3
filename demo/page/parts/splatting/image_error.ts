/**
 * The error between two images at every scale. At full size, a particle only feels the pixels around
 * it. In a smaller image, it feels distant ones.
 */
import * as tf from '@tensorflow/tfjs';

/**
 * The weight of each scale, relative to the next finer one. With lower values, particles get stuck
 * between pixels, because the error rises as one crosses the middle of a pixel.
 */
const GROWTH = 2;

/** A smooth bump over four pixels, so that the error has a slope everywhere. */
const BUMP = [1, 3, 3, 1].map((part) => part / 8);

/** Creates the matrices that `imageError` needs for images of a size, a power of two. */
export function createHalvings(size: number): tf.Tensor2D[] {
  const halvings: tf.Tensor2D[] = [];
  for (let length = size; length > 2; length /= 2) halvings.push(halvingOf(length));
  return halvings;
}

/** The weighted sum of mean squared errors of two images and their ever smaller versions. */
export function imageError(
  image: tf.Tensor,
  target: tf.Tensor,
  halvings: readonly tf.Tensor2D[],
): tf.Scalar {
  return tf.tidy(() => {
    let difference = image.sub(target);
    let error = difference.square().mean();
    halvings.forEach((halving, i) => {
      difference = halved(halved(difference, halving), halving);
      const weight = GROWTH ** (i + 1);
      error = error.add(difference.square().mean().mul(weight));
    });
    return error.asScalar();
  });
}

/** The matrix that halves a line of pixels, of shape [length / 2, length]. */
function halvingOf(length: number): tf.Tensor2D {
  const rows = length / 2;
  const values = new Float32Array(rows * length);
  for (let row = 0; row < rows; row++) {
    BUMP.forEach((part, i) => {
      const column = 2 * row - 1 + i;
      if (column >= 0 && column < length) values[row * length + column] = part;
    });
  }
  return tf.tensor2d(values, [rows, length]);
}

/**
 * Halves the number of rows of an image, then swaps rows and columns. Doing it twice halves the whole
 * image. Matrix products have gradients on every backend; convolutions have none on wasm.
 */
function halved(image: tf.Tensor, halving: tf.Tensor2D): tf.Tensor {
  const [rows, columns, channels] = image.shape;
  const lines: tf.Tensor2D = image.reshape([rows, columns * channels]);
  return tf
    .matMul(halving, lines)
    .reshape([rows / 2, columns, channels])
    .transpose([1, 0, 2]);
}
