/** The examples in OpenVINO's documentation. */
import type { OpCase } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const openvinoDocuments: OpCase[] = [
  {
    name: 'ov_scatter_nd_update_doc15_xml_sum_float32',
    op: 'scatterNDUpdate',
    inputs: {
      data: f32([4], [1, 2, 3, 4]),
      indices: i32([5, 1], [0, 2, -3, -3, 0]),
      updates: f32([5], [10, 20, 30, 40, 50]),
    },
    options: { reduction: 'sum' },
    expected: f32([4], [61, 72, 23, 4]),
  },
  {
    name: 'ov_scatter_elements_update_doc_ex1_float32',
    op: 'scatterElements',
    inputs: {
      data: f32([4], [2, 3, 4, 6]),
      indices: i32([6], [1, 0, 0, -2, -1, 2]),
      updates: f32([6], [10, 20, 30, 40, 70, 60]),
    },
    options: { axis: 0, reduction: 'add' },
    expected: f32([4], [52, 13, 104, 76]),
  },
  {
    name: 'ov_scatter_elements_update_doc_ex2_float32',
    op: 'scatterElements',
    inputs: {
      data: f32([4], [2, 3, 4, 6]),
      indices: i32([6], [1, 0, 0, 2, 3, 2]),
      updates: f32([6], [10, 20, 30, 40, 70, 60]),
    },
    options: { axis: 0, reduction: 'add', includeSelf: false },
    expected: f32([4], [50, 10, 100, 70]),
  },
  {
    name: 'ov_scatter_elements_update_doc_ex4_int32',
    op: 'scatterElements',
    inputs: {
      data: i32([3, 4], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
      indices: i32([2, 2], [1, 1, 0, 3]),
      updates: i32([2, 2], [11, 12, 13, 14]),
    },
    options: { axis: 1, reduction: 'add' },
    expected: i32([3, 4], [1, 24, 1, 1, 14, 1, 1, 15, 1, 1, 1, 1]),
  },
  {
    name: 'ov_scatter_elements_update_doc_ex5_int32',
    op: 'scatterElements',
    inputs: {
      data: i32([3, 4], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
      indices: i32([2, 2], [1, 1, 0, 3]),
      updates: i32([2, 2], [11, 12, 13, 14]),
    },
    options: { axis: 1, reduction: 'mul' },
    expected: i32([3, 4], [2, 264, 2, 2, 26, 2, 2, 28, 2, 2, 2, 2]),
  },
  {
    name: 'ov_gather_elements_doc_ex1_float32',
    op: 'gatherElements',
    inputs: { data: f32([2, 2], [1, 2, 3, 4]), indices: i32([2, 2], [0, 1, 0, 0]) },
    options: { axis: 0 },
    expected: f32([2, 2], [1, 4, 1, 2]),
  },
  {
    name: 'ov_gather_elements_doc_ex3_float32',
    op: 'gatherElements',
    inputs: {
      data: f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      indices: i32([2, 3], [1, 0, 1, 1, 2, 0]),
    },
    options: { axis: 0 },
    expected: f32([2, 3], [4, 2, 6, 4, 8, 3]),
  },
  {
    name: 'ov_gathernd_doc_ex1_float32',
    op: 'gatherND',
    inputs: { data: f32([2, 2], [1, 2, 3, 4]), indices: i32([2, 2], [0, 0, 1, 0]) },
    options: {},
    expected: f32([2], [1, 3]),
  },
  {
    name: 'ov_gathernd_doc_ex4_float32',
    op: 'gatherND',
    inputs: { data: f32([2, 2], [1, 2, 3, 4]), indices: i32([2, 1], [1, 0]) },
    options: { batchDims: 1 },
    expected: f32([2], [2, 3]),
  },
];
