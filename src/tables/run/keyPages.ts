import { decodePage } from '../../core/entities/page/decodePage.ts';
import { pageEntity } from '../../core/entities/page/decodedPage.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/clock.ts';
import { LANE_PRIORITY, type Lanes } from '../pacing/lanes.ts';
import type { Page, PageReader } from '../wire/pageReader.ts';
import { readNextPage } from './readPage.ts';
import type { RetryPolicy } from '../pacing/retry.ts';
import { createRun } from './createRun.ts';
import { oneRowJob } from './oneRow.ts';
import type { RunEvent, SinkFault } from '../progress/runTypes.ts';
import { tableError } from '../base/tableError.ts';
import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import { dropLane, type RowJob, type Run } from './context.ts';

/** A question is given up after this many empty pages in a row: a service that sends more might never answer. */
export const MOST_EMPTY_PAGES = 100;
/** After this many empty pages in a row over all questions, each question is given up after a single empty page. */
export const MOST_EMPTY_IN_A_ROW = 500;

/** Asks for the first keys of a range. */
export interface KeyQuestion {
  /** Identifies the question among those that run at the same time. Each has its own retries. */
  readonly id: number;
  /** 1 to 1000. */
  readonly top: number;
  /**
   * How many pages to read as long as the range continues, after a first page of one row. If the range has two rows, that first page must
   * bring a token, and so shows whether tokens are readable. Undefined to read one page only.
   */
  readonly pages?: number | undefined;
  /** Undefined to read from the first key of the table. */
  readonly filter?: string | undefined;
}

/** The keys that were found. Empty pages with a token were skipped. */
export interface KeyAnswer {
  readonly rows: readonly EntityKey[];
  /** Whether the last page brought a token or was full. If it was full without a token, that proves no end. */
  readonly hasMore: boolean;
  /** Number of pages read for it, including empty ones. */
  readonly requests: number;
}

export interface KeyPagesOptions {
  readonly tableName: string;
  readonly reader: PageReader;
  readonly lanes: Lanes;
  readonly env: TablesEnv;
  /** Aborting it stops all sending. */
  readonly signal: AbortSignal;
  readonly policy?: RetryPolicy;
  /** Called for each request, as for a run. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Sends many small questions about one table in the way in which a run sends its pages, behind one circuit breaker. So while the service is
 * overloaded, they cost one request every few seconds, and not a retry for each question.
 */
export interface KeyPages {
  /** @throws TableError if the question is given up or cancelled */
  readonly ask: (question: KeyQuestion) => Promise<KeyAnswer>;
  /** True after an outage that was given up; no question is sent any more. */
  readonly isOver: () => boolean;
  /** Must be called at the end: allows all lanes to be used again. */
  readonly end: () => void;
}

export function createKeyPages(options: KeyPagesOptions): KeyPages {
  const { tableName } = options;
  const run = runOf(options);
  let emptyInARow = 0;
  const ask = async (question: KeyQuestion): Promise<KeyAnswer> => {
    const rows: EntityKey[] = [];
    let lastRows = 0;
    let isLead = question.pages !== undefined;
    let pagesLeft = question.pages ?? 1;
    const job: RowJob = {
      ...oneRowJob({ kind: 'guard', index: question.id, tableName, filter: question.filter }),
      get top() {
        return isLead ? 1 : question.top;
      },
      get mostEmpty() {
        return emptyInARow < MOST_EMPTY_IN_A_ROW ? MOST_EMPTY_PAGES : 1;
      },
      priority: LANE_PRIORITY.start,
      accept: (page) => {
        const decoded = keysOf(page);
        if (!decoded.ok) return Promise.resolve(decoded);
        lastRows = decoded.value.length;
        emptyInARow = lastRows === 0 && page.continuation !== undefined ? emptyInARow + 1 : 0;
        rows.push(...decoded.value);
        return Promise.resolve(ok({ rows: lastRows }));
      },
    };
    try {
      for (let requests = 1; ; requests += 1) {
        const { top = question.top } = job;
        const page = await readNextPage(run, job);
        if (!page.ok) throw tableError(page.error);
        if ('fault' in job.state) throw tableError(job.state.fault);
        const isLast = job.state.at === 'done';
        if (lastRows > 0 && !isLead) pagesLeft -= 1;
        if (isLast || pagesLeft === 0) return { rows, hasMore: !isLast || lastRows >= top, requests };
        if (lastRows > 0) isLead = false;
      }
    } finally {
      dropLane(job);
    }
  };
  return { ask, isOver: run.breaker.isOver, end: run.breaker.end };
}

/** A run without queries, whose pages are not stored. */
function runOf({ tableName, policy, onEvent = () => undefined, ...options }: KeyPagesOptions): Run {
  return createRun(
    {
      ...options,
      queries: [],
      guards: [],
      retryPolicy: policy,
      onEvent,
      sink: () => Promise.reject(new Error('Keys are not stored.')),
      budget: { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
    },
    { index: 0, tableName },
  );
}

function keysOf({ body }: Page): Result<readonly EntityKey[], SinkFault> {
  // Uses the decoder of whole pages, because 1,000 keys of up to 1.5 kB each would exceed the limit of small samples.
  const decoded = decodePage(body);
  if (!decoded.ok) return fail({ message: decoded.error.message, nextStep: decoded.error.nextStep });
  const page = decoded.value;
  return ok(
    Array.from({ length: page.rowCount }, (_, row) => {
      const { partitionKey, rowKey } = pageEntity(page, row);
      return { partitionKey, rowKey };
    }),
  );
}
