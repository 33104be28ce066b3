/** A uPlot chart in the colours of the theme, as wide as its box. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { colour, paint, type Colour } from './theme.js';
import 'uplot/dist/uPlot.min.css';

/** uPlot's kinds of scales. Only its types have names for them. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
const [LINEAR, LOG] = [1 as uPlot.Scale.Distr, 3 as uPlot.Scale.Distr];

export interface Series {
  label: string;
  colour: Colour;
  /** One value for each x; null where there is none. */
  values: readonly (number | null)[];
  dash?: number[];
}

export interface ChartProps {
  title: string;
  /** Describes the chart to screen readers. */
  summary: string;
  x: readonly number[];
  series: readonly Series[];
  axes: { x: string; y: string };
  /** Which axes are logarithmic. */
  log?: { x?: boolean; y?: boolean };
  /** Height in CSS pixels. Default: 220. */
  height?: number;
}

export function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [Plot, setPlot] = useState<typeof uPlot>();
  useEffect(() => {
    // Only parts with charts need it.
    void import('uplot').then(({ default: loaded }) => {
      setPlot(() => loaded);
    });
  }, []);
  const { title, summary, x, series, height = 220 } = props;
  const version = paint.value;
  const shape = series.map(({ label }) => label).join();
  useEffect(() => {
    const parent = box.current;
    if (!parent || !Plot) return undefined;
    const width = () => Math.max(parent.clientWidth, 1);
    const made = new Plot({ ...optionsOf(props), width: width(), height }, [[]], parent);
    plot.current = made;
    made.setData(dataOf(x, series));
    const observer = new ResizeObserver(() => {
      made.setSize({ width: width(), height });
    });
    observer.observe(parent);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [Plot, version, shape, height]);
  useEffect(() => {
    plot.current?.setData(dataOf(x, series));
  }, [x, series]);
  return (
    <figure class="chart" aria-label={title}>
      <figcaption>
        <b>{title}</b>
        {series.map(({ label, colour }) => (
          <span key={label}>
            <i class={`swatch ${colour}`} /> {label}
          </span>
        ))}
      </figcaption>
      <div role="img" aria-label={summary}>
        <div class="plot" ref={box} style={{ height: `${height}px` }} />
      </div>
    </figure>
  );
}

function dataOf(x: readonly number[], series: readonly Series[]): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}

function optionsOf({
  series,
  axes,
  log = {},
}: ChartProps): Omit<uPlot.Options, 'width' | 'height'> {
  const line = { stroke: colour('line'), width: 1 };
  const axis = (label: string, size: number): uPlot.Axis => ({
    label,
    stroke: colour('soft'),
    grid: line,
    ticks: line,
    labelSize: 20,
    size,
  });
  return {
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, distr: log.x ? LOG : LINEAR }, y: { distr: log.y ? LOG : LINEAR } },
    axes: [axis(axes.x, 30), axis(axes.y, 48)],
    series: [
      {},
      ...series.map((one) => ({
        label: one.label,
        stroke: colour(one.colour),
        width: 2,
        dash: one.dash,
        spanGaps: true,
        points: { show: isShort, size: 7 },
      })),
    ],
  };
}

/** Short lines would be hard to see without their points. */
const isShort = (_: uPlot, _series: number, from: number, to: number) => to - from < 20;
