import { describe, expect, it } from 'vitest';
import { NEW_YEAR } from './clean.fixture.ts';
import {
  lateData,
  rowPerPartition,
  singlePartition,
  storedTwice,
  tooManyPartitions,
  futureKeys,
} from './factRules.ts';
import type { DiagnosisInput, KeyspaceFacts } from './finding.ts';
import { sentenceText } from './phrase.ts';
import { sequentialAppend } from './spread.ts';
import { unevenWriters } from './hot.ts';
import {
  type CellMap,
  isBlind,
  viewOf,
  totals,
  withFacts,
  said,
  told,
  count,
  times,
} from './cells.fixture.ts';

describe('one partition, or one row in each', () => {
  const partitions = (number: number, rows: number, largest = 'p') => ({
    partitions: { count: number, rows, largest, largestRows: rows },
  });

  it('a single one is named from a thousand rows on', () => {
    const find = (facts: KeyspaceFacts) => singlePartition.find(withFacts(facts));
    expect(told(find(partitions(1, 1000)))).toEqual([
      'single-partition, note, 0.95, []: Single partition',
      'All 1,000 rows have one PartitionKey, p: one server serves them, up to 2,000 entities/s.',
    ]);
    expect(find(partitions(1, 5000, ''))).toMatchObject([
      { sentence: expect.arrayContaining([expect.stringContaining('(empty)')]) },
    ]);
    expect([find(partitions(1, 999)), find(partitions(2, 5000)), find({})]).toEqual([[], [], []]);
  });

  it('one row each, from 200 partitions and up to 1.2 rows', () => {
    const find = (facts: KeyspaceFacts) => rowPerPartition.find(withFacts(facts));
    expect(told(find(partitions(200, 240)))).toEqual([
      'row-per-partition, note, 0.9, []: One row per partition',
      '240 rows are in 200 partitions, 1.2 each. So rows cannot be written in batches, and every partition may cost a request of its own.',
    ]);
    expect([find(partitions(200, 241)), find(partitions(199, 199)), find({})]).toEqual([[], [], []]);
    const { partitions: counted } = partitions(300_000, 300_000);
    expect(said(find({ partitions: counted && { ...counted, uncounted: 5 } }))).toMatchObject([
      { sentence: expect.stringMatching(/^300,005 rows are in more than 300,000 partitions\. So/) },
    ]);
    const rounded = (timeSource: 'partition' | 'row' | 'both', roundingTicks: bigint) =>
      find({ ...partitions(500, 500), timeSource, roundingTicks }).length;
    expect([rounded('partition', 2n), rounded('both', 2n), rounded('row', 2n), rounded('both', 1n)]).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it('too many of a few rows, from 10,000 on', () => {
    const find = (facts: KeyspaceFacts) => tooManyPartitions.find(withFacts(facts));
    expect(told(find(partitions(10_000, 50_000)))).toEqual([
      'too-many-partitions, note, 0.8, []: Too many partitions',
      '50,000 rows are in 10,000 partitions, 5 each: a query over time has to visit them all.',
    ]);
    const number = (facts: KeyspaceFacts) => find(facts).length;
    expect([9999, 10_000].map((many) => number(partitions(many, many * 2)))).toEqual([0, 1]);
    expect([12_000, 12_001, 99_999, 100_000].map((rows) => number(partitions(10_000, rows)))).toEqual([
      0, 1, 1, 0,
    ]);
    expect(
      (['partition', 'both', 'row', 'none'] as const).map((timeSource) =>
        number({ ...partitions(10_000, 50_000), timeSource }),
      ),
    ).toEqual([0, 0, 1, 1]);
    expect(number({})).toBe(0);
  });

  it('twins from twenty pairs, and half of the rows', () => {
    const find = (pairs: number, rows: number) => storedTwice.find(withFacts({ twins: { pairs, rows } }));
    expect(told(find(20, 80))).toEqual([
      'stored-twice, note, 0.95, []: Each aggregate is stored twice',
      '40 of 80 rows (50 %) are pairs: the same metric and time, stored as time__metric and as metric__time.',
    ]);
    expect([find(20, 81), find(19, 40), storedTwice.find(withFacts({}))]).toEqual([[], [], []]);
  });
});

describe('late data, and a writer apart', () => {
  const lag = { rows: 2000, medianSeconds: 70, p99Seconds: 90, maxSeconds: 9000, lateRows: 20 };
  const late = (change: Partial<typeof lag> & { lateFrom?: bigint; lateTo?: bigint }) =>
    lateData.find(withFacts({ lag: { ...lag, ...change } }));

  it('late data: twenty rows, one in a hundred, of a hundred at least', () => {
    expect(told(late({ lateFrom: NEW_YEAR, lateTo: NEW_YEAR + 50_000_000n }))).toEqual([
      'late-data, fault, 0.95, [all: 0..5]: Late data',
      '20 of 2,000 rows (1 %) were stored more than 1 h after the time in their key; half within 70 s, the latest after 2.5 h.',
    ]);
    expect(late({})[0]?.cells).toEqual([]);
    expect([late({ lateTo: NEW_YEAR })[0]?.cells, late({ lateFrom: NEW_YEAR })[0]?.cells]).toEqual([[], []]);
    expect([
      late({ rows: 2001 }),
      late({ lateRows: 19, rows: 1000 }),
      late({ rows: 99 }),
      late({ rows: 100 }).length,
    ]).toEqual([[], [], [], 1]);
    expect(lateData.find(withFacts({}))).toEqual([]);
    expect([isBlind(lateData, withFacts({})), isBlind(lateData, withFacts({ lag }))]).toEqual([true, false]);
  });

  it('a writer with far more rows than the others', () => {
    const facts = (rows: readonly number[]) => ({
      writers: rows.map((own, at) => ({ label: `vm${at}`, rows: own })),
    });
    const find = (rows: readonly number[], map: CellMap = {}) =>
      unevenWriters.find(totals([1, 1], { facts: facts(rows), ...map }));
    expect(said(find([0, ...times(9, 2), 182]))).toMatchObject([
      {
        id: 'uneven-writers',
        title: 'Uneven writers',
        figure: '1 of 10 wrote 91 %',
        sentence: 'vm10 wrote 91 % of 200 rows, 91 times the median of 10 writers.',
        severity: 'note',
        cells: [],
      },
    ]);
    expect(find([...times(9, 300), 30_000])[0]?.severity).toBe('fault');
    // 100 a second, which is a fault only where a partition is built for no more.
    const some = [...times(9, 60), 6000];
    const ofTarget = (target: number) =>
      find(some, { facts: { ...facts(some), partitionTargetPerSecond: target } })[0]?.severity;
    expect([ofTarget(100), ofTarget(101)]).toEqual(['fault', 'note']);
    expect(find([...times(9, 2), 181])).toEqual([]);
    expect([find([...times(9800, 1), 200]).length, find([...times(9800, 1), 199]).length]).toEqual([1, 0]);
    // On a map of writers its row is marked.
    const labels = ['vm0', 'vm9'];
    const ofWriters = {
      ...totals([1, 1], { rowsAre: 'writer', facts: facts([...times(9, 2), 900]) }),
      labels,
    };
    expect(unevenWriters.find(ofWriters)[0]?.cells).toEqual([
      { rows: [1], from: NEW_YEAR, to: NEW_YEAR + 600_000_000n },
    ]);
    expect(unevenWriters.find({ ...ofWriters, labels: ['vm9', 'x'] })[0]?.cells[0]?.rows).toEqual([0]);
    expect(unevenWriters.find({ ...ofWriters, labels: ['x', 'y'] })[0]?.cells).toEqual([]);
    expect(unevenWriters.find({ ...ofWriters, rowsAre: 'prefix' })[0]?.cells).toEqual([]);
    expect([
      isBlind(unevenWriters, withFacts({})),
      isBlind(unevenWriters, withFacts({ writers: [] })),
      unevenWriters.find(withFacts({})),
    ]).toEqual([true, false, []]);
  });
});

describe('keys of the future', () => {
  const MINUTE = 600_000_000n;
  const now = NEW_YEAR + 5n * MINUTE;
  // Columns 10 and later begin more than 5 min after now.
  const column = (...counts: readonly number[]) => [9, 0, 0, 0, 0, 0, 0, 0, 0, 9, ...counts];

  it('in the cells, from three rows on', () => {
    const find = (...counts: readonly (readonly number[])[]) =>
      futureKeys.find(
        viewOf(
          counts.map((own) => column(...own)),
          { facts: { nowTicks: now } },
        ),
      );
    expect(told(find([0, 0, 0], [2, 1, 0], [1, 1, 0]))).toEqual([
      'future-keys, fault, 0.9, [1: 300..720.0000001]: Keys in the future in 1',
      'Prefix 1 has 3 rows with a key time in the future, up to 2026-01-01T00:12:00Z, 7 min from now.',
    ]);
    expect(told(find([3], [3], [3], [4]))).toEqual([
      'future-keys, fault, 0.9, [0,1,2,3: 300..660.0000001]: Keys in the future in 4 prefixes',
      '13 rows in prefixes 0, 1, 2 and 1 more have a key time in the future, up to 2026-01-01T00:11:00Z, 6 min from now.',
    ]);
    expect(find([3], [3], [3]).length).toBe(3);
  });

  it('in the facts, the latest of all, if now is known', () => {
    const future = [3, 1, 2, 0].map((row) => ({
      row,
      rows: 3 + row,
      latestTicks: now + BigInt(row + 6) * MINUTE,
    }));
    const view = totals([1, 1, 1, 1], { facts: { nowTicks: now, future } });
    expect(said(futureKeys.find(view))).toMatchObject([
      {
        sentence:
          '18 rows in prefixes 0, 1, 2 and 1 more have a key time in the future, up to 2026-01-01T00:14:00Z, 9 min from now.',
        cells: [['0,1,2,3', 300, 840.000_000_1]],
      },
    ]);
    expect(futureKeys.find(totals([1], { facts: { future } }))).toEqual([]);
    expect([isBlind(futureKeys, withFacts({})), isBlind(futureKeys, view)]).toEqual([true, false]);
  });
});

describe('a moving front', () => {
  /** Row r takes its rows in columns [r * step, r * step + span). */
  const diagonal = (rows: number, columns: number, span: number, step = 1) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, at) => Number(at >= row * step && at < row * step + span)),
    );
  const find = (counts: readonly (readonly number[])[], rowsAre: DiagnosisInput['rowsAre'] = 'partition') =>
    sequentialAppend.find(viewOf(counts, { rowsAre }));

  it('is twenty partitions that take rows one after another', () => {
    expect(told(find(diagonal(20, 20, 1)))).toEqual([
      'sequential-append, note, 0.9, [all: 0..1200]: Moving front',
      'The 20 partitions are written one after another in key order (rank correlation 1.000): every write goes to the upper end (append) of the key space.',
    ]);
    expect(sentenceText(find(diagonal(20, 20, 1).toReversed())[0]?.sentence ?? [])).toContain(
      'lower end (prepend)',
    );
    expect(find(diagonal(20, 20, 1), 'range').length).toBe(1);
    expect([
      find(diagonal(20, 20, 1), 'prefix'),
      find(diagonal(19, 25, 1, 2)),
      find(diagonal(25, 19, 1)),
    ]).toEqual([[], [], []]);
  });

  it('is none of partitions that go on being written, or that come in another order', () => {
    expect([4, 5].map((span) => find(diagonal(20, 44, span, 2)).length)).toEqual([1, 0]);
    const own = diagonal(20, 20, 1);
    const other = [...own.slice(0, 10), ...own.slice(10).toReversed()];
    expect(find(other)).toEqual([]);
  });

  it('is known from the scheme, from a hundred rows on, whatever the map shows', () => {
    const known = (total: number, facts: KeyspaceFacts) =>
      sequentialAppend.find(viewOf([[0, total - 1, 0, 1, 0]], { facts, rowsAre: 'value' }));
    expect(told(known(180, { front: 'upper' }))).toEqual([
      'sequential-append, note, 0.95, [all: 60..240]: Moving front',
      'The PartitionKey begins with the time, without a prefix: all 1 rows/s (0.05 % of the target of one partition) go to the upper end of the key space.',
    ]);
    expect([100, 99].map((total) => known(total, { front: 'upper' }).length)).toEqual([1, 0]);
    expect(sentenceText(known(900, { front: 'lower' })[0]?.sentence ?? [])).toContain('lower end');
    expect([known(900, { front: 'none' }), known(900, {})]).toEqual([[], []]);
    const prefixed = viewOf([[900]], { facts: { front: 'none' } });
    const named = (label: string) => count(sequentialAppend, { ...prefixed, labels: [label] });
    expect([named('unprefixed'), named('62')]).toEqual([1, 0]);
    // Ascending partitions of a scheme with prefixes: others take rows at the same time.
    expect(
      sequentialAppend.find(viewOf(diagonal(20, 20, 1), { rowsAre: 'partition', facts: { front: 'none' } })),
    ).toEqual([]);
    expect(
      [{}, { timeSource: 'partition' } as const].map((facts) => isBlind(sequentialAppend, withFacts(facts))),
    ).toEqual([true, false]);
  });
});
