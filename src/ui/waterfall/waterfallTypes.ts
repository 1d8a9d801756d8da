import type { ReactNode } from 'react';

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
