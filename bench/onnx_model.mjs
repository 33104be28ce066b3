/** Cases as ONNX models of one node. */
import onnxProto from 'onnx-proto';
import { outputShape, scatters, valuesShape } from './cases.mjs';

const { onnx } = onnxProto;
const ELEMENT_TYPES = { float32: 1, int32: 6, int64: 7 };
const ATTRIBUTE = { int: 2, string: 3 };

/** Returns a model's bytes; indices are int64, as in the specification. */
export function onnxModel(given) {
  const { op, data, indices, options = {}, dtype = 'float32' } = given;
  const inputs = [
    valueInfo('data', dtype, data),
    valueInfo('indices', 'int64', indices),
    ...(scatters(given) ? [valueInfo('updates', dtype, valuesShape(given))] : []),
  ];
  const graph = {
    name: op,
    node: [
      {
        opType: op,
        input: inputs.map(({ name }) => name),
        output: ['output'],
        attribute: Object.entries(options).map(attribute),
      },
    ],
    input: inputs,
    output: [valueInfo('output', dtype, outputShape(given))],
  };
  const model = { irVersion: 8, opsetImport: [{ domain: '', version: 18 }], graph };
  return onnx.ModelProto.encode(onnx.ModelProto.fromObject(model)).finish();
}

function valueInfo(name, dtype, shape) {
  const dim = shape.map((dimValue) => ({ dimValue }));
  return { name, type: { tensorType: { elemType: ELEMENT_TYPES[dtype], shape: { dim } } } };
}

function attribute([name, value]) {
  return typeof value === 'string'
    ? { name, type: ATTRIBUTE.string, s: new TextEncoder().encode(value) }
    : { name, type: ATTRIBUTE.int, i: value };
}
