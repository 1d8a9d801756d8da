import { describe, expect, it } from 'vitest';
import { designOf } from '../code/realKeys.fixture.ts';
import { compareDesigns } from './compareDesigns.ts';
import { type KeyDesign, patternCost } from './judgeDesign.ts';
import { KNOWN_PATTERNS } from './knownPatterns.ts';
import { modelOfDesign } from './modelOfDesign.ts';
import { readBench } from './readBench.ts';
import { twinRowsOf, twinTexts } from './twinRows.ts';
import { isShortOfKeys, writeCost } from './writeCost.ts';
import { readPatterns, readProperties, type Workload } from './workload.ts';

function workloadOf(properties: string, patterns: string, more: Partial<Workload> = {}): Workload {
  const [entity, queries] = [readProperties(properties), readPatterns(patterns)];
  if (!entity.ok || !queries.ok) throw new Error(patterns);
  return {
    properties: entity.value,
    patterns: queries.value,
    writesPerSecond: 10,
    keptDays: 30,
    entityBytes: 300,
    requestMs: 50,
    ...more,
  };
}

const RACE = 'Race: String, 50 values\nBib: Int32, 40000 values\nAge: Int32, 80 values';
const QUERIES = 'By bib | Race == @r and Bib == @b | 20\nBy age | Race == @r and Age == @a | 5';
const BIB = { letter: 'A', keys: designOf('{Race}', 'BIB:{Bib:D5}__{Guid}') };
const AGE = { letter: 'C', keys: designOf('{Race}', 'AGE:{Age:D3}__{Guid}') };

describe('twin rows', () => {
  it('combine two designs with one PartitionKey so that each serves what the other does not', () => {
    const [twin, ...more] = twinRowsOf([BIB, AGE], workloadOf(RACE, QUERIES));
    expect([twin?.letters, more]).toEqual([['A', 'C'], []]);
    expect(twin?.text).toContain('"By bib" then reads as in A, "By age" as in C.');
    // Each entity has two rows, so a transaction of 100 rows takes half as many entities.
    expect(twin?.text).toContain('up to 50 entities');
    expect(twin?.text).toContain('double');
  });

  it('limit a transaction to the entities that fit into 4 MiB', () => {
    const large = workloadOf(RACE, QUERIES, { entityBytes: 1_000_000 });
    expect(twinRowsOf([BIB, AGE], large)[0]?.text).toContain('up to 2 entities');
    const huge = workloadOf(RACE, QUERIES, { entityBytes: 3_000_000 });
    expect(twinRowsOf([BIB, AGE], huge)).toEqual([]);
  });

  it('are not offered across partitions, if one design serves all queries, or for queries that neither serves', () => {
    const other = { letter: 'B', keys: designOf('{Age}', 'AGE:{Age:D3}__{Guid}') };
    expect(twinRowsOf([BIB, other], workloadOf(RACE, QUERIES))).toEqual([]);
    const [onlyBib = ''] = QUERIES.split('\n');
    expect(twinRowsOf([BIB, AGE], workloadOf(RACE, onlyBib))).toEqual([]);
    expect(twinRowsOf([BIB, AGE], workloadOf(RACE, 'All | Bib == @b | 1\nOld | Age == @a | 1'))).toEqual([]);
    expect(twinRowsOf([BIB], workloadOf(RACE, QUERIES))).toEqual([]);
  });

  it('are what the known pattern of that name starts from', () => {
    const known = KNOWN_PATTERNS.find(({ id }) => id === 'twins');
    if (known === undefined) throw new Error('no pattern');
    const designs = known.designs.map(({ partition, row, twin }, at) => ({
      letter: 'ABC'.charAt(at),
      keys: designOf(partition, row, twin),
    }));
    const load = workloadOf(known.properties, known.patterns);
    const twins = twinRowsOf(designs.slice(0, 2), load);
    expect(twins.map(({ letters }) => letters)).toEqual([['A', 'B']]);
    // One click adds the third design of the pattern. Once it exists, nothing more is offered.
    expect(twins[0]?.better).toEqual(known.designs[2]);
    expect(twinRowsOf(designs, load)).toEqual([]);
  });
});

describe('a design with twin rows', () => {
  const load = workloadOf(RACE, QUERIES, { writesPerSecond: 10, keptDays: 2 });
  const alone = designOf('{Race}', 'BIB:{Bib:D5}__{Guid}');
  const both = designOf('{Race}', 'BIB:{Bib:D5}__{Guid}', 'AGE:{Age:D3}__{Guid}');
  const costs = (design: KeyDesign) => load.patterns.map((pattern) => patternCost(design, pattern, load));

  it('serves each query with the better RowKey, and reads no rows of the other', () => {
    const entities = 10 * 2 * 86_400;
    const [byBib, byAge] = costs(both);
    expect([byBib?.isByTwin, byAge?.isByTwin]).toEqual([undefined, true]);
    expect([byBib?.rowsRead, byAge?.rowsRead]).toEqual([
      Math.ceil(entities / 50 / 40_000),
      Math.ceil(entities / 50 / 80),
    ]);
    expect(costs(alone)[0]).toEqual(byBib);
  });

  it('reads both rows of an entity if the RowKey is open', () => {
    const [pattern] = workloadOf(RACE, 'All of a race | Race == @r | 1').patterns;
    if (pattern === undefined) throw new Error('no pattern');
    const open = designOf('{Race}', '{Bib:D5}__{Guid}', 'AGE:{Age:D3}__{Guid}');
    const one = designOf('{Race}', '{Bib:D5}__{Guid}');
    const [twice, once] = [patternCost(open, pattern, load), patternCost(one, pattern, load)];
    // The twin rows begin with a text of their own, so only half of the rows are read.
    expect([twice.rowsRead, twice.isByTwin]).toEqual([once.rowsRead, true]);
    const [scan] = workloadOf(RACE, 'All | Bib == @b | 1').patterns;
    if (scan === undefined) throw new Error('no pattern');
    const rows = [both, alone].map((design) => patternCost(design, scan, load).rowsRead);
    expect(rows).toEqual([2 * 10 * 2 * 86_400, 10 * 2 * 86_400]);
  });

  it('costs two rows for each entity, in one transaction', () => {
    const [one, two] = [writeCost(alone, load), writeCost(both, load)];
    expect([one.rowsPerSecond, two.rowsPerSecond]).toEqual([10, 20]);
    expect(two.partitionShare).toBeCloseTo(2 * one.partitionShare, 12);
    expect(two.accountShare).toBeCloseTo(2 * one.accountShare, 12);
    expect(two.growthRowsPerDay).toBe(2 * one.growthRowsPerDay);
    expect([one.transactionRows, two.transactionRows, two.rowsPerEntity]).toEqual([100, 100, 2]);
    const keys = 2 * ('abcd1234'.length + 'BIB:00001__'.length + 36);
    const twinKeys = 2 * ('abcd1234'.length + 'AGE:001__'.length + 36);
    expect(one.keptBytes).toBe(10 * 2 * 86_400 * (300 + keys));
    expect(two.keptBytes - one.keptBytes).toBe(10 * 2 * 86_400 * (300 + twinKeys));
    expect(modelOfDesign(both, load)?.eventsPerSecond).toBe(20);
  });

  it('fits into a transaction even if no other row shares the partition, unless both rows are too large', () => {
    const guids = designOf('{Guid}', 'BIB:{Bib:D5}', 'AGE:{Age:D3}');
    expect(writeCost(guids, load).transactionRows).toBe(2);
    const words = (bytes: number) => {
      const { writes } = compareDesigns([both, alone], { ...load, entityBytes: bytes });
      return writes.find(({ name }) => name === 'Entity group transactions')?.cells.map(({ text }) => text);
    };
    expect(words(300)).toEqual(['Up to 100 rows, 50 entities', 'Up to 100 rows']);
    expect(words(1_000_000)).toEqual(['Up to 4 rows, 2 entities', 'Up to 4 rows']);
    expect(words(3_000_000)).toEqual(['Too large for twin rows', 'No']);
  });

  it('grows faster than a design without twins, and needs only as many different keys as there are entities', () => {
    const rowOf = (designs: readonly KeyDesign[], name: string) =>
      compareDesigns(designs, load).writes.find((each) => each.name === name);
    const growth = rowOf([alone, alone, both], 'Partition growth');
    expect([growth?.winners, growth?.why]).toEqual([[0, 1], 'Partitions grow more slowly']);
    const closing = designOf('{Race}_{yyyyMMdd}', 'BIB:{Bib:D5}__{Guid}', 'AGE:{Age:D3}__{Guid}');
    expect(rowOf([alone, closing], 'Partition growth')).toMatchObject({
      winners: [1],
      why: 'Partitions stay small',
    });
    const short = designOf('{Race}', 'BIB:{Bib:D5}', 'AGE:{Age:D3}');
    const keys = rowOf([designOf('{Race}', 'BIB:{Bib:D5}'), short], 'Different keys');
    expect(keys?.cells.map(({ detail }) => detail)).toEqual([
      '2,000,000 keys for 1,728,000 entities',
      '4,000 keys for 1,728,000 entities',
    ]);
  });

  it('returns both rows of each entity if a query leaves the RowKey open', () => {
    const [byRace, scan] = workloadOf(RACE, 'A race | Race == @r | 1\nAll | Bib == @b | 1').patterns;
    if (byRace === undefined || scan === undefined) throw new Error('no pattern');
    const open = designOf('{Race}_{Bib:D5}', 'AGE:{Age:D3}__{Guid}', 'T:{Ticks}');
    const cost = patternCost(open, byRace, load);
    const entities = (10 * 2 * 86_400) / 50;
    expect([cost.rowsRead, cost.rowsReturned, cost.requestsLeast, cost.partitions]).toEqual([
      2 * entities,
      2 * entities,
      Math.ceil((2 * entities) / 1000),
      entities,
    ]);
    // The table has 43.2 entities for each bib on average.
    expect(patternCost(open, scan, load).rowsReturned).toBe(2 * Math.ceil((10 * 2 * 86_400) / 40_000));
  });

  it('has too few keys if one of its RowKeys has', () => {
    const short = designOf('{Race}', 'BIB:{Guid}', 'AGE:{Age:D3}');
    expect(isShortOfKeys(writeCost(short, load), load)).toBe(true);
    expect(isShortOfKeys(writeCost(both, load), load)).toBe(false);
  });

  it('needs RowKeys that begin differently, or one row would replace the other', () => {
    const bench = (row: string, twin: string) =>
      readBench({
        properties: RACE,
        patterns: QUERIES,
        writes: '10',
        days: '2',
        bytes: '300',
        ms: '',
        designs: [{ partition: '{Race}', row, twin }],
      });
    expect(bench('BIB:{Bib:D5}', 'AGE:{Age:D3}').designs).toHaveLength(1);
    for (const [row, twin] of [
      ['BIB:{Bib:D5}', 'BIB:{Age:D3}'],
      ['{Bib:D5}', '{Age:D3}'],
      ['BIB:{Bib:D5}', 'BIB'],
    ] as const) {
      const { designs, cards } = bench(row, twin);
      expect([designs.length, cards[0]?.twin?.fault?.message]).toEqual([
        0,
        'Both RowKeys may be the same text: one row of an entity could replace another.',
      ]);
    }
    expect(bench('BIB:{Bib:D5}', '').cards[0]?.twin?.fault?.message).toBe(
      'The second row has no RowKey yet.',
    );
    expect(bench('BIB:{Bib:D5}', '').designs).toEqual([]);
    expect(bench('BIB:{Bib:D5}', 'X:{Nobody}').cards[0]?.twin?.fault?.message).toContain('Nobody');
  });

  it.each([
    ['{Bib}', 'Bib', '{Age}_{Bib}', 'Age', 'BIB:{Bib}', 'AGE:{Age}_{Bib}'],
    ['b-{Bib}', 'Bib', '{Age}', 'Age', 'b-{Bib}', 'AGE:{Age}'],
    ['x{Bib}', 'Bib', 'xy{Age}', 'Age', 'BIB:x{Bib}', 'AGE:xy{Age}'],
    ['{Guid}', '', '{Age}', 'Age', 'FIRST:{Guid}', 'SECOND:{Age}'],
  ])('gives %s and %s different beginnings', (one, first, two, second, row, twin) => {
    expect(twinTexts({ text: one, name: first }, { text: two, name: second })).toEqual({ row, twin });
  });
});
