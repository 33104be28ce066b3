/**
 * Which tests are quick. `npm test` runs the quick set, `npm run test:rest` the rest, and
 * `npm run test:all` both at once.
 */

export const QUICK = {
  /** The drivers that tables of cases run on. */
  drivers: ['cpu', 'wasm', 'simulated gpu', 'webgl 2 drawn', 'webgpu'],
  /** Its share of random calls on these drivers; the rest runs the others. */
  share: 0.25,
};

/** The suites that are not quick, by project. */
export const SLOW = {
  unit: [
    'builtins/wrong_in_tfjs',
    'conformance/{large_calls,recipes}',
    'demo/logic/*',
    'package/{copies,entries,examples,hover,installed,llms}',
    'random/sweep',
    'wasm/more_options',
  ],
  // What stands above the kernels runs the same JavaScript in Node, on cpu, wasm and the simulated GPU.
  browser: [
    'browser/{assign,inputs,large_tensors,long_runs,many_indices,no_bundler,orders,programs,room}',
    'browser/{script_tags,small_tensors,sparse_memory,strategy,webgpu_sorts,worker}',
    'builtins/{random_calls,random_repairs,repair,wrong_in_tfjs}',
    'conformance/{caches,counting,graph_ops,indexing,large_calls,losses,models,recipes,segment_cases}',
    'layers/layers',
    'random/*',
  ],
};

/** The suites of the demo that are quick. */
export const QUICK_DEMO = ['demo/{playground,weight}'];

/** The quick suites for Node that `npm run check` leaves out: the slowest, random calls, and the wasm backend. */
export const LEFT_OUT_OF_CHECK = ['package/memory', '{random,wasm}/*'];

/** Printed after the quick set. */
export const LEFT_OUT =
  'This was the quick set. `npm run test:rest` runs the rest: other modes of the backends, in pages ' +
  'what stands above the kernels, three quarters of the random calls, calls of all sizes, the ' +
  'installed package and its entries, the examples of the documents, and most tests of the demo.';

/** Printed after other sets where it is so. */
export const WITHOUT_TFJS_NODE =
  'The tables did not run on tfjs-node: set TFJS_NODE to a folder where @tensorflow/tfjs-node is installed.';

/**
 * The suites that `npm run mutate` runs apart from all others, because they are slow, load
 * modules again, or count what is registered or allocated.
 */
export const APART = [
  'builtins/embedding',
  'builtins/undo',
  'conformance/large_calls',
  'package/entries',
  'package/memory',
  'package/namespace',
  'package/profiler',
  'package/protocol',
  'package/registration',
  'package/sparse_adam',
  'random/histories',
];
