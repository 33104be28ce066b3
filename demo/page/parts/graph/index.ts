/** Trains a graph network while one looks on. */
import type { Part } from '../../part.js';

export const part: Part = {
  title: 'Learning on a graph',
  summary:
    'A graph network learns which community each node belongs to, from the communities of a few.',
  mount() {
    return () => undefined;
  },
};
