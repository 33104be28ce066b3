/**
 * The webgl backend in a browser, in every way in which it works differently. Small tensors would
 * stay on the host and small uploads become uniforms, so that hardly a case would reach the GPU:
 * both are off, except where tfjs' defaults are the point.
 */
import { type Driver, NUMERIC } from '../support/driver.js';
import { FLOAT32_TEXTURES, HALF_FLOAT_TEXTURES, type Precision } from '../support/precision.js';
import type { Flags } from './api.js';
import { ON_GPU } from './describe.js';
import { browserPath, openPage, type TestPage } from './chromium.js';

interface Mode {
  name: string;
  flags: Flags;
  precision?: Precision;
}

const MODES: Mode[] = [
  { name: 'webgl 2, drawn', flags: { ...ON_GPU, GATHER_SCATTER_STRATEGY: 'drawn' } },
  { name: 'webgl 2, scanned', flags: { ...ON_GPU, GATHER_SCATTER_STRATEGY: 'scanned' } },
  { name: 'webgl 1', flags: { ...ON_GPU, WEBGL_VERSION: 1 } },
  {
    name: 'webgl 2, half floats',
    flags: { ...ON_GPU, WEBGL_FORCE_F16_TEXTURES: true, GATHER_SCATTER_STRATEGY: 'drawn' },
    precision: HALF_FLOAT_TEXTURES,
  },
  { name: "webgl 2, tfjs' defaults", flags: {} },
];

function inBrowser({ name, flags, precision = FLOAT32_TEXTURES }: Mode): Driver {
  let open: TestPage | undefined;
  const page = () => {
    if (open === undefined) throw new Error(`${name} was not started`);
    return open;
  };
  return {
    ...inOpenPage(page),
    name,
    precision,
    async start() {
      open = await openPage(flags);
    },
    async stop() {
      await open?.close();
      open = undefined;
    },
  };
}

/** webgl 2 in a page that is open while tests run, without a start and an end of its own. */
export function inOpenPage(page: () => TestPage): Driver {
  return {
    name: 'webgl 2',
    dtypes: [...NUMERIC, 'complex64'],
    precision: FLOAT32_TEXTURES,
    share: 0.1,
    start: () => Promise.resolve(),
    run: (calls) => page().run(calls),
    runBuiltins: (calls) =>
      page().evaluate(({ runBuiltins, argument }) => runBuiltins(argument), calls),
    stop: () => Promise.resolve(),
  };
}

/** None where there is no browser, which the set-up has said by then. */
export const browserDrivers: readonly Driver[] = browserPath === '' ? [] : MODES.map(inBrowser);
