/** An amount of rows, and of bytes of their pages. */
export interface ReadAmount {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * A run stops at this limit, and each time it is continued it may read as much again. A row takes about 435 bytes in the worker (all
 * columns).
 */
export const RUN_BUDGET: ReadAmount = { rows: 1_000_000, bytes: 768 * 1024 * 1024 };

/** How much a run may hold in total, including the parts that it resumes, before it stops. */
export interface RunBudget extends ReadAmount {
  /** The limit above which the run cannot continue; undefined if there is none. */
  readonly ceiling?: ReadAmount;
}

/** After this many empty pages in a row, a query stops its run. */
export const MOST_EMPTY_PAGES = 500;
/** Total length of a run's continuation tokens. A character of a header is one byte. */
const MOST_TOKEN_BYTES = 64 * 1024 * 1024;

/** A run may be continued until it holds this many times its first budget. */
const CEILING_STEPS = 3;

const NOTHING: ReadAmount = { rows: 0, bytes: 0 };

/** The most that all results of the page may hold together. */
export function mostHeld(step: ReadAmount): ReadAmount {
  return { rows: step.rows * CEILING_STEPS, bytes: step.bytes * CEILING_STEPS };
}

/** The budget for continuing a run that holds `held`: one step more, as far as the other results leave room below the ceiling. */
export function nextBudget(step: ReadAmount, held: ReadAmount, others: ReadAmount = NOTHING): RunBudget {
  const most = mostHeld(step);
  const ceiling = {
    rows: Math.max(0, most.rows - others.rows),
    bytes: Math.max(0, most.bytes - others.bytes),
  };
  return {
    rows: Math.min(held.rows + step.rows, ceiling.rows),
    bytes: Math.min(held.bytes + step.bytes, ceiling.bytes),
    ceiling,
  };
}

/** Whether the continuation tokens of a run take so much memory that it must stop. */
export function areTokensSpent(tokenBytes: number): boolean {
  return tokenBytes >= MOST_TOKEN_BYTES;
}

/** Which part of the budget is used up; undefined if neither is. */
export function spentPart(budget: RunBudget, held: ReadAmount): 'rows' | 'bytes' | undefined {
  if (held.rows >= budget.rows) return 'rows';
  return held.bytes >= budget.bytes ? 'bytes' : undefined;
}

export function isCeiling({ ceiling, ...budget }: RunBudget, part: 'rows' | 'bytes'): boolean {
  return ceiling !== undefined && budget[part] >= ceiling[part];
}
