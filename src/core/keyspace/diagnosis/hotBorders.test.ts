import { describe, expect, it } from 'vitest';
import { hotFront, hotPartition, hotPrefix } from './hot.ts';
import { sentenceText } from './phrase.ts';
import { skew } from './spread.ts';
import {
  type CellMap,
  inputFrom,
  isBlind,
  viewOf,
  totals,
  withFacts,
  said,
  told,
  times,
} from './cells.fixture.ts';
import { diagnose, diagnosisOf } from './diagnose.ts';

describe('a hot partition beside the map', () => {
  const partitions = {
    count: 9,
    rows: 1000,
    largest: 'eu',
    largestRows: 400,
    hot: { times: 12.34, lnP: -200 },
  };
  const find = (change: Partial<typeof partitions>) =>
    hotPartition.find(withFacts({ partitions: { ...partitions, ...change } }));

  it('says its share and its multiple', () => {
    expect(told(find({}))).toEqual([
      'hot-partition, note, 0.99, []: Hot partition eu',
      'Partition eu holds 40 % of 1,000 rows, 12.3 times the median of 9 partitions.',
    ]);
    // 500 entities/s in the minute of the map.
    const [busy] = find({ rows: 60_000, largestRows: 30_000 });
    expect([busy?.severity, busy?.advice]).toEqual(['fault', expect.stringContaining('Split the partition')]);
    expect(find({ rows: 60_000, largestRows: 29_999 })[0]?.severity).toBe('note');
    expect(find({ hot: { times: 9, lnP: Math.log(1e-4) - 15 } })[0]?.confidence).toBeCloseTo(0.845, 9);
    // A busy minute of a table with a partition for each is none.
    expect([79, 80].map((largestRows) => find({ largestRows }).length)).toEqual([0, 1]);
  });
});

describe('a hot prefix', () => {
  // Two cells of 10 s at the target of 2,000/s are 20,000 each.
  const row = (...counts: readonly number[]) => [0, ...counts, 1];
  const near = (most: number, map: CellMap = {}) =>
    hotPrefix.find(viewOf([row(5, 5, 5), row(9, most, 16_000)], { cellSeconds: 10, ...map }));

  it('is one from 80 % of the target on, surer at 100 %', () => {
    expect(told(near(20_000))).toEqual([
      'hot-prefix, fault, 0.95, [1: 20..40]: Hot prefix 1 (100 % of target)',
      'Prefix 1 reached 100 % of the target of 2,000 entities/s between 2026-01-01T00:00:20Z and 2026-01-01T00:00:40Z; it holds 100 % of all rows.',
    ]);
    expect(said(near(15_999))).toMatchObject([
      { figure: '80 % of target', confidence: 0.8, cells: [['1', 30, 40]] },
    ]);
    expect(said(near(19_999))).toMatchObject([{ figure: '100 % of target', confidence: 0.8 }]);
    expect(near(20_000, { facts: { partitionTargetPerSecond: 500 } })[0]?.figure).toBe('400 % of target');
    const under = viewOf([row(5, 5, 5), row(9, 15_999, 3)], { cellSeconds: 10 });
    expect(hotPrefix.find(under)).toEqual([]);
  });

  it('is one of several up to three, and more are one finding', () => {
    const hot = (rows: number) =>
      hotPrefix.find(totals([1, ...Array.from({ length: rows }, (_, at) => 110_000 + at * 5000)]));
    expect(hot(3).map(({ title }) => title)).toEqual(['Hot prefix 1', 'Hot prefix 2', 'Hot prefix 3']);
    expect(told(hot(4))).toEqual([
      'hot-prefix, fault, 0.95, [1: 0..60; 2: 0..60; 3: 0..60; 4: 0..60]: Hot prefix 1 and 3 more',
      '4 of 5 prefixes reached 80 % of the target of 2,000 entities/s or more: prefixes 1, 2, 3 and 1 more.',
    ]);
  });

  it('several hot prefixes in one finding name no writer, so the uneven writer stays a finding', () => {
    const counts = [...times(6, 1), 110_000, 115_000, 120_000, 125_000].map((count) => [count]);
    const writers = counts.map((_, at) => ({
      label: `vm${at}`,
      rows: at === 6 ? 30_000 : 300,
      group: `${at}`,
    }));
    const found = diagnose(inputFrom(counts, { facts: { writers, reads: 'every key' } }));
    expect(found.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Hot prefix 6 and 3 more', 'Uneven writers']),
    );
  });

  it('one hot prefix tells of its writer, and the checks count as many findings as are shown', () => {
    const counts = [...times(9, 2), 1000].map((count) => [count]);
    const writers = counts.map(([rows = 0], at) => ({ label: `vm${at}`, rows, group: `${at}` }));
    const { findings, scope } = diagnosisOf(inputFrom(counts, { facts: { writers, reads: 'every key' } }));
    const found = scope.checks.filter(({ outcome }) => outcome === 'found');
    expect(found.map((check) => [check.title, check.findings])).toEqual([
      ['Hot prefix', 1],
      ['Uneven writers', 0],
    ]);
    expect(findings).toHaveLength(1);
  });

  it('beside the others it needs 200 rows in all, and 2 % of them', () => {
    const beside = (most: number, others = times(9, 2)) => hotPrefix.find(totals([...others, most]));
    expect(said(beside(182))).toMatchObject([
      {
        id: 'hot-prefix',
        title: 'Hot prefix 9',
        figure: '91 × median',
        sentence: 'Prefix 9 holds 91 % of 200 rows, 91 times the median of the 10 with rows.',
        severity: 'note',
        cells: [['9', 0, 60]],
      },
    ]);
    // At 3 rows/s the keys can stay; at 500 they may need a change.
    expect(beside(182)[0]?.advice).toMatch(/^About 3\.03 rows\/s, 0\.152 % of the target of one partition/);
    // In several cells its rate is that of the busiest one.
    const cells = [...times(9, 2).map((count) => [count, count]), [10, 180]];
    expect(hotPrefix.find(viewOf(cells, { cellSeconds: 60 }))[0]?.advice).toMatch(/^At most 3 rows\/s/);
    const near = beside(30_000, times(9, 300))[0];
    expect(near).toMatchObject({
      severity: 'fault',
      advice: expect.stringMatching(/^Spread .* writes prefix 9\.$/),
    });
    expect(beside(29_999, times(9, 300))[0]?.severity).toBe('note');
    expect(beside(181)).toEqual([]);
    const thin = times(9800, 1);
    expect([beside(200, thin).length, beside(199, thin).length]).toEqual([1, 0]);
  });
});

describe('the hot partition of the moment', () => {
  const front = { timeSource: 'partition' } as const;
  const cells = [
    [120_000, 0, 0],
    [0, 96_000, 0],
    [0, 0, 90_000],
  ];
  const find = (counts: readonly (readonly number[])[], map: CellMap = {}) =>
    [hotFront, hotPartition].flatMap((rule) =>
      rule.find(viewOf(counts, { rowsAre: 'partition', facts: front, ...map })),
    );

  it('is one finding for partitions that take turns', () => {
    expect(told(find(cells))).toEqual([
      'hot-partition, fault, 0.95, [0: 0..60; 1: 60..120]: Hot partition of the moment',
      'At any moment, all rows go to one partition. 2 of 3 partitions, one after another, reached up to 100 % of the target of 2,000 entities/s, between 2026-01-01T00:00:00Z and 2026-01-01T00:02:00Z.',
    ]);
    expect(find(cells.with(0, [119_999, 0, 0]))[0]?.confidence).toBe(0.8);
    expect(sentenceText(find(cells.with(1, [0, 180_000, 0]))[0]?.sentence ?? [])).toContain(
      '150 % of the target',
    );
    // In descending order too, and where one begins in the column in which another ends.
    expect(find(cells.toReversed())[0]?.cells.length).toBe(2);
    expect(
      find([
        [0, 120_000, 99_000],
        [99_000, 99_000, 0],
      ])[0]?.title,
    ).toBe('Hot partition of the moment');
    expect(
      find([
        [99_000, 99_000, 0],
        [0, 120_000, 99_000],
      ])[0]?.title,
    ).toBe('Hot partition of the moment');
  });

  it('is none where they are hot at once, or one alone is', () => {
    expect(
      find([
        [99_000, 99_000, 1],
        [99_000, 99_000, 1],
      ]).map(({ title }) => title),
    ).toEqual(['Hot partition 0', 'Hot partition 1']);
    expect(
      find([
        [99_000, 0],
        [0, 9],
      ]).map(({ title }) => title),
    ).toEqual(['Hot partition 0']);
    expect(find(cells, { facts: { timeSource: 'row' } }).length).toBe(2);
    expect(find(cells, { facts: {} }).length).toBe(2);
    expect(find(cells, { facts: { timeSource: 'both' } }).length).toBe(1);
    // The rows of other prefixes go to other partitions at the same time.
    expect(find(cells, { facts: { ...front, front: 'none' } }).length).toBe(2);
  });

  it('of ranges of partitions only where times are rounded, in columns of a second or more', () => {
    const ranges = (roundingTicks: bigint | undefined, cellSeconds = 60) =>
      find([[2_000_000, 5]], {
        rowsAre: 'range',
        facts: { ...front, ...(roundingTicks !== undefined && { roundingTicks }) },
        cellSeconds,
      });
    expect(ranges(2n)).toMatchObject([{ title: 'Hot partition of the moment' }]);
    expect([ranges(1n), ranges(undefined), ranges(2n, 0.9), ranges(2n, 1).length]).toEqual([[], [], [], 1]);
  });
});

describe('skew', () => {
  const find = (...counts: readonly number[]) => skew.find(totals(counts));

  it('of two from 90 % on, of three and four from 80 %', () => {
    expect(told(find(10, 90))).toEqual([
      'skew, note, 0.85, [1: 0..60]: Prefix 1 holds 90 %',
      'The largest of 2 with rows holds 90 % of 100 rows: prefix 1.',
    ]);
    expect([find(11, 89), find(10, 80, 10).length, find(11, 79, 10), find(80, 20, 0, 0)]).toEqual([
      [],
      1,
      [],
      [],
    ]);
    // Two of four, if they are four times as large as the others.
    expect([
      find(400, 400, 100, 100).length,
      find(410, 390, 100, 100),
      find(420, 420, 100, 60).length,
    ]).toEqual([1, [], 1]);
  });

  it('of five or more where up to half hold 80 %', () => {
    expect(said(find(40, 320, 40, 330, 40))).toMatchObject([
      {
        id: 'skew',
        title: 'Skewed load',
        sentence: expect.stringContaining('The 2 largest of 5 with rows hold 84 % of 770 rows'),
        cells: [['1,3', 0, 60]],
      },
    ]);
    // One large row alone is hot, not skewed.
    expect(find(40, 900, 40, 40, 40)).toEqual([]);
    expect(find(500, 500, 500, 30, 30, 30, 30).length).toBe(1);
    expect(find(500, 500, 500, 500, 30, 30, 30)).toEqual([]);
  });

  it('needs thirty rows each, two rows with some, and no writers', () => {
    expect([
      find(3, 57).length,
      find(3, 56),
      find(900),
      skew.find(totals([10, 900], { rowsAre: 'writer' })),
    ]).toEqual([1, [], [], []]);
    const some = [
      [30, 0],
      [29, 1],
      [28, 1],
    ];
    expect(some.map((counts) => isBlind(skew, totals(counts)))).toEqual([true, false, true]);
  });
});
