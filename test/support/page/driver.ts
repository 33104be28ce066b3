/**
 * The backends in browsers, in every mode that behaves differently. Flags keep small tensors off
 * the host and small uploads out of uniforms: otherwise, hardly any case would reach the GPU.
 */
import { type BrowserName, firefoxHasNoWebGPU } from '../browser.js';
import { inBatches } from '../batches.js';
import { type Driver, NUMERIC, WITH_COMPLEX } from '../driver.js';
import {
  FLOAT32_TEXTURES,
  HALF_FLOAT_TEXTURES,
  IN_MEMORY,
  WEBGPU_BUFFERS,
  type Precision,
} from '../precision.js';
import { DRAWN, HALF_FLOATS, NO_BLENDING, ON_WEBGPU, ORDERED } from './describe.js';
import type { Flags, PageBackend } from './main.js';
import { openPage, type TestPage } from './open.js';

interface Mode {
  name: string;
  /** Default: webgl. */
  backend?: PageBackend;
  /** Default: the page without threads. */
  path?: '/isolated';
  flags: Flags;
  /** Default: all. */
  dtypes?: Driver['dtypes'];
  precision?: Precision;
  browser?: BrowserName;
  /** Whether it sums and multiplies floats in any order; such a mode runs only on request. */
  reorders?: boolean;
  /** Whether others run only on request. */
  onRequest?: boolean;
}

/**
 * Keeps tfjs from recompiling its own programs, such as uploads, for each shape. The kernels do
 * not read it; the first mode leaves it off, as tfjs does by default.
 */
const FEW_PROGRAMS: Flags = { WEBGL_USE_SHAPES_UNIFORMS: true };

const MODES: Mode[] = [
  { name: 'webgl 2 drawn', flags: DRAWN },
  { name: 'webgl 2 ordered', flags: { ...ORDERED, ...FEW_PROGRAMS } },
  { name: 'webgl 2 without blending', flags: { ...NO_BLENDING, ...FEW_PROGRAMS } },
  {
    name: 'webgl 2 half floats',
    flags: { ...HALF_FLOATS, ...FEW_PROGRAMS },
    precision: HALF_FLOAT_TEXTURES,
  },
  {
    name: 'webgl 2 half floats drawn',
    flags: { ...HALF_FLOATS, ...DRAWN, ...FEW_PROGRAMS },
    precision: HALF_FLOAT_TEXTURES,
  },
  { name: 'webgl 2 in Firefox', flags: { ...DRAWN, ...FEW_PROGRAMS }, browser: 'firefox' },
  { name: 'webgl 2 on OpenGL', flags: { ...DRAWN, ...FEW_PROGRAMS }, browser: 'opengl' },
  { name: 'webgpu', backend: 'webgpu', flags: ON_WEBGPU, precision: WEBGPU_BUFFERS },
  {
    name: 'webgpu in software',
    backend: 'webgpu',
    flags: { ...ON_WEBGPU, GATHER_SCATTER_ADAPTER: 'software' },
    precision: WEBGPU_BUFFERS,
    onRequest: true,
  },
  {
    name: 'webgpu unordered',
    backend: 'webgpu',
    flags: { ...ON_WEBGPU, GATHER_SCATTER_ORDERED: false },
    precision: WEBGPU_BUFFERS,
    reorders: true,
  },
  {
    name: 'webgpu in Firefox',
    backend: 'webgpu',
    flags: ON_WEBGPU,
    precision: WEBGPU_BUFFERS,
    browser: 'firefox',
  },
  // Its memory is shared by threads. Without threads, pages run what Node runs.
  {
    name: 'wasm with threads',
    backend: 'wasm',
    path: '/isolated',
    flags: {},
    dtypes: NUMERIC,
    precision: IN_MEMORY,
  },
];

function inBrowser({
  name,
  backend = 'webgl',
  path,
  flags,
  dtypes = WITH_COMPLEX,
  precision = FLOAT32_TEXTURES,
  browser,
  reorders = false,
  onRequest = false,
}: Mode): Driver {
  // Disconnecting from Firefox closes all that the connection opened.
  const keepAs = browser === 'firefox' ? null : name;
  let open: TestPage | undefined;
  const page = () => {
    if (open === undefined) throw new Error(`${name} was not started`);
    return open;
  };
  return {
    ...inOpenPage(page, name, backend),
    onRequest: onRequest || reorders || browser !== undefined,
    isMissing: browser === 'firefox' && backend === 'webgpu' && firefoxHasNoWebGPU,
    dtypes,
    precision,
    reorders,
    sharesPrograms: flags.WEBGL_USE_SHAPES_UNIFORMS === true,
    async start() {
      open ??= await openPage(flags, { backend, path, browser, keepAs, goesOn: true });
    },
    async runAnew(options) {
      const anew = await openPage(flags, { backend, path, browser, keepAs: null });
      const run = anew.evaluate(({ runHistory, argument }) => runHistory(argument), options);
      return run.finally(() => anew.close());
    },
    async stop() {
      await open?.close();
      open = undefined;
    },
  };
}

/** Runs calls in a page that the tests have opened. */
export function inOpenPage(
  page: () => TestPage,
  name = 'webgl 2',
  backend: PageBackend = 'webgl',
): Driver {
  return {
    name,
    backend,
    dtypes: WITH_COMPLEX,
    precision: FLOAT32_TEXTURES,
    share: 0.1,
    page,
    start: () => Promise.resolve(),
    run: inBatches(name, (calls) => page().run(calls)),
    stop: () => Promise.resolve(),
  };
}

export const browserDrivers: readonly Driver[] = MODES.map(inBrowser);
