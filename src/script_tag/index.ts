/**
 * The bundle for script tags (dist/tfjs-gather-scatter.min.js). The global tfGatherScatter has all names
 * of the package. Functions whose names the global tf does not use are also added to it.
 */
import * as converter from '../converter/index.js';
import * as whole from '../index.js';

export * from '../converter/index.js';
export * from '../index.js';

/** The global tf itself; a namespace imported from tfjs would be a copy. */
const tf = Reflect.get(globalThis, 'tf') as object;

for (const [name, value] of Object.entries({ ...converter, ...whole })) {
  // Constants such as REDUCTIONS would be unclear on tf. This function stays beside bincount, which tf has with other
  // arguments.
  if (typeof value !== 'function' || name === 'histogramFixedWidth') continue;
  if (!(name in tf)) Reflect.set(tf, name, value);
}
