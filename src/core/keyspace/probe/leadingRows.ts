import type { GroupState } from './groupState.ts';
import type { Search } from './probeTypes.ts';

/** Rows of the one sample; it makes the estimate accurate to about 10 %. */
const SAMPLE_ROWS = 100;
/** Hex digits used as a position: 48 bits, exact in a double. */
const DIGITS = 12;

/** A hex key (without GUID hyphens) as a number in 0 .. 16^12; undefined for other keys. */
function hexPosition(key: string): number | undefined {
  const digits = key.replaceAll('-', '').slice(0, DIGITS);
  return digits.length === DIGITS && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/**
 * Estimates the rows whose hashes begin with one character, from how close the first hundred are: hashes are evenly distributed.
 * If the keys are not hex hashes, only how many there are at least is known.
 * @yields the next request
 */
export function* leadingRows(group: GroupState): Search<void> {
  const { head, partition, row } = group;
  const last = head.at(-1)?.partitionKey;
  // The last partition read may have a few more rows, which are not counted.
  const rest = last === undefined ? partition : { ...partition, from: `${last}\u0000` };
  const more =
    head.length < SAMPLE_ROWS ? yield { partition: rest, top: SAMPLE_ROWS } : { rows: [], hasMore: true };
  const known = [...head, ...more.rows];
  const start = hexPosition((Array.from(row.partitionKey)[0] ?? '').padEnd(DIGITS, '0'));
  const end = hexPosition(known.at(-1)?.partitionKey ?? '');
  if (!more.hasMore) group.rows = { rows: known.length, isCount: false, standardError: 1 };
  else if (start === undefined || end === undefined || end <= start) group.count(known.length, false);
  else {
    const rows = ((known.length - 1) * 16 ** (DIGITS - 1)) / (end - start);
    const standardError = rows / Math.sqrt(Math.max(1, known.length - 2));
    group.rows = { rows, isCount: false, standardError };
  }
}
