import type { Completeness, Counted, Unread } from './completeness.ts';
import { derivedStateWords, derivedWords } from './derived.ts';
import { countText, rowCountWords } from '../words.ts';

const STATE_WORDS: Readonly<Record<Completeness['state'], string>> = {
  running: 'Reading',
  complete: 'Complete',
  derived: 'Derived',
  incomplete: 'Incomplete',
  unverifiable: 'Unverifiable',
  stopped: 'Stopped',
};

/** `Complete`, `Derived, source Complete`. */
export function stateWords({ state, derived }: Pick<Completeness, 'state' | 'derived'>): string {
  return state === 'derived' ? derivedStateWords(derived ?? {}) : STATE_WORDS[state];
}

/** `10 in each of 4 tables`, because a window over several tables reads every prefix in each of them. */
function tablesWords({ tables, queriesAsked }: Counted): readonly string[] {
  if (tables === undefined) return [];
  const each = queriesAsked / tables;
  return Number.isInteger(each) && each > 1
    ? [`${countText(each)} in each of ${countText(tables)} tables`]
    : [`in ${countText(tables)} tables`];
}

/** `keys without a prefix, 2 of 3 queries`. The second part is only there if some table is read by several queries. */
function unprefixedWords({ unprefixed, queriesAsked }: Counted): readonly string[] {
  if (unprefixed === undefined) return [];
  const { done, asked } = unprefixed;
  const queries = asked > queriesAsked ? [`${countText(done)} of ${countText(asked)} queries`] : [];
  return ['keys without a prefix', ...queries];
}

/** The notes that belong to the counts of a result. */
export function countedNotes(counted: Counted): readonly string[] {
  const { filterNote, splitNote, schemeNote, absentNote, secondaryNote, arrivalNote } = counted;
  return [filterNote, splitNote, schemeNote, absentNote, secondaryNote, arrivalNote].filter(
    (note) => note !== undefined,
  );
}

/**
 * The claim of a result, without its reasons: `Complete: 12,345 rows from 100 of 100 prefixes`. It adds ` (10 in each of 10 tables)` for
 * several tables and ` (keys without a prefix)` where there are none. If all of it is outside the SAS range, it says that instead.
 */
export function claimText(
  completeness: Counted & Pick<Completeness, 'state'> & Partial<Pick<Unread, 'reasons'>>,
): string {
  const { rows, queriesDone, queriesAsked, reasons = [], derived } = completeness;
  const sent = completeness.unprefixed?.asked ?? queriesAsked;
  const beside = [...tablesWords(completeness), ...unprefixedWords(completeness)];
  // Rows outside the SAS range are hidden, so "0 rows" would say nothing.
  const isOutOfReach =
    rows === 0 &&
    queriesDone === 0 &&
    reasons.some(({ kind, queries }) => kind === 'outside-sas' && queries.length === sent);
  const counted = `${rowCountWords(rows)} from ${countText(queriesDone)} of ${countText(queriesAsked)} prefixes`;
  const what = isOutOfReach
    ? 'outside the SAS range, nothing could be read'
    : `${counted}${beside.length === 0 ? '' : ` (${beside.join(', ')})`}`;
  return `${stateWords(completeness)}: ${derived === undefined ? what : `${rowCountWords(rows)} ${derivedWords(derived)}`}`;
}

/** Every sentence about a result, reasons before notes. */
export function claimSentences(completeness: Completeness): readonly string[] {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  return [...reasons, ...countedNotes(completeness)];
}

/** The claim, then its reasons and notes as sentences. */
export function completenessText(completeness: Completeness): string {
  const sentences = claimSentences(completeness);
  const claim = claimText(completeness);
  return sentences.length === 0 ? claim : `${claim}. ${sentences.join(' ')}`;
}

/**
 * A row count and how far to trust it: `12,345 rows`; `12,345 rows so far` during the run; `At least 12,345 rows` if some are unread;
 * `12,345 rows, perhaps more` if that is not known.
 */
export function rowCountText(rows: number, state: Completeness['state']): string {
  const count = rowCountWords(rows);
  switch (state) {
    case 'complete':
    case 'derived':
      return count;
    case 'running':
      return `${count} so far`;
    case 'unverifiable':
      return `${count}, perhaps more`;
    case 'incomplete':
    case 'stopped':
      return rows === 0 ? 'No rows so far' : `At least ${count}`;
  }
}
