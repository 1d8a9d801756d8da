import type { KeySpan } from '../../keys/scheme.ts';
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
 * space. Undefined where keys are no hex hashes.
 * @yields what to ask
 */
export function* leadingRows(partition: KeySpan, first: ProbeRow): Search<Density | undefined> {
  const answer = yield { partition, purpose: 'density', top: SAMPLE_ROWS };
  const { rows, hasMore } = answer;
  if (!hasMore && rows.length < SAMPLE_ROWS) return { rows: rows.length, isCount: true, standardError: 0 };
  const head = Array.from(first.partitionKey)[0] ?? '';
  const start = hexPosition(head.padEnd(DIGITS, '0'));
  const last = hexPosition(rows.at(-1)?.partitionKey ?? '');
  if (start === undefined || last === undefined || last <= start) return undefined;
  const count = rows.length - 1;
  const estimate = (count * 16 ** (DIGITS - 1)) / (last - start);
  return { rows: estimate, isCount: false, standardError: estimate / Math.sqrt(Math.max(1, count - 1)) };
}
