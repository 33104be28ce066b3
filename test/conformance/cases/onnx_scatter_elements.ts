/** ONNX's examples for ScatterElements, and for Scatter, its former name. */
import type { OpCase } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

export const onnxScatterElements: OpCase[] = [
  {
    name: 'test_scatter_elements_with_axis',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 3]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1 },
    expected: f32([1, 5], [1, 1.1, 3, 2.1, 5]),
  },
  {
    name: 'test_scatter_elements_with_duplicate_indices',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 1]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1, reduction: 'add' },
    expected: f32([1, 5], [1, 5.2, 3, 4, 5]),
  },
  {
    name: 'test_scatter_elements_with_negative_indices',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, -3]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1 },
    expected: f32([1, 5], [1, 1.1, 2.1, 4, 5]),
  },
  {
    name: 'test_scatter_elements_with_reduction_max',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 1]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1, reduction: 'max' },
    expected: f32([1, 5], [1, 2.1, 3, 4, 5]),
  },
  {
    name: 'test_scatter_elements_with_reduction_min',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 1]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1, reduction: 'min' },
    expected: f32([1, 5], [1, 1.1, 3, 4, 5]),
  },
  {
    name: 'test_scatter_elements_with_reduction_mul',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 1]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1, reduction: 'mul' },
    expected: f32([1, 5], [1, 4.62, 3, 4, 5]),
  },
  {
    name: 'test_scatter_elements_without_axis',
    op: 'scatterElements',
    inputs: {
      data: f32([3, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      indices: i32([2, 3], [1, 0, 2, 0, 2, 1]),
      updates: f32([2, 3], [1, 1.1, 1.2, 2, 2.1, 2.2]),
    },
    options: {},
    expected: f32([3, 3], [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]),
  },
  {
    name: 'test_scatter_with_axis',
    op: 'scatterElements',
    inputs: {
      data: f32([1, 5], [1, 2, 3, 4, 5]),
      indices: i32([1, 2], [1, 3]),
      updates: f32([1, 2], [1.1, 2.1]),
    },
    options: { axis: 1 },
    expected: f32([1, 5], [1, 1.1, 3, 2.1, 5]),
  },
  {
    name: 'test_scatter_without_axis',
    op: 'scatterElements',
    inputs: {
      data: f32([3, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      indices: i32([2, 3], [1, 0, 2, 0, 2, 1]),
      updates: f32([2, 3], [1, 1.1, 1.2, 2, 2.1, 2.2]),
    },
    options: {},
    expected: f32([3, 3], [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]),
  },
];
