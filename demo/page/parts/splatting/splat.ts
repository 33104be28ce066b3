/**
 * Particles as an image: the whole of what is drawn and learnt here, made of ops of tfjs and one
 * scatter of the package.
 */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

/**
 * Adds each particle to the four pixels around it, to each the more the nearer it is (bilinear
 * weights), so that the image has gradients of weights and of positions. What falls beside the image
 * is dropped.
 *
 * @param positions - Of shape [particles, 2]: row and column, where 0 is the middle of the first pixel.
 * @param weights - Of shape [particles, channels]: what a particle adds to each channel.
 * @returns An image of shape [size, size, channels].
 */
export function splat(positions: tf.Tensor2D, weights: tf.Tensor2D, size: number): tf.Tensor3D {
  return tf.tidy(() => {
    const [count, channels] = weights.shape;
    const corners = positions.floor();
    // floor is constant but for its jumps: the fractions carry the gradient of the positions.
    const [down, right] = tf.split(positions.sub(corners), 2, 1);
    const shares = bothSides(down)
      .reshape([count, 2, 1, 1])
      .mul(bothSides(right).reshape([count, 1, 2, 1]));
    const updates = shares.mul(weights.reshape([count, 1, 1, channels]));
    const image = tf.zeros<tf.Rank.R3>([size, size, channels]);
    const pixels = pixelsAround(corners, size);
    const options = { reduction: 'add', outOfBounds: 'drop' } as const;
    return scatterND(image, pixels, updates, options).reshape(image.shape);
  });
}

/** From the fraction f of a pixel, of shape [particles, 1], the shares 1 - f and f of both sides. */
function bothSides(fraction: tf.Tensor): tf.Tensor {
  return fraction.mul([-1, 1]).add([1, 0]);
}

/** The row and column of each of the four pixels around each particle: [particles, 2, 2, 2]. */
function pixelsAround(corners: tf.Tensor, size: number): tf.Tensor {
  const { shape } = corners;
  const steps = tf.tensor4d([0, 0, 0, 1, 1, 0, 1, 1], [1, 2, 2, 2]);
  // Indices are constant; a gradient of their own spares tfjs the way back through all of this.
  const find = tf.customGrad((corners) => {
    const pixels = tf.add(corners as tf.Tensor, steps);
    // Negative indices would count from the end; `size` is as far outside.
    const value = tf.where(pixels.less(0), size, pixels).cast('int32');
    return { value, gradFunc: () => tf.zeros([shape[0], 1, 1, 2]) };
  });
  return find(corners.reshape([-1, 1, 1, 2]));
}
