/**
 * The bundle for script tags (dist/tfjs-gather-scatter.min.js). The global tfGatherScatter has all names
 * of the package. Functions whose names the global tf does not use are also added to it.
 */
import * as converter from '../converter/index.js';
import * as ops from '../index.js';
import * as indexing from '../indexing/index.js';
import * as losses from '../losses/index.js';
import * as repair from '../repair/index.js';
import * as segments from '../segment/functions.js';
import * as sparse from '../sparse/index.js';
import * as train from '../train/index.js';

export * from '../converter/index.js';
export * from '../index.js';
export * from '../indexing/index.js';
export * from '../losses/index.js';
export * from '../repair/index.js';
export * from '../segment/index.js';
export * from '../sparse/index.js';
export * from '../train/index.js';

/** The global tf itself; a namespace imported from tfjs would be a copy. */
const tf = Reflect.get(globalThis, 'tf') as object;

const all = {
  ...converter,
  ...indexing,
  ...losses,
  ...repair,
  ...ops,
  ...segments,
  ...sparse,
  ...train,
};
for (const [name, value] of Object.entries(all)) {
  // Constants such as REDUCTIONS would be unclear on tf.
  if (typeof value === 'function' && !(name in tf)) Reflect.set(tf, name, value);
}
