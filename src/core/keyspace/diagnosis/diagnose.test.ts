import { describe, expect, it } from 'vitest';
import { type CellGrid, COUNTED, READING, emptyGrid } from '../map/cellGrid.ts';
import { inputFrom } from './cells.fixture.ts';
import { cleanGrid, cleanTable, inputOf, NEW_YEAR } from './clean.fixture.ts';
import { diagnose, diagnosisOf } from './diagnose.ts';
import type { Finding, KeyspaceFacts } from './finding.ts';
import { sentenceText } from './phrase.ts';

const MINUTE = 600_000_000n;
const SHAPE = { rows: 20, columns: 240, cellSeconds: 60, mean: 20, spread: 0.3, night: 0.5, seed: 11 };

type Change = (count: number, row: number, column: number) => number;

/** A clean table, changed. */
function planted(change: Change, shape: Partial<typeof SHAPE> = {}): CellGrid {
  const grid = cleanGrid({ ...SHAPE, ...shape });
  for (const [at, count] of grid.counts.entries()) {
    const column = at % grid.columnCount;
    grid.counts[at] = Math.round(change(count, Math.floor(at / grid.columnCount), column));
  }
  return grid;
}

function idsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ id }) => id))].toSorted();
}

function said({ sentence }: Finding): string {
  return sentenceText(sentence);
}

function timeOf(column: number): bigint {
  return NEW_YEAR + BigInt(column) * MINUTE;
}

/** The one finding, checked for what every finding must have. */
function only(findings: readonly Finding[], id: string): Finding {
  expect(idsOf(findings)).toEqual([id]);
  const finding = findings[0] as Finding;
  expect(finding.confidence).toBeGreaterThanOrEqual(0.7);
  expect(finding.confidence).toBeLessThanOrEqual(1);
  expect(said(finding)).toMatch(/\d.*\.$/);
  expect(finding.advice).toMatch(/\.$/);
  return finding;
}

describe('diagnose: planted in the cells', () => {
  it('a silent prefix: stopped, or stopped for a while; one that never wrote is none', () => {
    const stopped = only(
      diagnose(inputOf(planted((count, row, column) => (row === 5 && column >= 200 ? 0 : count)))),
      'silent-prefix',
    );
    expect(stopped.title).toBe('Prefix 5 is silent');
    expect(stopped.cells).toEqual([{ rows: [5], from: timeOf(200), to: timeOf(240), within: MINUTE }]);
    // Only the columns are known, so the time of the row is a bound.
    expect(said(stopped)).toMatch(
      /^Prefix 5: last row between 2026-01-01T03:19:00Z and 2026-01-01T03:20:00Z\. Usually one every [\d.]+ s; about [\d,]+ missing\.$/,
    );
    const paused = diagnose(
      inputOf(planted((count, row, column) => (row === 5 && column >= 100 && column < 130 ? 0 : count))),
    );
    expect(only(paused, 'silent-prefix').title).toBe('Prefix 5 was silent');
    expect(diagnose(inputOf(planted((count, row) => (row % 4 === 0 ? 0 : count))))).toEqual([]);
  });

  it('a gap for all, and no silence of anyone beside it', () => {
    const finding = only(
      diagnose(inputOf(planted((count, _row, column) => (column >= 90 && column < 97 ? 0 : count)))),
      'gap-for-all',
    );
    expect(finding.cells).toMatchObject([{ from: timeOf(90), to: timeOf(97) }]);
    expect(said(finding)).toMatch(
      /^Last row of all: between .*, next between .*\. Usually [\d.]+ rows\/s; about/,
    );
  });

  it('a gap up to now, once it is longer than writers are late', () => {
    const stopped = planted((count, _row, column) => (column >= 200 ? 0 : count));
    const at = (column: number, more: KeyspaceFacts = {}) =>
      diagnose(inputOf(stopped, 'prefix', { nowTicks: timeOf(column), ...more }));
    const finding = only(at(240), 'gap-for-all');
    expect(finding.title).toBe('No new rows');
    expect(finding.cells).toMatchObject([{ from: timeOf(200), to: timeOf(230) }]);
    expect(at(210)).toEqual([]);
    only(at(212), 'gap-for-all');
    // The last row is in the middle of its column.
    const last = timeOf(200) - 300_000_000n;
    const open = { from: last, to: last, isOpen: true } as const;
    const exact = only(at(240, { pauses: [open] }), 'gap-for-all');
    expect(exact.cells).toMatchObject([{ from: last, to: timeOf(230), within: 1n }]);
    expect(said(exact)).toMatch(/^Last row of all: 2026-01-01T03:19:29\.9999999Z\. Usually/);
    const early = planted((count, _row, column) => (column >= 20 ? 0 : count));
    only(diagnose(inputOf(early, 'prefix', { nowTicks: timeOf(240) })), 'gap-for-all');
    const lag = { rows: 90, medianSeconds: 900, p99Seconds: 3000, maxSeconds: 3200, lateRows: 0 };
    expect(at(240, { lag })).toEqual([]);
    expect(diagnose(inputOf(stopped))).toEqual([]);
  });

  it('no rate in cells of a few milliseconds, and no silence of partitions that a time ends', () => {
    const short = inputOf({ ...planted((count) => count), bucketTicks: 10_000n });
    expect(diagnose(short)).toEqual([]);
    const passing = planted((count, row, column) => (Math.abs(column - row * 12) < 60 ? count : 0));
    expect(idsOf(diagnose(inputOf(passing, 'partition', { timeSource: 'partition' })))).toEqual([]);
  });

  it('no period and no gaps in times that are rounded coarser than a column, known or not', () => {
    const comb = planted((count, _row, column) => (column % 5 === 0 ? count * 5 : 0));
    expect(diagnose(inputOf(comb))).toEqual([]);
    expect(diagnose(inputOf(comb, 'prefix', { roundingTicks: 5n * MINUTE }))).toEqual([]);
    // Every 5 min, in columns of 2 min: columns 0, 2, 5, 7, 10 ...
    const uneven = planted((count, _row, column) => (column % 5 === 0 || column % 5 === 2 ? count * 2 : 0), {
      cellSeconds: 120,
    });
    expect(idsOf(diagnose(inputOf(uneven)))).toEqual(['periodicity']);
    expect(diagnose(inputOf(uneven, 'prefix', { roundingTicks: 5n * MINUTE }))).toEqual([]);
  });

  it('says nothing of silence where cells were not all read', () => {
    const grid = planted((count, row, column) => (row === 5 && column >= 200 ? 0 : count));
    grid.states[5 * grid.columnCount + 230] = READING;
    expect(diagnose(inputOf(grid))).toEqual([]);
    const empty = emptyGrid({ rowCount: 0, columnCount: 0, from: 0n, bucketTicks: 1n }, COUNTED);
    expect(diagnose(inputOf(empty))).toEqual([]);
  });
});

describe('diagnose: how a table is designed and used', () => {
  // The load of the first four partitions, in turns.
  const cells = [2_990_000, 120_000, 120_000, 120_000].map((rows, at) => [0, 0, 0, 0].with(at, rows));
  const writers = Array.from({ length: 10 }, (_, at) => ({ label: `vm_${at}`, rows: at === 3 ? 9000 : 500 }));
  const facts: KeyspaceFacts = { timeSource: 'partition', front: 'upper', writers };
  const partitions = (count: number, rows: number) => ({
    partitions: { count, rows, largestRows: 1, largest: 'p' },
  });
  const found = (reads: KeyspaceFacts['reads'], more: KeyspaceFacts): readonly string[] => {
    const known = { ...facts, ...more, ...(reads !== undefined && { reads }) };
    const all = diagnose({ ...inputFrom(cells, { rowsAre: 'partition' }), facts: known });
    return all.map(({ title }) => title).toSorted();
  };

  it('is told by every key of a table, as far as rows are counted by every row, and partitions by all; never by a part', () => {
    const one = partitions(1, 5000);
    const ofTime = ['Hot partition of the moment', 'Moving front', 'Uneven writers'];
    expect(found('every partition', one)).toEqual(ofTime.toSpliced(2, 0, 'Single partition'));
    // If there is a partition for each day, a window of two hours shows only one.
    expect(found('whole partitions', one)).toEqual(ofTime);
    const { scope } = diagnosisOf({
      ...inputFrom(cells),
      facts: { ...facts, ...one, reads: 'whole partitions' },
    });
    const notChecked = scope.checks.filter(({ why }) => why === 'needs a query of the whole table');
    expect(notChecked.map(({ title }) => title)).toEqual(['Single partition', 'Too many partitions']);
    expect(found('every key', one)).toEqual(ofTime);
    // Partitions by time differ by the load over time, and a window cuts the first and the last one. Other partitions are
    // compared.
    const spread = { timeSource: 'both', front: 'none' } as const;
    const skewed = 'Partition 0 holds 89 %';
    expect(found('every row', spread)).toContain(skewed);
    expect(found('every key', spread)).not.toContain(skewed);
    expect(found(undefined, one)).toEqual(['Hot partition 0 and 3 more']);
    const gap = planted((count, _row, column) => (column >= 100 && column < 130 ? 0 : count));
    const { facts: known, ...map } = inputOf(gap);
    const advice = (reads: KeyspaceFacts): string =>
      only(diagnose({ ...map, facts: reads }), 'gap-for-all').advice;
    expect(advice(known)).toContain('Every writer stopped');
    expect(advice({})).toContain('Query all keys');
    // In a window over the RowKey, the rows per partition only show how long the window is.
    const extents = ['every key', 'every row', 'whole partitions', 'every partition'] as const;
    const toldBy = (more: KeyspaceFacts, title: string) =>
      extents.filter((reads) => found(reads, more).includes(title));
    expect(toldBy(partitions(4900, 5000), 'One row per partition')).toEqual([
      'whole partitions',
      'every partition',
    ]);
    expect(toldBy({ ...partitions(20_000, 60_000), timeSource: 'row' }, 'Too many partitions')).toEqual([
      'every partition',
    ]);
  });
});

describe('diagnose: clean tables', () => {
  it('100 random ones give at most 1 finding in all', () => {
    const found: string[] = [];
    for (let seed = 1; seed <= 100; seed++) {
      for (const finding of diagnose(cleanTable(seed))) found.push(`${seed} ${finding.id}: ${said(finding)}`);
    }
    // As a list, so that a failure shows what was found.
    expect(found.length <= 1 ? [] : found).toEqual([]);
  });
});
