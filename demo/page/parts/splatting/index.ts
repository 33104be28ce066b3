/** Draws particles by a scatter, and trains them through it. */
import type { Part } from '../../part.js';

export const part: Part = {
  title: 'Differentiable splatting',
  summary:
    'Particles are scattered into an image, and learn to draw another one from the error of theirs.',
  mount() {
    return () => undefined;
  },
};
