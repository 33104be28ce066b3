/** ONNX Runtime, in any of its packages. */
import { onnxModel } from '../onnx_model.mjs';
import { scatters, valuesShape } from '../cases.mjs';

/**
 * Makes a contestant of a module `ort` and the options of its sessions. `races` says that several
 * threads may update one place at a time.
 */
export function onnxRuntime(name, ort, options, races = false) {
  return {
    name,
    races,
    async prepare(given, inputs) {
      const session = await ort.InferenceSession.create(onnxModel(given), {
        logSeverityLevel: 3,
        ...options,
      });
      const { dtype = 'float32', data, indices } = given;
      const feeds = {
        data: new ort.Tensor(dtype, inputs.data, data),
        indices: new ort.Tensor('int64', BigInt64Array.from(inputs.indices, BigInt), indices),
      };
      if (scatters(given))
        feeds.updates = new ort.Tensor(dtype, inputs.updates, valuesShape(given));
      return {
        run: () => session.run(feeds),
        values: ({ output }) => output.data,
        release: () => undefined,
        dispose: () => session.release(),
      };
    },
  };
}

export const oneThread = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
};

export const onnxRuntimeWasm = (ort) =>
  onnxRuntime('onnxruntime-web, wasm', ort, { executionProviders: ['wasm'] });

/**
 * Makes a contestant of ONNX Runtime on WebGPU, whose inputs and outputs stay on the GPU, as on tfjs'
 * webgl. For an op without a kernel there, it copies to the CPU and back. It does not take part where it
 * throws; the reasons go to `declined`.
 */
export function onnxRuntimeWebGPU(ort, declined) {
  const name = 'onnxruntime-web, webgpu';
  return {
    name,
    races: true,
    async prepare(given, inputs) {
      try {
        const call = await prepareOnWebGPU(ort, given, inputs);
        call.release(await call.run());
        return call;
      } catch (error) {
        declined.push(`${name}, ${given.name}: ${error.message.split('\n')[0]}`);
        return null;
      }
    },
  };
}

async function prepareOnWebGPU(ort, given, inputs) {
  const session = await ort.InferenceSession.create(onnxModel(given), {
    executionProviders: ['webgpu'],
    preferredOutputLocation: 'gpu-buffer',
    logSeverityLevel: 3,
  });
  const device = await ort.env.webgpu.device;
  const { dtype = 'float32', data, indices } = given;
  const feeds = {
    data: upload(ort, device, dtype, inputs.data, data),
    indices: upload(ort, device, 'int64', BigInt64Array.from(inputs.indices, BigInt), indices),
  };
  if (scatters(given)) {
    feeds.updates = upload(ort, device, dtype, inputs.updates, valuesShape(given));
  }
  return {
    run: () => session.run(feeds),
    finish: () => device.queue.onSubmittedWorkDone(),
    values: ({ output }) => output.getData(),
    release: ({ output }) => output.dispose(),
    dispose: () => session.release(),
  };
}

function upload(ort, device, dataType, values, dims) {
  const { STORAGE, COPY_SRC, COPY_DST } = globalThis.GPUBufferUsage;
  const size = Math.max(16, values.byteLength);
  const gpuBuffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
  device.queue.writeBuffer(gpuBuffer, 0, values);
  return ort.Tensor.fromGpuBuffer(gpuBuffer, { dataType, dims });
}

/** Names the adapter of WebGPU. */
export async function adapter() {
  const { info } = (await navigator.gpu?.requestAdapter()) ?? {};
  return info ? `${info.vendor} ${info.architecture}` : 'none';
}
