/**
 * How far an image is from another, at every scale. The error of single pixels tells a particle only
 * what is beside it; that of a smaller image pulls it from afar.
 */
import * as tf from '@tensorflow/tfjs';

/** Images are made smaller down to this size. */
const SMALLEST = 2;

/**
 * How much more each scale counts than the one that is twice as fine. With less, particles get stuck
 * between pixels: one that crosses the middle of a pixel has the larger error while it does.
 */
const GROWTH = 2;

/** Both ways at once: 1 3 3 1, a smooth bump, so that what it spreads back has a slope everywhere. */
const BUMP = [1, 3, 3, 1].map((a) => [1, 3, 3, 1].map((b) => [[(a * b) / 64]]));

/** The mean of the squared differences of two images. */
export function meanSquaredError(image: tf.Tensor3D, target: tf.Tensor3D): tf.Scalar {
  return tf.tidy(() => image.sub(target).square().mean().asScalar());
}

/** The mean squared errors of two images and of the same images made ever smaller, weighted. */
export function errorAtAllScales(image: tf.Tensor3D, target: tf.Tensor3D): tf.Scalar {
  return tf.tidy(() => {
    const bump: tf.Tensor4D = tf.tile(tf.tensor4d(BUMP), [1, 1, image.shape[2], 1]);
    let difference: tf.Tensor4D = image.sub(target).expandDims(0);
    let error = difference.square().mean();
    for (let weight = GROWTH; difference.shape[1] > SMALLEST; weight *= GROWTH) {
      difference = tf.depthwiseConv2d(difference, bump, 2, 'same');
      error = error.add(difference.square().mean().mul(weight));
    }
    return error.asScalar();
  });
}
