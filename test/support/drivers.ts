/** The drivers of the current project, on which every table of cases runs. */
import { browserPath } from './browser.js';
import type { Driver } from './driver.js';
import { inProcessDrivers } from './in_process_driver.js';
import { browserDrivers } from './page/driver.js';

export { casesFor, type Driver } from './driver.js';

const byProject = { unit: inProcessDrivers, browser: browserDrivers, demo: [] };
const all = Object.values(byProject).flat();

/** The names in BACKENDS, separated by commas, or null if it is not set. */
function requestedNames(): string[] | null {
  const { BACKENDS } = process.env;
  if (!BACKENDS) return null;
  const names = BACKENDS.split(',').map((name) => name.trim());
  const known = all.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`BACKENDS has the unknown name '${unknown}', expected '${known.join("', '")}'.`);
}

const names = requestedNames();

const isThere = PROJECT !== 'browser' || browserPath !== '';

/** The share of random calls outside the quick set, whose drivers cover most of the code. */
const OTHERS = 0.2;

const isQuick = ({ name }: Driver) => QUICK.drivers.includes(name);

/** Returns whether BACKENDS asks for a driver or, if it is not set, whether the current set has it. */
function isWanted(driver: Driver): boolean {
  if (driver.isMissing) return false;
  if (names !== null) return names.includes(driver.name);
  if (driver.onRequest) return false;
  if (DRIVERS === 'quick') return isQuick(driver);
  return DRIVERS !== 'others' || !isQuick(driver);
}

/** Returns a driver that runs the current set's share of random calls. */
function ofSet(driver: Driver): Driver {
  // Drivers named in BACKENDS run all of their calls.
  if (names !== null) return driver;
  if (!isQuick(driver)) return { ...driver, share: driver.share * OTHERS };
  const shares = { quick: QUICK.share, rest: 1 - QUICK.share, others: 1, all: 1 };
  return { ...driver, share: driver.share * shares[DRIVERS] };
}

/** Empty if there is no browser; the set-up has then reported that. */
const drivers: readonly Driver[] = isThere ? byProject[PROJECT].filter(isWanted).map(ofSet) : [];

function describeOn(on: readonly Driver[], title: string, body: (driver: Driver) => void): void {
  if (on.length === 0) {
    test(`${title}: no driver of this project is selected, or there is no browser`, () => {
      expect(names !== null || !isThere || DRIVERS === 'others').toBe(true);
    });
    return;
  }
  describe.each(on.map((driver) => [driver.name, driver] as const))(
    `${title} on %s`,
    (_, driver) => {
      beforeAll(() => driver.start());
      body(driver);
    },
  );
}

// A page stays open from table to table, with everything that it has compiled.
afterAll(() => Promise.all(drivers.map((driver) => driver.stop())));

/** For tables of the kernels themselves: every backend, in every mode that behaves differently. */
export function describeOnEveryBackend(title: string, body: (driver: Driver) => void): void {
  describeOn(drivers, title, body);
}

/** The same for tables of tfjs' own ops: the simulated GPU does not accelerate any. */
export function describeWhereAccelerated(title: string, body: (driver: Driver) => void): void {
  describeOn(
    drivers.filter(({ backend }) => backend !== 'simulated'),
    title,
    body,
  );
}

/** For code above the kernels: every backend in one mode. On wasm, pages run the same code as Node. */
export function describeOnEachBackendOnce(title: string, body: (driver: Driver) => void): void {
  const modes = names === null ? byProject[PROJECT] : drivers;
  const firsts = modes.filter(
    ({ backend }, i) =>
      modes.findIndex((other) => other.backend === backend) === i &&
      !(backend === 'wasm' && PROJECT === 'browser'),
  );
  const wanted = drivers.filter(({ name }) => firsts.some((first) => first.name === name));
  describeOn(wanted, title, body);
}
