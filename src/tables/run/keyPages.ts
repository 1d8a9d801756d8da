import { decodePage } from '../../core/entities/page/decodePage.ts';
import { pageEntity } from '../../core/entities/page/decodedPage.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { TablesEnv } from '../base/env.ts';
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

/** Empty pages in a row before giving up: more means a service that never answers. */
export const MOST_EMPTY_PAGES = 100;
/** The same over all questions since the last answer: then one empty page is enough to give a question up. */
export const MOST_EMPTY_IN_A_ROW = 500;

/** Asks for the first keys of a range. */
export interface KeyQuestion {
  /** Tells it from the other questions: each has its own retries. */
  readonly id: number;
  /** 1 to 1000. */
  readonly top: number;
  /**
   * Pages to read while the range continues, after a first page of one row: if there are two rows, that page must bring
   * a token, and so shows whether tokens are readable. Undefined: one page.
   */
  readonly pages?: number | undefined;
  /** Undefined: from the first key of the table on. */
  readonly filter?: string | undefined;
}

/** The keys found; empty pages with a token were skipped. */
export interface KeyAnswer {
  readonly rows: readonly EntityKey[];
  /** The last page brought a token or was full: without a token that proves no end. */
  readonly hasMore: boolean;
  /** Pages read for it, including empty ones. */
  readonly requests: number;
}

export interface KeyPagesOptions {
  readonly tableName: string;
  readonly reader: PageReader;
  readonly lanes: Lanes;
  readonly env: TablesEnv;
  /** Aborting stops all sending. */
  readonly signal: AbortSignal;
  readonly policy?: RetryPolicy;
  /** Hears of each request, as a run does. */
  readonly onEvent?: (event: RunEvent) => void;
}

/**
 * Sends many small questions about one table as a run sends its pages, behind one circuit breaker. So a storm costs one
 * request every few seconds, not a retry for every question.
 */
export interface KeyPages {
  /** Throws TableError if the question is given up or cancelled. */
  readonly ask: (question: KeyQuestion) => Promise<KeyAnswer>;
  /** True after an outage that was given up: no question is sent any more. */
  readonly isOver: () => boolean;
  /** Restores the lane limit. */
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

/** A run without queries. Its pages are not stored. */
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
  // A page may have 1,000 rows, and a key up to 1.5 kB of UTF-8: more than a small sample may have.
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
