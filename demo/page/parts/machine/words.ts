/** Results in words: ratios, and the verdict on all of them. */
import { threeDigits } from '../../shared/numbers.js';
import { COMPARISONS } from './comparisons.js';
import { ratioOf, type Result } from './result.js';

/** Ratios between these are none that one would notice. */
const [SLOWER, FASTER] = [1 / 1.1, 1.1];

/** The ratio of tfjs' own time to a time, in words; a dash if there is none. */
export function ratioText(result: Result, ms: number | undefined): string {
  const ratio = ratioOf(result, ms);
  if (ratio === undefined) return '–';
  const about = approximately(result);
  const factor = threeDigits(ratio < 1 ? 1 / ratio : ratio);
  if (factor === '1') return `${about}as fast`;
  return `${about}${factor} × ${ratio < 1 ? 'slower' : 'as fast'}`;
}

export function approximately({ isEstimate }: Result): string {
  return isEstimate ? '≈ ' : '';
}

/** Sums results up in a few sentences; '' of none. */
export function verdictOf(results: readonly Result[]): string {
  const compared = results.flatMap((result) => {
    const ratio = ratioOf(result, result.ours);
    return ratio === undefined ? [] : [{ result, ratio }];
  });
  compared.sort((a, b) => b.ratio - a.ratio);
  const faster = compared.filter(({ ratio }) => ratio > FASTER);
  const slower = compared.filter(({ ratio }) => ratio < SLOWER);
  const same = compared.length - faster.length - slower.length;
  const alone = results.filter(({ tfjs, ours }) => tfjs === undefined && ours !== undefined);
  const sentences: string[] = [];
  if (faster.length > 0) {
    const [{ result }] = faster;
    sentences.push(
      `This package is faster in ${countOf(faster.length, compared.length)}: up to ` +
        `${factorOf(result)} times as fast, for ${placeOf(result)}.`,
    );
  }
  if (same > 0) {
    sentences.push(`In ${countOf(same, compared.length)} both take about the same time.`);
  }
  if (slower.length > 0) {
    const { result } = slower[slower.length - 1];
    const most = slower.length === 1 ? '' : 'up to ';
    sentences.push(
      `In ${countOf(slower.length, compared.length)} this package is slower: it takes ${most}` +
        `${factorOf(result)} times as long, for ${placeOf(result)}.`,
    );
  }
  if (alone.length > 0) {
    const where = listOf(alone.map(placeOf));
    sentences.push(`tfjs by itself cannot compute ${where}; with this package it can.`);
  }
  return sentences.join(' ');
}

function factorOf(result: Result): string {
  const ratio = ratioOf(result, result.ours) ?? NaN;
  return (result.isEstimate ? 'about ' : '') + threeDigits(ratio < 1 ? 1 / ratio : ratio);
}

function placeOf({ id, backend }: Result): string {
  return `“${COMPARISONS[id].title}” on ${backend}`;
}

const WHOLE_COUNTS: Partial<Record<number, string>> = {
  1: 'the one comparison',
  2: 'both comparisons',
};

function countOf(count: number, total: number): string {
  if (count === total) return WHOLE_COUNTS[total] ?? `all ${total} comparisons`;
  return `${count} of ${total} comparisons`;
}

function listOf(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts[texts.length - 1]}`;
}
