/**
 * The quick tests that call ops and need no page, in one suite for `npm run mutate`: tfjs and the package are
 * then loaded once for each mutant, not once for each suite. Tables come first because they notice most.
 * Suites that load modules again, or count what is registered or allocated, are left out.
 */
const SUITES = [
  'conformance/own_cases',
  'conformance/spec_cases',
  'conformance/gradient_cases',
  'conformance/segment_cases',
  'conformance/indexing',
  'conformance/counting',
  'conformance/models',
  'conformance/sparse',
  'package/arrays',
  'package/fused_kernels',
  'package/gradient_kernels',
  'package/gradient_slices',
  'package/options',
  'package/shared_parts',
  'package/strings',
  'package/tape',
  'package/torch_order',
  'builtins/accelerate',
  'builtins/defects',
  'builtins/gradients',
  'layers/configs',
  'layers/layers',
  'layers/masks',
  'layers/shapes',
  'random/calls',
  'random/gradients',
  'random/indexing',
  'random/layers',
  'random/relations',
  'random/routes',
  'random/segments',
];

for (const suite of SUITES) {
  describe(suite, () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(`../${suite}.test.ts`);
  });
}
