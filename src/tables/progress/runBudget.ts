/** Rows, and bytes of pages. */
export interface ReadAmount {
  readonly rows: number;
  readonly bytes: number;
}

/** A run stops at this limit, and at as much more each time it is continued. A row takes about 435 bytes in the worker (all columns). */
export const RUN_BUDGET: ReadAmount = { rows: 1_000_000, bytes: 768 * 1024 * 1024 };

/** How much a run may hold in total, including resumed parts, before it stops. */
export interface RunBudget extends ReadAmount {
  /** The limit above which the run cannot continue; undefined: no limit. */
  readonly ceiling?: ReadAmount;
}

/** Consecutive empty pages after which a query stops its run. */
export const MOST_EMPTY_PAGES = 500;
/** Total characters of a run's continuation tokens; headers are bytes. */
const MOST_TOKEN_BYTES = 64 * 1024 * 1024;

/** A run may continue up to this many times its first budget. */
const CEILING_STEPS = 3;

const NOTHING: ReadAmount = { rows: 0, bytes: 0 };

/** The most that all results of a page hold together. */
export function mostHeld(step: ReadAmount): ReadAmount {
  return { rows: step.rows * CEILING_STEPS, bytes: step.bytes * CEILING_STEPS };
}

/** The next budget of a run that holds `held`: one step more, up to what the other results leave of the ceiling. */
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

/** Whether a run has so many bytes of tokens that it stops. */
export function areTokensSpent(tokenBytes: number): boolean {
  return tokenBytes >= MOST_TOKEN_BYTES;
}

/** Which part of the budget is used up; undefined: none. */
export function spentPart(budget: RunBudget, held: ReadAmount): 'rows' | 'bytes' | undefined {
  if (held.rows >= budget.rows) return 'rows';
  return held.bytes >= budget.bytes ? 'bytes' : undefined;
}

/** Whether the used-up part is at its ceiling. */
export function isCeiling({ ceiling, ...budget }: RunBudget, part: 'rows' | 'bytes'): boolean {
  return ceiling !== undefined && budget[part] >= ceiling[part];
}
