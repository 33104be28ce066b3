/** OpenVINO's own tests of ScatterNDUpdate-15: the reductions. */
import { results, scatterNDUpdate } from './op_case.js';
import { bool, f32, i32 } from '../../support/values.js';

const cube = f32(
  [3, 3, 3],
  [8, 12, 1, 5, 3, 19, 2, 4, 13, 7, 6, 25, 5, 12, 11, 23, 17, 2, 18, 23, 16, 17, 11, 22, 0, 10, 20],
);
const twoLayers = f32(
  [2, 3, 3],
  [4, 15, 11, 13, 15, 23, 1, 4, 4, 11, 2, 10, 1, 25, 25, 19, 23, 10],
);

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
    ${scatterNDUpdate(f32([3, 2], [1, 2, 1, 1, 2, 1]), i32([2, 2], [0, 1, 2, 0]), [5, 10], {
      reduction: 'prod',
    })}
    => ${[1, 10, 1, 1, 20, 1]}
  ov_scatter_nd_update_tf_example_MAX_float32:
    ${scatterNDUpdate(f32([3, 2], [1, 1, 1, 1, 1, 1]), i32([2, 2], [0, 1, 2, 0]), [5, 10], {
      reduction: 'max',
    })}
    => ${[1, 5, 1, 1, 10, 1]}
  ov_scatter_nd_update_tf_example_MIN_float32:
    ${scatterNDUpdate(f32([3, 2], [15, 15, 15, 15, 15, 15]), i32([2, 2], [0, 1, 2, 0]), [5, 10], {
      reduction: 'min',
    })}
    => ${[15, 5, 15, 15, 10, 15]}
  ov_scatter_nd_update_3x3_by_1_SUM_float32:
    ${scatterNDUpdate(cube, [0, 2], twoLayers, { reduction: 'sum' })}
    => ${[
      12, 27, 12, 18, 18, 42, 3, 8, 17, 7, 6, 25, 5, 12, 11, 23, 17, 2, 29, 25, 26, 18, 36, 47, 19,
      33, 30,
    ]}
  ov_scatter_nd_update_3x3_by_1_PROD_float32:
    ${scatterNDUpdate(cube, [0, 2], twoLayers, { reduction: 'prod' })}
    => ${[
      32, 180, 11, 65, 45, 437, 2, 16, 52, 7, 6, 25, 5, 12, 11, 23, 17, 2, 198, 46, 160, 17, 275,
      550, 0, 230, 200,
    ]}
  ov_scatter_nd_update_3x3_by_1_MAX_float32:
    ${scatterNDUpdate(cube, [0, 2], twoLayers, { reduction: 'max' })}
    => ${[
      8, 15, 11, 13, 15, 23, 2, 4, 13, 7, 6, 25, 5, 12, 11, 23, 17, 2, 18, 23, 16, 17, 25, 25, 19,
      23, 20,
    ]}
  ov_scatter_nd_update_3x3_by_3_duplicated_indices_PROD_float32:
    ${scatterNDUpdate(
      f32(
        [3, 3, 3],
        [
          11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34,
          35, 36, 37, 38, 39,
        ],
      ),
      i32([3, 3], [0, 0, 0, 2, -1, 2, -1, 2, -1]),
      [2, 4, 6],
      { reduction: 'prod' },
    )}
    => ${[
      22, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35,
      36, 37, 38, 936,
    ]}
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
