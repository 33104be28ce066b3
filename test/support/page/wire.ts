/** Encodes values as text for a page: JSON, with the numbers that JSON cannot represent. */

/** A key that no test value has. */
const SPECIAL = '$special';

const SPECIALS = new Map<string, unknown>([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
  ['undefined', undefined],
]);

function encode(_: string, value: unknown): unknown {
  if (value === undefined) return { [SPECIAL]: 'undefined' };
  const isSpecial = typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
  if (!isSpecial) return value;
  return { [SPECIAL]: Object.is(value, -0) ? '-0' : String(value) };
}

function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  const entries = Object.entries(value);
  const special = entries.find(([key]) => key === SPECIAL);
  if (special !== undefined) return SPECIALS.get(String(special[1]));
  return Object.fromEntries(entries.map(([key, each]) => [key, decode(each)]));
}

export function toText(value: unknown): string {
  return JSON.stringify(value, encode);
}

/** The caller knows the type of the encoded value. */
export function fromText(text: string): unknown {
  return decode(JSON.parse(text));
}
