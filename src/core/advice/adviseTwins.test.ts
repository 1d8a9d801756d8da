import { describe, expect, it } from 'vitest';
import { areApart } from '../design/bench/twinRows.ts';
import {
  adviceOf,
  changedDemo,
  demoDesign,
  DEMOS,
  type DesignDemo,
  faultsAfter,
  idsOf,
} from './advise.fixture.ts';
import { ADVICE_RULES } from './advise.ts';

const RACE = {
  properties: 'Race: String, 50 values\nBib: Int32, 40000 values\nAge: Int32, 80 values\nPrice: Double',
  patterns: 'By bib | Race == @r and Bib == @b | 20\nBy age | Race == @r and Age == @a | 5',
};

const LOAD = { kind: 'design', ...RACE, writes: 100, days: 30, bytes: 500 } as const;

/** A design with twin rows, as the user types it. */
function twins(row: string, twin: string, more: Partial<DesignDemo> = {}): DesignDemo {
  return { ...LOAD, partition: '{Race}', row, twin, ...more };
}

function findingOf(id: string, demo: DesignDemo) {
  return adviceOf(demo).find(({ ruleId }) => ruleId === id);
}

describe('a change of a design with twin rows', () => {
  it('splits both rows of a large entity', () => {
    const large = twins('BIB:{Bib:D5}', 'AGE:{Age:D3}_{Bib:D5}', { bytes: 3_000_000 });
    expect(findingOf('large-entities', large)?.better).toMatchObject({
      row: 'BIB:{Bib:D5}_{Part:D3}',
      twin: 'AGE:{Age:D3}_{Bib:D5}_{Part:D3}',
    });
  });

  it('does not pack events, and says why', () => {
    const busy = twins('BIB:{Ticks}', 'AGE:{Age:D3}_{Ticks}', { writes: 30_000, bytes: 40 });
    const advice = findingOf('account-target', busy);
    expect(advice?.better).toBeUndefined();
    expect(advice?.evidence).toContain('written twice');
    // 15,000 entities/s of 1 KiB fit into one account; twice as many rows do not, however they are packed.
    const wide = twins('BIB:{Ticks}', 'AGE:{Age:D3}_{Ticks}', { writes: 15_000, bytes: 1024 });
    expect(findingOf('account-target', wide)?.evidence).toContain('the bytes alone are 150 %');
  });

  it.each([
    ['not-ascii', '\u00c9:{Bib:D5}', 'E:{Age:D3}_{Bib:D5}'],
    ['long-keys', `${'x'.repeat(130)}B:{Bib:D5}`, `${'x'.repeat(130)}A:{Age:D3}`],
  ])('is not offered if %s would make both RowKeys the same', (id, row, twin) => {
    const advice = findingOf(id, twins(row, twin));
    expect(advice?.evidence).toBeDefined();
    expect(advice?.better).toBeUndefined();
  });

  it.each([
    ['not-ascii', 'BIB:{Bib:D5}', '\u00c4GE:{Age:D3}_{Bib:D5}', 'BIB:{Bib:D5}', 'AGE:{Age:D3}_{Bib:D5}'],
    ['refused-characters', 'BIB:{Bib:D5}', 'A%:{Age:D3}', 'BIB:{Bib:D5}', 'A-:{Age:D3}'],
    ['unpadded-numbers', 'BIB:{Bib:D5}', 'AGE:{Age}_{Bib:D5}', 'BIB:{Bib:D5}', 'AGE:{Age:D10}_{Bib:D5}'],
    ['unpadded-numbers', 'BIB:{Bib}', 'AGE:{Age}_{Bib}', 'BIB:{Bib:D10}', 'AGE:{Age:D10}_{Bib:D10}'],
    ['changing-data', 'BIB:{Bib:D5}', 'P:{Price}_{Bib:D5}', 'BIB:{Bib:D5}', 'P:{Bib:D5}'],
    ['changing-data', 'BIB:{Bib:D5}_{Price}', 'P:{Price}', 'BIB:{Bib:D5}', 'P:{Guid}'],
    ['too-few-keys', 'BIB:{Guid}', 'AGE:{Age:D3}', 'BIB:{Guid}', 'AGE:{Age:D3}_{Guid}'],
  ])('for %s considers both RowKeys: %s and %s', (id, row, twin, betterRow, betterTwin) => {
    const demo = twins(row, twin);
    const better = findingOf(id, demo)?.better;
    expect(better).toMatchObject({ row: betterRow, twin: betterTwin });
    expect(idsOf(changedDemo(demo, better ?? demo))).not.toContain(id);
  });

  it('inverts the time and puts it before a GUID in the RowKey that the query uses', () => {
    const patterns = 'Newest of an age | Race == @r and Age == @a and latest 10 | 2';
    const rising = twins('BIB:{Bib:D5}_{Ticks}', 'AGE:{Age:D3}_{Ticks}', { patterns });
    expect(findingOf('oldest-first', rising)?.better).toMatchObject({
      row: 'BIB:{Bib:D5}_{Ticks}',
      twin: 'AGE:{Age:D3}_{InvertedTicks}',
    });
    const random = twins('BIB:{Bib:D5}', 'T:{Guid}', { patterns: 'Newest | Race == @r and latest 10 | 2' });
    expect(findingOf('guid-row', random)?.better).toMatchObject({
      row: 'BIB:{Bib:D5}',
      twin: 'T:{InvertedTicks}_{Guid}',
    });
  });
});

describe('twin rows', () => {
  const betterOf = (row: string, properties: string, patterns: string) => {
    const demo = demoDesign('{Race}', row, { properties, patterns });
    return adviceOf(demo).find(({ ruleId }) => ruleId === 'twin-rows')?.better;
  };

  it('contain a property once, with the width it has in the RowKey', () => {
    expect(betterOf('BIB:{Bib:D5}__AGE:{Age:D3}', RACE.properties, RACE.patterns)).toMatchObject({
      row: 'BIB:{Bib:D5}__AGE:{Age:D3}',
      twin: 'AGE:{Age:D3}_{Bib:D5}',
    });
    expect(betterOf('B:{Bib:D5}_{Age:D4}__{Ticks}', RACE.properties, RACE.patterns)?.twin).toBe(
      'AGE:{Age:D4}__{Ticks}'.replace('__', '_{Bib:D5}__'),
    );
  });

  it('get different texts even if property names differ only in case', () => {
    const better = betterOf(
      '{age:D5}',
      'Race: String, 50 values\nage: Int32, 40000 values\nAge: Int32, 80 values',
      'One | Race == @r and age == @b | 20\nOther | Race == @r and Age == @a | 5',
    );
    expect(better).toMatchObject({ row: 'FIRST:{age:D5}', twin: 'SECOND:{Age:D10}_{age:D5}' });
  });
});

describe('a GUID as PartitionKey', () => {
  it('is replaced only by what suits a key: no key property, no Double, no data that changes', () => {
    const demo = demoDesign('{Guid}', '{Ticks}', {
      properties: 'Price: Double\nOrderStatus: String, 5 values\nTenantId: String, 200 values',
      patterns: 'One | PartitionKey == @p and RowKey == @r | 1\nPriced | Price == @p | 1',
    });
    const better = adviceOf(demo).find(({ ruleId }) => ruleId === 'guid-partition')?.better;
    expect(better).toEqual({ partition: '{TenantId}', row: '{Ticks}_{Guid}' });
  });
});

describe('packing events', () => {
  it.each([
    [50_000, 300],
    [45_000, 700],
    [30_000, 175],
    [40_000, 777],
  ])('of %i writes/s from %i devices still gives each row its own key', (writes, devices) => {
    const demo = demoDesign('{DeviceId}', '{Ticks}', {
      writes,
      bytes: 40,
      properties: `DeviceId: String, ${devices} values`,
    });
    const better = findingOf('account-target', demo)?.better;
    expect(better?.writes).toBe(devices);
    expect(better?.bytes).toBe(Math.ceil((writes / devices) * 40));
    expect(idsOf(changedDemo(demo, better ?? demo))).not.toContain('too-few-keys');
  });

  it('counts hashes and writers by their buckets, and does not cross other times in the keys', () => {
    const better = (partition: string) =>
      findingOf('account-target', { ...LOAD, partition, row: '{Ticks}', writes: 50_000, bytes: 40 })?.better;
    expect(better('{Hash(Bib) mod 500}')?.writes).toBe(500);
    expect(better('{Writer mod 400}_{Ticks/1m}')?.writes).toBe(400);
    expect(better('{Writer mod 400}_{UnixMs/100ms}')).toBeUndefined();
  });
});

/** Parts for random templates; some are faulty on purpose. */
const PARTS = [
  '{Race}',
  '{Bib}',
  '{Bib:D5}',
  '{Age:D3}',
  '{Price}',
  '{OrderStatus}',
  '{Ticks}',
  '{InvertedTicks}',
  '{Ticks/1s}',
  '{Unix/1m}',
  '{yyyyMMdd}',
  '{Guid}',
  '{Hash(Bib) mod 16}',
  '{Writer mod 40}',
  '{Age in 1|2|3}',
  'caf\u00e9',
  "it's",
  '{{x}}',
  'x'.repeat(60),
  '_',
  '',
];
const HEADS = ['BIB:', 'AGE:', '\u00c9:', 'E:', `${'y'.repeat(30)}1`, `${'y'.repeat(30)}2`, ''];
const CONDITIONS = [
  'Race == @r',
  'Bib == @b',
  'Age == @a',
  'Price == @p',
  'OrderStatus == @o',
  'PartitionKey == @k',
  'Time within 1h',
  'Time within 30d',
  'latest 10',
];

/** A linear congruential generator, so that every run gets the same numbers. */
function numbers(seed: number): (below: number) => number {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number(state >> 33n) % below;
  };
}

function randomDemo(seed: number): DesignDemo {
  const next = numbers(seed);
  const one = <T>(all: readonly T[]): T => {
    const found = all[next(all.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  };
  const some = (most: number): string =>
    Array.from({ length: 1 + next(most) }, () => one(PARTS)).join(one(['_', '', '-']));
  const isTwin = next(2) === 0;
  const patterns = Array.from(
    { length: 1 + next(3) },
    (_, at) => `Q${at} | ${[...new Set([one(CONDITIONS), one(CONDITIONS)])].join(' and ')} | 2`,
  );
  return {
    ...LOAD,
    partition: some(2),
    row: `${isTwin ? one(HEADS) : ''}${some(3)}`,
    ...(isTwin && { twin: `${one(HEADS)}${some(3)}` }),
    properties: `${RACE.properties}\nOrderStatus: String, 5 values`,
    patterns: patterns.join('\n'),
    writes: one([0, 1, 100, 30_000, 700_000]),
    bytes: one([40, 500, 3_000_000]),
  };
}

describe('the changes of random designs', () => {
  const demos = Object.values(DEMOS).filter((demo) => demo.kind === 'design');
  const sound = [...demos, ...Array.from({ length: 250 }, (_, seed) => randomDemo(seed))].filter(
    (demo) => faultsAfter(demo, demo).length === 0,
  );
  const changes = sound.flatMap((demo) =>
    adviceOf(demo).flatMap(({ ruleId, better }) => (better === undefined ? [] : [{ demo, ruleId, better }])),
  );

  it('parse without a fault, and keep twin rows', () => {
    for (const { demo, ruleId, better } of changes) {
      const text = `${ruleId}: ${JSON.stringify({ ...demo, better })}`;
      expect([faultsAfter(demo, better), text]).toEqual([[], text]);
      const { row, twin } = better;
      expect([demo.twin !== undefined && twin === undefined, text]).toEqual([false, text]);
      expect([twin === undefined || areApart(row, twin), text]).toEqual([true, text]);
    }
  });

  it.each(['not-ascii', 'refused-characters', 'unpadded-numbers', 'changing-data', 'too-few-keys'])(
    'for %s satisfy the same rule afterwards',
    (id) => {
      const own = changes.filter(({ ruleId }) => ruleId === id);
      expect(own.length).toBeGreaterThan(10);
      for (const { demo, better } of own) {
        const left = idsOf(changedDemo(demo, better)).includes(id);
        expect([left, better, demo.row, demo.twin]).toEqual([false, better, demo.row, demo.twin]);
      }
    },
  );

  it('cover every design rule that proposes a change, with and without twin rows', () => {
    const ids = (isTwin: boolean) =>
      new Set(changes.flatMap(({ demo, ruleId }) => ((demo.twin !== undefined) === isTwin ? [ruleId] : [])));
    const all = ADVICE_RULES.filter(({ ofDesign }) => ofDesign !== undefined).map(({ id }) => id);
    const rare = ['single-partition', 'twin-rows', 'fan-out', 'partition-size', 'long-keys'];
    expect(all.filter((id) => !ids(false).has(id))).toEqual([]);
    expect(all.filter((id) => !ids(true).has(id) && !['account-target', ...rare].includes(id))).toEqual([]);
  });
});
