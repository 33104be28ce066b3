/** Random histories of calls, each with new modules: in a new page, or with all that tfjs and the package keep forgotten. */
import type { HistoryOptions } from '../support/history_world.js';
import type { Driver } from '../support/driver.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { FLOAT32_TEXTURES } from '../support/precision.js';
import { int } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';

const RUNS = 8;

/** Pages run a tenth of them. */
const IN_PAGES = 5;

/** The globals in which tfjs keeps its engine and its registries. */
const GLOBALS = ['_tfengine', '_tfGlobals'];

async function runInProcess(driver: Driver, options: HistoryOptions): Promise<string[]> {
  jest.resetModules();
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    await driver.start();
    const { runHistory } = await import('../support/history.js');
    return await runHistory(options);
  } finally {
    warn.mockRestore();
  }
}

/** One history runs at a time, because modules are loaded anew. */
let last: Promise<unknown> = Promise.resolve();

function testHistories(driver: Driver): void {
  const isExact = driver.precision.exactIntegers >= FLOAT32_TEXTURES.exactIntegers;
  const runs = RUNS * driver.share * (driver.runAnew ? IN_PAGES : 1);
  testRandomly('agree with plain loops', runs, async (draw) => {
    const options = { seed: int(draw, 0, 2 ** 31 - 1), isExact };
    const run = () => (driver.runAnew ?? ((options) => runInProcess(driver, options)))(options);
    const mistakes = last.then(run);
    last = mistakes.catch(() => undefined);
    expect({ ...options, mistakes: await mistakes }).toEqual({ ...options, mistakes: [] });
  });
}

describeOnEveryBackend('histories', testHistories);
