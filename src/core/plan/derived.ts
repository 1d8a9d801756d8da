/**
 * What rows were made from if no query returned them as they are. However complete the sources, such a result is only
 * part of a table, or not its rows at all. So it is Derived at best, never Complete.
 */
export interface Derived {
  /**
   * `difference`: rows of one result that another one does not have. `points`: properties of rows, each at its own time. `sql`: the
   * answer to a query.
   */
  readonly kind: 'difference' | 'points' | 'sql';
  /** Name of the result that the rows are from, or several names; '': none. */
  readonly of: string;
  /** Name of the result that does not have them; for `difference`. */
  readonly lackedBy?: string;
  /** The states of its sources, `of` first; set only if neither lacks anything. */
  readonly sources?: readonly ProvenState[];
}

/** `derived`: itself made from results, so only a part of a table. */
export type ProvenState = 'complete' | 'derived';

/** What follows "12 rows" or "rows": `of "Logs, 12:00 to 13:00", absent from "Logs, 11:00 to 12:00"`. */
export function derivedWords({ kind, of, lackedBy = 'the other result' }: Derived): string {
  if (kind === 'sql') return of === '' ? 'by SQL' : `by SQL from "${of}"`;
  return kind === 'points' ? `read as points from "${of}"` : `of "${of}", absent from "${lackedBy}"`;
}

const SOURCE_WORDS: Readonly<Record<ProvenState, string>> = { complete: 'Complete', derived: 'Derived' };

/** What a derived result says in place of Complete: `Derived, source Complete`, `Derived, one Complete, one Derived`. */
export function derivedStateWords({ sources = [] }: Pick<Derived, 'sources'>): string {
  const [first, second] = sources.toSorted();
  if (first === undefined) return 'Derived';
  if (second === undefined) return `Derived, source ${SOURCE_WORDS[first]}`;
  return first === second
    ? `Derived, both ${SOURCE_WORDS[first]}`
    : `Derived, one ${SOURCE_WORDS[first]}, one ${SOURCE_WORDS[second]}`;
}

/** Whether a result is everything it claims to be: all rows of a query, or derived from such results. */
export function isProven({ state }: { readonly state: string }): boolean {
  return state === 'complete' || state === 'derived';
}
