/**
/**
 * The backends in browsers, in every way in which they work differently. Small tensors would stay on
 * the host and small uploads become uniforms, so that hardly a case would reach the GPU: both are off.
 */
import type { BrowserName } from '../browser.js';
import { inBatches } from '../batches.js';
import { type Driver, NUMERIC, WITH_COMPLEX } from '../driver.js';
import {
  FLOAT32_TEXTURES,
  HALF_FLOAT_TEXTURES,
  IN_MEMORY,
  WEBGPU_BUFFERS,
  type Precision,
} from '../precision.js';
import { ON_GPU, ON_WEBGPU } from './describe.js';
import type { Flags, PageBackend } from './globals.js';
import { openPage, openWasmPage, openWebGPUPage, type TestPage } from './open.js';

interface Mode {
  name: string;
  /** Default: webgl. */
  backend?: PageBackend;
  flags: Flags;
  precision?: Precision;
  browser?: BrowserName;
  /** Whether it sums and multiplies floats in any order; such a mode runs on request. */
  reorders?: boolean;
}

const DRAWN: Flags = { ...ON_GPU, GATHER_SCATTER_STRATEGY: 'drawn' };

/**
 * Keeps tfjs from compiling its own programs, such as that of an upload, for each shape anew. The
 * kernels do not read it; the first mode does without, as tfjs does by default.
 */
const FEW_PROGRAMS: Flags = { WEBGL_USE_SHAPES_UNIFORMS: true };

const MODES: Mode[] = [
  { name: 'webgl 2 drawn', flags: DRAWN },
  {
    name: 'webgl 2 scanned',
    flags: { ...ON_GPU, ...FEW_PROGRAMS, GATHER_SCATTER_STRATEGY: 'scanned' },
  },
  { name: 'webgl 1', flags: { ...ON_GPU, ...FEW_PROGRAMS, WEBGL_VERSION: 1 } },
  {
    name: 'webgl 2 half floats',
    flags: { ...DRAWN, ...FEW_PROGRAMS, WEBGL_FORCE_F16_TEXTURES: true },
    precision: HALF_FLOAT_TEXTURES,
  },
  { name: 'webgl 2 in Firefox', flags: { ...DRAWN, ...FEW_PROGRAMS }, browser: 'firefox' },
  { name: 'webgl 2 on OpenGL', flags: { ...DRAWN, ...FEW_PROGRAMS }, browser: 'opengl' },
  { name: 'webgpu', backend: 'webgpu', flags: ON_WEBGPU, precision: WEBGPU_BUFFERS },
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
];

function inBrowser({
  name,
  backend = 'webgl',
  flags,
  precision = FLOAT32_TEXTURES,
  browser,
  reorders = false,
}: Mode): Driver {
  const openIn = backend === 'webgpu' ? openWebGPUPage : openPage;
  let open: TestPage | undefined;
  const page = () => {
    if (open === undefined) throw new Error(`${name} was not started`);
    return open;
  };
  return {
    ...inOpenPage(page, name, backend),
    onRequest: reorders || browser !== undefined,
    precision,
    reorders,
    async start() {
      // A connection to Firefox ends with all that it opened.
      const keepAs = browser === 'firefox' ? undefined : name;
      open ??= await openIn(flags, { browser, keepAs });
    },
    async stop() {
      await open?.close();
      open = undefined;
    },
  };
}

/** A page that is open while tests run, without a start and an end of its own. */
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
    start: () => Promise.resolve(),
    run: inBatches(name, (calls) => page().run(calls)),
    runBuiltin: inBatches(name, (calls) => page().runBuiltins(calls)),
    stop: () => Promise.resolve(),
  };
}

/** The wasm backend in a page, with threads, which share the memory, or without. */
function onWasm(name: string, hasThreads: boolean): Driver {
  let open: TestPage | undefined;
  const page = () => {
    if (open === undefined) throw new Error(`${name} was not started`);
    return open;
  };
  return {
    ...inOpenPage(page, name),
    backend: 'wasm',
    dtypes: NUMERIC,
    precision: IN_MEMORY,
    async start() {
      open ??= await openWasmPage(hasThreads);
    },
    async stop() {
      await open?.close();
      open = undefined;
    },
  };
}

export const browserDrivers: readonly Driver[] = [
  ...MODES.map(inBrowser),
  onWasm('wasm in Chromium', false),
  onWasm('wasm with threads', true),
];
