import fc from 'fast-check';
import { isInRange } from './rangeTruth.fixture.ts';
import type { KeyRangeOptions, TableKeyRange } from './base/scheme.ts';
import { MAX } from '../time/units.fixture.ts';

export interface WrittenRow {
  readonly tableName?: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Ticks of 2000 .. 2099, as they are in keys of current systems. */
export const someTicks = fc.bigInt({ min: 630822816000000000n, max: 662380416000000000n });

/** 2023 .. 2060, in which the numbers of all schemes have one width (KSUIDs from 2014, Twitter's ids of 19 digits, FILETIME with 18). */
export const steadyTicks = fc.bigInt({ min: 638081280000000000n, max: 649757376000000000n });

/** All instants that a DateTime can hold. */
export const allTicks = fc.bigInt({ min: 0n, max: 3155378975999999999n });

/** A window with instants in and around it. Many are on, or one tick beside, its edges and whole minutes. */
export function windows(ticks: fc.Arbitrary<bigint> = someTicks): fc.Arbitrary<{
  readonly from: bigint;
  readonly to: bigint;
  readonly instants: readonly bigint[];
}> {
  const length = fc.oneof(
    fc.bigInt({ min: 1n, max: 100n }),
    fc.bigInt({ min: 1n, max: 200n * 600_000_000n }),
    fc.bigInt({ min: 1n, max: 40n * 864_000_000_000n }),
  );
  const nudge = fc.constantFrom(
    0n,
    0n,
    1n,
    -1n,
    10_000n,
    10_000_000n,
    -10_000_000n,
    600_000_000n,
    -600_000_000n,
  );
  const edge = fc.tuple(
    ticks,
    length,
    fc.array(fc.tuple(fc.nat(1000), nudge), { minLength: 8, maxLength: 24 }),
  );
  return edge.map(([start, span, points]) => {
    const isRound = span % 3n === 0n;
    const from = isRound ? start - (start % 600_000_000n) : start;
    const to = from + span;
    const instants = points.flatMap(([share, step]) => [
      from + step,
      to + step,
      from + (span * BigInt(share)) / 500n + step,
      from - (span * BigInt(share)) / 1000n,
    ]);
    return { from, to, instants: instants.filter((at) => at >= 0n && at <= 3155378975999999999n) };
  });
}

/** How many of the ranges select a row. More than one would count the row twice. */
export function timesSelected(row: WrittenRow, ranges: readonly TableKeyRange[]): number {
  return ranges.filter(
    (range) =>
      (range.tableName === undefined || row.tableName === undefined || range.tableName === row.tableName) &&
      isInRange(row.partitionKey, row.rowKey, range),
  ).length;
}

/** A writer that tests implement themselves, with its own rounding. */
export interface Writer {
  readonly write: (ticks: bigint, seed: number) => WrittenRow;
  /** The first and last instant of the bucket that contains an instant. */
  readonly bucket: (ticks: bigint) => { readonly first: bigint; readonly last: bigint };
  readonly options?: KeyRangeOptions;
}

export function bucketMeets(
  bucket: { readonly first: bigint; readonly last: bigint },
  window: { readonly from: bigint; readonly to: bigint },
): boolean {
  return bucket.last >= window.from && bucket.first < window.to;
}

/** Pads a number to 19 digits, as .NET's "D19" does. */
export function d19(value: bigint | number): string {
  return value.toString(10).padStart(19, '0');
}

export function d20(value: bigint): string {
  return value.toString(10).padStart(20, '0');
}

export function inv19(ticks: bigint): string {
  return d19(MAX - ticks);
}

export function inv20(ticks: bigint): string {
  return d20(MAX - ticks);
}
