import { describe, expect, it } from 'vitest';
import { transformWithOxc } from 'vite';
import { csharpCode } from './csharpCode.ts';
import { pythonCode } from './pythonCode.ts';
import { designOf, REAL_TEMPLATES, realKeys } from './realKeys.fixture.ts';
import { typescriptCode } from './typescriptCode.ts';

interface Values {
  readonly ticks: bigint;
  readonly writer?: number;
  readonly guid?: string;
  readonly DeviceId?: string;
}

/** The exports of a generated module. */
interface Generated {
  readonly partitionKey: (values: Values) => string;
  readonly rowKey: (values: Values) => string;
  readonly readPartitionKey: (key: string) => Readonly<Record<string, string | bigint>> | undefined;
  readonly readRowKey: (key: string) => Readonly<Record<string, string | bigint>> | undefined;
  readonly partitionRanges: (from: bigint, to: bigint, values?: Partial<Values>) => [string, string][];
  readonly rowRanges: (from: bigint, to: bigint, values?: Partial<Values>) => [string, string][];
  readonly rangeFilter: (property: string, range: [string, string]) => string;
}

async function run(partition: string, row: string): Promise<Generated> {
  const { code } = await transformWithOxc(typescriptCode(designOf(partition, row)), 'keys.ts');
  const module: Generated = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  return module;
}

describe('the generated TypeScript', () => {
  it.each(REAL_TEMPLATES)('writes and reads the real keys of %s', async (scheme, template) => {
    const keys = await run(template, '{Guid}');
    for (const { pk, ticks, writer } of realKeys(scheme)) {
      expect(keys.partitionKey({ ticks, writer })).toBe(pk);
      expect(keys.readPartitionKey(pk)?.ticks).toBe(ticks);
      const hits = keys.partitionRanges(ticks, ticks + 1n).filter(([from, to]) => pk >= from && pk < to);
      expect(hits).toHaveLength(1);
      expect(
        keys
          .partitionRanges(ticks + 600_000_000n, ticks + 1_200_000_000n)
          .some(([from, to]) => pk >= from && pk < to),
      ).toBe(false);
    }
  });

  it('hashes, pads, writes dates and counts down', async () => {
    const keys = await run('{Hash(DeviceId) mod 16}_{yyyyMMddHH}', 'd-{DeviceId}_{InvertedUnixMs}');
    const ticks = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 10, 22, 14, 5, 6, 789)) * 10_000n;
    const values = { ticks, DeviceId: 'foobar' };
    // FNV-1a of "foobar" is 0xbf9cf968.
    expect(keys.partitionKey(values)).toBe('08_2026112214');
    expect(keys.rowKey(values)).toBe(`d-foobar_${9_999_999_999_999 - Date.UTC(2026, 10, 22, 14, 5, 6, 789)}`);
    expect(keys.readRowKey(keys.rowKey(values))).toEqual({ DeviceId: 'foobar', ticks });
    expect(keys.readPartitionKey('x')).toBeUndefined();
    expect(keys.partitionRanges(ticks, ticks + 1n)).toHaveLength(16);
    const [range] = keys.rowRanges(ticks, ticks + 1n, values);
    expect(range === undefined ? '' : keys.rangeFilter('RowKey', range)).toMatch(
      /^RowKey ge 'd-foobar_\d{13}' and RowKey lt 'd-foobar_\d{13}'$/,
    );
  });
});

describe('the generated code', () => {
  it.each([
    ['{Writer mod 10:D19}___{Ticks/1m}', '{InvertedTicks}_{Guid}'],
    ['{TenantId}_{yyyyMM}', 'a\u0022b${x}_{Bib:D5}'],
  ])('of %s is the stored text', (partition, row) => {
    const keys = designOf(partition, row);
    expect(csharpCode(keys)).toMatchSnapshot('C#');
    expect(pythonCode(keys)).toMatchSnapshot('Python');
  });

  it('holds a hostile template as text only', async () => {
    const hostile = 'a\u2028b";process.exit(1)`$\'\'\'"""*{DeviceId}';
    const module = await run(hostile, '{Ticks}');
    const key = module.partitionKey({ ticks: 0n, DeviceId: 'x' });
    expect(key).toBe(hostile.replace('{DeviceId}', 'x'));
    expect({ ...module.readPartitionKey(key) }).toEqual({ DeviceId: 'x' });
    for (const code of [csharpCode, pythonCode, typescriptCode]) {
      expect(code(designOf(hostile, '{Ticks}'))).toMatch(/^[\n -~]*$/);
    }
  });
});

describe('the generated C#', () => {
  it('names properties so that they are no keyword and no member of the record', () => {
    const code = csharpCode(designOf('{class}_{Ticks}_{Hash(int) mod 3}', '{Writer:D4}_{ToString}_{Site}'));
    const [, fields = ''] = /record KeyValues\(([^;]*)\);/.exec(code) ?? [];
    const names = fields.split(', ').map((field) => field.split(' ')[1]);
    expect(names).toEqual([
      'Ticks',
      'Writer',
      'Guid',
      '@class',
      '@int',
      'WriterValue',
      'ToStringValue',
      'Site',
    ]);
    expect(code).toContain('=> values.@class + "_" + PartitionTime(values.Ticks)');
    expect(code).toContain('Fnv1a(values.@int)');
    expect(code).toContain('values.WriterValue.PadLeft(4, \'0\') + "_" + values.ToStringValue');
  });
});
