/**
 * The difference of two images at every scale. The error of single pixels pulls a particle only
 * towards its neighbourhood; that of a smaller image pulls it from afar.
 */
import * as tf from '@tensorflow/tfjs';

/**
 * Weight of each scale, relative to the one that is twice as fine. Lower values let particles get
 * stuck between pixels: while one crosses the middle of a pixel, its error rises.
 */
const GROWTH = 2;

/** A smooth bump over four pixels: the gradient that it spreads has a slope everywhere. */
const BUMP = [1, 3, 3, 1].map((part) => part / 8);

/** Prepares what `imageError` needs for images of a size, which is a power of two. */
export function createHalvings(size: number): tf.Tensor2D[] {
  const halvings: tf.Tensor2D[] = [];
  for (let length = size; length > 2; length /= 2) halvings.push(halvingOf(length));
  return halvings;
}

/** The weighted mean squared errors of two images and of the same ones made ever smaller. */
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

/** The matrix that makes a line of pixels half as long, of shape [length / 2, length]. */
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
 * Halves the rows of an image, and swaps rows and columns: twice, and all of it is smaller. Matrix
 * products have gradients on every backend, where convolutions have none on wasm.
 */
function halved(image: tf.Tensor, halving: tf.Tensor2D): tf.Tensor {
  const [rows, columns, channels] = image.shape;
  const lines: tf.Tensor2D = image.reshape([rows, columns * channels]);
  return tf
    .matMul(halving, lines)
    .reshape([rows / 2, columns, channels])
    .transpose([1, 0, 2]);
}
