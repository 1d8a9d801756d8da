import type { KeySpan } from '../../keys/base/scheme.ts';
import type { Density } from './density.ts';
import type { Search } from './findEnd.ts';
import type { ProbeRow } from './probeTypes.ts';

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
 * Undefined if the keys are not hex hashes. `seen` holds the first rows in key order that were already read.
 * @yields the next request
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
    // The last partition read may have a few more rows, which are not counted.
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
