import { type PointerEvent, type ReactNode, useMemo } from 'react';
import { useDrag } from '../gestures.ts';
import type { TimeView } from './useTimeView.ts';
import css from './Waterfall.module.css';
import type { WaterfallRequest } from './tracks.ts';

const COLUMNS = 400;
/** A drag over less than this share of the strip does not zoom, because it was probably meant as a click. */
const LEAST_DRAG = 0.004;

interface StripProps {
  readonly requests: readonly WaterfallRequest[];
  readonly totalMs: number;
  /** Undefined: the whole run. */
  readonly view: TimeView | undefined;
  readonly onShow: (stretch: TimeView) => void;
  readonly onReset: () => void;
}

/** The whole run: how many requests were in flight, where something went wrong, and which time is visible. A drag zooms to a time. */
export function WaterfallStrip({ requests, totalMs, view, onShow, onReset }: StripProps): ReactNode {
  const overview = useMemo(() => overviewOf(requests, COLUMNS, totalMs), [requests, totalMs]);
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / width));
  };
  const { drag, handlers } = useDrag<{ readonly from: number; readonly to: number }>({
    begin: (event) => ({ from: placeOf(event), to: placeOf(event) }),
    move: ({ from }, event) => ({ from, to: placeOf(event) }),
    end: (drawn) => {
      const [from, to] = ordered(drawn);
      if (to - from >= LEAST_DRAG) onShow({ fromMs: from * totalMs, toMs: to * totalMs });
    },
  });
  return (
    <div className={css.strip}>
      <span>in flight</span>
      <div className={css.whole} {...handlers} onDoubleClick={onReset}>
        <svg viewBox={`0 0 ${COLUMNS} 1`} preserveAspectRatio="none" aria-hidden="true">
          <path d={inFlightPath(overview)} className={css.inFlight} />
          <path d={troublePath(overview, 1)} stroke="var(--warn-line)" />
          <path d={troublePath(overview, 2)} stroke="var(--danger-line)" />
        </svg>
        {view !== undefined && (
          <div className={css.inSight} style={placed([view.fromMs / totalMs, view.toMs / totalMs])} />
        )}
        {drag !== undefined && <div className={css.stretch} style={placed(ordered(drag))} />}
      </div>
    </div>
  );
}

function ordered({ from, to }: { readonly from: number; readonly to: number }): readonly [number, number] {
  return [Math.min(from, to), Math.max(from, to)];
}

/** The position of a time span, which is given as shares 0..1 of the strip. */
function placed([from, to]: readonly [number, number]) {
  return { left: `${from * 100}%`, right: `${(1 - to) * 100}%` };
}

function inFlightPath({ inFlight, most }: Overview): string {
  return `M0 1${Array.from(inFlight, (count) => `V${(1 - count / most).toFixed(3)}h1`).join('')}V1Z`;
}

function troublePath({ trouble }: Overview, kind: 1 | 2): string {
  return Array.from(trouble, (own, column) => (own === kind ? `M${column} 0v0.4` : '')).join('');
}

/** The content of the strip, in columns of equal time. */
interface Overview {
  /** Mean number of requests in flight per column. */
  readonly inFlight: Float64Array;
  /** 0: no trouble; 1: throttled; 2: failed. */
  readonly trouble: Uint8Array;
  /** Maximum of `inFlight`; at least 1. */
  readonly most: number;
}

/** Summarizes the run in `columns` columns. Linear in requests plus columns, however much they overlap. */
export function overviewOf(
  requests: readonly WaterfallRequest[],
  columns: number,
  totalMs: number,
): Overview {
  // The change from each column to the next. Fractions of a column are corrected in the one after.
  const steps = new Float64Array(columns + 2);
  const trouble = new Uint8Array(columns);
  const placeOf = (atMs: number): number =>
    Math.max(0, Math.min(columns, (atMs / Math.max(totalMs, 1)) * columns));
  const addEdge = (place: number, sign: 1 | -1): void => {
    const column = Math.floor(place);
    const share = 1 - (place - column);
    steps[column] = (steps[column] ?? 0) + sign * share;
    steps[column + 1] = (steps[column + 1] ?? 0) + sign * (1 - share);
  };
  for (const { sentAtMs, endedAtMs = totalMs, outcome } of requests) {
    addEdge(placeOf(sentAtMs), 1);
    addEdge(placeOf(endedAtMs), -1);
    const at = Math.min(columns - 1, Math.floor(placeOf(endedAtMs)));
    if (outcome === 'throttled') trouble[at] = Math.max(1, trouble[at] ?? 0);
    if (outcome === 'failed') trouble[at] = 2;
  }
  const inFlight = new Float64Array(columns);
  let now = 0;
  let most = 1;
  for (let column = 0; column < columns; column += 1) {
    now += steps[column] ?? 0;
    inFlight[column] = now;
    most = Math.max(most, now);
  }
  return { inFlight, trouble, most };
}
