/** The backends that the page offers, in the order in which it prefers them. */
import { signal } from '@preact/signals';
import { notify } from './messages.js';

export const BACKENDS = ['webgl', 'wasm', 'cpu', 'webgpu'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** Why each backend cannot be chosen here, or '' if it can; complete once `findBackends` resolves. */
export const missing = signal<Readonly<Record<BackendName, string>>>({
  webgl: '',
  wasm: '',
  cpu: '',
  webgpu: '',
});

const NOT_HERE = 'not in this browser';
/** Longest wait for a graphics processor to answer, in ms. */
const PATIENCE = 2000;

let finding: Promise<void> | undefined;

/** Looks, once, for the backends of this browser. */
export function findBackends(): Promise<void> {
  finding ??= find();
  return finding;
}

async function find(): Promise<void> {
  missing.value = {
    webgl: missingWebGL(),
    wasm: 'WebAssembly' in globalThis ? '' : NOT_HERE,
    cpu: '',
    webgpu: await missingWebGPU(),
  };
  if (missing.value.webgl === '') return;
  notify(
    'This browser offers no WebGL to workers, so everything runs on the CPU: the results are the ' +
      'same, but large examples are slow.',
  );
}

export const available = () => BACKENDS.filter((name) => missing.value[name] === '');

/** A wished backend, or the one that stands in for it here. */
export const choose = (wished: BackendName) =>
  missing.value[wished] === '' ? wished : available()[0];

/** Takes a backend out of the choices until the page is loaded again. */
export function drop(name: BackendName): void {
  missing.value = { ...missing.peek(), [name]: 'lost by this page' };
}

/** Workers compute on canvases without a page, which some browsers have only for drawing. */
function missingWebGL(): string {
  if (!('OffscreenCanvas' in globalThis)) return NOT_HERE;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl === null ? NOT_HERE : '';
}

/** Asks for an adapter: browsers that know WebGPU may have no graphics processor for it. */
async function missingWebGPU(): Promise<string> {
  if (!isSecureContext) return 'on pages with https only';
  if (!('gpu' in navigator)) return NOT_HERE;
  const patience = new Promise<null>((resolve) => {
    setTimeout(resolve, PATIENCE, null);
  });
  const asking = navigator.gpu.requestAdapter().catch(() => null);
  return (await Promise.race([asking, patience])) === null ? 'no graphics processor for it' : '';
}
