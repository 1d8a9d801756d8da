import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transformWithOxc } from 'vite';
import { parseTemplate } from '../../keys/templates/parseTemplate.ts';
import type { KeyDesign } from '../bench/judgeDesign.ts';
import { csharpCode } from './csharpCode.ts';
import { pythonCode } from './pythonCode.ts';
import { typescriptCode } from './typescriptCode.ts';

interface Vectors {
  readonly vectors: readonly {
    readonly scheme: string;
    readonly pk: string | null;
    readonly pk_ticks: string | null;
  }[];
}

const { vectors }: Vectors = JSON.parse(
  readFileSync(new URL('../../keys/fixtures/keys.json', import.meta.url), 'utf8'),
);

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

function design(partition: string, row: string): KeyDesign {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  if (!left.ok || !right.ok) throw new Error(partition);
  return { partition: left.value, row: right.value };
}

async function run(partition: string, row: string): Promise<Generated> {
  const { code } = await transformWithOxc(typescriptCode(design(partition, row)), 'keys.ts');
  const module: Generated = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  return module;
}

const ofScheme = (name: string) =>
  vectors.flatMap(({ scheme, pk, pk_ticks: ticks }) =>
    scheme === name && pk !== null && ticks !== null ? [{ pk, ticks: BigInt(ticks) }] : [],
  );

describe('the generated TypeScript', () => {
  it.each([
    ['mds-prefixed', '{Writer mod 100:D19}___{Ticks/1m}'],
    ['wad', '{Ticks/1m}'],
    ['ticks19', '{Ticks}'],
    ['inverted-ticks19', '{InvertedTicks}'],
  ])('writes and reads the real keys of %s', async (scheme, template) => {
    const keys = await run(template, '{Guid}');
    const known = ofScheme(scheme);
    expect(known.length).toBeGreaterThan(0);
    for (const { pk, ticks } of known) {
      const writer = Number(/^(\d{19})___/.exec(pk)?.[1] ?? 0);
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
    const keys = design(partition, row);
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
      expect(code(design(hostile, '{Ticks}'))).toMatch(/^[\n -~]*$/);
    }
  });
});
