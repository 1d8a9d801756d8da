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

interface Generated {
  readonly partitionKey: (values: Values) => string;
  readonly rowKey: (values: Values) => string;
  readonly readPartitionKey: (key: string) => Readonly<Record<string, string | bigint>> | undefined;
  readonly readRowKey: (key: string) => Readonly<Record<string, string | bigint>> | undefined;
  readonly partitionRanges: (from: bigint, to: bigint, values?: Partial<Values>) => [string, string][];
  readonly rowRanges: (from: bigint, to: bigint, values?: Partial<Values>) => [string, string][];
  readonly rangeFilter: (property: string, range: [string, string]) => string;
}

async function run<T = Generated>(partition: string, row: string, twin?: string): Promise<T> {
  const { code } = await transformWithOxc(typescriptCode(designOf(partition, row, twin)), 'keys.ts');
  const module: T = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return module;
}

/** Property names that the generated code uses itself, or that a language does not allow. */
const HARD_NAMES =
  'keyTime keyTimeValue ticks writer guid text values __proto__ constructor class m\u00b2 m_ toString'.split(
    ' ',
  );

interface TwinModule {
  readonly twinRows: (
    values: object,
    properties: object,
  ) => readonly { readonly partitionKey: string; readonly rowKey: string; readonly Age?: number }[];
  readonly readTwinRowKey: (key: string) => object | undefined;
  readonly twinRowRanges: (from: bigint, to: bigint, values: object) => [string, string][];
  readonly writeTwins: (client: object, values: object, properties: object) => Promise<unknown>;
}

describe('the generated TypeScript', () => {
  it.each(REAL_TEMPLATES)('writes and reads the real keys of %s', async (scheme, template) => {
    const keys = await run(template, '{Guid}');
    for (const { pk, ticks, writer } of realKeys(scheme)) {
      expect(keys.partitionKey({ ticks, writer })).toBe(pk);
      expect(keys.readPartitionKey(pk)?.ticks).toBe(ticks);
      const hits = keys.partitionRanges(ticks, ticks + 1n).filter(([from, to]) => pk >= from && pk < to);
      expect(hits).toHaveLength(1);
      const isRead = (since: bigint, until: bigint) =>
        keys.partitionRanges(since, until).some(([from, to]) => pk >= from && pk < to);
      const [minute, hour] = [600_000_000n, 36_000_000_000n];
      // A key is in the windows that begin or end with it, and in none beside it.
      expect([isRead(ticks - hour, ticks + 1n), isRead(ticks, ticks + hour)]).toEqual([true, true]);
      expect([isRead(ticks - hour, ticks - minute), isRead(ticks + minute, ticks + hour)]).toEqual([
        false,
        false,
      ]);
    }
  });

  it('hashes, pads, formats dates and inverts ticks', async () => {
    const keys = await run('{Hash(DeviceId) mod 16}_{yyyyMMddHH}', 'd-{DeviceId}_{InvertedUnixMs}');
    const ticks = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 10, 22, 14, 5, 6, 789)) * 10_000n;
    const values = { ticks, DeviceId: 'foobar' };
    // The expected hash is that of FNV-1a for "foobar", 0xbf9cf968.
    expect(keys.partitionKey(values)).toBe('08_2026112214');
    expect(keys.rowKey(values)).toBe(`d-foobar_${9_999_999_999_999 - Date.UTC(2026, 10, 22, 14, 5, 6, 789)}`);
    expect(keys.readRowKey(keys.rowKey(values))).toEqual({ DeviceId: 'foobar', ticks });
    expect(keys.readPartitionKey('x')).toBeUndefined();
    expect(keys.partitionRanges(ticks, ticks + 1n)).toHaveLength(16);
    // The milliseconds count down, so the end of the window is the lower bound.
    const isRead = (since: bigint, until: bigint) =>
      keys
        .rowRanges(since, until, values)
        .some(([from, to]) => keys.rowKey(values) >= from && keys.rowKey(values) < to);
    const second = 10_000_000n;
    expect([isRead(ticks - second, ticks + 1n), isRead(ticks, ticks + second)]).toEqual([true, true]);
    expect([isRead(ticks - second, ticks - 10_000n), isRead(ticks + 10_000n, ticks + second)]).toEqual([
      false,
      false,
    ]);
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

describe('twin rows in generated code', () => {
  const keys = ['{Race}', 'BIB:{Bib:D5}', 'AGE:{Age:D3}__{Bib:D5}'] as const;

  it('are two rows of one partition, written in one transaction', async () => {
    const module = await run<TwinModule>(...keys);
    const values = { Race: 'r1', Bib: '1234', Age: '55' };
    const rows = module.twinRows(values, { Age: 55 });
    expect(rows).toEqual([
      { Age: 55, partitionKey: 'r1', rowKey: 'BIB:01234' },
      { Age: 55, partitionKey: 'r1', rowKey: 'AGE:055__01234' },
    ]);
    expect({ ...module.readTwinRowKey('AGE:055__01234') }).toEqual({ Age: '055', Bib: '01234' });
    expect(module.twinRowRanges(0n, 1n, { Age: '55', Bib: '1234' })).toHaveLength(1);
    const sent: unknown[] = [];
    const client = { submitTransaction: (actions: readonly unknown[]) => sent.push(...actions) };
    await module.writeTwins(client, values, { Age: 55 });
    expect(sent).toEqual(rows.map((row) => ['upsert', row, 'Replace']));
  });

  it('exist in C# and Python too, but not for a design without them', () => {
    expect(csharpCode(designOf(...keys))).toContain('new[] { RowKey(values), TwinRowKey(values) }');
    expect(pythonCode(designOf(...keys))).toContain('for key in keys]');
    for (const code of [csharpCode, pythonCode, typescriptCode]) {
      expect(code(designOf(...keys))).toMatch(
        /^(?:#|\/\/) A query over PartitionKeys alone returns each entity twice/m,
      );
      expect(code(designOf(keys[0], keys[1]))).not.toMatch(/twin|twice/i);
    }
  });
});

describe('properties with names that the code uses itself', () => {
  const [first = '', ...more] = HARD_NAMES;
  const partition = `${HARD_NAMES.map((name) => `{${name}}`).join('|')}|{Ticks}`;
  const row = `{Hash(${first}) mod 7}`;
  const texts = HARD_NAMES.map((_, at) => `v${at}`);

  it('are written and read by TypeScript, each under its own name', async () => {
    const module = await run(partition, row);
    const code = typescriptCode(designOf(partition, row));
    const fields = [
      ...(/interface KeyValues \{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/readonly (\S+): string;/g),
    ];
    const names = fields.map(([, name = '']) => name);
    expect(new Set(names).size).toBe(HARD_NAMES.length);
    expect(names.some((name) => ['ticks', 'writer', 'guid', 'keyTime', '__proto__'].includes(name))).toBe(
      false,
    );
    expect(names).toEqual(expect.arrayContaining(['keyTimeValue', 'class', 'm_', 'toString']));
    const values = { ticks: 1234n, ...Object.fromEntries(names.map((name, at) => [name, texts[at]])) };
    const key = module.partitionKey(values);
    expect(key).toBe(`${texts.join('|')}|${'1234'.padStart(19, '0')}`);
    expect({ ...module.readPartitionKey(key) }).toEqual(values);
    expect(code).toContain('// The property keyTime is keyTimeValueValue here.');
    expect(more).not.toHaveLength(0);
  });

  it.each([
    ['C#', csharpCode, /\(\?<([^>=!]+)>/g],
    ['Python', pythonCode, /\(\?P<([^>]+)>/g],
  ] as const)('have separate regular expression groups in %s', (_, code, group) => {
    const text = code(designOf(partition, row));
    const groups = [...text.matchAll(group)].map(([, name = '']) => name);
    expect(groups).toHaveLength(HARD_NAMES.length + 1);
    expect(new Set(groups).size).toBe(groups.length);
    expect(groups.every((name) => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name))).toBe(true);
  });

  it('get dictionary keys different from the time, the writer and the GUID in Python', () => {
    const text = pythonCode(designOf('{ticks}_{Ticks}', '{writer}_{Writer mod 3}'));
    expect(text).toContain('values["ticksValue"] + "_" + partition_time(values["ticks"])');
    expect(text).toContain('values["writerValue"] + "_" + str(values["writer"] % 3)');
  });
});

describe('the generated C#', () => {
  it('avoids keywords and members of the record in property names', () => {
    const code = csharpCode(designOf('{class}_{Ticks}_{Hash(int) mod 3}', '{Writer:D4}_{ToString}_{Site}'));
    const [, fields = ''] = /record KeyValues\(([^;]*)\);/.exec(code) ?? [];
    const names = fields.split(', ').map((field) => field.split(' ')[1]);
    expect(names).toEqual('Ticks Writer Guid @class @int WriterValue ToStringValue Site'.split(' '));
    expect(code).toContain('=> values.@class + "_" + PartitionTime(values.Ticks)');
    expect(code).toContain('Fnv1a(values.@int)');
    expect(code).toContain('values.WriterValue.PadLeft(4, \'0\') + "_" + values.ToStringValue');
  });
});
