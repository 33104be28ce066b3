/** The visitor's choices, which the address keeps. */
import { addressState, oneOf, text } from '../../shared/address.js';
import { BACKENDS, type BackendName } from '../../shared/backends.js';

export const PARTICLES = ['1000', '3000', '10000', '30000'] as const;
type Particles = (typeof PARTICLES)[number];

/** The image's side for each number of particles, which must be enough to fill it. */
export const SIDE: Record<Particles, number> = { 1000: 64, 3000: 64, 10000: 128, 30000: 256 };

export const LONGEST_TEXT = 40;

interface State {
  text: string;
  particles: Particles;
  backend: BackendName;
}

/** wasm starts quickly everywhere, and is faster here than WebGL without a real GPU. */
export const state = addressState<State>('splatting', {
  text: text('scatter add', LONGEST_TEXT),
  particles: oneOf(PARTICLES, '10000'),
  backend: oneOf(BACKENDS, 'wasm'),
});
