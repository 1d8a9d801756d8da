/** What came of a request. `open`: no answer yet. `empty`: a page without rows. */
export type RequestOutcome = 'answered' | 'empty' | 'throttled' | 'failed' | 'cancelled' | 'open';

/** One request as a row of time. All instants are milliseconds from the beginning of the run. */
export interface WaterfallRequest {
  /** Asked for, so that it waits for a lane; that time is the page's, not the service's. */
  readonly queuedAtMs: number;
  readonly sentAtMs: number;
  readonly firstByteAtMs?: number | undefined;
  /** The last byte, or the fault. */
  readonly endedAtMs?: number | undefined;
  readonly decodedAtMs?: number | undefined;
  /** When it is tried again; undefined: it is not. */
  readonly retryAtMs?: number | undefined;
  readonly outcome: RequestOutcome;
  readonly lane: number;
  /** Position among the queries and guards of the run. */
  readonly group: number;
  /** Beside the row of a single request: "37", "37 page 2", "37 retry 1". */
  readonly name: string;
  /** Behind the bar, where there is room: "41 ms, 200 rows". */
  readonly note: string;
  /** Over the wait for a retry, where there is room: "HTTP 503 ServerBusy". */
  readonly retryNote?: string | undefined;
}

/** A row for each request, for each lane, or for each query. */
export type WaterfallGrouping = 'request' | 'lane' | 'group';

/** The time that is in sight: milliseconds from the beginning of the run, half-open. */
export interface TimeView {
  readonly fromMs: number;
  readonly toMs: number;
}
