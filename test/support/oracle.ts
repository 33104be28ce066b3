/**
 * The result that an op must return, by a naive and independent implementation: collect the hits
 * of every place in order, then combine them. Throws if the op must throw for an index out of
 * bounds.
 */
import {
  type AnyUse,
  type CallOptions,
  type DType,
  isGather,
  type OpUse,
  type TensorData,
  type Value,
} from './call.js';
import * as kinds from './oracle_combine.js';
import { combine, type Kind, type Rule } from './oracle_combine.js';
import { canonicalReduction } from './oracle_words.js';
import { OutOfBounds, resultShape, targetsOf } from './oracle_targets.js';
import {
  booleansOf,
  type Complex,
  complexOf,
  encodeComplex,
  encodeNumber,
  numbersOf,
  sizeOf,
  stringsOf,
} from './values.js';

export function ruleOf({ op, options = {} }: AnyUse): Rule {
  const ofName = /^tensorScatter(.*)/.exec(op)?.[1].toLowerCase();
  const { reduction, includeSelf = true }: CallOptions = options;
  return { reduction: canonicalReduction(ofName ?? reduction), includeSelf };
}

/**
 * For every place of data, the positions of the updates that land there, in row-major order. A
 * scalar lands at every site.
 */
export function hitsByPlace(use: OpUse): number[][] {
  const { shape } = use.inputs.data;
  const hits = Array.from({ length: sizeOf(shape) }, (): number[] => []);
  const isScalar = use.inputs.updates?.shape.length === 0;
  targetsOf(use).forEach((target, i) => {
    if (target !== undefined) hits[target].push(isScalar ? 0 : i);
  });
  return hits;
}

/** The op on the given values; updates are not there if it is a gather. */
function apply<T>(use: OpUse, kind: Kind<T>, data: T[], updates: T[] | undefined, dropped: T): T[] {
  if (isGather(use.op)) {
    return targetsOf(use).map((source) => (source === undefined ? dropped : data[source]));
  }
  if (updates === undefined) throw new Error('a scatter needs updates');
  const rule = ruleOf(use);
  return hitsByPlace(use).map((hits, place) => {
    const landed = hits.map((hit) => updates[hit]);
    return hits.length === 0 ? data[place] : combine(kind, rule, data[place], landed);
  });
}

const fillOf = ({ options }: OpUse): number => options?.fill ?? 0;

function values(use: OpUse, dtype: DType): Value[] {
  const { data, updates } = use.inputs;
  const on = <T>(kind: Kind<T>, read: (tensor: TensorData) => T[], dropped: T): T[] =>
    apply(use, kind, read(data), updates && read(updates), dropped);
  const fill = fillOf(use);
  switch (dtype) {
    case 'float32':
      return on(kinds.float32, numbersOf, Math.fround(fill)).map(encodeNumber);
    case 'int32':
      return on(kinds.int32, numbersOf, fill).map(encodeNumber);
    case 'bool':
      return on(kinds.bool, booleansOf, fill !== 0);
    case 'string':
      return on(kinds.string, stringsOf, '');
    case 'complex64':
      return on<Complex>(kinds.complex64, complexOf, [Math.fround(fill), 0]).map(encodeComplex);
  }
}

export function forward(use: OpUse): TensorData {
  const { dtype } = use.inputs.data;
  return { dtype, shape: resultShape(use), values: values(use, dtype) };
}

/** What a function returns, or undefined if a call that it makes must throw for an index out of bounds. */
export function unlessOutOfBounds<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof OutOfBounds) return undefined;
    throw error;
  }
}

/** The same without rounding, on the given numbers. */
export const forwardInDouble = (use: OpUse, data: number[], updates: number[]): number[] =>
  apply(use, kinds.double, data, updates, fillOf(use));
