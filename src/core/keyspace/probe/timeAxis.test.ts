import { describe, expect, it } from 'vitest';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { isInSpan } from '../../keys/rangeTruth.fixture.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { keysBeginningWith } from '../../keys/base/keySpan.ts';
import type { ProbeRow } from './probeTypes.ts';
import { type AskSpan, rowTicks, timeAxis } from './timeAxis.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MAX = 3_155_378_975_999_999_999n;
const MINUTE = 600_000_000n;
const d19 = (value: bigint): string => String(value).padStart(19, '0');

function schemeOf(id: string): KeyScheme {
  const scheme = schemeById(id);
  if (scheme === undefined) throw new Error(`There is no scheme ${id}.`);
  return scheme;
}

/** Three rows at each of five times, in key order. */
const rowsOf = (
  key: (ticks: bigint, at: number) => ProbeRow,
): readonly (ProbeRow & { readonly ticks: bigint })[] =>
  [0n, 1n, 2n, 7n, 60n]
    .flatMap((minutes) => [0, 1, 2].map((at) => ({ ticks: NEW_YEAR + minutes * MINUTE, at })))
    .map(({ ticks, at }) => ({ ...key(ticks, at), ticks }))
    .toSorted((a, b) =>
      `${a.partitionKey}\u0000${a.rowKey}` < `${b.partitionKey}\u0000${b.rowKey}` ? -1 : 1,
    );

const CASES = [
  {
    name: 'ticks in the PartitionKey',
    id: 'wad',
    isInRow: false,
    rows: rowsOf((ticks, at) => ({ partitionKey: `0${ticks}`, rowKey: `r${at}` })),
  },
  {
    name: 'inverted ticks in the PartitionKey',
    id: 'inverted-ticks19-partition',
    isInRow: false,
    rows: rowsOf((ticks, at) => ({ partitionKey: d19(MAX - ticks), rowKey: `r${at}` })),
  },
  {
    name: 'inverted ticks in the RowKey',
    id: 'inverted-ticks19',
    isInRow: true,
    rows: rowsOf((ticks, at) => ({ partitionKey: 'p', rowKey: `${d19(MAX - ticks)}-${at}` })),
  },
] as const;

describe.each(CASES)('the axis of $name', ({ id, isInRow, rows }) => {
  const scheme = schemeOf(id);
  const [first] = rows;
  if (first === undefined) throw new Error('There are no rows.');
  const partition = isInRow ? {} : keysBeginningWith(first.partitionKey.slice(0, 1));
  const axis = timeAxis(scheme, first, partition, { isInRow });
  const covered = (span: AskSpan | undefined) =>
    span === undefined
      ? []
      : rows.filter((row) => isInSpan(row.partitionKey, span.partition) && isInSpan(row.rowKey, span.row));
  const sign = axis.isDescending ? -1n : 1n;
  const positions = rows.map(({ ticks }) => sign * ticks);

  it('has the times of its rows, in key order', () => {
    expect(rows.map((row) => rowTicks(scheme, row))).toEqual(rows.map(({ ticks }) => ticks));
    expect(rows.map(axis.positionOf)).toEqual(positions);
    expect(positions.map(axis.ticksOf)).toEqual(rows.map(({ ticks }) => ticks));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    for (const position of positions) expect(axis.from <= position && position < axis.to).toBe(true);
  });

  it('covers the rows of a part of it, its bounds as said, and no others', () => {
    for (const from of positions) {
      for (const shift of [0n, axis.grain])
        expect(covered(axis.spanFrom(from + shift))).toEqual(
          rows.filter((_, at) => (positions[at] ?? 0n) >= from + shift),
        );
      for (const to of positions.filter((each) => each > from))
        expect(covered(axis.spanOf(from, to))).toEqual(
          rows.filter((_, at) => (positions[at] ?? 0n) >= from && (positions[at] ?? 0n) < to),
        );
    }
    expect(covered(axis.spanOf(axis.from, axis.to))).toEqual(rows);
  });

  it('is cut to the keys that may be requested', () => {
    const half = rows[7];
    if (half === undefined) throw new Error('There are too few rows.');
    const cut = isInRow ? { from: half.rowKey } : { from: half.partitionKey };
    const rest = timeAxis(scheme, first, partition, { isInRow, cut });
    const isCut = (row: ProbeRow): boolean => (isInRow ? row.rowKey : row.partitionKey) >= (cut.from ?? '');
    expect(covered(rest.spanFrom(rest.from))).toEqual(rows.filter(isCut));
    expect(covered(rest.spanOf(rest.from, rest.to))).toEqual(rows.filter(isCut));
  });
});

describe('the times that are searched', () => {
  const scheme = schemeOf('wad');
  const at = (ticks: bigint) => rowTicks(scheme, { partitionKey: `0${ticks}`, rowKey: '' });
  it('are 1970 to 2200', () => {
    const [from, to] = [621_355_968_000_000_000n, 693_937_152_000_000_000n];
    expect([at(from - 1n), at(from), at(to - 1n), at(to)]).toEqual([undefined, from, to - 1n, undefined]);
    const axis = timeAxis(scheme, { partitionKey: `0${NEW_YEAR}`, rowKey: '' }, {}, { isInRow: false });
    expect([axis.from, axis.to, axis.isDescending]).toEqual([from, to, false]);
    const inverted = schemeOf('inverted-ticks19-partition');
    const down = timeAxis(
      inverted,
      { partitionKey: d19(MAX - NEW_YEAR), rowKey: '' },
      {},
      { isInRow: false },
    );
    expect([down.from, down.to, down.isDescending]).toEqual([1n - to, 1n - from, true]);
  });

  it('have the grain of their template where the first row keeps it', () => {
    const grainOf = (ticks: bigint) =>
      timeAxis(scheme, { partitionKey: `0${ticks}`, rowKey: 'r' }, {}, { isInRow: false, grain: MINUTE })
        .grain;
    expect([grainOf(NEW_YEAR), grainOf(NEW_YEAR + 1n)]).toEqual([MINUTE, 1n]);
  });
});
