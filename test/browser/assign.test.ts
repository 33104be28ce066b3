/** Scatters into variables on GPUs: values beside whoever holds the memory, and when a call takes that over. */
import type * as Tfjs from '@tensorflow/tfjs';
import { HOLDERS } from '../support/assign_checks.js';
import { describeOnEveryBackend, type Driver } from '../support/drivers.js';
import { describeInPage, DRAWN, ON_GPU, ORDERED, WEBGPU } from '../support/page/describe.js';
import { inOpenPage } from '../support/page/driver.js';
import type { TestPage } from '../support/page/open.js';
import { randomAssigns } from '../support/random_assigns.js';

/** The calls beside each holder: on few and many slices, short and long, along indices that the host knows or not. */
const CALLS = 6;

/** tfjs then compiles programs of its own for all shapes at once. */
const FEW_PROGRAMS = { flags: { ...ON_GPU, WEBGL_USE_SHAPES_UNIFORMS: true } };

function checkRandomCalls(page: () => TestPage, driver: Driver): void {
  test.each(HOLDERS)('%s', async (holder) => {
    const checks = randomAssigns(holder, CALLS, 900, driver, (n) => n % 5 > 2);
    const seen = await page().evaluate((page) => page.checkAssigns(page.argument), checks);
    expect(seen.length).toBeGreaterThan(2);
  });
}

/** Whether calls on a variable of [600, 8] take its memory over, by their reduction and what happens before. */
const takes = (isWebGPU: boolean) => ({
  'none, alone': true,
  'add, alone': true,
  'max, alone': true,
  'mul, alone': true,
  'mean, alone': false,
  'none, read by tfjs': true,
  'add, read by the host': true,
  'max, beside a clone': false,
  'max, after a clone': true,
  'add, beside a reshaped tensor': false,
  'none, beside a slice': isWebGPU,
  'none, after a slice': true,
  'max, after an error': true,
  'add, of int32': true,
  'max, of bool': false,
  'add, cast': false,
  'add, after it was cast': true,
  // A draw on webgl would read more than a tenth of it into another texture.
  'max, of many rows': isWebGPU,
  'add, of itself': false,
  'max, sliced': isWebGPU,
  'max, after it was sliced': true,
});

function checkMemory(page: () => TestPage, isWebGPU: boolean): void {
  test('the memory is taken over if nothing else holds it', async () => {
    const found = await page().evaluate(async ({ tf, ops, variableOf, memoryOf, errorOf }) => {
      const taken: Record<string, boolean> = {};
      const call = (variable: Tfjs.Variable, reduction = 'add', rows = [[1]]) => {
        const [memory, { dataId, dtype }] = [memoryOf(variable), variable];
        const updates = tf.tidy(() => tf.ones([rows.length, 8]).cast(dtype));
        ops.assignScatterND(variable, rows, updates, { reduction: reduction as 'add' });
        updates.dispose();
        if (variable.dataId === dataId) throw new Error('The variable has the same record.');
        return memoryOf(variable) === memory;
      };
      const note = (name: string, variable: Tfjs.Variable) => {
        taken[name] = call(variable, name.split(',')[0]);
      };
      /** While another tensor shares the memory, and then without it. */
      const beside = (held: Tfjs.Tensor, during: string, after?: string) => {
        note(during, x);
        held.dispose();
        if (after) note(after, x);
      };
      // tfjs packs results on webgl.
      const start = Float32Array.from({ length: 4800 }, (_, i) => i % 999);
      const x = variableOf(tf.tidy(() => tf.tensor2d(start, [600, 8]).add(1)));
      call(x);
      for (const reduction of ['none', 'add', 'max', 'mul', 'mean']) note(`${reduction}, alone`, x);
      tf.tidy(() => void tf.gather(x.add(1), [1]).add(tf.gather(x, [1])));
      note('none, read by tfjs', x);
      await x.data();
      note('add, read by the host', x);
      beside(x.clone(), 'max, beside a clone', 'max, after a clone');
      beside(x.reshape([-1]), 'add, beside a reshaped tensor');
      beside(x.slice(1, 3), 'none, beside a slice', 'none, after a slice');
      const error = errorOf(() => {
        ops.assignScatterND(x, [[1], [600]], tf.ones([2, 8]));
      });
      note('max, after an error', x);
      taken['max, of many rows'] = call(
        x,
        'max',
        [...Array(70).keys()].map((n) => [n]),
      );
      const own = variableOf(tf.ones([600, 8]));
      const [memory, { dataId }] = [memoryOf(own), own];
      const rows = tf.range(0, 600, 1, 'int32').reverse().reshape([600, 1]);
      ops.assignScatterND(own, rows, own, { reduction: 'add' });
      taken['add, of itself'] = memoryOf(own) === memory && own.dataId !== dataId;
      const integers = variableOf(tf.fill([600, 8], 3, 'int32'));
      call(integers);
      note('add, of int32', integers);
      const truths = variableOf(tf.ones([600, 8], 'bool'));
      call(truths, 'max');
      note('max, of bool', truths);
      const cast = variableOf(integers.toFloat());
      integers.dispose();
      note('add, cast', cast);
      note('add, after it was cast', cast);
      const sliced = variableOf(tf.tidy(() => tf.range(0, 4808).slice(8).reshape([600, 8])));
      note('max, sliced', sliced);
      note('max, after it was sliced', sliced);
      const valuesOf = async (variable: Tfjs.Variable) => [...(await variable.data())];
      const isRight = (value: number, i: number) => value === (i >> 3 === 1 ? 1 : start[i] + 1);
      return {
        taken,
        error,
        isRight: (await valuesOf(x)).every(isRight),
        others: (await valuesOf(cast)).slice(7, 9).concat((await valuesOf(sliced)).slice(7, 9)),
      };
    });
    expect(found.taken).toEqual(takes(isWebGPU));
    expect(found.error).toMatch('Error: assignScatterND: indices has the value 600 at [1, 0]');
    expect(found.isRight).toBe(true);
    expect(found.others).toEqual([3, 7, 15, 16]);
  });

  test('nothing grows over thousands of calls', async () => {
    const [before, after, value] = await page().evaluate(
      async ({ tf, ops, backend, webgpu, countMade }) => {
        const variable = tf.variable(tf.zeros([600, 8]));
        const indices = [1, 2].map((n) => tf.tensor2d([[n]], [1, 1], 'int32'));
        const updates = tf.ones([1, 8]);
        const made = countMade('memory');
        const step = (n: number) => {
          const reduction = (['add', 'max', 'none', 'mul'] as const)[(n >> 1) % 4];
          ops.assignScatterND(variable, indices[n % 2], updates, { reduction });
        };
        const measure = async () => {
          // Submits what is waiting on webgpu.
          await variable.data();
          const { numTensors, numDataBuffers, numBytes } = tf.memory();
          const ofBackend = tf.getBackend() === 'webgpu' ? webgpu().memory() : backend().memory();
          return { ...ofBackend, numTensors, numDataBuffers, numBytes, made: made.calls };
        };
        for (let n = 0; n < 100; n++) step(n);
        const before = await measure();
        for (let n = 0; n < 5000; n++) step(n);
        const after = await measure();
        made.stop();
        const value = (await variable.data())[9];
        tf.dispose([variable, updates, ...indices]);
        return [before, after, value] as const;
      },
    );
    expect(after).toEqual(before);
    expect(value).toBe(1);
  });
}

describeOnEveryBackend('random scatters into variables', (driver) => {
  const { backend, page } = driver;
  if (!page) return;
  checkRandomCalls(page, driver);
  if (backend !== 'wasm') checkMemory(page, backend === 'webgpu');
});

describeInPage('random scatters where webgl chooses the method', FEW_PROGRAMS, (page) => {
  checkRandomCalls(page, inOpenPage(page));
  checkMemory(page, false);
});

describe.each([
  ['webgl 2 drawn', { flags: DRAWN }],
  ['webgl 2 ordered', { flags: ORDERED }],
  ['webgpu', WEBGPU],
])('on %s', (_, opening) => {
  describeInPage('a variable', opening, (page) => {
    test('is right with long runs of sites in few of many slices', async () => {
      const found = await page().evaluate(async ({ tf, ops, variableOf, memoryOf }) => {
        // Longer than a piece.
        const at = Int32Array.from({ length: 9000 }, (_, n) => (n % 1000 === 0 ? n : 7));
        const indices = tf.tensor2d(at, [9000, 1], 'int32');
        const updates = tf.range(0, 9000).reshape([9000, 1]).div(8192);
        const found: string[] = [];
        for (const reduction of ['none', 'add', 'sub', 'max'] as const) {
          const start = tf.tensor2d(Float32Array.from({ length: 1e6 }, Math.random), [1e6, 1]);
          const expected = await ops.scatterND(start, indices, updates, { reduction }).data();
          const variable = variableOf(start);
          const memory = memoryOf(variable);
          ops.assignScatterND(variable, indices, updates, { reduction });
          const isTaken = memoryOf(variable) === memory;
          const values = await variable.data();
          const isSame = values.every((value, i) => value === expected[i]);
          found.push(`${reduction} ${isSame ? 'right' : 'wrong'} ${isTaken ? 'taken' : 'copied'}`);
          variable.dispose();
        }
        return found;
      });
      const reductions = ['none', 'add', 'sub', 'max'];
      expect(found).toEqual(reductions.map((reduction) => `${reduction} right taken`));
    });

    test('keeps its values and its memory if a call fails on the GPU', async () => {
      const found = await page().evaluate(
        async ({ tf, ops, context, webgpu, memoryOf, errorOf }) => {
          const variable = tf.variable(tf.ones([600, 8]));
          const updates = tf.ones([3, 8]);
          const call = () => {
            ops.assignScatterND(variable, [[1], [2], [1]], updates, { reduction: 'add' });
          };
          call();
          const [memory, { numTensors }] = [memoryOf(variable), tf.memory()];
          const [target, method] =
            tf.getBackend() === 'webgpu'
              ? [webgpu(), 'runWebGPUProgram']
              : [context(), 'drawArrays'];
          const value = () => {
            throw new Error('the call fails');
          };
          Object.defineProperty(target, method, { configurable: true, value });
          const error = errorOf(call);
          Reflect.deleteProperty(target, method);
          const isSame = memoryOf(variable) === memory && tf.memory().numTensors === numTensors;
          call();
          const isTaken = memoryOf(variable) === memory;
          const values = (await variable.data()).subarray(0, 24).filter((_, i) => i % 8 === 0);
          return { error, isSame, isTaken, values: [...values] };
        },
      );
      const error = 'Error: the call fails';
      expect(found).toEqual({ error, isSame: true, isTaken: true, values: [1, 5, 3] });
    });

    test('compiles all of its programs while tfjs only compiles', async () => {
      const found = await page().evaluate(async ({ tf, ops, compileOnly, countMade }) => {
        const run = () =>
          (['none', 'add', 'min', 'mul'] as const).map((reduction) => {
            const variable = tf.variable(tf.ones([600, 6]));
            ops.assignScatterND(variable, [[1], [1]], tf.fill([2, 6], 3), { reduction });
            return variable;
          });
        await compileOnly(() => {
          tf.dispose(run());
        });
        const compiled = countMade('programs');
        const variables = run();
        compiled.stop();
        const values = variables.map(async (variable) => (await variable.data())[6]);
        return { compiled: compiled.calls, values: await Promise.all(values) };
      });
      expect(found).toEqual({ compiled: 0, values: [3, 7, 1, 9] });
    });
  });
});

describeInPage('buffers of variables', WEBGPU, (page) => {
  test('are not used again before the batch of programs that write them is submitted', async () => {
    const bytes = await page().evaluate(async ({ tf, ops, variableOf, webgpu }) => {
      const other = tf.ones([600]).add(1);
      const variable = variableOf(tf.tidy(() => tf.zeros([600, 8]).add(1)));
      const bytes = () => webgpu().memory().numBytesInGPU;
      ops.assignScatterND(variable, [[1]], tf.ones([1, 8]));
      await variable.data();
      ops.assignScatterND(variable, [[1]], tf.ones([1, 8]));
      const before = bytes();
      variable.dispose();
      const waiting = bytes();
      // Submits the batch.
      await other.data();
      return [waiting - before, bytes() - waiting <= -4800 * 4];
    });
    expect(bytes).toEqual([0, true]);
  });

  test('are read to the end if a call takes them over meanwhile', async () => {
    const [read, value] = await page().evaluate(async ({ tf, ops, variableOf }) => {
      const variable = variableOf(tf.tidy(() => tf.zeros([600, 8]).add(1)));
      const reading = variable.data();
      ops.assignScatterND(variable, [[1]], tf.fill([1, 8], 5));
      // Submits the batch, which ends the old record.
      const after = await variable.data();
      return [(await reading)[8], after[8]];
    });
    expect([read, value]).toEqual([1, 5]);
  });

  test("are left as they are if they are a user's", async () => {
    const found = await page().evaluate(async ({ tf, ops, webgpu }) => {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const buffer = webgpu().device.createBuffer({ size: 4800 * 4, usage });
      const variable = tf.tidy(() =>
        tf.variable(tf.tensor({ buffer, zeroCopy: true }, [600, 8], 'float32')),
      );
      for (let n = 0; n < 2; n++) {
        ops.assignScatterND(variable, [[0]], tf.ones([1, 8]), { reduction: 'add' });
      }
      const user = await tf.tensor({ buffer }, [600, 8], 'float32').data();
      return [user[0], (await variable.data())[0]];
    });
    expect(found).toEqual([0, 2]);
  });
});
