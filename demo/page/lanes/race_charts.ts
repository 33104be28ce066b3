/** Charts of both lanes, by the clock of each. */
import { createLineChart, type LineChart } from '../shared/line_chart.js';
import { TITLES } from './titles.js';

export interface RaceChartOptions {
  title: string;
  /** Formats the latest value. */
  show: (value: number) => string;
  /** Range that is shown at least. */
  range: [number, number];
  signal: AbortSignal;
}

export function createRaceChart({ title, show, range, signal }: RaceChartOptions): LineChart {
  const series = TITLES.map((label) => ({ label, show }));
  return createLineChart({ title, xLabel: 'seconds', series, range, height: 180, signal });
}

/** The points of both lanes by their clocks; a lane has null where the other one has a point. */
export function pointsOf<Shown extends { seconds: number }>(
  [tfjs, ours]: readonly [readonly Shown[], readonly Shown[]],
  valueOf: (shown: Shown) => number | null,
): [number, (number | null)[]][] {
  const points: [number, (number | null)[]][] = [
    ...tfjs.map((one): [number, (number | null)[]] => [one.seconds, [valueOf(one), null]]),
    ...ours.map((one): [number, (number | null)[]] => [one.seconds, [null, valueOf(one)]]),
  ];
  return points.sort(([a], [b]) => a - b);
}
