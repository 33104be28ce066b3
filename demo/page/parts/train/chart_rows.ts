/** The data of the charts. uPlot needs a value or null from each series for every x. */
import { signal } from '@preact/signals';
import type { BackendName } from '../../shared/backends.js';
import type { ChartProps, Series } from '../../shared/chart.js';
import type { Lane, Lanes } from './race.js';
import { SIZES, type Route } from './sizes.js';
import type { Point } from './ways.js';

type Rows = Pick<ChartProps, 'x' | 'series'>;

/** The losses over the time of each lane. */
export function lossRows([stock, ours]: Lanes): Rows {
  const all = [...stock.losses, ...ours.losses].sort((a, b) => a.seconds - b.seconds);
  const valuesOf = ({ losses }: Lane) => {
    const own = new Set(losses);
    return all.map((one) => (own.has(one) ? one.loss : null));
  };
  return {
    x: all.map(({ seconds }) => seconds),
    series: [
      { label: 'tfjs', colour: 'stock', values: valuesOf(stock) },
      { label: 'with this package', colour: 'ours', values: valuesOf(ours) },
    ],
  };
}

/** The step times that this visit has measured, by number of nodes. */
export const measured = signal<Readonly<Partial<Record<BackendName, readonly Point[]>>>>({});

/** Adds points, which replace earlier ones of the same size and way. */
export function addPoints(backend: BackendName, points: readonly Point[]): void {
  const earlier = measured.peek()[backend] ?? [];
  measured.value = { ...measured.peek(), [backend]: [...points, ...earlier] };
}

const CURVES: readonly (Omit<Series, 'values'> & { route: Route })[] = [
  { route: 'dense', label: 'tfjs, dense product', colour: 'stock' },
  { route: 'gather', label: 'tfjs, gather and sum (dashed)', colour: 'stock', dash: [4, 4] },
  { route: 'package', label: 'this package', colour: 'ours' },
];

/** Step times by number of nodes, in ms. The first point of a size and way counts. */
export function sizeRows(points: readonly Point[]): Rows {
  const x = SIZES.filter((size) => points.some((point) => point.size === size));
  const valueAt = (route: Route, size: number) =>
    points.find((point) => point.route === route && point.size === size)?.ms ?? null;
  const series = CURVES.map(({ route, ...curve }) => ({
    ...curve,
    values: x.map((size) => valueAt(route, size)),
  }));
  return { x, series };
}
