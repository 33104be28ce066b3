/**
 * The tests of tfjs-core that fail only with this package, because they expect gradients that it repairs.
 */

const AXES = [
  '1D, ties',
  'ties, 2D, axes=-1, keepDims=false',
  'ties, 3D, axes=[1, 2], keepDims=false',
  'ties, 4D, axes=[1, 2, 3], keepDims=false',
  'ties, 4D, axes=[2, 3], keepDims=true',
];

export const EXPECTED = [
  {
    reason: 'Ties of an extremum share the gradient; tfjs gives each of them all of it.',
    tests: ['max', 'min'].flatMap((name) =>
      AXES.map((axes) => `${name} ${name} gradient: ${axes}`),
    ),
  },
  {
    reason: 'Each value gets the gradients of its reflections; tfjs cuts them off.',
    tests: ['mirrorPad grad', 'mirrorPad gradient with clones'],
  },
  {
    reason: 'A mean leaves out the padding, so its gradient divides by fewer values at the edges.',
    tests: ['avgPool gradient x=[3,3,1] f=[3,3] s=1 p=explicit'],
  },
  {
    reason:
      'A quotient of integers is rounded, so its gradient is 0; tfjs gives that of the exact quotient.',
    tests: ['div gradient: Tensor1D with int32', 'div gradient: 1d<int32> with 1d<bool> '],
  },
  {
    reason:
      'logicalAnd has a gradient, which is 0, so that masks can be computed from what is differentiated.',
    tests: ['gradients errors if relevant ops are missing grads'],
  },
];
