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
    name,
    dtypes: [...NUMERIC, 'complex64'],
    precision,
    share: 0.1,
    async start() {
      open = await openPage(flags);
    },
    run: (calls) => page().run(calls),
    runBuiltins: (calls) =>
      page().evaluate(({ runBuiltins, argument }) => runBuiltins(argument), calls),
    async stop() {
      await open?.close();
      open = undefined;
    },
  };
}

/** None where there is no browser, which the set-up has said by then. */
export const browserDrivers: readonly Driver[] = browserPath === '' ? [] : MODES.map(inBrowser);
