/** The rule of a call in one line, as a program would write it. */
import type { Reduction } from 'tfjs-gather-scatter';
import { isScatter, OPS, type Call } from './call.js';

const LETTERS = ['i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/** Writes such as `output[indices[i, j], j] += updates[i, j]`. */
export function formulaOf(call: Call): string {
  const { values, place } = OPS[call.op].axisOption === 'axis' ? elementsOf(call) : slicesOf(call);
  if (!isScatter(call.op)) return `output${values} = data${place}`;
  const { reduction, includeSelf } = call;
  const [target, value] = [`output${place}`, `updates${values}`];
  if (reduction === 'none') return `${target} = ${value}`;
  const kind = KINDS[reduction];
  // A mean counts all of its values, and cannot be told one by one.
  return includeSelf && kind !== 'mean'
    ? stepOf(kind, call, target, value)
    : `${target} = ${wholeOf(kind, call, `data${place}`, `all ${value} there`)}`;
}

const bracketed = (parts: readonly string[]) => (parts.length === 0 ? '' : `[${parts.join(', ')}]`);

/** An element's own coordinates, in which its index replaces that along the axis. */
function elementsOf({ data, axisOrBatchDims }: Call) {
  const letters = LETTERS.slice(0, data.shape.length);
  const axis = (axisOrBatchDims + letters.length) % Math.max(letters.length, 1);
  const index = `indices${bracketed(letters)}`;
  const place = bracketed(letters.map((letter, d) => (d === axis ? index : letter)));
  return { values: bracketed(letters), place };
}

/** The coordinates of a site, and of a value within its slice. */
function slicesOf({ data, indices, axisOrBatchDims: batchDims }: Call) {
  const depth = indices.shape.at(-1) ?? 0;
  const siteRank = Math.max(indices.shape.length - 1, 0);
  const sliceRank = Math.max(data.shape.length - batchDims - depth, 0);
  const site = LETTERS.slice(0, siteRank);
  const within = LETTERS.slice(siteRank, siteRank + sliceRank);
  const tuple = `...indices${bracketed(site)}`;
  return {
    values: bracketed([...site, ...within]),
    place: bracketed([...site.slice(0, batchDims), tuple, ...within]),
  };
}

type Kind = 'add' | 'sub' | 'mul' | 'max' | 'min' | 'mean';

/** The deed of each reduction, under all of its names. */
const KINDS: Readonly<Record<Exclude<Reduction, 'none'>, Kind>> = {
  add: 'add',
  sum: 'add',
  sub: 'sub',
  mul: 'mul',
  prod: 'mul',
  max: 'max',
  amax: 'max',
  min: 'min',
  amin: 'min',
  mean: 'mean',
};

const SIGNS = { add: '+=', sub: '-=', mul: '*=' } as const;
const SIGNS_OF_BOOLS = { add: '|=', sub: '^=', mul: '&=' } as const;

/** What one update does to the value in its place. */
function stepOf(
  kind: Exclude<Kind, 'mean'>,
  { dtype }: Call,
  place: string,
  value: string,
): string {
  if (kind === 'max' || kind === 'min') return `${place} = ${kind}(${place}, ${value})`;
  return `${place} ${(dtype === 'bool' ? SIGNS_OF_BOOLS : SIGNS)[kind]} ${value}`;
}

const WHOLES = { add: 'sum', sub: '-sum', mul: 'product', max: 'max', min: 'min', mean: 'mean' };
const WHOLES_OF_BOOLS = { ...WHOLES, add: 'or', sub: 'xor', mul: 'and' };

/** What all updates of a place make together, with data's own value where that counts. */
function wholeOf(kind: Kind, { dtype, includeSelf }: Call, self: string, updates: string): string {
  const values = includeSelf ? `${self}, ${updates}` : updates;
  if (dtype === 'string' && kind === 'add') return `join(${values})`;
  const whole = `${(dtype === 'bool' ? WHOLES_OF_BOOLS : WHOLES)[kind]}(${values})`;
  return dtype === 'int32' && kind === 'mean' ? `floor(${whole})` : whole;
}
