/** Reads the choices of an address, and tells which of them there cannot be. */
import { threeDigits } from './numbers.js';

export interface ChoiceReader {
  /** Reads one of several words; the first of them, or `otherwise`, if none of them is given. */
  word<Word extends string>(name: string, words: readonly Word[], otherwise?: Word): Word;
  /** Reads a number within bounds; whole ones by default. */
  number(
    name: string,
    bounds: { min: number; max: number; isWhole?: boolean },
    otherwise: number,
  ): number;
  boolean(name: string): boolean;
  /** Reads a text, and cuts it to a length; `otherwise` if it is missing or empty. */
  text(name: string, longest: number, otherwise: string): string;
  /** Reads a value of any kind; `parse` returns undefined for a wrong one. */
  value<Value>(
    name: string,
    parse: (given: string) => Value | undefined,
    expected: string,
    otherwise: Value,
  ): Value;
  /** Takes note of a name whose value is wrong; `why` goes on after the name. */
  wrong(name: string, why: string): void;
  /** Takes note of a name that the part reads by itself. */
  also(name: string): void;
  /**
   * Tells the problems, after all was read: names that nothing reads are among them. `instead` is
   * a sentence about what comes of them.
   */
  end(instead?: string): void;
}

/** @param onProblem - Gets a sentence that names what is wrong, and what was expected. */
export function readChoices(
  query: URLSearchParams,
  onProblem: (sentence: string) => void,
): ChoiceReader {
  const known = new Set<string>();
  const problems: string[] = [];
  const read = <Value>(
    name: string,
    parse: (given: string) => Value | undefined,
    expected: string,
    otherwise: Value,
  ): Value => {
    known.add(name);
    const given = query.get(name);
    if (given === null) return otherwise;
    const value = parse(given);
    if (value !== undefined) return value;
    problems.push(`${name} is ‘${shortened(given)}’, expected ${expected}`);
    return otherwise;
  };
  return {
    value: read,
    word: (name, words, otherwise = words[0]) =>
      read(name, (given) => words.find((word) => word === given), listOf(words), otherwise),
    number(name, { min, max, isWhole = true }, otherwise) {
      const parse = (given: string) => {
        const value = given.trim() === '' ? NaN : Number(given);
        const fits = value >= min && value <= max && (!isWhole || Number.isInteger(value));
        return fits ? value : undefined;
      };
      const kind = isWhole ? 'a whole number' : 'a number';
      return read(name, parse, `${kind} from ${numeral(min)} to ${numeral(max)}`, otherwise);
    },
    boolean: (name) =>
      read(name, (given) => ({ true: true, false: false })[given], 'true or false', false),
    text(name, longest, otherwise) {
      const given = read(name, (text) => text.trim(), 'a text', otherwise) || otherwise;
      if (given.length > longest) problems.push(`${name} has more than ${longest} characters`);
      return given.slice(0, longest);
    },
    wrong(name, why) {
      known.add(name);
      problems.push(`${name} ${why}`);
    },
    also(name) {
      known.add(name);
    },
    end(instead = 'The page uses its defaults instead.') {
      for (const name of query.keys()) {
        if (!known.has(name)) problems.push(`${shortened(name)} is no choice of this part`);
      }
      if (problems.length === 0) return;
      onProblem(`In the address, ${problems.join('; ')}. ${instead}`);
    },
  };
}

/** Writes the query of choices, without those that are the default. */
export function writeChoices<Choices extends object>(
  given: Choices,
  defaults: Choices,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of Object.keys(defaults) as (keyof Choices & string)[]) {
    if (given[name] !== defaults[name]) query.set(name, String(given[name]));
  }
  return query;
}

function numeral(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : threeDigits(value);
}

function listOf(words: readonly string[]): string {
  return words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
