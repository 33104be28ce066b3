/**
 * The result that an op must return, by a naive and independent implementation: collect the hits
 * of every place in order, then combine them. Throws if the op must throw for an index out of
 * bounds.
 */
import { isGather, type DType, type OpUse, type TensorData, type Value } from './call.js';
import {
  arithmetic,
  combineBooleans,
  combineComplex,
  combineNumbers,
  combineStrings,
  type Rule,
} from './oracle_combine.js';
import { canonicalReduction } from './oracle_words.js';
import { OutOfBounds, resultShape, targetsOf } from './oracle_targets.js';
import { booleansOf, complexOf, encodeNumber, numbersOf, sizeOf, stringsOf } from './values.js';

export { OutOfBounds };

export function ruleOf({ op, options }: OpUse): Rule {
  const ofName = /^tensorScatter(.*)/.exec(op)?.[1].toLowerCase();
  return {
    reduction: canonicalReduction(ofName ?? options?.reduction),
    includeSelf: options?.includeSelf ?? true,
  };
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

function apply<T>(
  use: OpUse,
  read: (tensor: TensorData) => T[],
  dropped: T,
  combine: (rule: Rule, self: T, updates: T[]) => T,
): T[] {
  const data = read(use.inputs.data);
  if (isGather(use.op)) {
    return targetsOf(use).map((source) => (source === undefined ? dropped : data[source]));
  }
  if (use.inputs.updates === undefined) {
    throw new Error('a scatter needs updates');
  }
  const updates = read(use.inputs.updates);
  const rule = ruleOf(use);
  return hitsByPlace(use).map((hits, place) =>
    hits.length === 0
      ? data[place]
      : combine(
          rule,
          data[place],
          hits.map((hit) => updates[hit]),
        ),
  );
}

const fillOf = ({ options }: OpUse): number => options?.fill ?? 0;

function numeric(use: OpUse, kind: keyof typeof arithmetic): number[] {
  const fill = kind === 'float32' ? Math.fround(fillOf(use)) : fillOf(use);
  return apply(use, numbersOf, fill, (rule, self, updates) =>
    combineNumbers(arithmetic[kind], rule, self, updates),
  );
}

function values(use: OpUse, dtype: DType): Value[] {
  switch (dtype) {
    case 'float32':
    case 'int32':
      return numeric(use, dtype).map(encodeNumber);
    case 'bool':
      return apply(use, booleansOf, fillOf(use) !== 0, combineBooleans);
    case 'string':
      return apply(use, stringsOf, '', combineStrings);
    case 'complex64':
      return apply(use, complexOf, [Math.fround(fillOf(use)), 0], combineComplex).map(
        ([re, im]) => [encodeNumber(re), encodeNumber(im)],
      );
  }
}

export function forward(use: OpUse): TensorData {
  const { dtype } = use.inputs.data;
  return { dtype, shape: resultShape(use), values: values(use, dtype) };
}

/** The same without rounding, for central differences, on the given numbers. */
export function forwardInDouble(use: OpUse, data: number[], updates: number[]): number[] {
  if (isGather(use.op)) {
    return targetsOf(use).map((source) => (source === undefined ? fillOf(use) : data[source]));
  }
  const rule = ruleOf(use);
  return hitsByPlace(use).map((hits, place) =>
    hits.length === 0
      ? data[place]
      : combineNumbers(
          arithmetic.double,
          rule,
          data[place],
          hits.map((hit) => updates[hit]),
        ),
  );
}
