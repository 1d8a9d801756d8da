import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../time/ticks.ts';
import { keyRanges } from './keyRanges.ts';
import { keysBeginningWith } from './base/keySpan.ts';
import { isInRange, isInSpan } from './rangeTruth.fixture.ts';
import type { KeyRangeOptions, TableKeyRange } from './base/scheme.ts';

interface Query {
  readonly scheme: string;
  readonly from_: string | null;
  readonly to_exclusive: string | null;
  readonly filters: readonly string[];
  readonly tables?: readonly string[];
}

const { queries } = JSON.parse(readFileSync(new URL('./fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly queries: readonly Query[];
};

type Test = (row: { readonly pk: string; readonly rk: string }) => boolean;

/** Parses the few forms of filters that the fixture has: comparisons joined by "and". */
function parseFilter(filter: string): Test {
  const tests = [...filter.matchAll(/(PartitionKey|RowKey) (eq|ge|gt|le|lt) '((?:[^']|'')*)'/g)].map(
    ([, name = '', operator = '', quoted = '']): Test => {
      const bound = quoted.replaceAll("''", "'");
      const compare: Readonly<Record<string, (key: string) => boolean>> = {
        eq: (key) => key === bound,
        ge: (key) => key >= bound,
        gt: (key) => key > bound,
        le: (key) => key <= bound,
        lt: (key) => key < bound,
      };
      return (row) => compare[operator]?.(name === 'RowKey' ? row.rk : row.pk) ?? false;
    },
  );
  return (row) => tests.every((test) => test(row));
}

const MAX = 3155378975999999999n;
const MINUTE = 600_000_000n;
const inv = (ticks: bigint, width = 19): string => String(MAX - ticks).padStart(width, '0');
const resource =
  ':002Fsubscriptions:002F11111111:002D2222:002D3333:002D4444:002D555555555555:002FresourceGroups:002Fmy:002Drg:002Fproviders:002FMicrosoft:002ECompute:002FvirtualMachines:002Fvm1';
const metric = ':005CMemory:005CAvailable:0020Bytes';

interface Case {
  readonly schemeId: string;
  readonly options: KeyRangeOptions;
  readonly write: (ticks: bigint) => { readonly pk: string; readonly rk: string };
}

const guid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const cases: ReadonlyMap<string, Case> = new Map<string, Case>([
  ['wad', { schemeId: 'wad', options: {}, write: (t) => ({ pk: `0${t - (t % MINUTE)}`, rk: 'a' }) }],
  [
    'appservice',
    {
      schemeId: 'appservice',
      options: {},
      write: (t) => ({
        pk: new Date(Number(t / 10_000n) - 62_135_596_800_000)
          .toISOString()
          .replace(/[-T]/g, '')
          .slice(0, 10),
        rk: guid,
      }),
    },
  ],
  [
    'serilog-v9',
    {
      schemeId: 'serilog-v9',
      options: {},
      write: (t) => ({ pk: inv(((t + 1_500_000_001n) / 3_000_000_000n) * 3_000_000_000n), rk: guid }),
    },
  ],
  [
    'webjobs-recent',
    {
      schemeId: 'webjobs-recent',
      options: { rowKeyPrefix: 'h1-fff1' },
      write: (t) => ({ pk: 'R2', rk: `h1-fff1-${inv(t, 20)}--987654321` }),
    },
  ],
  [
    'wadmetrics PT1H time-first',
    {
      schemeId: 'wadmetrics',
      options: { tableName: 'WADMetricsPT1HP10DV2S20240304', partitionKey: resource },
      write: (t) => ({ pk: resource, rk: `${inv(t - (t % (60n * MINUTE)))}__${metric}` }),
    },
  ],
  [
    'wadmetrics PT1H metric-first',
    {
      schemeId: 'wadmetrics',
      options: {
        tableName: 'WADMetricsPT1HP10DV2S20240304',
        partitionKey: resource,
        rowKeyPrefix: '\\Memory\\Available Bytes',
      },
      write: (t) => ({ pk: resource, rk: `${metric}__${inv(t - (t % (60n * MINUTE)))}` }),
    },
  ],
]);

function selects(ranges: readonly TableKeyRange[], row: { pk: string; rk: string }): boolean {
  return ranges.some((range) => isInRange(row.pk, row.rk, range));
}

describe('ranges select what the worked filters select', () => {
  it.each(queries.filter((query) => cases.has(query.scheme)))('$scheme', (query) => {
    const test = cases.get(query.scheme);
    const window = { from: isoToTicks(query.from_ ?? ''), to: isoToTicks(query.to_exclusive ?? '') };
    const filters = query.filters.map(parseFilter);
    const ranges = keyRanges(test?.schemeId ?? '', window, test?.options);
    const steps = Array.from(
      { length: 2000 },
      (_, index) => window.from + (BigInt(index - 700) * 7_300_000_001n) / 40n,
    );
    const edges = [
      window.from - 1n,
      window.from,
      window.from + 1n,
      window.to - 1n,
      window.to,
      window.to + 1n,
    ];
    const different = [...steps, ...edges].filter((ticks) => {
      const row = test?.write(ticks) ?? { pk: '', rk: '' };
      return selects(ranges, row) !== filters.some((filter) => filter(row));
    });
    expect(different).toEqual([]);
    const selected = steps.filter((ticks) => selects(ranges, test?.write(ticks) ?? { pk: '', rk: '' }));
    expect(selected.length).toBeGreaterThan(0);
    expect(selected.length).toBeLessThan(steps.length);
    expect(query.tables ?? []).toEqual(
      query.tables === undefined ? [] : ranges.map((range) => range.tableName),
    );
  });

  it('functions-scale: newer than', () => {
    const query = queries.find((each) => each.scheme === 'functions-scale newer than');
    const cutoff = isoToTicks(query?.from_ ?? '');
    const filter = parseFilter(query?.filters[0] ?? '');
    const ranges = keyRanges(
      'functions-scale',
      { from: cutoff + 1n, to: cutoff + 864_000_000_000n },
      { partitionKey: 'myhost' },
    );
    for (const ticks of [cutoff - 1n, cutoff, cutoff + 1n, cutoff + 600_000_000n]) {
      const row = { pk: 'myhost', rk: `${inv(ticks)}-${guid}` };
      expect(selects(ranges, row)).toBe(filter(row));
    }
  });

  it('durable instance prefix: all instances whose id begins with a text', () => {
    const query = queries.find((each) => each.scheme === 'durable instance prefix');
    const filter = parseFilter(query?.filters[0] ?? '');
    const span = keysBeginningWith('abc');
    for (const pk of [
      'abb\uffff',
      'abc',
      'abc\u0000',
      'abc^0d',
      'abcz',
      'abc\uffff',
      'abd',
      'ABC',
      '@abc@k',
    ]) {
      expect([pk, isInSpan(pk, span)]).toEqual([pk, filter({ pk, rk: '' })]);
    }
  });

  it('the query of the Serilog library loses a bucket, ours does not', () => {
    const query = queries.find((each) => each.scheme === 'serilog-v9 library query');
    const window = { from: isoToTicks(query?.from_ ?? ''), to: isoToTicks(query?.to_exclusive ?? '') };
    const write = cases.get('serilog-v9')?.write ?? (() => ({ pk: '', rk: '' }));
    const ranges = keyRanges('serilog-v9', window);
    const first = write(window.from);
    expect(selects(ranges, first)).toBe(true);
    expect(query?.filters.map(parseFilter).some((filter) => filter(first))).toBe(false);
  });
});
