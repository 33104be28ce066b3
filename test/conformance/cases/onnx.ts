/** ONNX's examples, under their own names. */
import { gatherElements, gatherND, results, scatterElements, scatterND } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

const square = f32([2, 2], [1, 2, 3, 4]);
const nine = f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
const fromZero = f32([2, 2], [0, 1, 2, 3]);
const cubeFromZero = f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]);

export const onnxGather = results`
  test_gather_elements_0:
    ${gatherElements(square, i32([2, 2], [0, 0, 1, 0]), { axis: 1 })} => ${[1, 1, 4, 3]}
  test_gather_elements_1:
    ${gatherElements(nine, i32([2, 3], [1, 2, 0, 2, 0, 0]), { axis: 0 })} => ${[4, 8, 3, 7, 2, 3]}
  test_gather_elements_negative_indices:
    ${gatherElements(nine, i32([2, 3], [-1, -2, 0, -2, 0, 0]), { axis: 0 })}
    => ${[7, 5, 3, 4, 2, 3]}
  test_gathernd_example_float32, onnx_doc_gathernd_ex4:
    ${gatherND(cubeFromZero, i32([2, 1, 2], [0, 1, 1, 0]))} => ${[2, 3, 4, 5]}
  test_gathernd_example_int32:
    ${gatherND(i32([2, 2], [0, 1, 2, 3]), i32([2, 2], [0, 0, 1, 1]))} => ${[0, 3]}
  test_gathernd_example_int32_batch_dim1:
    ${gatherND(i32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), [1, 0], { batchDims: 1 })}
    => ${[2, 3, 4, 5]}
  onnx_doc_gathernd_ex1: ${gatherND(fromZero, i32([2, 2], [0, 0, 1, 1]))} => ${[0, 3]}
  onnx_doc_gathernd_ex2: ${gatherND(fromZero, [1, 0])} => ${[2, 3, 0, 1]}
  onnx_doc_gathernd_ex3: ${gatherND(cubeFromZero, i32([2, 2], [0, 1, 1, 0]))} => ${[2, 3, 4, 5]}
  onnx_doc_gathernd_ex5: ${gatherND(cubeFromZero, [1, 0], { batchDims: 1 })} => ${[2, 3, 4, 5]}
`;

const intoRow = (indices: number[], reduction?: string) =>
  scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], indices), [1.1, 2.1], {
    axis: 1,
    ...(reduction && { reduction }),
  });

const intoZeros = scatterElements(
  f32([3, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
  i32([2, 3], [1, 0, 2, 0, 2, 1]),
  [1, 1.1, 1.2, 2, 2.1, 2.2],
);

/** Scatter is the former name of ScatterElements, with the same examples. */
export const onnxScatterElements = results`
  test_scatter_elements_with_axis, test_scatter_with_axis:
    ${intoRow([1, 3])} => ${[1, 1.1, 3, 2.1, 5]}
  test_scatter_elements_without_axis, test_scatter_without_axis:
    ${intoZeros} => ${[2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]}
  test_scatter_elements_with_duplicate_indices: ${intoRow([1, 1], 'add')} => ${[1, 5.2, 3, 4, 5]}
  test_scatter_elements_with_negative_indices: ${intoRow([1, -3])} => ${[1, 1.1, 2.1, 4, 5]}
  test_scatter_elements_with_reduction_max: ${intoRow([1, 1], 'max')} => ${[1, 2.1, 3, 4, 5]}
  test_scatter_elements_with_reduction_min: ${intoRow([1, 1], 'min')} => ${[1, 1.1, 3, 4, 5]}
  test_scatter_elements_with_reduction_mul: ${intoRow([1, 1], 'mul')} => ${[1, 4.62, 3, 4, 5]}
`;

const rising = [1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1];
const falling = [8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8];
const fives = [5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8];
const ones = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];

/** Writes two layers of a cube, or the first one twice. */
const intoCube = (layers: number[], reduction?: string) =>
  scatterND(
    f32([4, 4, 4], [...rising, ...rising, ...falling, ...falling]),
    layers,
    f32([2, 4, 4], [...fives, ...ones]),
    reduction ? { reduction } : {},
  );

const others = [...rising, ...falling, ...falling];
const diagonal = (reduction: string) =>
  scatterND(square, i32([2, 2], [0, 0, 1, 1]), [5, 1], { reduction });

export const onnxScatterND = results`
  test_scatternd: ${intoCube([0, 2])} => ${[...fives, ...rising, ...ones, ...falling]}
  test_scatternd_add:
    ${intoCube([0, 0], 'add')}
    => ${[7, 8, 9, 10, 13, 14, 15, 16, 18, 17, 16, 15, 16, 15, 14, 13, ...others]}
  test_scatternd_max:
    ${intoCube([0, 0], 'max')} => ${[5, 5, 5, 5, 6, 6, 7, 8, 8, 7, 7, 7, 8, 8, 8, 8, ...others]}
  test_scatternd_max_with_element_indices: ${diagonal('max')} => ${[5, 2, 3, 4]}
  test_scatternd_min:
    ${intoCube([0, 0], 'min')} => ${[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 3, 2, 1, ...others]}
  test_scatternd_min_with_element_indices: ${diagonal('min')} => ${[1, 2, 3, 1]}
  test_scatternd_multiply:
    ${intoCube([0, 0], 'mul')}
    => ${[5, 10, 15, 20, 60, 72, 84, 96, 168, 147, 126, 105, 128, 96, 64, 32, ...others]}
  onnx_doc_scatternd_ex1:
    ${scatterND([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 1, 7], [9, 10, 11, 12])}
    => ${[1, 11, 3, 10, 9, 6, 7, 12]}
`;
