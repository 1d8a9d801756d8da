import { describe, expect, it } from 'vitest';
import { decoded, pageBytes } from '../../entities/page/entityPage.fixture.ts';
import { EntityStore } from '../../entities/store/entityStore.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { inputOf } from '../diagnosis/clean.fixture.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { KeyspaceFacts } from '../diagnosis/finding.ts';
import { COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { collectRows, type KeyRow, storeRows } from './collectRows.ts';
import { proposeScheme } from '../../entities/files/proposeScheme.ts';

const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const key = (prefix: number, minute: number) =>
  `${String(prefix).padStart(19, '0')}___${String(NEW_YEAR + BigInt(minute) * MINUTE).padStart(19, '0')}`;
const rowKey = (vm: number, row: number) => `dep___web___in_${vm}___${String(row).padStart(19, '0')}`;
const MDS = schemeById('mds-prefixed') ?? noneScheme;

/** Rows of three writers, one after another, as two exports. */
const ROWS = Array.from({ length: 60 }, (_, at) => ({
  PartitionKey: key((at % 3) * 5, Math.floor(at / 3)),
  RowKey: rowKey(at % 3, at),
  Timestamp: `2026-01-01T00:${String(Math.floor(at / 3) + 2).padStart(2, '0')}:00.1234567Z`,
  Level: at % 2,
}));

/** The lag of the same rows, if their Timestamps are written as other tools write them. */
function lagOf(timestamp: (minute: number) => string): unknown {
  const rows = ROWS.map(({ PartitionKey, RowKey }, at) => ({
    partitionKey: PartitionKey,
    rowKey: RowKey,
    timestamp: timestamp(Math.floor(at / 3) + 2),
    value: () => undefined,
  }));
  return collectRows(rows, { scheme: MDS, grouping: { by: 'prefix' } }).facts.lag;
}

function* keyRows(): Generator<KeyRow> {
  for (const row of ROWS)
    yield {
      partitionKey: row.PartitionKey,
      rowKey: row.RowKey,
      timestamp: row.Timestamp,
      value: (name) => (name === 'Level' ? String(row.Level) : undefined),
    };
}

describe('collectRows', () => {
  it('makes facts in one pass', () => {
    const options = { scheme: MDS, grouping: { by: 'prefix' }, nowTicks: NEW_YEAR + 9n * MINUTE } as const;
    const { facts, future } = collectRows(keyRows(), options);
    expect(facts).toMatchObject({
      timeSource: 'partition',
      partitions: { count: 60, rows: 60, largestRows: 1 },
      lag: { rows: 60, medianSeconds: 120, lateRows: 0 },
      writers: [0, 1, 2].map((vm) => ({ label: `dep___web___in_${vm}`, rows: 20 })),
    });
    expect(future.map(({ label, rows }) => [label, rows])).toEqual([
      ['0', 5],
      ['5', 5],
      ['10', 5],
    ]);
  });

  it('reads times of arrival as other tools write them, too', () => {
    const at = (minute: number) => String(minute).padStart(2, '0');
    const written = [
      (minute: number) => `2026-01-01T00:${at(minute)}:00Z`,
      (minute: number) => `2026-01-01 00:${at(minute)}:00.5z`,
      (minute: number) => `2026-01-01T01:${at(minute)}:00+01`,
    ];
    expect(written.map(lagOf)).toEqual(
      written.map(() => expect.objectContaining({ rows: 60, medianSeconds: 120 })),
    );
    expect(lagOf(() => 'yesterday')).toBeUndefined();
  });

  it('a rounding that the keys contradict is dropped, and one row per partition is told', () => {
    const prefix = '3'.padStart(19, '0');
    const facts = (count: number, odd: number) => {
      const rows = Array.from({ length: count }, (_, at) => {
        const ticks = NEW_YEAR + BigInt(at) * MINUTE + (at < odd ? 71n : 0n);
        return {
          partitionKey: `${prefix}___${String(ticks).padStart(19, '0')}`,
          rowKey: String(at),
          value: () => undefined,
        };
      });
      return collectRows(rows, { scheme: MDS, grouping: { by: 'prefix' }, roundingTicks: MINUTE }).facts;
    };
    const titles = (of: KeyspaceFacts) => {
      const grid = emptyGrid({ rowCount: 1, columnCount: 1, from: NEW_YEAR, bucketTicks: MINUTE }, COUNTED);
      return diagnose(inputOf(grid, 'prefix', of)).map(({ id }) => id);
    };
    // One row in twenty may have a time that is not rounded.
    expect(facts(300, 15).roundingTicks).toBe(MINUTE);
    expect(titles(facts(300, 15))).toEqual([]);
    expect(facts(300, 16).roundingTicks).toBeUndefined();
    expect(titles(facts(300, 16))).toEqual(['row-per-partition']);
    expect(titles(facts(300, 300))).toEqual(['row-per-partition']);
  });

  it('groups by any value, and rows without time stay countable', () => {
    const rows = keyRows();
    const { facts, future, pauses } = collectRows(rows, {
      scheme: noneScheme,
      grouping: { by: 'property', name: 'Level' },
    });
    expect(facts.writers?.map(({ group }) => group)).toEqual([undefined, undefined, undefined]);
    expect([facts.partitions?.rows, facts.lag, future, pauses]).toEqual([60, undefined, [], []]);
  });

  it('proposes the scheme of an export', () => {
    const [best] = proposeScheme(keyRows(), 'AppEventsVer1v0');
    expect(best?.schemeId).toBe('mds-prefixed');
  });
});

describe('storeRows', () => {
  it('gives the rows of a run as their export does', () => {
    const store = new EntityStore(MDS);
    store.append(decoded(pageBytes(ROWS.map((row) => JSON.stringify(row)))), 0);
    const facts = (rows: Iterable<KeyRow>) =>
      Array.from(rows, (row) => [
        row.partitionKey,
        row.rowKey,
        row.timestamp,
        row.value('Level'),
        row.value('none'),
      ]);
    expect(facts(storeRows(store))).toEqual(facts(keyRows()));
  });
});
