/** The playground: one call of an op, edited and shown. */
import type { Part } from '../../part.js';

export const part: Part = {
  title: 'Playground',
  summary: 'Choose an op, edit what goes into it as grids, and see where every value goes.',
  mount() {
    return () => undefined;
  },
};
