/** OpenVINO's own tests of ScatterNDUpdate-3: single and repeated writes. */
import { errors, results, scatterNDUpdate } from './op_case.js';
import { bool, f32, i32 } from '../../support/values.js';

const cube = f32(
  [3, 3, 3],
  [
    11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36,
    37, 38, 39,
  ],
);

export const openvinoUpdate = [
  ...results`
    ov_scatter_nd_update_2x2_by_1_float32:
      ${scatterNDUpdate(f32([2, 2], [1, 2, 3, 4]), [1, 0], [10, 20, 30, 40])} => ${[30, 40, 10, 20]}
    ov_scatter_nd_update_3x3_by_1_float32:
      ${scatterNDUpdate(
        cube,
        [0, 2],
        [91, 92, 93, 94, 95, 96, 97, 98, 99, 81, 82, 83, 84, 85, 86, 87, 88, 89],
      )}
      => ${[
        91, 92, 93, 94, 95, 96, 97, 98, 99, 21, 22, 23, 24, 25, 26, 27, 28, 29, 81, 82, 83, 84, 85,
        86, 87, 88, 89,
      ]}
    ov_scatter_nd_update_3x3_by_2_float32:
      ${scatterNDUpdate(cube, i32([2, 2], [0, 0, 2, 2]), [91, 92, 93, 87, 88, 89])}
      => ${[
        91, 92, 93, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35,
        36, 87, 88, 89,
      ]}
    ov_scatter_nd_update_1d_from_examples_float32:
      ${scatterNDUpdate([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 1, 7], [9, 10, 11, 12])}
      => ${[1, 11, 3, 10, 9, 6, 7, 12]}
    ov_scatter_nd_update_1x1_bool: ${scatterNDUpdate(bool([1], [1]), i32([1], [0]), [1])} => ${[1]}
    ov_scatter_nd_update_tf_example_duplicated_indices_float32:
      ${scatterNDUpdate(f32([3, 2], [1, 1, 1, 1, 1, 1]), i32([2, 2], [0, 1, 0, 1]), [5, 10])}
      => ${[1, 10, 1, 1, 1, 1]}
    ov_scatter_nd_update_3x3_by_1_duplicated_indices_float32:
      ${scatterNDUpdate(
        f32(
          [3, 3, 3],
          [
            8, 12, 1, 5, 3, 19, 2, 4, 13, 7, 6, 25, 5, 12, 11, 23, 17, 2, 18, 23, 16, 17, 11, 22, 0,
            10, 20,
          ],
        ),
        [2, 2],
        [4, 15, 11, 13, 15, 23, 1, 4, 4, 11, 2, 10, 1, 25, 25, 19, 23, 10],
      )}
      => ${[
        8, 12, 1, 5, 3, 19, 2, 4, 13, 7, 6, 25, 5, 12, 11, 23, 17, 2, 11, 2, 10, 1, 25, 25, 19, 23,
        10,
      ]}
    ov_scatter_nd_update_3x3_by_3_duplicated_indices_float32:
      ${scatterNDUpdate(cube, i32([3, 3], [0, 0, 0, 2, -1, 2, -1, 2, -1]), [91, 99, 100])}
      => ${[
        91, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35,
        36, 37, 38, 100,
      ]}
    ov_scatter_nd_update_1d_from_examples_duplicated_indices_float32:
      ${scatterNDUpdate([1, 2, 3, 4, 5, 6, 7, 8], [4, 3, 1, 7, 1], [9, 10, 11, 12, 22])}
      => ${[1, 22, 3, 10, 9, 6, 7, 12]}
  `,
  ...errors`
    ov_scatter_nd_update_2x3_with_out_of_bounds_index_float32:
      ${scatterNDUpdate(f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([1, 2], [1, 3]), [10])}
      => ${['value 3', 'axis 1']}
  `,
];
