/**
 * Results as a value in the address. 28 results with their errors take about 850 characters. Links come
 * from anyone, so everything is checked.
 */
import type { Setting } from '../../shared/address.js';
import { BACKENDS } from '../../shared/backends.js';
import { COMPARISON_IDS, SMALLEST } from './comparisons.js';
import type { Report, Result, Times } from './result.js';

/** Date, browser, backends, results, and the errors of the results that lack a side's times. */
const FORM =
  /^([\da-z]{1,9})\*([\w ]*)\*([0-3]{1,4})\*((?:[\da-z]\d(?:[\da-z]{3}|---){7})*)((?:\*[^*]*)*)$/;
const LONGEST_ERROR = 120;

export const sharedReport: Setting<Report | null> = {
  fallback: null,
  expected: 'results that this page wrote',
  write(report) {
    if (report === null) return '';
    const { when, browser, backends, results } = report;
    const names = backends.map((name) => BACKENDS.indexOf(name)).join('');
    const errors = results.filter(isPartial).map(({ error }) => error.slice(0, LONGEST_ERROR));
    const texts = [browser, names, results.map(writeResult).join(''), ...errors];
    return [when.toString(36), ...texts.map((text) => text.replaceAll('*', ' '))].join('*');
  },
  read(text) {
    const found = FORM.exec(text);
    if (found === null) return undefined;
    const [, when, browser, names, rows, rest] = found;
    const errors = rest.split('*').slice(1);
    const results = (rows.match(/.{23}/g) ?? [])
      .map(readResult)
      .map((result) =>
        result && isPartial(result) ? { ...result, error: errors.shift() ?? '' } : result,
      );
    const known = results.filter((result) => result !== undefined);
    const backends = Array.from(names, (digit) => BACKENDS[Number(digit)]);
    const report = { when: parseInt(when, 36), browser, backends, results: known };
    return known.length === results.length && report.when < 8e15 ? report : undefined;
  },
};

const isPartial = ({ stock, ours }: Result) => stock === null || ours === null;

/** The row, the size as a power of 4, the times, and the difference. */
function writeResult({ id, backend, size, stock, ours, difference }: Result): string {
  const row = BACKENDS.indexOf(backend) * COMPARISON_IDS.length + COMPARISON_IDS.indexOf(id);
  const numbers = [...(stock ?? NONE), ...(ours ?? NONE), difference ?? NaN];
  const power = Math.round(Math.log(size / SMALLEST) / Math.log(4));
  return `${row.toString(36)}${power}${numbers.map(writeNumber).join('')}`;
}

const NONE = [NaN, NaN, NaN];

function readResult(text: string): Result | undefined {
  const row = parseInt(text[0], 36);
  const backend = BACKENDS.at(Math.floor(row / COMPARISON_IDS.length));
  const numbers = (text.slice(2).match(/.{3}/g) ?? []).map(readNumber);
  const timesOf = (start: number): Times =>
    Number.isNaN(numbers[start]) ? null : numbers.slice(start, start + 3);
  const [stock, ours, difference] = [timesOf(0), timesOf(3), numbers[6]];
  const isSound = [...(stock ?? []), ...(ours ?? [])].every((time) => time > 0);
  if (backend === undefined || !isSound) return undefined;
  const id = COMPARISON_IDS[row % COMPARISON_IDS.length];
  const size = SMALLEST * 4 ** Number(text[1]);
  const known = Number.isNaN(difference) ? null : difference;
  return { id, backend, size, stock, ours, difference: known, error: '' };
}

/** The lowest power of ten. Smaller numbers are written as 0. */
const LOWEST = -11;

/** Three decimal digits and a power of ten, in three letters. NaN is written as dashes. */
function writeNumber(value: number): string {
  const [digits, power] = value.toExponential(2).replace('.', '').split('e').map(Number);
  const exponent = power - 2 - LOWEST;
  if (!Number.isFinite(value) || exponent > 45) return '---';
  const whole = exponent < 0 ? 0 : digits + 1000 * exponent;
  return whole.toString(36).padStart(3, '0');
}

function readNumber(text: string): number {
  const whole = parseInt(text, 36);
  return Number(`${whole % 1000}e${Math.floor(whole / 1000) + LOWEST}`);
}
