/** The backends that every table of cases runs on. A new one is an entry here. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { dirname } from 'node:path';
import type { BuiltinOutcome } from '../builtins/call.js';
import { executeBuiltin } from '../builtins/execute.js';
import { browserDrivers } from '../browser/drivers.js';
import type { DType, Outcome } from './call.js';
import { type Driver, NUMERIC } from './driver.js';
import { execute } from './execute.js';
import { IN_MEMORY } from './precision.js';

export { casesFor, type Driver, runOne } from './driver.js';

/**
 * A backend that runs in this process. Asserting its name keeps tfjs from falling back to another.
 * IS_TEST makes tfjs itself look for leaked data after each kernel; wasm's Identity copies, so that
 * it takes what customGrad saves for a leak.
 */
function inProcess(name: string, dtypes: readonly DType[], prepare: () => void): Driver {
  return {
    name,
    dtypes,
    precision: IN_MEMORY,
    share: 1,
    async start() {
      tf.env().set('IS_TEST', name !== 'wasm');
      prepare();
      await tf.setBackend(name);
      if (tf.getBackend() !== name) {
        throw new Error(`tfjs runs on '${tf.getBackend()}' where '${name}' was asked for`);
      }
    },
    async run(calls) {
      const outcomes: Outcome[] = [];
      for (const call of calls) {
        outcomes.push(await execute(call));
      }
      return outcomes;
    },
    async runBuiltins(calls) {
      const outcomes: BuiltinOutcome[] = [];
      for (const call of calls) outcomes.push(await executeBuiltin(call));
      return outcomes;
    },
    async stop() {
      await tf.setBackend('cpu');
    },
  };
}

const wasmFolder = `${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`;

export const drivers: readonly Driver[] = [
  inProcess('cpu', [...NUMERIC, 'complex64'], () => undefined),
  inProcess('wasm', NUMERIC, () => {
    setWasmPaths(wasmFolder);
  }),
  ...browserDrivers,
];

/** Every backend in one mode: for tests of what lies above them. */
export const oneOfEachBackend: readonly Driver[] = drivers.filter(
  (driver) => !browserDrivers.slice(1).includes(driver),
);

export function describeOnEveryBackend(
  title: string,
  body: (driver: Driver) => void,
  on: readonly Driver[] = drivers,
): void {
  describe.each(on.map((driver) => [driver.name, driver] as const))(
    `${title} on %s`,
    (_, driver) => {
      beforeAll(() => driver.start());
      afterAll(() => driver.stop());
      body(driver);
    },
  );
}
