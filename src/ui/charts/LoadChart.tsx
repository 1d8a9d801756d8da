import { type ReactNode, useRef } from 'react';
import css from './loadChart.module.css';
import { useElementSize } from '../useElementSize.ts';
import { type ValueAxis, valueAxis } from './valueAxis.ts';

/** One line of a load chart. It has a value for each second, from second 0; NaN means no value. */
export interface LoadLine {
  readonly label: string;
  /** CSS colour token. */
  readonly color: string;
  readonly values: readonly number[];
  /** True for a filled area behind the lines, such as the planned load. */
  readonly isBehind?: boolean;
}

export interface LoadChartProps {
  /** The title in the legend, and the accessible name. */
  readonly label: string;
  /** The chart in words, for screen readers. */
  readonly summary: string;
  readonly lines: readonly LoadLine[];
  /** Horizontal lines, such as targets; those far above all values are left out. */
  readonly references?: readonly { readonly value: number; readonly label: string }[];
  /** Seconds to mark at the top, such as those with a 503. `text`: the tooltip of the mark. */
  readonly marks?: readonly { readonly second: number; readonly text: string }[];
  /** Shares (0..1) by second, drawn as a band below the lines. */
  readonly band?: { readonly label: string; readonly shares: readonly number[] };
  readonly seconds: number;
}

const HEIGHT = 190;
const LEFT = 56;
const RIGHT = 8;
const TOP = 14;
const BOTTOM = 20;
const BAND = 8;
/** References above this many times the highest value are left out: they would flatten the lines. */
const MOST_ABOVE = 4;

/** Shows values by second of a load, with targets, marks and a band. It redraws up to ten times a second. */
export function LoadChart(props: LoadChartProps): ReactNode {
  const { lines, references = [], marks = [], band, seconds } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(box);
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values.filter(Number.isFinite)));
  const near = references.filter(({ value }) => value <= highest * MOST_ABOVE);
  const axis = valueAxis([highest, ...near.map(({ value }) => value)], 'rows', false);
  const span = Math.max(1, seconds);
  const right = Math.max(LEFT + 40, width - RIGHT);
  const floor = HEIGHT - BOTTOM - (band === undefined ? 0 : BAND + 4);
  const xOf = (second: number): number => LEFT + ((right - LEFT) * second) / span;
  const yOf = (value: number): number => floor - (floor - TOP) * (axis.place(value) / axis.domain[1]);
  return (
    <figure className={css.chart} aria-label={props.label}>
      <div ref={box}>
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <Axes marks={axis.marks} span={span} right={right} xOf={xOf} yOf={yOf} />
          {lines.map(({ label, color, values, isBehind = false }) => (
            <path
              key={label}
              d={stepPath(values, xOf, yOf, isBehind ? floor : undefined)}
              fill={isBehind ? color : 'none'}
              fillOpacity={isBehind ? 0.16 : 1}
              stroke={isBehind ? 'none' : color}
              strokeWidth={1.75}
            />
          ))}
          {near.map(({ value, label }) => (
            <g key={label}>
              <line x1={LEFT} x2={right} y1={yOf(value)} y2={yOf(value)} className={css.target} />
              {/* The label of a line near the top is below it, because the marks are at the top. */}
              <text
                x={right}
                y={yOf(value) + (yOf(value) < TOP + 12 ? 12 : -3)}
                textAnchor="end"
                className={css.text}
              >
                {label}
              </text>
            </g>
          ))}
          {marks.map(({ second, text }) => (
            <rect
              key={second}
              x={xOf(second)}
              y={2}
              width={Math.max(2, xOf(1) - xOf(0) - 1)}
              height={6}
              className={css.mark}
            >
              <title>{text}</title>
            </rect>
          ))}
          {band?.shares.map((share, second) => (
            <rect
              key={second}
              x={xOf(second)}
              y={floor + 4}
              width={Math.max(1, xOf(1) - xOf(0))}
              height={BAND}
              className={css.band}
              fillOpacity={share}
            />
          ))}
        </svg>
      </div>
      <Legend {...props} />
    </figure>
  );
}

function Axes(props: {
  readonly marks: ValueAxis['marks'];
  readonly span: number;
  readonly right: number;
  readonly xOf: (second: number) => number;
  readonly yOf: (value: number) => number;
}): ReactNode {
  const { marks, span, right, xOf, yOf } = props;
  const stepSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300].find((step) => span / step <= 10) ?? 600;
  return (
    <>
      {marks.map(({ place, label }) => (
        <g key={label}>
          <line x1={LEFT} x2={right} y1={yOf(place)} y2={yOf(place)} className={css.grid} />
          <text x={LEFT - 6} y={yOf(place) + 4} textAnchor="end" className={css.text}>
            {label}
          </text>
        </g>
      ))}
      {Array.from({ length: Math.floor(span / stepSeconds) + 1 }, (_, step) => (
        <text
          key={step}
          x={xOf(step * stepSeconds)}
          y={HEIGHT - 4}
          textAnchor={step === 0 ? 'start' : step * stepSeconds === span ? 'end' : 'middle'}
          className={css.text}
        >
          {step * stepSeconds} s
        </text>
      ))}
    </>
  );
}

function Legend({ label: title, lines, marks = [], band, summary }: LoadChartProps): ReactNode {
  return (
    <figcaption className={css.legend}>
      <span className="strong first">{title}</span>
      {lines.map(({ label, color }) => (
        <span key={label} className="inline gap4">
          <span className={css.swatch} style={{ background: color }} />
          {label}
        </span>
      ))}
      {marks.length > 0 && <span className="inline gap4">red marks: throttled (503, 429) or no answer</span>}
      {band !== undefined && <span className="inline gap4">band: {band.label}</span>}
      <span data-visually-hidden="">{summary}</span>
    </figcaption>
  );
}

/** Returns the path of a line in steps of a second. If `floor` is set, the path is closed down to it as an area. */
function stepPath(
  values: readonly number[],
  xOf: (second: number) => number,
  yOf: (value: number) => number,
  floor: number | undefined,
): string {
  let path = '';
  let isOpen = false;
  for (const [second, value] of values.entries()) {
    if (!Number.isFinite(value)) {
      isOpen = false;
      continue;
    }
    const y = yOf(value).toFixed(1);
    const from = xOf(second).toFixed(1);
    const to = xOf(second + 1).toFixed(1);
    if (floor !== undefined) path += `M${from} ${floor}V${y}H${to}V${floor}z`;
    else path += isOpen ? `V${y}H${to}` : `M${from} ${y}H${to}`;
    isOpen = true;
  }
  return path;
}
