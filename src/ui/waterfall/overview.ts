import type { WaterfallRequest } from './waterfallTypes.ts';

/** The content of the strip, in columns of equal time. */
export interface Overview {
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
