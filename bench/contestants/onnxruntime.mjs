/** ONNX Runtime, from any of its packages. */
import { onnxModel } from '../onnx_model.mjs';
import { scatters, valuesShape } from '../cases.mjs';

/** Prepares a case, with inputs made by `makeTensor`. */
async function prepareCase(ort, options, makeTensor, given, inputs) {
  const common = { logSeverityLevel: 3 };
  const session = await ort.InferenceSession.create(onnxModel(given), { ...common, ...options });
  const { dtype = 'float32', data, indices } = given;
  const feeds = {
    data: await makeTensor(dtype, inputs.data, data),
    indices: await makeTensor('int64', BigInt64Array.from(inputs.indices, BigInt), indices),
  };
  if (scatters(given)) {
    feeds.updates = await makeTensor(dtype, inputs.updates, valuesShape(given));
  }
  return { run: () => session.run(feeds), dispose: () => session.release() };
}

/** Makes a contestant. `races` says that several threads may update one place at the same time. */
export function onnxRuntime(name, ort, options, races = false) {
  const makeTensor = (...given) => new ort.Tensor(...given);
  return {
    name,
    races,
    prepare: async (given, inputs) => ({
      ...(await prepareCase(ort, options, makeTensor, given, inputs)),
      values: ({ output }) => output.data,
      release: () => undefined,
    }),
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
 * ONNX Runtime on WebGPU. Inputs and outputs stay on the GPU, as with tfjs; ops without a WebGPU
 * kernel copy to the CPU and back. Cases where it throws are skipped, and the reasons go to `declined`.
 */
export function onnxRuntimeWebGPU(ort, declined) {
  const name = 'onnxruntime-web, webgpu';
  const options = { executionProviders: ['webgpu'], preferredOutputLocation: 'gpu-buffer' };
  return {
    name,
    races: true,
    async prepare(given, inputs) {
      try {
        const makeTensor = (...tensor) => upload(ort, ...tensor);
        const call = await prepareCase(ort, options, makeTensor, given, inputs);
        (await call.run()).output.dispose();
        const { queue } = await ort.env.webgpu.device;
        return {
          ...call,
          finish: () => queue.onSubmittedWorkDone(),
          values: ({ output }) => output.getData(),
          release: ({ output }) => output.dispose(),
        };
      } catch (error) {
        declined.push(`${name}, ${given.name}: ${error.message.split('\n')[0]}`);
        return null;
      }
    },
  };
}

async function upload(ort, dataType, values, dims) {
  const device = await ort.env.webgpu.device;
  const { STORAGE, COPY_SRC, COPY_DST } = globalThis.GPUBufferUsage;
  const size = Math.max(16, values.byteLength);
  const gpuBuffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
  device.queue.writeBuffer(gpuBuffer, 0, values);
  return ort.Tensor.fromGpuBuffer(gpuBuffer, { dataType, dims });
}

/** Names the WebGPU adapter. */
export async function adapter() {
  const { info } = (await navigator.gpu?.requestAdapter()) ?? {};
  return info ? `${info.vendor} ${info.architecture}` : 'none';
}
