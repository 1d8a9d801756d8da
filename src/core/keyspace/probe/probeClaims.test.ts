// What a probe may not claim: an end that was not seen, a zero behind one, a count of rows that were not all read.
import { describe, expect, it } from 'vitest';
import { Probe } from './probe.ts';
import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';
import { answerOf, drive, type SortedTable } from './sortedTable.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MINUTE = 600_000_000n;
const pad = (value: bigint | number): string => String(value).padStart(19, '0');

function tableOf(rows: number, minuteOf: (row: number) => number): SortedTable {
  const keyAt = (row: number): ProbeRow => ({
    partitionKey: `${pad(3)}___${pad(NEW_YEAR + BigInt(minuteOf(row)) * MINUTE)}`,
    rowKey: pad(row),
  });
  return { count: rows, keyAt };
}

function probeOf(more: { readonly mostEndRequests?: number } = {}): Probe {
  return new Probe({ tableName: '', nowTicks: NEW_YEAR + 100_000n * MINUTE, ...more });
}

describe('what a probe does not claim', () => {
  it('an end that was not found is none: rows behind it are no zero', () => {
    for (const mostEndRequests of [1, 2, 3]) {
      const table = tableOf(90_000, (row) => row);
      const probe = probeOf({ mostEndRequests });
      drive(probe, table);
      const [group] = probe.picture().groups;
      expect(group?.last?.isExact).toBe(false);
      probe.look({ from: NEW_YEAR, to: NEW_YEAR + 90_000n * MINUTE, columns: 30 });
      drive(probe, table);
      const { cells, read } = probe.picture();
      expect(cells.length).toBeGreaterThan(5);
      expect(cells.filter(({ rows, isCount }) => isCount && rows === 0)).toEqual([]);
      expect(read.isAtLeast).toBe(true);
    }
  });

  it('a bound is no count: of one time there are more rows than were read', () => {
    for (const crowd of [8000, 30_000]) {
      // A row a minute, then a crowd in one minute, then a row a minute again.
      const table = tableOf(crowd + 20_000, (row) =>
        row < 10_000 ? row : row < 10_000 + crowd ? 10_000 : row - crowd + 1,
      );
      const probe = probeOf();
      drive(probe, table);
      const at = NEW_YEAR + 10_000n * MINUTE;
      probe.look({ from: at, to: at + MINUTE, columns: 1 });
      drive(probe, table);
      const cell = probe.picture().cells.find(({ from, to }) => from === at && to === at + MINUTE);
      expect(cell?.rows).toBeGreaterThan(1000);
      expect([cell?.isCount, (cell?.rows ?? 0) < crowd]).toEqual([false, true]);
    }
  });

  it('a page that is cut without a word is no end: the last time is that of the last row', () => {
    const table = tableOf(40_000, (row) => row * 2);
    // As a service whose tokens cannot be read, told by the driver: what is as long as was asked for may go on.
    const answer = (request: ProbeRequest): ProbeAnswer => {
      const { rows } = answerOf(table, request);
      const most = request.pages === undefined ? request.top : 1 + request.pages * request.top;
      return { rows, hasMore: rows.length >= most };
    };
    const probe = probeOf();
    for (let request = probe.next(); request !== undefined; request = probe.next())
      probe.accept(request.id, answer(request));
    // And as one that ends answers early, with a token.
    const cut = probeOf();
    drive(cut, table, 1);
    for (const each of [probe, cut]) {
      const [group] = each.picture().groups;
      expect(group?.last).toEqual({ ticks: NEW_YEAR + 79_998n * MINUTE, isExact: true });
    }
  });
});
