import { describe, expect, it } from 'vitest';
import { adviseKeys, designOfKeys, keysOfText, ADVICE_RULES } from './advise.ts';
import {
  type AdviceDemo,
  adviceOf,
  changedDemo,
  demoDesign,
  DEMOS,
  idsOf,
  workloadOf,
} from './advise.fixture.ts';

/** Designs and keys that no rule should complain about. */
const CLEAN: readonly AdviceDemo[] = [
  demoDesign('{DeviceId}_{yyyyMMdd}', '{Ticks}', {
    patterns: 'One device, a day | DeviceId == @device | 1',
    properties: 'DeviceId: String, 500 values',
  }),
  demoDesign('{DeviceId}', '{InvertedTicks}_{Guid}', {
    patterns: 'Newest 10 | DeviceId == @device and latest 10 | 2',
  }),
  demoDesign('{Writer mod 10}___{Ticks/1m}', '{DeviceId}_{Ticks}_{Guid}', {
    writes: 8000,
    patterns: 'Last 5 min | Time within 5m | 0.1',
  }),
  {
    kind: 'keys',
    lines: Array.from(
      { length: 40 },
      (_, at) =>
        `000000000000000000${at % 4}___0639${String(at >> 3).padStart(15, '0')}\t${String(at).padStart(5, '0')}`,
    ),
  },
  { kind: 'keys', lines: ['2026-11-22T10:00:00Z', '2026-11-23T10:00:00Z', 'tenant-a', '0002', '0010'] },
];
// The first design only suits queries of whole days, because a range of times can cross midnight.
const USUAL = CLEAN.slice(1);

const demoOf = (id: string): AdviceDemo => {
  const demo = DEMOS[id];
  if (demo === undefined) throw new Error(`No demo of ${id}`);
  return demo;
};

describe.each(ADVICE_RULES)('$id', (rule) => {
  it('reports its demo, with numbers or the part in question', () => {
    const found = adviceOf(demoOf(rule.id)).find(({ ruleId }) => ruleId === rule.id);
    expect(found?.evidence).toMatch(/\d|\{|beyond ASCII/);
    expect(found?.fix).toMatch(/\.$/);
    expect(rule.source).toContain('Microsoft');
  });

  it.each(USUAL)('does not report sound keys %#', (demo) => {
    expect(idsOf(demo)).not.toContain(rule.id);
  });
});

describe('the change that a rule proposes', () => {
  it.each([
    ['{Writer mod 100:D19}___{Ticks/1m}', /^\{Writer mod \d:D19\}___\{Ticks\/1m\}$/],
    ['{Hash(DeviceId) mod 512}_{Ticks/1m}', /^\{Hash\(DeviceId\) mod \d\}_\{Ticks\/1m\}$/],
  ])('for the prefixes of %s keeps their width', (partition, expected) => {
    const found = adviceOf(demoDesign(partition, '{DeviceId}_{Guid}', { writes: 1000 }));
    const better = found.find(({ ruleId }) => ruleId === 'fan-out')?.better;
    expect(better?.partition).toMatch(expected);
  });

  const demos = Object.entries(DEMOS).flatMap(([id, demo]) => {
    const better = adviceOf(demo).find(({ ruleId }) => ruleId === id)?.better;
    return demo.kind === 'design' && better !== undefined ? [{ id, demo, better }] : [];
  });

  it.each(demos)('of $id gives a design that the rule no longer reports', ({ id, demo, better }) => {
    expect(idsOf(changedDemo(demo, better))).not.toContain(id);
  });
});

describe('the change of', () => {
  const betterOf = (id: string, demo: AdviceDemo) =>
    adviceOf(demo).find(({ ruleId }) => ruleId === id)?.better;

  it('twin rows adds the second row in the same partition', () => {
    expect(betterOf('twin-rows', demoOf('twin-rows'))).toEqual({
      partition: '{Race}',
      row: 'BIB:{Bib:D5}',
      twin: 'AGE:{Age:D10}_{Bib:D5}',
    });
  });

  it.each([
    ['{OrderStatus}_{TenantId}', '{Guid}', '{TenantId}', '{Guid}'],
    ['{OrderStatus}', '{TenantId}_{OrderStatus}', '{Region}', '{TenantId}'],
    ['{TenantId}', '{OrderStatus}', '{TenantId}', '{Guid}'],
    ['{TenantId}', 'o-{Price}_{Ticks}', '{TenantId}', 'o-{Ticks}'],
  ])(
    'changing data in %s / %s keeps only what does not change',
    (partition, row, betterPartition, betterRow) => {
      const demo = demoDesign(partition, row, {
        properties:
          'OrderStatus: String, 5 values\nTenantId: String, 200 values\nPrice: Double\nRegion: String, 4 values',
        patterns: 'Open | TenantId == @t and OrderStatus == @s | 1',
      });
      expect(betterOf('changing-data', demo)).toEqual({ partition: betterPartition, row: betterRow });
    },
  );

  it('long keys shortens literals and padding, but no values', () => {
    const literal = 'application-diagnostics-of-the-northern-region___'.repeat(3);
    const demo = demoDesign(`${literal}{DeviceId}`, '{Level:D38}_{Ticks}');
    expect(betterOf('long-keys', demo)).toEqual({
      partition: 'applicat___{DeviceId}',
      row: '{Level:D19}_{Ticks}',
    });
    const values = { kind: 'keys', lines: ['x'.repeat(300), 'y'.repeat(301)] } as const;
    const found = adviceOf(values).find(({ ruleId }) => ruleId === 'long-keys');
    expect([found?.better, found?.fix]).toEqual([undefined, expect.stringContaining('change the writer')]);
  });

  it('a GUID as PartitionKey moves it to the RowKey, after the properties that queries compare', () => {
    expect(betterOf('guid-partition', demoDesign('{Guid}', '{Ticks}'))).toEqual({
      partition: '{DeviceId}',
      row: '{Ticks}_{Guid}',
    });
    expect(betterOf('guid-partition', demoDesign('{Guid}', ''))?.row).toBe('{Guid}');
    const demo = demoOf('guid-partition');
    const lines = demo.kind === 'keys' ? demo.lines : [];
    const design = demoDesign('{DeviceId}', '{Ticks}');
    const found = adviseKeys(keysOfText(lines.join('\n')), workloadOf(design));
    expect(found.find(({ ruleId }) => ruleId === 'guid-partition')?.better?.partition).toBe('{DeviceId}');
  });

  it('human-readable dates turns them into UTC dates, if they are in the PartitionKey', () => {
    const better = { partition: '{yyyyMMddHH}', row: '{Ticks}_{Guid}' };
    expect(betterOf('local-dates', { kind: 'keys', lines: ['22.11.2026\t1'] })).toEqual(better);
    expect(betterOf('local-dates', { kind: 'keys', lines: ['p\t22.11.2026'] })).toBeUndefined();
  });

  it('large rows splits each over as few rows as possible', () => {
    const bytes = demoDesign('{DeviceId}', '{Ticks}', { bytes: 5_000_000, writes: 7 });
    expect(betterOf('large-entities', bytes)).toEqual({
      partition: '{DeviceId}',
      row: '{Ticks}_{Part:D3}',
      properties: 'Part: Int32, 5 values',
      writes: 35,
      bytes: 1_000_000,
    });
    const lines = Array.from({ length: 600 }, (_, at) => `P${at}: Int32`).join('\n');
    const wide = demoDesign('{P1}', '{Ticks}', {
      properties: lines,
      patterns: 'One | P1 == @p | 1',
      bytes: 3000,
    });
    const better = betterOf('large-entities', wide);
    expect([better?.properties, better?.bytes]).toEqual(['Part: Int32, 3 values', 1000]);
    expect(idsOf(changedDemo(wide, better ?? wide))).not.toContain('large-entities');
    const huge = demoDesign('{DeviceId}', '{Ticks}', { bytes: 1_000_000_000 * 1.1 });
    const found = adviceOf(huge).find(({ ruleId }) => ruleId === 'large-entities');
    expect([found?.better, found?.fix]).toEqual([undefined, expect.stringContaining('blob')]);
  });

  it('an account at its target packs events of one source, if that helps', () => {
    // 500 sources write 100 events a second of 40 bytes each, so each row can hold the 100 events of one second.
    const small = demoDesign('{DeviceId}', '{Ticks}', { writes: 50_000, bytes: 40 });
    expect(betterOf('account-target', small)).toEqual({
      partition: '{DeviceId}',
      row: '{Ticks/1s}',
      writes: 500,
      bytes: 4000,
    });
    const evidence = (demo: AdviceDemo) =>
      adviceOf(demo).find(({ ruleId }) => ruleId === 'account-target')?.evidence ?? '';
    expect(evidence(demoDesign('{DeviceId}', '{Ticks}', { writes: 50_000 }))).toContain(
      'the bytes alone are 122 %',
    );
    expect(evidence(demoDesign('{DeviceId}', '{Ticks}_{Guid}', { writes: 50_000, bytes: 40 }))).toContain(
      'GUID',
    );
    expect(evidence(demoDesign('{DeviceId}', '{Level:D3}', { writes: 50_000, bytes: 40 }))).toContain(
      'too few or too many',
    );
  });
});

describe('rules about pasted keys', () => {
  const evidence = (lines: readonly string[], id: string): string =>
    adviseKeys(keysOfText(lines.join('\n'))).find(({ ruleId }) => ruleId === id)?.evidence ?? '';

  it('count what they saw', () => {
    const hot = Array.from({ length: 100 }, (_, at) => (at < 97 ? 'hot' : `p${at}`));
    expect(evidence(hot, 'single-partition')).toBe('97 % of 100 rows are in one partition.');
    expect(evidence(hot.slice(10), 'single-partition')).toContain('97 % of 90 rows');
    expect(evidence(['2', '111'], 'unpadded-numbers')).toBe('PartitionKey "111" sorts before "2".');
    expect(evidence(['p\t2', 'p\t111'], 'unpadded-numbers')).toBe('RowKey "111" sorts before "2".');
    expect(evidence(['a#b', 'c'], 'refused-characters')).toContain('1 of 2 keys');
    expect(evidence(['x'.repeat(600)], 'long-keys')).toContain('refuses more than 512');
    expect(evidence(['22.11.2026'], 'local-dates')).toContain('1 of 1');
    expect(evidence(['2026-11-22T10:00:00+01:00'], 'local-dates')).toContain('1 of 1');
  });

  it('propose new templates for these keys, if a rule has better ones', () => {
    const demo = demoDesign('{DeviceId}', '{Ticks}');
    // 97 of 100 rows are in one partition, each with different ticks.
    const rows = Array.from(
      { length: 100 },
      (_, at) => `${at < 97 ? 'hot{1}' : `p${at}`}\t0639${String(at * 977).padStart(15, '0')}`,
    );
    const found = adviseKeys(keysOfText(rows.join('\n')), workloadOf(demo)).find(
      ({ ruleId }) => ruleId === 'single-partition',
    );
    expect(found?.evidence).toBe('97 % of 100 rows are in one partition.');
    expect(found?.better).toEqual({ partition: '{DeviceId}', row: '{Ticks}' });
    expect(designOfKeys(keysOfText(rows.join('\n')))).toMatchObject({
      partition: 'hot{{1}}',
      row: '{Ticks}',
    });
  });

  it('say nothing without keys, and survive hostile ones', () => {
    expect(adviseKeys(keysOfText(''))).toEqual([]);
    for (const line of [
      '\u0000',
      '\ud800',
      '__proto__\tconstructor',
      '9'.repeat(5000),
      '\t\t\t',
      "' or 1 eq 1",
    ]) {
      expect(Array.isArray(adviseKeys(keysOfText(line)))).toBe(true);
    }
  });
});
