/**
 * A backend like tfjs-node's, without TensorFlow: it computes what cpu does, but data keeps the shape that it was
 * written in, whatever a later view of it says. Its kernels take only tensors, and they return tensors.
 */
import * as tf from '@tensorflow/tfjs';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import 'tfjs-gather-scatter';
import { ensureKernels } from '../../kernels/registry/served.js';
import { findKernel } from '../../kernels/tfjs/seam.js';
import { startBackend } from './in_process.js';

const NAME = 'keeps-shapes';
/** Kernels that tfjs-node lacks. */
const MISSING = ['SparseSegmentSum', 'SparseSegmentMean'];

export class KeepsShapes extends MathBackendCPU {
  private readonly shapes = new WeakMap<tf.DataId, number[]>();
  private readonly inInt64 = new WeakMap<tf.DataId, BigInt64Array>();

  override write(values: tf.BackendValues, shape: number[], dtype: tf.DataType): tf.DataId {
    const dataId = super.write(values, shape, dtype);
    this.shapes.set(dataId, shape);
    return dataId;
  }

  override move(
    dataId: tf.DataId,
    values: tf.BackendValues,
    shape: number[],
    dtype: tf.DataType,
    refCount: number,
  ): void {
    super.move(dataId, values, shape, dtype, refCount);
    this.shapes.set(dataId, shape);
  }

  /** Returns a tensor as kernels see it. cpu stores the parts of complex64 apart. */
  kept({ dataId, dtype, shape }: tf.TensorInfo): tf.TensorInfo {
    const kept = dtype === 'complex64' ? shape : this.shapes.get(dataId);
    return { dataId, dtype, shape: kept ?? shape };
  }

  /** Returns the result of a kernel, copied if it is a view of other data. */
  inFinalShape(result: tf.TensorInfo): tf.TensorInfo {
    const { dataId, shape, dtype } = result;
    if (tf.util.arraysEqual(this.kept(result).shape, shape)) return result;
    const copy = this.write(super.readSync(dataId).slice(), shape, dtype);
    const inInt64 = this.inInt64.get(dataId);
    if (inInt64) this.inInt64.set(copy, inInt64);
    this.disposeData(dataId);
    return { dataId: copy, shape, dtype };
  }

  /** Makes a tensor of int32 whose values read as BigInts. */
  int64(values: bigint[], shape: number[]): tf.Tensor {
    const tensor = tf.zeros(shape, 'int32');
    this.inInt64.set(tensor.dataId, BigInt64Array.from(values));
    return tensor;
  }

  /** As on tfjs-node, a read moves no tensor of another backend. */
  override readSync(dataId: tf.DataId): tf.BackendValues {
    if (!this.data.has(dataId)) throw new Error('The tensor was not registered.');
    const bigInts: unknown = this.inInt64.get(dataId);
    return (bigInts as tf.BackendValues | undefined) ?? super.readSync(dataId);
  }
}

type KernelFunc = tf.KernelConfig['kernelFunc'];

/** Makes a kernel that sees data in the shapes that it was written in, and whose results keep theirs. */
function strictly(kernelName: string, kernelFunc: KernelFunc, backend: KeepsShapes): KernelFunc {
  const seen = (info: tf.TensorInfo): tf.TensorInfo => {
    if (info instanceof tf.Tensor) return backend.kept(info);
    throw new Error(`${kernelName} on ${NAME} got no tensor, but ${JSON.stringify(info)}.`);
  };
  return ({ inputs, attrs }) => {
    // Some kernels take a list of tensors.
    const named: tf.NamedTensorInfoMap = Object.assign(Array.isArray(inputs) ? [] : {}, inputs);
    for (const [name, info] of Object.entries(named)) if (info) named[name] = seen(info);
    const asTensor = (output: tf.TensorInfo) => {
      const result = backend.inFinalShape(output);
      // cpu's kernel of abs returns a tensor.
      if (result instanceof tf.Tensor) return result;
      return tf.engine().makeTensorFromTensorInfo(result, backend);
    };
    const outputs = kernelFunc({ inputs: named, attrs, backend });
    return Array.isArray(outputs) ? outputs.map(asTensor) : asTensor(outputs);
  };
}

/** Makes the package's kernel throw if a result has another shape than it was written in. */
function checked(
  { kernelFunc, ...config }: tf.KernelConfig,
  backend: KeepsShapes,
): tf.KernelConfig {
  const check = (result: tf.TensorInfo): tf.TensorInfo => {
    const { shape } = backend.kept(result);
    if (tf.util.arraysEqual(shape, result.shape)) return result;
    throw new Error(`${config.kernelName} wrote [${String(shape)}] as [${String(result.shape)}].`);
  };
  const checking: KernelFunc = (call) => {
    const results = kernelFunc(call);
    return Array.isArray(results) ? results.map(check) : check(results);
  };
  return { ...config, kernelFunc: checking };
}

/** Makes the backend current, with this package's kernels and cpu's for tfjs' own ops. */
export async function startBackendThatKeepsShapes(): Promise<KeepsShapes> {
  if (!(NAME in tf.engine().registryFactory)) {
    const backend = new KeepsShapes();
    tf.registerBackend(NAME, () => backend);
    ensureKernels(NAME);
    for (const config of tf.getKernelsForBackend(NAME)) {
      tf.unregisterKernel(config.kernelName, NAME);
      tf.registerKernel(checked(config, backend));
    }
    for (const { kernelName, kernelFunc } of tf.getKernelsForBackend('cpu')) {
      if (MISSING.includes(kernelName) || findKernel(kernelName, NAME)) continue;
      const strict = strictly(kernelName, kernelFunc, backend);
      tf.registerKernel({ kernelName, backendName: NAME, kernelFunc: strict });
    }
  }
  await startBackend(NAME);
  const backend = tf.backend();
  if (backend instanceof KeepsShapes) return backend;
  throw new Error(`tfjs runs on '${tf.getBackend()}', expected '${NAME}'`);
}
