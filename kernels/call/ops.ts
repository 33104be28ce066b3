/** The ops as data, from which kernels, gradients and checks are built: whether they gather or scatter, and where. */
import { privateName } from '../tfjs/copies.js';
import { elementsGeometry, type IndexGeometry, ndGeometry } from './geometry.js';
import { elementsValuesShape, type Length, ndValuesShape } from './shapes.js';

type KernelName = 'GatherElements' | 'GatherND' | 'ScatterElements' | 'ScatterND';

/** A way for indices to address data. `at` is the value of its attribute. */
interface Addressing {
  attribute: 'axis' | 'batchDims';
  /** The kernels that address this way. */
  gather: KernelName;
  scatter: KernelName;
  /**
   * Checks the shapes and the attribute. Returns the shape of the values at the sites: a gather's result
   * or a scatter's updates.
   */
  valuesShape<L extends Length>(dataShape: L[], indicesShape: L[], at: number): L[];
  /** Returns the geometry, for shapes that valuesShape accepted. */
  geometry(dataShape: number[], indicesShape: number[], at: number): IndexGeometry;
  /** The number of dimensions of indices that hold the tuple of a site. */
  tupleRank: 0 | 1;
  /** The rule of valuesShape in words, for messages. */
  valuesRule: string;
}

const elements: Addressing = {
  attribute: 'axis',
  gather: 'GatherElements',
  scatter: 'ScatterElements',
  valuesShape: elementsValuesShape,
  geometry: elementsGeometry,
  tupleRank: 0,
  valuesRule: 'the shape of indices',
};

const nd: Addressing = {
  attribute: 'batchDims',
  gather: 'GatherND',
  scatter: 'ScatterND',
  valuesShape: ndValuesShape,
  geometry: ndGeometry,
  tupleRank: 1,
  valuesRule: 'indices.shape without its last dimension, then the dimensions of data not indexed',
};

/**
 * The kernels that this package's functions run: all that is combined, and dot products. The attribute `op` of Combine
 * names an op below, or 'Product' (fused.ts) or 'Change' (plan.ts). Users run kernels of ONNX's names.
 */
export const COMBINE = privateName('Combine');
export const DOT = privateName('Dot');

export interface Op {
  /** The name of the public function, for messages. */
  name: string;
  /** ONNX's name. */
  kernelName: KernelName;
  /** The name under which tfjs has its gradient for this package's functions: older versions may have taken ONNX's. */
  gradientName: string;
  addressing: Addressing;
  scatters: boolean;
  /** The options that users may give. */
  options: readonly string[];
}

export const OPS: Record<KernelName, Op> = {
  GatherElements: op('gatherElements', 'GatherElements', elements, false),
  GatherND: op('gatherND', 'GatherND', nd, false),
  ScatterElements: op('scatterElements', 'ScatterElements', elements, true),
  ScatterND: op('scatterND', 'ScatterND', nd, true),
};

function op(name: string, kernelName: KernelName, addressing: Addressing, scatters: boolean): Op {
  const ofKind = scatters ? ['reduction', 'includeSelf'] : ['fill'];
  const options = [addressing.attribute, 'outOfBounds', 'wrapNegatives', ...ofKind];
  const gradientName = privateName(kernelName);
  return { name, kernelName, gradientName, addressing, scatters, options };
}

export function inputNames(op: Op): string[] {
  return op.scatters ? ['data', 'indices', 'updates'] : ['data', 'indices'];
}
