/** Derivatives of tfjs' ops with repairGradients(), on every backend; and that undoing restores tfjs' own. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { accelerateBuiltins, registerKernels } from 'tfjs-gather-scatter';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import { startBackend, stopBackend } from '../support/in_process.js';
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { PARTS, verdictsOf } from '../support/repair_check.js';
import {
  kernelOf,
  OF_GRADIENTS,
  OUT_OF_REACH,
  REPAIR_ROWS,
  REPAIRED,
  WITHOUT_FLOATS,
  WITHOUT_GRADIENT,
} from '../support/repair_rows.js';

type Verdicts = Awaited<ReturnType<typeof verdictsOf>>;

/** Returns the verdicts with reasons, of rows whose verdict is not the expected one. */
const unexpected = (verdicts: Verdicts) =>
  Object.entries(verdicts).flatMap(([name, { verdict, why }]) => {
    const listed = Object.keys(REPAIRED).find((key) => REPAIRED[key].split('; ').includes(name));
    const wanted = listed ?? 'right right';
    return verdict === wanted ? [] : [`${name}: ${verdict}, expected ${wanted} (${why})`];
  });

function testVerdicts(run: (part: number) => Promise<Verdicts>): void {
  test('repaired derivatives are as the table says', async () => {
    const verdicts: Verdicts = {};
    for (let part = 0; part < PARTS; part++) Object.assign(verdicts, await run(part));
    expect(Object.keys(verdicts).length).toBeGreaterThan(130);
    expect(unexpected(verdicts)).toEqual([]);
  }, 300_000);
}

/** The gradients that tfjs has, by kernel. */
function registered(): Map<string, unknown> {
  const globals = Reflect.get(globalThis, '_tfGlobals') as Map<string, Map<string, unknown>>;
  return new Map(globals.get('gradRegistry'));
}

const wordsOf = (text: string) => text.split(' ');

if (PROJECT === 'unit') {
  describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
    beforeAll(() => startBackend(backend));
    afterAll(() => stopBackend());
    testVerdicts(async (part) => {
      const undo = repairGradients();
      try {
        return await verdictsOf(tf, part);
      } finally {
        undo();
      }
    });

    test('beside a row with NaN, ties share the gradient', () => {
      const undo = repairGradients();
      const x = tf.tensor2d([
        [2, 2],
        [NaN, 1],
      ]);
      const [row] = tf
        .grad((x) => tf.max(x, 1))(x)
        .arraySync() as number[][];
      expect(row).toEqual([0.5, 0.5]);
      undo();
    });
  });

  test('a backend with another name is taken for what it is', async () => {
    await startBackend('wasm');
    const own = tf.backend();
    tf.registerBackend('second-wasm', () => Object.create(own) as tf.KernelBackend);
    tf.copyRegisteredKernels('wasm', 'second-wasm');
    registerKernels('second-wasm', 'wasm');
    await tf.setBackend('second-wasm');
    const undo = repairGradients();
    // The kernel of wasm misses maxima that are not positive.
    const image = tf.tensor4d([-2, -1, -4, -3], [1, 2, 2, 1]);
    const gradient = tf.grad((x) => tf.maxPool(x as tf.Tensor4D, 2, 2, 'valid'))(image);
    expect([...gradient.dataSync()]).toEqual([0, 1, 0, 0]);
    undo();
    await stopBackend();
    tf.removeBackend('second-wasm');
  });

  describe('the registries', () => {
    const listed = [OUT_OF_REACH, WITHOUT_GRADIENT, OF_GRADIENTS].flatMap(wordsOf);

    test('every kernel and gradient of tfjs is in the table or in one list', () => {
      const own = /^(Gather|Scatter)(Elements|ND)|^TensorScatter$|@/;
      const kernels = ['cpu', 'webgl', 'wasm', 'webgpu'].flatMap((name) =>
        tf.getKernelsForBackend(name).map(({ kernelName }) => kernelName),
      );
      const all = new Set([...kernels, ...registered().keys()].filter((name) => !own.test(name)));
      const compared = new Set(Object.keys(REPAIR_ROWS).map(kernelOf));
      const known = [...compared, ...Object.keys(WITHOUT_FLOATS), ...listed];
      expect(known.sort()).toEqual([...all].sort());
    });

    test('repairing adds no gradient to kernels without one, and undoing restores all', () => {
      const before = registered();
      const undo = repairGradients();
      for (const name of [OUT_OF_REACH, WITHOUT_GRADIENT].flatMap(wordsOf)) {
        expect([name, registered().get(name)]).toEqual([name, before.get(name)]);
      }
      undo();
      expect(registered()).toEqual(before);
    });
  });

  describe.each([
    ['first', 'second'],
    ['second', 'first'],
  ] as const)('undoing the %s first', (...order) => {
    const tied = () =>
      tf
        .grad((x) => tf.max(x))(tf.tensor1d([2, 2]))
        .arraySync();

    /** Makes both, undoes them in this order, and expects the repair to last until it is undone. */
    function expectRestored(
      first: () => () => void,
      second: () => () => void,
      repairs: string[],
    ): void {
      const before = registered();
      const undo = { first: first(), second: second() };
      expect(tied()).toEqual([0.5, 0.5]);
      undo[order[0]]();
      undo[order[0]]();
      expect(tied()).toEqual(repairs.includes(order[1]) ? [0.5, 0.5] : [1, 1]);
      undo[order[1]]();
      expect(tied()).toEqual([1, 1]);
      const after = registered();
      expect([...after.keys()].filter((name) => after.get(name) !== before.get(name))).toEqual([]);
      expect(after.size).toBe(before.size);
    }

    test('repairing and accelerating', () => {
      expectRestored(repairGradients, accelerateBuiltins, ['first']);
      expectRestored(accelerateBuiltins, repairGradients, ['second']);
    });

    test('repairing twice', () => {
      expectRestored(repairGradients, repairGradients, ['first', 'second']);
    });
  });

  test('the tape keeps no more in the first order', () => {
    const kept = () => {
      let count = 0;
      tf.tidy(() => {
        tf.grad((x) => {
          const before = tf.memory().numTensors;
          const y = [tf.exp, tf.tanh, tf.sigmoid, tf.elu].reduce<tf.Tensor>((x, op) => op(x), x);
          count = tf.memory().numTensors - before;
          return y;
        })(tf.tensor1d([0.5]));
      });
      return count;
    };
    const own = kept();
    const undo = repairGradients();
    expect(kept()).toBe(own);
    undo();
  });
} else {
  const pages = { webgl: { flags: ON_GPU }, webgpu: WEBGPU } as const;
  describe.each(Object.entries(pages))('on %s', (_, where) => {
    describeInPage('tfjs', where, (page) => {
      testVerdicts((part) =>
        page().evaluate<Verdicts, number>(async ({ repairGradients, verdictsOf, argument }) => {
          const undo = repairGradients();
          try {
            return await verdictsOf(argument);
          } finally {
            undo();
          }
        }, part),
      );
    });
  });
}
