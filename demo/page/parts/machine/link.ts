/** Results as a value in the address: JSON in base64url. Links come from anyone, so all is checked. */
import type { Setting } from '../../shared/address.js';
import { BACKENDS } from '../../shared/backends.js';
import { COMPARISON_IDS } from './comparisons.js';
import type { Report, Result } from './result.js';

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

type Check = (value: unknown) => boolean;

const isListOf = (value: unknown, check: Check) => Array.isArray(value) && value.every(check);
const isBackend: Check = (value) => BACKENDS.some((name) => name === value);
/** For times, sizes and dates. */
const isPositive: Check = (value) => typeof value === 'number' && value > 0 && value < 8e15;
const isTimes: Check = (value) =>
  value === null || (Array.isArray(value) && value.length === 3 && value.every(isPositive));

const RESULT: Record<keyof Result, Check> = {
  id: (value) => COMPARISON_IDS.some((id) => id === value),
  backend: isBackend,
  size: isPositive,
  stock: isTimes,
  ours: isTimes,
  difference: (value) => value === null || typeof value === 'number',
  error: (value) => typeof value === 'string',
};
const REPORT: Record<keyof Report, Check> = {
  when: isPositive,
  browser: (value) => typeof value === 'string',
  backends: (value) => isListOf(value, isBackend),
  results: (value) => isListOf(value, (result) => fits(result, RESULT)),
};

const fits = (value: unknown, checks: Record<string, Check>) =>
  Object.entries(checks).every(([name, check]) => check(Reflect.get(Object(value), name)));

const isReport = (value: unknown): value is Report => fits(value, REPORT);
