/** ONNX's examples for ScatterND. */
import type { OpCase } from './op_case.js';
import { f32, i32 } from '../../support/values.js';

const cube = f32(
  [4, 4, 4],
  [
    1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1,
    8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8,
  ],
);
const twoLayers = f32(
  [2, 4, 4],
  [5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4],
);

export const onnxScatterND: OpCase[] = [
  {
    name: 'test_scatternd',
    op: 'scatterND',
    inputs: { data: cube, indices: i32([2, 1], [0, 2]), updates: twoLayers },
    options: {},
    expected: f32(
      [4, 4, 4],
      [
        5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2,
        1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6,
        7, 8,
      ],
    ),
  },
  {
    name: 'test_scatternd_add',
    op: 'scatterND',
    inputs: { data: cube, indices: i32([2, 1], [0, 0]), updates: twoLayers },
    options: { reduction: 'add' },
    expected: f32(
      [4, 4, 4],
      [
        7, 8, 9, 10, 13, 14, 15, 16, 18, 17, 16, 15, 16, 15, 14, 13, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7,
        6, 5, 4, 3, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1,
        2, 3, 4, 5, 6, 7, 8,
      ],
    ),
  },
  {
    name: 'test_scatternd_max',
    op: 'scatterND',
    inputs: { data: cube, indices: i32([2, 1], [0, 0]), updates: twoLayers },
    options: { reduction: 'max' },
    expected: f32(
      [4, 4, 4],
      [
        5, 5, 5, 5, 6, 6, 7, 8, 8, 7, 7, 7, 8, 8, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2,
        1, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6,
        7, 8,
      ],
    ),
  },
  {
    name: 'test_scatternd_max_with_element_indices',
    op: 'scatterND',
    inputs: {
      data: f32([2, 2], [1, 2, 3, 4]),
      indices: i32([2, 2], [0, 0, 1, 1]),
      updates: f32([2], [5, 1]),
    },
    options: { reduction: 'max' },
    expected: f32([2, 2], [5, 2, 3, 4]),
  },
  {
    name: 'test_scatternd_min',
    op: 'scatterND',
    inputs: { data: cube, indices: i32([2, 1], [0, 0]), updates: twoLayers },
    options: { reduction: 'min' },
    expected: f32(
      [4, 4, 4],
      [
        1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2,
        1, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6,
        7, 8,
      ],
    ),
  },
  {
    name: 'test_scatternd_min_with_element_indices',
    op: 'scatterND',
    inputs: {
      data: f32([2, 2], [1, 2, 3, 4]),
      indices: i32([2, 2], [0, 0, 1, 1]),
      updates: f32([2], [5, 1]),
    },
    options: { reduction: 'min' },
    expected: f32([2, 2], [1, 2, 3, 1]),
  },
  {
    name: 'test_scatternd_multiply',
    op: 'scatterND',
    inputs: { data: cube, indices: i32([2, 1], [0, 0]), updates: twoLayers },
    options: { reduction: 'mul' },
    expected: f32(
      [4, 4, 4],
      [
        5, 10, 15, 20, 60, 72, 84, 96, 168, 147, 126, 105, 128, 96, 64, 32, 1, 2, 3, 4, 5, 6, 7, 8,
        8, 7, 6, 5, 4, 3, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2,
        1, 1, 2, 3, 4, 5, 6, 7, 8,
      ],
    ),
  },
  {
    name: 'onnx_doc_scatternd_ex1',
    op: 'scatterND',
    inputs: {
      data: f32([8], [1, 2, 3, 4, 5, 6, 7, 8]),
      indices: i32([4, 1], [4, 3, 1, 7]),
      updates: f32([4], [9, 10, 11, 12]),
    },
    options: {},
    expected: f32([8], [1, 11, 3, 10, 9, 6, 7, 12]),
  },
];
