/** Results as a value in the address: JSON in base64url. Links come from anyone, so all is checked. */
import type { Setting } from '../../shared/address.js';
import { BACKENDS } from '../../shared/backends.js';
import { COMPARISON_IDS } from './comparisons.js';
import type { Report, Result, Times } from './result.js';

export const sharedReport: Setting<Report | null> = {
  fallback: null,
  expected: 'results that this page wrote',
  read(text) {
    try {
      const report: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
      return isReport(report) ? report : undefined;
    } catch {
      return undefined;
    }
  },
  write(report) {
    // Base64 takes no other letters.
    const ascii = JSON.stringify(report).replace(/[^ -~]/g, '?');
    return btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },
};

type Unchecked<Checked> = { [Name in keyof Checked]?: unknown };

function isReport(value: unknown): value is Report {
  const { when, browser, backends, results } = value as Unchecked<Report>;
  const isDated = typeof when === 'number' && Math.abs(when) < 8e15;
  const isNamed = typeof browser === 'string' && isListOf(backends, isOneOf(BACKENDS));
  return isDated && isNamed && isListOf(results, isResult);
}

function isResult(value: unknown): value is Result {
  const { id, backend, size, stock, ours, difference, error } = value as Unchecked<Result>;
  const isPlaced = isOneOf(COMPARISON_IDS)(id) && isOneOf(BACKENDS)(backend) && isPositive(size);
  const isTold = typeof error === 'string' && (difference === null || isNumber(difference));
  return isPlaced && isTold && isTimes(stock) && isTimes(ours);
}

const isListOf = (value: unknown, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(isItem);
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isNumber = (value: unknown) => typeof value === 'number';
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;
const isTimes = (value: unknown): value is Times =>
  value === null || (isListOf(value, isPositive) && (value as unknown[]).length === 3);
