/** The playground's state in its address. */
import fc from 'fast-check';
import { OUT_OF_BOUNDS, REDUCTIONS } from 'tfjs-gather-scatter';
import {
  isScatter,
  NO_CELLS,
  OP_NAMES,
  type State,
} from '../../../demo/page/parts/playground/call.js';
import { sizeOf, type Cells } from '../../../demo/page/parts/playground/cells.js';
import { DTYPES } from '../../../demo/page/parts/playground/dtypes.js';
import { PRESETS } from '../../../demo/page/parts/playground/presets/index.js';
import { queryOf, stateOf } from '../../../demo/page/parts/playground/query.js';
import { readChoices } from '../../../demo/page/shared/choices.js';
import { seed } from '../../support/seed.js';

/** Reads a query; returns the state, and what is told about it. */
function read(text: string) {
  const problems: string[] = [];
  const query = new URLSearchParams(text);
  const choices = readChoices(query, (sentence) => problems.push(sentence));
  const state = stateOf(query, choices);
  choices.end();
  return { state, told: problems.join(' ') };
}

const anyCells: fc.Arbitrary<Cells> = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 })
  .chain((shape) =>
    fc
      // All characters, none of them cut in half.
      .array(fc.string({ unit: 'grapheme' }), {
        minLength: sizeOf(shape),
        maxLength: sizeOf(shape),
      })
      .map((texts) => ({ shape, texts })),
  );

const anyState: fc.Arbitrary<State> = fc.constantFrom(...OP_NAMES).chain((op) => {
  const scatters = isScatter(op);
  return fc.record({
    op: fc.constant(op),
    dtype: fc.constantFrom(...DTYPES),
    data: anyCells,
    indices: anyCells,
    updates: scatters ? anyCells : fc.constant(NO_CELLS),
    axisOrBatchDims: fc.integer({ min: -9, max: 9 }),
    reduction: fc.constantFrom(...(scatters ? REDUCTIONS : (['none'] as const))),
    includeSelf: scatters ? fc.boolean() : fc.constant(true),
    outOfBounds: fc.constantFrom(...OUT_OF_BOUNDS),
    arrows: fc.boolean(),
    gradients: fc.constant(true),
    dy: anyCells.filter(({ texts }) => texts.some((text) => text !== '1')),
  });
});

test('an address gives back the state that made it', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(read(queryOf(state).toString())).toEqual({ state, told: '' });
    }),
    { seed },
  );
});

test('the address of an example is short, and readable', () => {
  const { call } = PRESETS[2];
  expect(queryOf({ ...call, arrows: true, gradients: false, dy: NO_CELLS }).toString()).toBe(
    'op=scatterElements&dtype=float32&data=1x5+1+2+3+4+5&indices=1x2+1+3&axis=1&updates=1x2+1.1+2.1',
  );
});

test.each([
  ['op=scatter', /op is ‘scatter’, expected one of scatterElements, /],
  ['data=2+1+2', /indices is missing, expected a shape/],
  ['updates=2+1+2', /data is missing, .*; indices is missing/],
  ['op=gatherND&data=2+1+2&indices=2x1+0', /indices is ‘2x1 0’, expected a shape/],
  ['op=gatherND&data=2+1+2&indices=2y1+0+0', /indices is /],
  ['op=gatherND&data=2+1+%25zz&indices=1+0', /data is /],
  ['op=gatherND&data=99x99&indices=1+0', /data is too large \(.* 9801 cells, .* at most 256\)/],
  ['op=gatherND&data=1x1x1x1x1+1&indices=1+0', /data is too large \(.* 5 dimensions/],
  ['op=gatherND&data=2+1+2&indices=1x1+0&batchDims=x', /batchDims is ‘x’, expected an integer/],
  ['op=gatherND&data=2+1+2&indices=1x1+0&outOfBounds=no', /outOfBounds is ‘no’/],
  ['op=scatterND&data=1+1&indices=1x1+0&updates=1+1&reduction=sup', /reduction is ‘sup’/],
  ['op=scatterND&reduction=foo', /reduction is ‘foo’, expected one of none, /],
  ['reduction=foo', /reduction is ‘foo’/],
  ['op=scatterND&dtype=foo&outOfBounds=zz', /dtype is ‘foo’, .*; outOfBounds is ‘zz’/],
  ['op=scatterND&axis=1', /axis is nothing that scatterND takes/],
  ['op=gatherND&reduction=add&updates=1+1', /reduction is nothing that .*; updates is nothing/],
  ['gradients=maybe', /gradients is ‘maybe’, expected true or false/],
  ['arrows=7', /arrows is ‘7’, expected one of true, false/],
  ['dy=2+1+2', /dy has no effect without gradients=true/],
])('the address %s gets a notice, and a call that can be shown', (query, message) => {
  const { state, told } = read(query);
  expect(told).toMatch(message);
  expect(read(queryOf(state).toString())).toEqual({ state, told: '' });
});

test.each([
  ['reduction=mul&op=scatterElements', { reduction: 'mul' }],
  ['op=scatterElements&axis=9&reduction=add', { axisOrBatchDims: 9, reduction: 'add' }],
  ['op=scatterND&includeSelf=false&reduction=max', { includeSelf: false, reduction: 'max' }],
  ['op=gatherND&dtype=int32&outOfBounds=clamp', { dtype: 'int32', outOfBounds: 'clamp' }],
  ['op=scatterND&reduction=foo&outOfBounds=drop', { reduction: 'none', outOfBounds: 'drop' }],
])('the address %s has its options in an example', (query, options) => {
  expect(read(query).state).toMatchObject(options);
});

test('an example that has the options of an address comes before one that is changed', () => {
  const { state } = read('op=scatterElements&axis=1&reduction=mul');
  const { call } = PRESETS.find(({ label }) => label.includes('reduction_mul')) ?? PRESETS[0];
  expect(state).toMatchObject(call);
  expect(read('op=scatterND&dtype=bool&reduction=min').state.data.texts).not.toContain('2');
});
