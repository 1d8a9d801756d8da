import type { KeySpan } from '../../keys/base/scheme.ts';
import type { Density } from './density.ts';
import type { Search } from './findEnd.ts';
import type { ProbeRow } from './probeTypes.ts';

/** Rows of the one sample: the estimate is good to a tenth. */
const SAMPLE_ROWS = 100;
/** Hex digits that a position counts: 48 bits, exact in a double. */
const DIGITS = 12;

/** A key of hex digits (GUID hyphens left out) as a number in 0 .. 16^12; undefined for other keys. */
function hexPosition(key: string): number | undefined {
  const digits = key.replaceAll('-', '').slice(0, DIGITS);
  return digits.length === DIGITS && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/**
 * Rows whose hashes begin with one character, from how close together the first hundred lie: hashes spread evenly over their
 * space. Undefined where keys are no hex hashes. `seen`: its rows that were read before, the first ones in key order; they are not
 * read again.
 * @yields what to ask
 */
export function* leadingRows(
  partition: KeySpan,
  first: ProbeRow,
  seen: readonly ProbeRow[] = [],
): Search<Density | undefined> {
  let known = seen;
  let hasMore = true;
  if (known.length < SAMPLE_ROWS) {
    const last = known.at(-1);
    // Of the last partition read more rows may follow: a few that are not counted.
    const rest = last === undefined ? partition : { ...partition, from: `${last.partitionKey}\u0000` };
    const answer = yield { partition: rest, purpose: 'density', top: SAMPLE_ROWS };
    known = [...known, ...answer.rows];
    ({ hasMore } = answer);
  }
  if (!hasMore)
    return { rows: known.length, isCount: seen.length === 0, standardError: seen.length === 0 ? 0 : 1 };
  const head = Array.from(first.partitionKey)[0] ?? '';
  const start = hexPosition(head.padEnd(DIGITS, '0'));
  const last = hexPosition(known.at(-1)?.partitionKey ?? '');
  if (start === undefined || last === undefined || last <= start) return undefined;
  const count = known.length - 1;
  const estimate = (count * 16 ** (DIGITS - 1)) / (last - start);
  return { rows: estimate, isCount: false, standardError: estimate / Math.sqrt(Math.max(1, count - 1)) };
}
