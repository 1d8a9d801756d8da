/**
 * What rows were made from, if no query read them as they are. However whole its sources are, such a result is a part of a table, or
 * something else than its rows: it never says Complete.
 */
export interface Derived {
  /** `difference`: rows of one result that another one does not have. `points`: properties of rows, each at its own time. */
  readonly kind: 'difference' | 'points';
  /** Name of the result that the rows are from. */
  readonly of: string;
  /** Name of the result that does not have them; for `difference`. */
  readonly lackedBy?: string;
}

/** What follows "12 rows" or "rows": `of "Logs, 12:00 to 13:00", absent from "Logs, 11:00 to 12:00"`. */
export function derivedWords({ kind, of, lackedBy = 'the other result' }: Derived): string {
  return kind === 'points' ? `read as points from "${of}"` : `of "${of}", absent from "${lackedBy}"`;
}

/** What a derived result says in place of Complete. */
export function derivedStateWords({ kind }: Pick<Derived, 'kind'>): string {
  return kind === 'points' ? 'Derived, source Complete' : 'Derived, both Complete';
}

/** Whether nothing is missing of what a result says it is: every row of a query, or what was made of such results. */
export function isProven({ state }: { readonly state: string }): boolean {
  return state === 'complete' || state === 'derived';
}
