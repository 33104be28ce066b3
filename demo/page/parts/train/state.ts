/** The state of the part in the address. */
import { addressState, flag, oneOf, text } from '../../shared/address.js';
import { BACKENDS } from '../../shared/backends.js';
import { DATA, SIZES } from './sizes.js';

export const state = addressState('train', {
  data: oneOf(DATA, 'communities'),
  nodes: oneOf(SIZES.map(String), '2000'),
  word: text('whale', 30),
  accelerate: flag,
  backend: oneOf(BACKENDS, 'webgl'),
});
