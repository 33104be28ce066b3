/** Particles as an image, by one scatter-add of the package. All drawing and learning here rests on it. */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

/** The four pixels around a particle, from its corner on. */
const AROUND = [0, 1, 2, 3].map((i) => [i >> 1, i & 1]);

/**
 * Adds each particle to the four pixels around it, to each the more the nearer it is. So the image has
 * gradients of places and of colours. What would fall beside the image is dropped.
 *
 * @param places - Shape [particles, 2]: row and column in pixels, from 0 to size - 1.
 * @param corners - The places rounded down. Computed outside of a gradient, they cost it nothing.
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

/** The shares of two neighbours, for places between them of shape [particles, 1]. */
const sharesOf = (fraction: tf.Tensor) => fraction.mul([-1, 1]).add([1, 0]);
