/** Results and both orders of gradients of tfjs' own ops, against tfjs' documentation of the ops. */
import { describeOnEachBackendOnce, describeWhereAccelerated } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import { IN_MEMORY } from '../support/precision.js';
import { testRandomly } from '../support/seed.js';
import type { BuiltinName } from './call.js';
import { expectBuiltin } from './expect.js';
import { randomBuiltin, withDerivatives } from './random.js';
import type { Limits } from './random.js';

const RUNS = 60;

interface Kernel {
  op: BuiltinName;
  /** Whether an index out of bounds is ignored; otherwise, it is an error. */
  ignores: boolean;
  /** Whether tfjs' own kernel still computes int32. */
  floatsOnly?: true;
}

const isServedByHost = (backend: Driver['backend']) => ['tensorflow', 'other'].includes(backend);

/** The ops that run on the package's kernels. */
function kernelsOf({ backend }: Driver): Kernel[] {
  const sparseSegments: Kernel[] = [
    { op: 'sparseSegmentSum', ignores: false },
    { op: 'sparseSegmentMean', ignores: false, floatsOnly: true },
  ];
  const everywhere: Kernel[] = [
    { op: 'unsortedSegmentSum', ignores: true },
    { op: 'tensorScatterUpdate', ignores: ['webgl', 'webgpu'].includes(backend) },
  ];
  const gathers: Kernel[] = [
    { op: 'gather', ignores: false },
    { op: 'gatherND', ignores: backend !== 'cpu' },
  ];
  if (backend === 'cpu') return [...everywhere, ...gathers, { op: 'scatterND', ignores: false }];
  if (isServedByHost(backend)) return sparseSegments;
  const scatters: Kernel[] = [
    { op: 'scatterND', ignores: true },
    { op: 'sparseToDense', ignores: true },
  ];
  const onGpus: Kernel[] = [...everywhere, ...scatters, ...sparseSegments];
  if (backend === 'webgl') return onGpus;
  if (backend === 'webgpu') return [...onGpus, gathers[1]];
  return [...everywhere, ...scatters, ...gathers];
}

const ON: Limits = { accelerated: true, outOfBounds: false, allowEmpty: true, dtype: 'float32' };

/** The ops that tfjs cannot differentiate. */
const LINEAR = [
  'gatherND',
  'scatterND',
  'tensorScatterUpdate',
  'sparseToDense',
  'topk',
  'stridedSlice',
  'bincount',
  'denseBincount',
  'cropAndResize',
] as const;
const SPARSE_SEGMENTS = ['sparseSegmentSum', 'sparseSegmentMean'] as const;

/** On webgpu, tfjs' own kernels read wrong ids back from a GPU. tfjs-node has no kernel for denseBincount. */
const LACKING: Partial<Record<Driver['backend'], readonly BuiltinName[]>> = {
  webgpu: SPARSE_SEGMENTS,
  tensorflow: ['denseBincount'],
};

/** The limits of tfjs' own kernels. */
const stockOn = (driver: Driver): Limits => ({
  ...ON,
  accelerated: false,
  allowEmpty: false,
  forTensorFlow: driver.backend === 'tensorflow',
});

describeOnEachBackendOnce('gradients of the built-ins', (driver) => {
  const ops = [...LINEAR, ...SPARSE_SEGMENTS].filter(
    (op) => !LACKING[driver.backend]?.some((name) => name === op),
  );

  describe.each(ops)('of %s', (op) => {
    testRandomly('are those of its documented result', RUNS * driver.share, async (draw) => {
      await expectBuiltin(driver, withDerivatives(draw, randomBuiltin(draw, op, stockOn(driver))));
    });
  });
});

describeWhereAccelerated('accelerated', (driver) => {
  const share = RUNS * driver.share;

  // cpu and wasm throw for an index out of bounds.
  const outOfBounds = ['webgl', 'webgpu'].includes(driver.backend);
  const lookups: Limits = { ...stockOn(driver), ...ON, outOfBounds };

  testRandomly('the gradient of gather, any axis and batchDims', 2 * share, async (draw) => {
    const call = withDerivatives(draw, randomBuiltin(draw, 'gather', lookups));
    // The result comes from tfjs' own kernel.
    await expectBuiltin(driver, call, false);
  });

  const kernels = kernelsOf(driver).map((kernel) => [kernel.op, kernel] as const);

  describe.each(kernels)('%s', (op, { ignores, floatsOnly }) => {
    const limits = { ...ON, outOfBounds: ignores };

    testRandomly('results are as documented', share, async (draw) => {
      const dtypes = floatsOnly ? (['float32'] as const) : (['float32', 'int32'] as const);
      // GPUs add no denormals, and may lose NaN.
      const allowRare = driver.precision === IN_MEMORY;
      for (const dtype of dtypes) {
        const all = { ...limits, dtype, maxRank: 6, allowRare };
        await expectBuiltin(driver, randomBuiltin(draw, op, all));
      }
    });

    testRandomly('so are derivatives', share, async (draw) => {
      await expectBuiltin(driver, withDerivatives(draw, randomBuiltin(draw, op, limits)));
    });
  });
});
