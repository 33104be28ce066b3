/** The playground's state apart from the page: its cells, its links, its errors. */
import {
  callOf,
  NO_CELLS,
  type Call,
  type State,
} from '../../../demo/page/parts/playground/call.js';
import {
  cellsOf,
  MOST_CELLS,
  parseShape,
  resized,
} from '../../../demo/page/parts/playground/cells.js';
import { withChange, withDtype, withOp } from '../../../demo/page/parts/playground/changes.js';
import { compute } from '../../../demo/page/parts/playground/compute.js';
import { curve } from '../../../demo/page/parts/playground/curves.js';
import { cellNamed, errorOf } from '../../../demo/page/parts/playground/errors.js';
import { neighbour } from '../../../demo/page/parts/playground/grid_keys.js';
import { linksOf, summaryOf } from '../../../demo/page/parts/playground/links.js';

const view = { arrows: true, gradients: false, dy: NO_CELLS };

test('cells keep their coordinates in another shape', () => {
  const grid = cellsOf([
    [1, 2],
    [3, 4],
  ]);
  const to = (shape: number[]) => resized(grid, shape, '0').texts.join(' ');
  expect(to([2, 3])).toBe('1 2 0 3 4 0');
  expect(to([1, 1])).toBe('1');
  expect(to([3, 2])).toBe('1 2 3 4 0 0');
  expect(to([2, 2, 2])).toBe('1 2 3 4 0 0 0 0');
  expect(to([3])).toBe('1 2 0');
  expect(to([])).toBe('1');
  expect(to([0, 2])).toBe('');
});

test('a shape is read as it is typed', () => {
  expect(parseShape('2, 3')).toEqual([2, 3]);
  expect(parseShape(' [2 3,4] ')).toEqual([2, 3, 4]);
  expect(parseShape('')).toEqual([]);
  expect(parseShape('2, x')).toMatch(/has ‘x’, expected lengths/);
  expect(parseShape(`${MOST_CELLS + 1}`)).toMatch(/257 cells/);
});

test('arrow keys lead to neighbours, and through stacked slices', () => {
  const shape = [2, 2, 3];
  expect(neighbour(shape, 0, 'ArrowRight')).toBe(1);
  expect(neighbour(shape, 2, 'ArrowRight')).toBe(-1);
  expect(neighbour(shape, 4, 'ArrowDown')).toBe(7);
  expect(neighbour(shape, 7, 'ArrowUp')).toBe(4);
  expect(neighbour(shape, 0, 'ArrowUp')).toBe(-1);
  expect(neighbour(shape, 11, 'Enter')).toBe(-1);
  expect(neighbour(shape, 3, 'a')).toBe(-1);
  expect(neighbour([], 0, 'ArrowDown')).toBe(-1);
});

/** A call with its links and what is said of them. */
function linked(call: Call) {
  const computed = compute(call);
  return { ...linksOf(call, computed.places), summary: summaryOf(call, computed) };
}

const line = { op: 'scatterElements', data: [0, 0, 0], updates: [1, 2, 3, 4] } as const;

test('links say which update is alone, shares, is overwritten or dropped', () => {
  const call = callOf({ ...line, indices: [1, -2, 9, 0], outOfBounds: 'drop' });
  const last = linked(call);
  expect(last.links).toEqual([
    { from: 0, to: 1, manner: 'overwritten' },
    { from: 1, to: 1, manner: 'shared' },
    { from: 3, to: 0, manner: 'alone' },
  ]);
  expect(last.dropped).toEqual([2]);
  expect([...last.counts]).toEqual([
    [1, 2],
    [0, 1],
  ]);
  expect(last.summary).toBe(
    '4 updates: 1 alone in its place; 2 compete for 1 place, where the last one wins; 1 dropped, out of bounds.',
  );
  const added = linked({ ...call, reduction: 'add' });
  expect(added.links.map(({ manner }) => manner)).toEqual(['shared', 'shared', 'alone']);
  expect(linked({ ...call, outOfBounds: 'clamp' }).links[2]).toMatchObject({ from: 2, to: 2 });
});

test('links of a gather go from data to the output', () => {
  const call = callOf({
    op: 'gatherND',
    data: [10, 20, 30],
    indices: [[2], [2], [5], [0]],
    outOfBounds: 'drop',
  });
  const { links, dropped, counts, summary } = linked(call);
  expect(links.map(({ from, to }) => [from, to])).toEqual([
    [2, 0],
    [2, 1],
    [0, 3],
  ]);
  expect([dropped, counts.get(2)]).toEqual([[2], 2]);
  expect(summary).toBe(
    '3 values read from 2 values of data; 1 of them more than once; ' +
      '1 place out of bounds, where nothing is read: it holds 0.',
  );
});

test('slices go row by row', () => {
  const rows = callOf({ op: 'gatherND', data: [[1, 2, 3]], indices: [[0], [0]] });
  expect(linked(rows).run).toBe(3);
  expect(linked({ ...rows, indices: cellsOf([[0, 2]]) }).run).toBe(1);
});

const state = (call: Call): State => ({ ...call, ...view });

test('updates follow indices, unless they did not fit before', () => {
  const before = state(callOf({ ...line, indices: [0, 1, 2, 2], updates: [1, 2, 3, 4] }));
  const longer = cellsOf([0, 1, 2, 2, 0]);
  expect(withChange(before, { indices: longer }).updates).toEqual(cellsOf([1, 2, 3, 4, 0]));
  const unfit = { ...before, updates: cellsOf([1]) };
  expect(withChange(unfit, { indices: longer }).updates).toEqual(cellsOf([1]));
  expect(withChange(before, { updates: cellsOf([1]) }).updates).toEqual(cellsOf([1]));
});

test('another op keeps inputs that it addresses alike, and makes what it lacks', () => {
  const gather = state(callOf({ op: 'gatherND', data: [1, 2, 3], indices: [[2], [0]] }));
  const scatter = withOp(gather, 'scatterND');
  expect([scatter.data, scatter.indices]).toEqual([gather.data, gather.indices]);
  expect(compute(scatter).output).toEqual(cellsOf([1, 2, 1]));
  const subtracting = { ...scatter, op: 'scatterNDUpdate', reduction: 'sub' } as const;
  expect(withOp(subtracting, 'scatterND')).toMatchObject({ op: 'scatterND', reduction: 'sub' });
  expect(withOp(subtracting, 'gatherND')).toMatchObject({ op: 'gatherND', reduction: 'none' });
  expect(() => compute(withOp(gather, 'scatterElements'))).not.toThrow();
});

test('another dtype keeps what it can hold', () => {
  const floats = state(callOf({ ...line, data: [0, 2.5, -1], indices: [0, 1, 2, 2] }));
  expect(withDtype(floats, 'int32').data.texts).toEqual(['0', '2', '-1']);
  expect(withDtype(floats, 'bool').data.texts).toEqual(['0', '1', '1']);
  const words = { ...floats, data: cellsOf(['a', '7', '']) };
  expect(withDtype(words, 'float32').data.texts).toEqual(['0', '7', '0']);
});

test.each([
  ['scatterND: indices has the value 7 at [0, 1], which is out', 'indices', 1],
  [
    'gatherND: the last dimension of indices is 3 (shape [1, 3]), expected at most 2',
    'indices',
    -1,
  ],
  ["scatterND: reduction 'mean' got data of dtype bool, expected …", 'reduction', -1],
  ['scatterND: updates has shape [2], expected [3]: indices.shape without …', 'updates', -1],
  ['scatterND: the WebGL context is lost', undefined, -1],
])('the error “%s” belongs to %s', (message, field, cell) => {
  const error = errorOf(message);
  expect(error.field).toBe(field);
  expect(cellNamed(error, cellsOf([[0, 7]]))).toBe(cell);
});

test('an arrow leaves one cell at its side and ends at the side of another', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 30 });
  const start = { cell: box(10, 10), panel: { ...box(0, 0), right: 100 }, lane: 0 };
  const end = { cell: box(220, 60), panel: { ...box(200, 0), right: 300 }, lane: 0 };
  expect(curve(start, end, true).line).toMatch(/^M50\.0 36\.0L100\.0 36\.0C.*L213\.0 86\.0$/);
  expect(curve(start, end, true).head).toContain('L220.0 86.0L');
  expect(curve(start, end, false).line).toMatch(/^M46\.0 40\.0L46\.0 30\.0C.*L256\.0 53\.0$/);
});
