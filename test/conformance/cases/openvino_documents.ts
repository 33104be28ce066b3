/** The examples in OpenVINO's documentation. */
import { gatherElements, gatherND, results, scatterElements, scatterNDUpdate } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const openvinoDocuments = results({
  ov_scatter_nd_update_doc15_xml_sum_float32: [
    scatterNDUpdate(
      f32([4], [1, 2, 3, 4]),
      i32([5, 1], [0, 2, -3, -3, 0]),
      f32([5], [10, 20, 30, 40, 50]),
      { reduction: 'sum' },
    ),
    f32([4], [61, 72, 23, 4]),
  ],
  ov_scatter_elements_update_doc_ex1_float32: [
    scatterElements(
      f32([4], [2, 3, 4, 6]),
      i32([6], [1, 0, 0, -2, -1, 2]),
      f32([6], [10, 20, 30, 40, 70, 60]),
      { axis: 0, reduction: 'add' },
    ),
    f32([4], [52, 13, 104, 76]),
  ],
  ov_scatter_elements_update_doc_ex2_float32: [
    scatterElements(
      f32([4], [2, 3, 4, 6]),
      i32([6], [1, 0, 0, 2, 3, 2]),
      f32([6], [10, 20, 30, 40, 70, 60]),
      { axis: 0, reduction: 'add', includeSelf: false },
    ),
    f32([4], [50, 10, 100, 70]),
  ],
  ov_scatter_elements_update_doc_ex4_int32: [
    scatterElements(
      i32([3, 4], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
      i32([2, 2], [1, 1, 0, 3]),
      i32([2, 2], [11, 12, 13, 14]),
      { axis: 1, reduction: 'add' },
    ),
    i32([3, 4], [1, 24, 1, 1, 14, 1, 1, 15, 1, 1, 1, 1]),
  ],
  ov_scatter_elements_update_doc_ex5_int32: [
    scatterElements(
      i32([3, 4], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
      i32([2, 2], [1, 1, 0, 3]),
      i32([2, 2], [11, 12, 13, 14]),
      { axis: 1, reduction: 'mul' },
    ),
    i32([3, 4], [2, 264, 2, 2, 26, 2, 2, 28, 2, 2, 2, 2]),
  ],
  ov_gather_elements_doc_ex1_float32: [
    gatherElements(f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 1, 0, 0]), { axis: 0 }),
    f32([2, 2], [1, 4, 1, 2]),
  ],
  ov_gather_elements_doc_ex3_float32: [
    gatherElements(f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), i32([2, 3], [1, 0, 1, 1, 2, 0]), {
      axis: 0,
    }),
    f32([2, 3], [4, 2, 6, 4, 8, 3]),
  ],
  ov_gathernd_doc_ex1_float32: [
    gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 0, 1, 0])),
    f32([2], [1, 3]),
  ],
  ov_gathernd_doc_ex4_float32: [
    gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 1], [1, 0]), { batchDims: 1 }),
    f32([2], [2, 3]),
  ],
});
