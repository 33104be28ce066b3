/** The contestants that run in Node. */
import * as ortNative from 'onnxruntime-node';
import * as ortWeb from 'onnxruntime-web';
import { onnxRuntime, onnxRuntimeWasm, oneThread } from './onnxruntime.mjs';
import { thisPackage } from './package.mjs';
import { tfjs } from './tfjs.mjs';
import { load } from './tfjs_in_node.mjs';

ortWeb.env.wasm.numThreads = 1;

export function ourselves() {
  const { tf, functions } = load();
  return thisPackage(tf, functions, 'cpu');
}

export const native = onnxRuntime('onnxruntime-node, 1 thread', ortNative, oneThread);

/** The package on wasm with each strategy, and the other contestants that run on WebAssembly. */
export async function onWasm() {
  const { tf, functions } = load();
  return [
    ...['auto', 'views'].map((way) => thisPackage(tf, functions, 'wasm', undefined, { way })),
    onnxRuntimeWasm(ortWeb),
    tfjs(tf, 'wasm'),
  ];
}

export async function everyContestant() {
  const { tf } = load();
  return [
    ourselves(),
    native,
    onnxRuntime('onnxruntime-node, all threads', ortNative, {}, true),
    tfjs(tf, 'cpu'),
    onnxRuntimeWasm(ortWeb),
    tfjs(tf, 'wasm'),
  ];
}
