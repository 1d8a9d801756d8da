/**
 * How rows were made that no query returned as they are. However complete the sources, they are only part of a table, or not its rows at
 * all. So such a result is Derived at best, never Complete.
 */
export interface Derived {
  /**
   * `difference`: rows of one result that another one lacks. `points`: properties of rows, each at its own time. `sql`: the answer to an
   * SQL query.
   */
  readonly kind: 'difference' | 'points' | 'sql';
  /** The name of the result that the rows are from, or several names; '' if there is none. */
  readonly of: string;
  /** The name of the result that lacks the rows. Only for `difference`. */
  readonly lackedBy?: string;
  /** The states of the sources, that of `of` first. Set only if every source holds all its rows. */
  readonly sources?: readonly ProvenState[];
}

/** A source is `derived` if it was itself made from other results. */
export type ProvenState = 'complete' | 'derived';

/** The words after "12 rows" or "rows": `of "Logs, 12:00 to 13:00", absent from "Logs, 11:00 to 12:00"`. */
export function derivedWords({ kind, of, lackedBy = 'the other result' }: Derived): string {
  if (kind === 'sql') return of === '' ? 'by SQL' : `by SQL from "${of}"`;
  return kind === 'points' ? `read as points from "${of}"` : `of "${of}", absent from "${lackedBy}"`;
}

const SOURCE_WORDS: Readonly<Record<ProvenState, string>> = { complete: 'Complete', derived: 'Derived' };

/** The state of a derived result in words: `Derived, source Complete`, `Derived, one Complete, one Derived`. */
export function derivedStateWords({ sources = [] }: Pick<Derived, 'sources'>): string {
  const [first, second] = sources.toSorted();
  if (first === undefined) return 'Derived';
  if (second === undefined) return `Derived, source ${SOURCE_WORDS[first]}`;
  return first === second
    ? `Derived, both ${SOURCE_WORDS[first]}`
    : `Derived, one ${SOURCE_WORDS[first]}, one ${SOURCE_WORDS[second]}`;
}

/** Whether a result is all that it claims to be: every row of a query, or derived from such results. */
export function isProven({ state }: { readonly state: string }): boolean {
  return state === 'complete' || state === 'derived';
}
