/**
 * Which tests are quick: the one list. `npm test` runs the quick set, `npm run test:rest` all that it
 * leaves out, and `npm run test:all` both at once.
 */

export const QUICK = {
  /** The modes of backends that tables of cases run on. */
  drivers: ['cpu', 'wasm', 'webgl 2 drawn', 'webgpu'],
  /** The share of random calls that it makes on these; the rest makes the others. */
  share: 0.25,
};

/** The suites that the quick set leaves out, by project. */
export const SLOW = {
  unit: [
    'builtins/{gpt,tfjs_specs}',
    'demo/logic/*',
    'package/{examples,hover,installed}',
    'wasm/{backend_first,package_first,set_up_again}',
  ],
  browser: ['browser/{exactness,large_tensors,script_tags,small_tensors,tfjs_specs,worker}'],
};

/** The suites of the demo that are quick. */
export const QUICK_DEMO = ['demo/tour'];

/** What the quick set says at its end. */
export const LEFT_OUT =
  'This was the quick set. `npm run test:rest` runs what it left out: other modes of the backends, ' +
  "three quarters of the random calls, the package as installed, the documents' examples, tfjs' own " +
  'specs and most of the demo.';
