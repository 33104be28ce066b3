/** OpenVINO's own tests of ScatterNDUpdate, and the examples in its documentation. */
import { gatherElements, gatherND, results, scatterElements, scatterNDUpdate } from './op_case.js';
import { bool, f32, i32 } from '../../support/values.js';

const square = f32([2, 2], [1, 2, 3, 4]);
const singles = (reduction: string, data: number[]) =>
  scatterNDUpdate(f32([3, 2], data), i32([2, 2], [0, 1, 2, 0]), [5, 10], { reduction });

const first = [8, 12, 1, 5, 3, 19, 2, 4, 13];
const second = [7, 6, 25, 5, 12, 11, 23, 17, 2];
const third = [18, 23, 16, 17, 11, 22, 0, 10, 20];
const twoLayers = [4, 15, 11, 13, 15, 23, 1, 4, 4, 11, 2, 10, 1, 25, 25, 19, 23, 10];

/** Updates two layers of a cube. */
const layers = (indices: number[], reduction?: string) =>
  scatterNDUpdate(
    f32([3, 3, 3], [...first, ...second, ...third]),
    indices,
    twoLayers,
    reduction ? { reduction } : {},
  );

const tens = [11, 12, 13, 14, 15, 16, 17, 18, 19];
const twenties = [21, 22, 23, 24, 25, 26, 27, 28, 29];
const thirties = [31, 32, 33, 34, 35, 36, 37, 38, 39];
const numbered = f32([3, 3, 3], [...tens, ...twenties, ...thirties]);
const corners = i32([3, 3], [0, 0, 0, 2, -1, 2, -1, 2, -1]);
const nineties = [91, 92, 93, 94, 95, 96, 97, 98, 99];
const eighties = [81, 82, 83, 84, 85, 86, 87, 88, 89];

export const openvinoReductions = results`
  ov_scatter_nd_update_1x1_SUB_float32:
    ${scatterNDUpdate([40], i32([1], [0]), [40], { reduction: 'sub' })} => ${[0]}
  ov_scatter_nd_update_1x1_PROD_float32:
    ${scatterNDUpdate([2], i32([1], [0]), [40], { reduction: 'prod' })} => ${[80]}
  ov_scatter_nd_update_1x1_MAX_int32:
    ${scatterNDUpdate(i32([1], [2]), i32([1], [0]), [40], { reduction: 'max' })} => ${[40]}
  ov_scatter_nd_update_1x1_MIN_int32:
    ${scatterNDUpdate(i32([1], [2]), i32([1], [0]), [40], { reduction: 'min' })} => ${[2]}
  ov_scatter_nd_update_tf_example_PROD_float32:
    ${singles('prod', [1, 2, 1, 1, 2, 1])} => ${[1, 10, 1, 1, 20, 1]}
  ov_scatter_nd_update_tf_example_MAX_float32:
    ${singles('max', [1, 1, 1, 1, 1, 1])} => ${[1, 5, 1, 1, 10, 1]}
  ov_scatter_nd_update_tf_example_MIN_float32:
    ${singles('min', [15, 15, 15, 15, 15, 15])} => ${[15, 5, 15, 15, 10, 15]}
  ov_scatter_nd_update_3x3_by_1_SUM_float32:
    ${layers([0, 2], 'sum')}
    => ${[12, 27, 12, 18, 18, 42, 3, 8, 17, ...second, 29, 25, 26, 18, 36, 47, 19, 33, 30]}
  ov_scatter_nd_update_3x3_by_1_PROD_float32:
    ${layers([0, 2], 'prod')}
    => ${[32, 180, 11, 65, 45, 437, 2, 16, 52, ...second, 198, 46, 160, 17, 275, 550, 0, 230, 200]}
  ov_scatter_nd_update_3x3_by_1_MAX_float32:
    ${layers([0, 2], 'max')}
    => ${[8, 15, 11, 13, 15, 23, 2, 4, 13, ...second, 18, 23, 16, 17, 25, 25, 19, 23, 20]}
  ov_scatter_nd_update_3x3_by_3_duplicated_indices_PROD_float32:
    ${scatterNDUpdate(numbered, corners, [2, 4, 6], { reduction: 'prod' })}
    => ${[22, ...tens.slice(1), ...twenties, ...thirties.slice(0, -1), 936]}
  ov_scatter_nd_update_3x3_by_1_MAX_bool:
    ${scatterNDUpdate(
      bool(
        [3, 3, 3],
        [1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0],
      ),
      [0, 2],
      [0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0],
      { reduction: 'max' },
    )}
    => ${[1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0]}
`;

export const openvinoUpdate = [
  ...results`
    ov_scatter_nd_update_2x2_by_1_float32:
      ${scatterNDUpdate(square, [1, 0], [10, 20, 30, 40])} => ${[30, 40, 10, 20]}
    ov_scatter_nd_update_3x3_by_1_float32:
      ${scatterNDUpdate(numbered, [0, 2], [...nineties, ...eighties])}
      => ${[...nineties, ...twenties, ...eighties]}
    ov_scatter_nd_update_3x3_by_2_float32:
      ${scatterNDUpdate(numbered, i32([2, 2], [0, 0, 2, 2]), [91, 92, 93, 87, 88, 89])}
      => ${[91, 92, 93, ...tens.slice(3), ...twenties, ...thirties.slice(0, 6), 87, 88, 89]}
    ov_scatter_nd_update_1d_from_examples_float32:
      ${scatterNDUpdate([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 1, 7], [9, 10, 11, 12])}
      => ${[1, 11, 3, 10, 9, 6, 7, 12]}
    ov_scatter_nd_update_1x1_bool: ${scatterNDUpdate(bool([1], [1]), i32([1], [0]), [1])} => ${[1]}
    ov_scatter_nd_update_tf_example_duplicated_indices_float32:
      ${scatterNDUpdate(f32([3, 2], [1, 1, 1, 1, 1, 1]), i32([2, 2], [0, 1, 0, 1]), [5, 10])}
      => ${[1, 10, 1, 1, 1, 1]}
    ov_scatter_nd_update_3x3_by_1_duplicated_indices_float32:
      ${layers([2, 2])} => ${[...first, ...second, 11, 2, 10, 1, 25, 25, 19, 23, 10]}
    ov_scatter_nd_update_3x3_by_3_duplicated_indices_float32:
      ${scatterNDUpdate(numbered, corners, [91, 99, 100])}
      => ${[91, ...tens.slice(1), ...twenties, ...thirties.slice(0, -1), 100]}
    ov_scatter_nd_update_1d_from_examples_duplicated_indices_float32:
      ${scatterNDUpdate([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 1, 7, 1], [9, 10, 11, 12, 22])}
      => ${[1, 22, 3, 10, 9, 6, 7, 12]}
  `,
  {
    ...scatterNDUpdate(f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([1, 2], [1, 3]), [10]),
    name: 'ov_scatter_nd_update_2x3_with_out_of_bounds_index_float32',
    error: ['value 3', 'axis 1'],
  },
];

const line = [2, 3, 4, 6];
const adds = { axis: 0, reduction: 'add' };

/** Scatters four values into twelve equal ones, along rows. */
const intoEqual = (value: number, reduction: string) =>
  scatterElements(
    i32([3, 4], Array<number>(12).fill(value)),
    i32([2, 2], [1, 1, 0, 3]),
    [11, 12, 13, 14],
    { axis: 1, reduction },
  );

export const openvinoDocuments = results`
  ov_scatter_nd_update_doc15_xml_sum_float32:
    ${scatterNDUpdate([1, 2, 3, 4], [0, 2, -3, -3, 0], [10, 20, 30, 40, 50], { reduction: 'sum' })}
    => ${[61, 72, 23, 4]}
  ov_scatter_elements_update_doc_ex1_float32:
    ${scatterElements(line, [1, 0, 0, -2, -1, 2], [10, 20, 30, 40, 70, 60], adds)}
    => ${[52, 13, 104, 76]}
  ov_scatter_elements_update_doc_ex2_float32:
    ${scatterElements(line, [1, 0, 0, 2, 3, 2], [10, 20, 30, 40, 70, 60], {
      ...adds,
      includeSelf: false,
    })}
    => ${[50, 10, 100, 70]}
  ov_scatter_elements_update_doc_ex4_int32:
    ${intoEqual(1, 'add')} => ${[1, 24, 1, 1, 14, 1, 1, 15, 1, 1, 1, 1]}
  ov_scatter_elements_update_doc_ex5_int32:
    ${intoEqual(2, 'mul')} => ${[2, 264, 2, 2, 26, 2, 2, 28, 2, 2, 2, 2]}
  ov_gather_elements_doc_ex1_float32:
    ${gatherElements(square, i32([2, 2], [0, 1, 0, 0]), { axis: 0 })} => ${[1, 4, 1, 2]}
  ov_gather_elements_doc_ex3_float32:
    ${gatherElements(f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), i32([2, 3], [1, 0, 1, 1, 2, 0]), {
      axis: 0,
    })}
    => ${[4, 2, 6, 4, 8, 3]}
  ov_gathernd_doc_ex1_float32: ${gatherND(square, i32([2, 2], [0, 0, 1, 0]))} => ${[1, 3]}
  ov_gathernd_doc_ex4_float32: ${gatherND(square, [1, 0], { batchDims: 1 })} => ${[2, 3]}
`;
