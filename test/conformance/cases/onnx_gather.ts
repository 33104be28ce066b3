/** ONNX's examples for GatherElements and GatherND, under their own names. */
import type { OpCase } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const onnxGather: OpCase[] = [
  {
    name: 'test_gather_elements_0',
    op: 'gatherElements',
    inputs: { data: f32([2, 2], [1, 2, 3, 4]), indices: i32([2, 2], [0, 0, 1, 0]) },
    options: { axis: 1 },
    expected: f32([2, 2], [1, 1, 4, 3]),
  },
  {
    name: 'test_gather_elements_1',
    op: 'gatherElements',
    inputs: {
      data: f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      indices: i32([2, 3], [1, 2, 0, 2, 0, 0]),
    },
    options: { axis: 0 },
    expected: f32([2, 3], [4, 8, 3, 7, 2, 3]),
  },
  {
    name: 'test_gather_elements_negative_indices',
    op: 'gatherElements',
    inputs: {
      data: f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      indices: i32([2, 3], [-1, -2, 0, -2, 0, 0]),
    },
    options: { axis: 0 },
    expected: f32([2, 3], [7, 5, 3, 4, 2, 3]),
  },
  {
    name: 'test_gathernd_example_float32',
    op: 'gatherND',
    inputs: {
      data: f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]),
      indices: i32([2, 1, 2], [0, 1, 1, 0]),
    },
    options: {},
    expected: f32([2, 1, 2], [2, 3, 4, 5]),
  },
  {
    name: 'test_gathernd_example_int32',
    op: 'gatherND',
    inputs: { data: i32([2, 2], [0, 1, 2, 3]), indices: i32([2, 2], [0, 0, 1, 1]) },
    options: {},
    expected: i32([2], [0, 3]),
  },
  {
    name: 'test_gathernd_example_int32_batch_dim1',
    op: 'gatherND',
    inputs: { data: i32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), indices: i32([2, 1], [1, 0]) },
    options: { batchDims: 1 },
    expected: i32([2, 2], [2, 3, 4, 5]),
  },
  {
    name: 'onnx_doc_gathernd_ex1',
    op: 'gatherND',
    inputs: { data: f32([2, 2], [0, 1, 2, 3]), indices: i32([2, 2], [0, 0, 1, 1]) },
    options: {},
    expected: f32([2], [0, 3]),
  },
  {
    name: 'onnx_doc_gathernd_ex2',
    op: 'gatherND',
    inputs: { data: f32([2, 2], [0, 1, 2, 3]), indices: i32([2, 1], [1, 0]) },
    options: {},
    expected: f32([2, 2], [2, 3, 0, 1]),
  },
  {
    name: 'onnx_doc_gathernd_ex3',
    op: 'gatherND',
    inputs: { data: f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), indices: i32([2, 2], [0, 1, 1, 0]) },
    options: {},
    expected: f32([2, 2], [2, 3, 4, 5]),
  },
  {
    name: 'onnx_doc_gathernd_ex4',
    op: 'gatherND',
    inputs: {
      data: f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]),
      indices: i32([2, 1, 2], [0, 1, 1, 0]),
    },
    options: {},
    expected: f32([2, 1, 2], [2, 3, 4, 5]),
  },
  {
    name: 'onnx_doc_gathernd_ex5',
    op: 'gatherND',
    inputs: { data: f32([2, 2, 2], [0, 1, 2, 3, 4, 5, 6, 7]), indices: i32([2, 1], [1, 0]) },
    options: { batchDims: 1 },
    expected: f32([2, 2], [2, 3, 4, 5]),
  },
];
