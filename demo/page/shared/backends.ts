/** The backends that the page offers, the preferred ones first. */
import { signal } from '@preact/signals';
import { notify } from './messages.js';

export const BACKENDS = ['webgl', 'wasm', 'cpu', 'webgpu'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** Why each backend is unavailable, or '' if it is not. Complete once `findBackends` resolves. */
export const missing = signal<Readonly<Record<BackendName, string>>>({
  webgl: '',
  wasm: '',
  cpu: '',
  webgpu: '',
});

const NOT_HERE = 'not in this browser';
/** Longest wait for a GPU to answer, in ms. */
const PATIENCE = 2000;

let finding: Promise<void> | undefined;

/** Checks, once, which backends this browser has. */
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
    'This browser offers no WebGL to workers, so everything runs on the CPU. The results ' +
      'are the same, but large examples are slow.',
  );
}

export const available = () => BACKENDS.filter((name) => missing.value[name] === '');

/** The backend that was asked for, or the one that replaces it here. */
export const choose = (wished: BackendName) =>
  missing.value[wished] === '' ? wished : available()[0];

/** Removes a backend from the choices until the page is reloaded. */
export function drop(name: BackendName): void {
  missing.value = { ...missing.peek(), [name]: 'lost by this page' };
}

/** Workers need WebGL on an OffscreenCanvas. Some browsers only support 2D there. */
function missingWebGL(): string {
  if (!('OffscreenCanvas' in globalThis)) return NOT_HERE;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl === null ? NOT_HERE : '';
}

/** Requests an adapter, because a browser with WebGPU may not have a suitable GPU. */
async function missingWebGPU(): Promise<string> {
  if (!isSecureContext) return 'needs https';
  if (!('gpu' in navigator)) return NOT_HERE;
  const patience = new Promise<null>((resolve) => {
    setTimeout(resolve, PATIENCE, null);
  });
  const asking = navigator.gpu.requestAdapter().catch(() => null);
  return (await Promise.race([asking, patience])) === null ? 'no suitable GPU' : '';
}
