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

type State = typeof state.value;

/** For a field that changes one setting. */
export const change =
  <Name extends keyof State>(name: Name) =>
  (value: State[Name]): void => {
    state.set({ [name]: value });
  };
