/** The examples in OpenVINO's documentation. */
import { gatherElements, gatherND, results, scatterElements, scatterNDUpdate } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const openvinoDocuments = results`
  ov_scatter_nd_update_doc15_xml_sum_float32:
    ${scatterNDUpdate([1, 2, 3, 4], [0, 2, -3, -3, 0], [10, 20, 30, 40, 50], { reduction: 'sum' })}
    => ${[61, 72, 23, 4]}
  ov_scatter_elements_update_doc_ex1_float32:
    ${scatterElements([2, 3, 4, 6], [1, 0, 0, -2, -1, 2], [10, 20, 30, 40, 70, 60], {
      axis: 0,
      reduction: 'add',
    })}
    => ${[52, 13, 104, 76]}
  ov_scatter_elements_update_doc_ex2_float32:
    ${scatterElements([2, 3, 4, 6], [1, 0, 0, 2, 3, 2], [10, 20, 30, 40, 70, 60], {
      axis: 0,
      reduction: 'add',
      includeSelf: false,
    })}
    => ${[50, 10, 100, 70]}
  ov_scatter_elements_update_doc_ex4_int32:
    ${scatterElements(
      i32([3, 4], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
      i32([2, 2], [1, 1, 0, 3]),
      [11, 12, 13, 14],
      { axis: 1, reduction: 'add' },
    )}
    => ${[1, 24, 1, 1, 14, 1, 1, 15, 1, 1, 1, 1]}
  ov_scatter_elements_update_doc_ex5_int32:
    ${scatterElements(
      i32([3, 4], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
      i32([2, 2], [1, 1, 0, 3]),
      [11, 12, 13, 14],
      { axis: 1, reduction: 'mul' },
    )}
    => ${[2, 264, 2, 2, 26, 2, 2, 28, 2, 2, 2, 2]}
  ov_gather_elements_doc_ex1_float32:
    ${gatherElements(f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 1, 0, 0]), { axis: 0 })}
    => ${[1, 4, 1, 2]}
  ov_gather_elements_doc_ex3_float32:
    ${gatherElements(f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), i32([2, 3], [1, 0, 1, 1, 2, 0]), {
      axis: 0,
    })}
    => ${[4, 2, 6, 4, 8, 3]}
  ov_gathernd_doc_ex1_float32:
    ${gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 0, 1, 0]))} => ${[1, 3]}
  ov_gathernd_doc_ex4_float32:
    ${gatherND(f32([2, 2], [1, 2, 3, 4]), [1, 0], { batchDims: 1 })} => ${[2, 3]}
`;
