/** Charts of growing data, with a caption that gives the latest values in words and numbers. */
import type uPlot from 'uplot';
import { element } from './dom.js';
import { threeDigits } from './numbers.js';
import { createPlot, themedAxis, type PlotOptions } from './plot.js';
import { colour, SERIES_COLOURS } from './theme.js';

interface LineSeries {
  label: string;
  /** Formats the latest value for the caption. Default: three significant digits. */
  show?: (value: number) => string;
}

export interface LineChartOptions {
  title: string;
  /** Unit of x: steps are counted, seconds have fractions. */
  xLabel: 'step' | 'seconds';
  series: readonly LineSeries[];
  /** Range that y spans at least, such as [0, 1]. Default: that of the values. */
  range?: [number, number];
  height?: number;
  signal: AbortSignal;
}

export interface LineChart {
  /** A figure, whose caption is its name, its legend and its latest values. */
  readonly element: HTMLElement;
  /** Adds the values at x, which is above the one before; null leaves a gap. */
  push(x: number, values: readonly (number | null)[]): void;
  /** Replaces all values; each point has its x, and null where a series has none. */
  show(points: readonly (readonly [x: number, values: readonly (number | null)[]])[]): void;
  clear(): void;
  /** Names the series anew in the legend. */
  rename(labels: readonly string[]): void;
}

/** Number of points from which a chart keeps every other one: a screen shows no more. */
const MOST_POINTS = 4000;

/** Number of points up to which each is marked: a line through few of them hides where they are. */
const FEW_POINTS = 20;

/** Distances between ticks of steps. */
const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6].flatMap((step) => [step, 2 * step, 5 * step]);

export function createLineChart(options: LineChartOptions): LineChart {
  const { title, series, height, signal } = options;
  const box = element('div', { className: 'plot' });
  box.ariaHidden = 'true';
  const caption = createCaption(options);
  const figure = element('figure', { className: 'chart', ariaLabel: title }, caption.element, box);
  const setData = createPlot(box, { options: () => lineOptions(options), height, signal });
  let xs: number[] = [];
  let ys: (number | null)[][] = [];
  const show = () => {
    setData([xs, ...ys]);
    caption.show(
      xs.at(-1),
      ys.map((column) => column.filter((value) => value !== null).at(-1) ?? null),
    );
  };
  const clear = () => {
    xs = [];
    ys = series.map(() => []);
    show();
  };
  clear();
  return {
    element: figure,
    push(x, values) {
      xs.push(x);
      ys.forEach((column, i) => column.push(values[i]));
      if (xs.length > MOST_POINTS) {
        xs = everyOther(xs);
        ys = ys.map(everyOther);
      }
      show();
    },
    show(points) {
      xs = points.map(([x]) => x);
      ys = series.map((_, i) => points.map(([, values]) => values[i]));
      show();
    },
    clear,
    rename(labels) {
      caption.rename(labels);
    },
  };
}

/** The title, for each series its colour, its name and its latest value, and the latest x. */
function createCaption({ title, xLabel, series }: LineChartOptions) {
  const values = series.map(() => element('span', { className: 'value' }));
  const names = series.map(({ label }) => new Text(label));
  const legend = names.map((name, i) => {
    const swatch = element('span', { className: 'swatch' });
    swatch.style.background = `var(--${seriesColour(i)})`;
    return element('span', { className: 'series' }, swatch, name, ' ', values[i]);
  });
  const latestX = element('span', { className: 'at' });
  const name = element('strong', { textContent: title });
  return {
    element: element('figcaption', {}, name, ...legend, latestX),
    show(x: number | undefined, ys: readonly (number | null)[]) {
      latestX.textContent =
        x === undefined ? '' : `${xLabel} ${Number.isInteger(x) ? x : threeDigits(x)}`;
      ys.forEach((y, i) => {
        values[i].textContent = y === null ? '–' : (series[i].show ?? threeDigits)(y);
      });
    },
    rename(labels: readonly string[]) {
      names.forEach((name, i) => {
        if (name.data !== labels[i]) name.data = labels[i];
      });
    },
  };
}

function lineOptions(options: LineChartOptions): ReturnType<PlotOptions['options']> {
  const { xLabel, series, range } = options;
  const span = (_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax => [
    Math.min(low ?? Infinity, range?.[0] ?? Infinity),
    Math.max(high ?? -Infinity, range?.[1] ?? -Infinity),
  ];
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: range ? { range: span } : {} },
    axes: [
      themedAxis({
        label: xLabel,
        size: 40,
        labelSize: 20,
        ...(xLabel === 'step' ? { incrs: WHOLE_STEPS } : {}),
      }),
      themedAxis({ size: 60 }),
    ],
    series: [
      { label: xLabel },
      ...series.map(({ label }, i) => {
        const stroke = colour(seriesColour(i));
        const show = ({ data }: uPlot) => data[0].length <= FEW_POINTS;
        return { label, stroke, width: 2, spanGaps: true, points: { show, fill: stroke } };
      }),
    ],
  };
}

/** Drops every other value; of an odd number, the last one stays. */
function everyOther<Value>(values: readonly Value[]): Value[] {
  return values.filter((_, i) => i % 2 === 0);
}

function seriesColour(index: number) {
  return SERIES_COLOURS[index % SERIES_COLOURS.length];
}
