/** ONNX's examples for GatherElements and GatherND, under their own names. */
import { gatherElements, gatherND, results } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const onnxGather = results`
  test_gather_elements_0:
    ${gatherElements(f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 0, 1, 0]), { axis: 1 })}
    => ${[1, 1, 4, 3]}
  test_gather_elements_1:
    ${gatherElements(f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), i32([2, 3], [1, 2, 0, 2, 0, 0]), {
      axis: 0,
    })}
    => ${[4, 8, 3, 7, 2, 3]}
  test_gather_elements_negative_indices:
    ${gatherElements(f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]), i32([2, 3], [-1, -2, 0, -2, 0, 0]), {
      axis: 0,
    })}
    => ${[7, 5, 3, 4, 2, 3]}
  test_gathernd_example_float32:
    ${gatherND(f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), i32([2, 1, 2], [0, 1, 1, 0]))}
    => ${[2, 3, 4, 5]}
  test_gathernd_example_int32:
    ${gatherND(i32([2, 2], [0, 1, 2, 3]), i32([2, 2], [0, 0, 1, 1]))} => ${[0, 3]}
  test_gathernd_example_int32_batch_dim1:
    ${gatherND(i32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), [1, 0], { batchDims: 1 })}
    => ${[2, 3, 4, 5]}
  onnx_doc_gathernd_ex1:
    ${gatherND(f32([2, 2], [0, 1, 2, 3]), i32([2, 2], [0, 0, 1, 1]))} => ${[0, 3]}
  onnx_doc_gathernd_ex2: ${gatherND(f32([2, 2], [0, 1, 2, 3]), [1, 0])} => ${[2, 3, 0, 1]}
  onnx_doc_gathernd_ex3:
    ${gatherND(f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), i32([2, 2], [0, 1, 1, 0]))}
    => ${[2, 3, 4, 5]}
  onnx_doc_gathernd_ex4:
    ${gatherND(f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), i32([2, 1, 2], [0, 1, 1, 0]))}
    => ${[2, 3, 4, 5]}
  onnx_doc_gathernd_ex5:
    ${gatherND(f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), [1, 0], { batchDims: 1 })}
    => ${[2, 3, 4, 5]}
`;
