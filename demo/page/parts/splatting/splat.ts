/** Draws particles into an image with one scatter-add of the package. */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

/** The four pixels around a particle, relative to its corner. */
const AROUND = [0, 1, 2, 3].map((i) => [i >> 1, i & 1]);

/**
 * Adds each particle to the four pixels around it, with larger shares for nearer pixels. So the image
 * is differentiable in places and colours. Whatever falls outside is dropped.
 *
 * @param places - Shape [particles, 2]: row and column in pixels, from 0 to size - 1.
 * @param corners - The places rounded down, computed outside the gradient to save time.
 * @param colours - Shape [particles, channels].
 * @returns An image of shape [size, size, channels].
 */
export function splat(
  places: tf.Tensor,
  corners: tf.Tensor,
  colours: tf.Tensor,
  size: number,
): tf.Tensor {
  return tf.tidy(() => {
    const [count, channels] = colours.shape;
    const [down, right] = tf.split(places.sub(corners), 2, 1).map(sharesOf);
    const shares = down.expandDims(2).mul(right.expandDims(1)).reshape([count, 4, 1]);
    const pixels = corners.expandDims(1).add(AROUND).cast('int32');
    const updates = shares.mul(colours.expandDims(1));
    const image = tf.zeros([size, size, channels]);
    return scatterND(image, pixels, updates, { reduction: 'add', outOfBounds: 'drop' });
  });
}

/** The shares of two neighbouring pixels. `fraction` is how far the place is between them. */
const sharesOf = (fraction: tf.Tensor) => fraction.mul([-1, 1]).add([1, 0]);
