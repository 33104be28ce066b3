/** ONNX's examples for ScatterElements, and for Scatter, its former name. */
import { results, scatterElements } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const onnxScatterElements = results`
  test_scatter_elements_with_axis:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 3]), [1.1, 2.1], { axis: 1 })}
    => ${[1, 1.1, 3, 2.1, 5]}
  test_scatter_elements_with_duplicate_indices:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 1]), [1.1, 2.1], {
      axis: 1,
      reduction: 'add',
    })}
    => ${[1, 5.2, 3, 4, 5]}
  test_scatter_elements_with_negative_indices:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, -3]), [1.1, 2.1], { axis: 1 })}
    => ${[1, 1.1, 2.1, 4, 5]}
  test_scatter_elements_with_reduction_max:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 1]), [1.1, 2.1], {
      axis: 1,
      reduction: 'max',
    })}
    => ${[1, 2.1, 3, 4, 5]}
  test_scatter_elements_with_reduction_min:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 1]), [1.1, 2.1], {
      axis: 1,
      reduction: 'min',
    })}
    => ${[1, 1.1, 3, 4, 5]}
  test_scatter_elements_with_reduction_mul:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 1]), [1.1, 2.1], {
      axis: 1,
      reduction: 'mul',
    })}
    => ${[1, 4.62, 3, 4, 5]}
  test_scatter_elements_without_axis:
    ${scatterElements(
      f32([3, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      i32([2, 3], [1, 0, 2, 0, 2, 1]),
      [1, 1.1, 1.2, 2, 2.1, 2.2],
    )}
    => ${[2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]}
  test_scatter_with_axis:
    ${scatterElements(f32([1, 5], [1, 2, 3, 4, 5]), i32([1, 2], [1, 3]), [1.1, 2.1], { axis: 1 })}
    => ${[1, 1.1, 3, 2.1, 5]}
  test_scatter_without_axis:
    ${scatterElements(
      f32([3, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      i32([2, 3], [1, 0, 2, 0, 2, 1]),
      [1, 1.1, 1.2, 2, 2.1, 2.2],
    )}
    => ${[2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]}
`;
