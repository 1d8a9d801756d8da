/** Rows, and bytes of pages. */
export interface ReadAmount {
  readonly rows: number;
  readonly bytes: number;
}

/** How much a run may hold in all, its resumed parts included, before it stops. */
export interface RunBudget extends ReadAmount {
  /** Where the run cannot go on; undefined: it always may, with a larger budget. */
  readonly ceiling?: ReadAmount;
}

/** Pages without a row, one after the other, before a query stops its run. */
export const MOST_EMPTY_PAGES = 500;
/** A header holds bytes: as many as the characters of all continuations of a run. */
export const MOST_TOKEN_BYTES = 64 * 1024 * 1024;

/** A run may be continued until it holds so many times its first budget. */
const CEILING_STEPS = 3;

/** The budget of a run that holds `held`: one step more, up to the ceiling. */
export function nextBudget(step: ReadAmount, held: ReadAmount): RunBudget {
  const ceiling = { rows: step.rows * CEILING_STEPS, bytes: step.bytes * CEILING_STEPS };
  return {
    rows: Math.min(held.rows + step.rows, ceiling.rows),
    bytes: Math.min(held.bytes + step.bytes, ceiling.bytes),
    ceiling,
  };
}

/** Which part of the budget is used up; undefined: none. */
export function spentPart(budget: RunBudget, held: ReadAmount): 'rows' | 'bytes' | undefined {
  if (held.rows >= budget.rows) return 'rows';
  return held.bytes >= budget.bytes ? 'bytes' : undefined;
}

/** Whether no larger budget is to be had for the part that is used up. */
export function isCeiling({ ceiling, ...budget }: RunBudget, part: 'rows' | 'bytes'): boolean {
  return ceiling !== undefined && budget[part] >= ceiling[part];
}
