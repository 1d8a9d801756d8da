import type { ReactNode } from 'react';

/** One line of the waterfall. */
export interface Track {
  readonly label: string;
  /** Indexes of its requests in order of time. They do not overlap. */
  readonly requests: readonly number[];
}

export interface Tracks {
  readonly tracks: readonly Track[];
  /** Index of the line of each request. */
  readonly trackOf: Int32Array;
}

/**
 * The time for which a request holds its line; until `untilMs` if it is still open. A lane is held only while it is in flight; a query
 * also waits for its lane and for its next try.
 */
export function spanOnLine(
  request: WaterfallRequest,
  isLane: boolean,
  untilMs: number,
): readonly [number, number] {
  const { queuedAtMs, sentAtMs, endedAtMs, decodedAtMs = 0, retryAtMs = 0 } = request;
  if (isLane) return [sentAtMs, endedAtMs ?? untilMs];
  const endMs = endedAtMs === undefined ? Math.max(untilMs, sentAtMs) : endedAtMs;
  return [queuedAtMs, Math.max(endMs, decodedAtMs, retryAtMs)];
}

/**
 * Makes the lines of a waterfall. Requests of a group that overlap (a query that was cut) get more lines below. `groupLabels` is
 * indexed by `WaterfallRequest.group`. Groups and lanes without requests get no line.
 */
export function waterfallTracks(
  requests: readonly WaterfallRequest[],
  by: WaterfallGrouping,
  groupLabels: readonly string[],
  untilMs: number,
): Tracks {
  const trackOf = new Int32Array(requests.length);
  if (by === 'request') {
    const tracks = inOrder(requests).map((position, row) => {
      trackOf[position] = row;
      return { label: requests[position]?.name ?? '', requests: [position] };
    });
    return { tracks, trackOf };
  }
  const isLane = by === 'lane';
  const lines = new Map<number, Line[]>();
  for (const position of inOrder(requests)) {
    const request = requests[position] as WaterfallRequest;
    const key = isLane ? request.lane : request.group;
    place(lines, key, position, spanOnLine(request, isLane, untilMs));
  }
  const tracks: Track[] = [];
  for (const key of [...lines.keys()].toSorted((a, b) => a - b)) {
    const label = isLane ? `lane ${key + 1}` : (groupLabels[key] ?? '');
    for (const [depth, line] of (lines.get(key) ?? []).entries()) {
      for (const position of line.requests) trackOf[position] = tracks.length;
      tracks.push({ label: depth === 0 ? label : '', requests: line.requests });
    }
  }
  return { tracks, trackOf };
}

interface Line {
  readonly requests: number[];
  endMs: number;
}

/** Browsers round clocks to 0.1 ms, so requests that touch do not overlap. */
const TOUCH_MS = 0.11;

function place(
  lines: Map<number, Line[]>,
  key: number,
  position: number,
  [fromMs, toMs]: readonly [number, number],
): void {
  const own = lines.get(key) ?? [];
  lines.set(key, own);
  const free = own.find((line) => line.endMs <= fromMs + TOUCH_MS);
  if (free === undefined) {
    own.push({ requests: [position], endMs: toMs });
    return;
  }
  free.requests.push(position);
  free.endMs = toMs;
}

/** Request indexes by the time they were sent. */
function inOrder(requests: readonly WaterfallRequest[]): readonly number[] {
  const positions = requests.map((_request, position) => position);
  return positions.sort((a, b) => (requests[a]?.sentAtMs ?? 0) - (requests[b]?.sentAtMs ?? 0) || a - b);
}

/**
 * The next request, in order of sending, that was throttled or failed; the previous one for `step` -1. It wraps around. Undefined
 * if there is none.
 */
export function nextTrouble(
  requests: readonly WaterfallRequest[],
  selected: number | undefined,
  step: 1 | -1,
): number | undefined {
  const troubles = inOrder(requests).filter((position) => {
    const outcome = requests[position]?.outcome;
    return outcome === 'throttled' || outcome === 'failed';
  });
  const from = selected === undefined ? undefined : requests[selected]?.sentAtMs;
  if (from === undefined) return troubles.at(step === 1 ? 0 : -1);
  const isAhead = (position: number): boolean => {
    const away = (requests[position]?.sentAtMs ?? 0) - from || position - (selected ?? 0);
    return away * step > 0;
  };
  return step === 1
    ? (troubles.find(isAhead) ?? troubles[0])
    : (troubles.findLast(isAhead) ?? troubles.at(-1));
}

/** The request that an arrow key selects; undefined if there is none. `pageTracks` is the number of visible lines. */
export function moveSelection(
  { tracks, trackOf }: Tracks,
  requests: readonly WaterfallRequest[],
  selected: number | undefined,
  key: string,
  pageTracks: number,
): number | undefined {
  const last = tracks.length - 1;
  if (last < 0) return undefined;
  if (selected === undefined || trackOf[selected] === undefined) {
    return tracks[key === 'End' || key === 'ArrowUp' ? last : 0]?.requests[0];
  }
  const row = trackOf[selected];
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const own = tracks[row]?.requests ?? [];
    return own[own.indexOf(selected) + (key === 'ArrowRight' ? 1 : -1)];
  }
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -pageTracks,
    PageDown: pageTracks,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = tracks[Math.max(0, Math.min(last, row + step))];
  return nearestInTime(requests, target, requests[selected]?.sentAtMs ?? 0);
}

function nearestInTime(
  requests: readonly WaterfallRequest[],
  track: Track | undefined,
  atMs: number,
): number | undefined {
  const away = (position: number): number => Math.abs((requests[position]?.sentAtMs ?? 0) - atMs);
  return track?.requests.reduce((best, position) => (away(position) < away(best) ? position : best));
}

/** Result of a request. `open`: no answer yet. `empty`: a page without rows. */
export type RequestOutcome = 'answered' | 'empty' | 'throttled' | 'failed' | 'cancelled' | 'open';

/** One request of the waterfall. All times are milliseconds from the start of the run. */
export interface WaterfallRequest {
  /** When it began to wait for a lane. That wait is caused by the page, not by the service. */
  readonly queuedAtMs: number;
  readonly sentAtMs: number;
  readonly firstByteAtMs?: number | undefined;
  /** When the last byte or the error arrived. */
  readonly endedAtMs?: number | undefined;
  readonly decodedAtMs?: number | undefined;
  /** When it is tried again; undefined if it is not. */
  readonly retryAtMs?: number | undefined;
  readonly outcome: RequestOutcome;
  readonly lane: number;
  /** Index among the queries and coverage checks of the run. */
  readonly group: number;
  /** Label of a line with a single request: "37", "37 page 2", "37 retry 1". */
  readonly name: string;
  /** Shown after the bar if there is room: "41 ms, 200 rows". */
  readonly note: string;
  /** Shown over the wait for a retry if there is room: "HTTP 503 ServerBusy". */
  readonly retryNote?: string | undefined;
}

/** One line per request, per lane, or per query. */
export type WaterfallGrouping = 'request' | 'lane' | 'group';

export interface WaterfallProps {
  readonly requests: readonly WaterfallRequest[];
  /** Indexed by `WaterfallRequest.group`. */
  readonly groupLabels: readonly string[];
  /** Length of the run so far in milliseconds. */
  readonly totalMs: number;
  /** Index of the selected request. */
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
  /** One request in words, spoken when the keyboard selects it. */
  readonly sentence: (position: number) => string;
  /** The content of the tip for one request. */
  readonly renderTip: (position: number) => ReactNode;
  /** The whole waterfall in words. */
  readonly summary: string;
}
