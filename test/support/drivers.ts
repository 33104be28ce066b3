/**
 * The backends that every table of cases runs on. A new one is an entry here: how to start it and
 * which dtypes it can hold.
 */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { dirname } from 'node:path';
import type { DType, OpCall, OpUse, Outcome } from './call.js';
import { execute } from './execute.js';

export interface Driver {
  name: string;
  /** Cases of other dtypes are no part of this backend's table. */
  dtypes: readonly DType[];
  /** Whether -0 stays -0 through an addition or a product; where not, it is compared as 0. */
  signOfZero: boolean;
  start(): Promise<void>;
  run(calls: OpCall[]): Promise<Outcome[]>;
  stop(): Promise<void>;
}

const NUMERIC: readonly DType[] = ['float32', 'int32', 'bool', 'string'];

/**
 * A backend that runs in this process. Asserting its name keeps tfjs from falling back to another.
 * IS_TEST makes tfjs itself look for leaked data after each kernel; wasm's Identity copies, so that
 * it takes what customGrad saves for a leak.
 */
function inProcess(name: string, dtypes: readonly DType[], prepare: () => void): Driver {
  return {
    name,
    dtypes,
    signOfZero: true,
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
];

export async function runOne(driver: Driver, call: OpCall): Promise<Outcome> {
  const [outcome] = await driver.run([call]);
  return outcome;
}

export function casesFor<Case extends OpUse>(driver: Driver, cases: readonly Case[]): Case[] {
  return cases.filter(({ inputs }) =>
    Object.values(inputs).every((input: OpUse['inputs']['data']) =>
      driver.dtypes.includes(input.dtype),
    ),
  );
}

export function describeOnEveryBackend(title: string, body: (driver: Driver) => void): void {
  describe.each(drivers.map((driver) => [driver.name, driver] as const))(
    `${title} on %s`,
    (_, driver) => {
      beforeAll(() => driver.start());
      afterAll(() => driver.stop());
      body(driver);
    },
  );
}
