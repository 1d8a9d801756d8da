import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePage } from './decodePage.ts';
import { pageEntity } from './decodedPage.ts';
import { decoded, pageBytes } from './entityPage.fixture.ts';

/** Raw JSON values in families that differ little, so that neighbours have similar lengths and texts. */
const plainText = fc
  .tuple(fc.nat(11), fc.constantFrom('', 'a', 'Operation of 17 has ended', 'x'.repeat(40)), fc.nat(3))
  .map(([number, text, end]) => JSON.stringify(`${number}${text}${end}`));
const oddText = fc.constantFrom(
  '""',
  String.raw`"\""`,
  String.raw`"1\\"`,
  String.raw`"1\u0041"`,
  '"1é"',
  '"1\u2028"',
  '"1😀 12345678"',
  String.raw`"1Operation of 17 has\tended2"`,
  '"1Operation of 17 hás ended2"',
);
const number = fc.oneof(
  fc.nat(12).map(String),
  fc.integer({ min: 9_999_998, max: 10_000_001 }).map(String),
  fc.integer({ min: 99_999_999, max: 100_000_001 }).map(String),
  fc.constantFrom('-1', '-0', '0.0', '1.5', '1.50', '12e3', '1E+5', '2147483647', '2147483648', '12345678.5'),
);
const bare = fc.constantFrom('true', 'false', 'null', '[1]', '{"a":"}"}');
const value = fc.oneof(
  { weight: 6, arbitrary: plainText },
  { weight: 2, arbitrary: oddText },
  { weight: 6, arbitrary: number },
  { weight: 1, arbitrary: bare },
);

interface RowSpec {
  readonly key: string;
  /** By column: raw JSON; undefined: the row lacks it. */
  readonly values: readonly (string | undefined)[];
  readonly space: string;
}

const COLUMNS = ['Level', 'Message', 'Count', 'Text', 'Last'];

/** A row, and rows that differ from the previous one in few places. */
const likeRows = fc
  .tuple(
    fc.array(value, { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
    fc.array(
      fc.record({
        key: plainText,
        at: fc.nat(COLUMNS.length - 1),
        value: fc.option(value, { nil: undefined, freq: 12 }),
        again: fc.nat(COLUMNS.length - 1),
        other: value,
        space: fc.constantFrom('', '', '', '', '', ' '),
      }),
      { minLength: 3, maxLength: 14 },
    ),
  )
  .map(([first, changes]) => {
    let values: (string | undefined)[] = first;
    return changes.map(({ key, at, value: changed, again, other, space }): RowSpec => {
      values = values.with(at, changed).with(again, other);
      return { key, values, space };
    });
  });

function rowJson({ key, values, space }: RowSpec): string {
  const members = values.map((json, column) =>
    json === undefined ? '' : `${space},"${COLUMNS[column] ?? ''}":${space}${json}`,
  );
  return `{"PartitionKey":"p","RowKey":${key}${members.join('')}${space}}`;
}

function expectedType(json: string): string {
  if (json.startsWith('"')) return 'Edm.String';
  if (json === 'true' || json === 'false') return 'Edm.Boolean';
  if (json === 'null') return 'Null';
  if (/^[[{]/.test(json)) return 'Json';
  const isInt32 = /^-?\d+$/.test(json) && json !== '-0' && Number(json) === Math.trunc(Number(json) | 0);
  return isInt32 ? 'Edm.Int32' : 'Edm.Double';
}

/** The expected result: strings as JSON.parse reads them, everything else as its own text. */
function expected({ key, values }: RowSpec): unknown {
  return {
    key: JSON.parse(key) as string,
    members: values.flatMap((json, column) =>
      json === undefined
        ? []
        : [[COLUMNS[column], expectedType(json), json.startsWith('"') ? JSON.parse(json) : json]],
    ),
  };
}

function seen(page: ReturnType<typeof decoded>, row: number): unknown {
  const entity = pageEntity(page, row);
  return { key: entity.rowKey, members: entity.properties.map(({ name, type, text }) => [name, type, text]) };
}

describe('rows that are compared with the row before', () => {
  it.each(['1.5', '100', 'true', 'null', '1e5', '-12', '9999999999', '"100"', '[1]'])(
    'have the type of their own value, whatever the one before: after %s',
    (first) => {
      const values = [first, '100', first, '225', '225', first, '7', '12345678', '9', first];
      const specs = values.map((json, at) => ({
        key: `"${100 + at}"`,
        values: [json, '"x"', json],
        space: '',
      }));
      const page = decoded(pageBytes(specs.map(rowJson)));
      expect(specs.map((_, row) => seen(page, row))).toEqual(specs.map(expected));
    },
  );

  it('keep the names of the cells that they share with the row before, however many rows and cells there are', () => {
    // Each row lacks the last cell of the one before, so that each has names of its own.
    for (const most of [3, 17, 60, 200]) {
      const rows = Array.from({ length: 2 * most }, (_, row) => most - (row % most));
      const json = rows.map(
        (cells) =>
          `{"PartitionKey":"p","RowKey":"r"${Array.from({ length: cells }, (_, at) => `,"N${at}":${at}`).join('')}}`,
      );
      const page = decoded(pageBytes(json));
      const names = rows.map((_, row) => pageEntity(page, row).properties.map(({ name }) => name));
      expect(names).toEqual(rows.map((cells) => Array.from({ length: cells }, (_, at) => `N${at}`)));
    }
  });

  it('hold exactly their own values, however nearly they are alike', () => {
    fc.assert(
      fc.property(likeRows, (specs) => {
        const page = decoded(pageBytes(specs.map(rowJson)));
        expect(specs.map((_, row) => seen(page, row))).toEqual(specs.map(expected));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['1', 'page'],
    ['12', 'page'],
    ['01', 'not-json'],
    ['00', 'not-json'],
    ['1a', 'not-json'],
    ['1/', 'not-json'],
    ['1:', 'not-json'],
    ['1.', 'not-json'],
    ['1e', 'not-json'],
    ['-1', 'page'],
    ['--', 'not-json'],
    ['12345678', 'page'],
    ['123456789', 'page'],
    ['"1', 'not-json'],
  ])('a number %s after others: %s', (text, kind) => {
    const rows = ['10', '11', '13', text, '14'].map(
      (json, index) => `{"PartitionKey":"p","RowKey":"${index}","n":${json},"z":0}`,
    );
    const page = decodePage(pageBytes(rows));
    const found = page.ok ? pageEntity(page.value, 3).properties[0]?.text : page.error.kind;
    expect(found).toBe(kind === 'page' ? text : kind);
  });

  it('are refused exactly where JSON.parse refuses them, whatever bytes are put in, taken out or replaced', () => {
    const row = (index: number): string =>
      `{"PartitionKey":"p","RowKey":"r0000000${index}","Id@odata.type":"Edm.Int64","Id":"1200000${index}","n":1${index},"t":"some text of ${index} things","d":1.${index},"z":0}`;
    const base = pageBytes([1, 2, 3, 4, 5].map(row));
    // Most changes hit the rows that are compared.
    const from = base.length >> 1;
    const bytes = fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0x22, 0x2c, 0x30, 0x5c, 0x7d, 0x20)), {
      maxLength: 2,
    });
    fc.assert(
      fc.property(fc.integer({ min: from, max: base.length }), fc.nat(2), bytes, (at, out, put) => {
        const mutant = Uint8Array.from([...base.slice(0, at), ...put, ...base.slice(at + out)]);
        const page = decodePage(mutant);
        expect(page.ok ? rowsOf(page.value) : 'no page').toEqual(oracle(mutant));
      }),
      { numRuns: 700 },
    );
  });
});

/** Members with repeated names, system names too, in page order; rows that repeat, and some that do not. */
const twiceRows = fc
  .array(
    fc.array(
      fc.tuple(
        fc.constantFrom('PartitionKey', 'RowKey', 'Timestamp', 'Level', 'Message', 'Level'),
        fc.constantFrom('"1"', '"2"', '"two"'),
      ),
      { maxLength: 5 },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((shapes) =>
    fc.array(fc.tuple(fc.constantFrom(...shapes), fc.nat(2)), { minLength: 4, maxLength: 12 }),
  )
  .map((picked) =>
    picked.map(([members, number]) => [
      ['PartitionKey', '"p"'] as const,
      ['RowKey', `"r${number}"`] as const,
      ...members,
    ]),
  );

const SYSTEM_NAMES = ['PartitionKey', 'RowKey', 'Timestamp'];

it('rows with duplicate names keep the first key and every value, and each row is counted', () => {
  fc.assert(
    fc.property(twiceRows, (rows) => {
      const page = decoded(
        pageBytes(rows.map((row) => `{${row.map(([name, json]) => `"${name}":${json}`).join(',')}}`)),
      );
      const told = rows.map((row) => {
        const first = (name: string) => row.find(([other]) => other === name);
        return {
          keys: [first('PartitionKey'), first('RowKey')].map((pair) => JSON.parse(pair?.[1] ?? '') as string),
          others: row
            .filter((pair) => !SYSTEM_NAMES.includes(pair[0]) || pair !== first(pair[0]))
            .map(([name, json]) => [name, JSON.parse(json) as string]),
        };
      });
      const found = rows.map((_, row) => {
        const { partitionKey, rowKey, properties } = pageEntity(page, row);
        return { keys: [partitionKey, rowKey], others: properties.map(({ name, text }) => [name, text]) };
      });
      expect(found).toEqual(told);
      const twice = rows.filter((row) => new Set(row.map(([name]) => name)).size < row.length);
      expect(page.duplicateNameRows).toBe(twice.length);
    }),
    { numRuns: 500 },
  );
});

/** Keys and last values by name, as JSON.parse gives them. */
function rowsOf(page: ReturnType<typeof decoded>): unknown {
  return Array.from({ length: page.rowCount }, (_, row) => {
    const { partitionKey, rowKey, properties } = pageEntity(page, row);
    const own = properties.filter(({ name }) => !/@odata\.type$|^PartitionKey$|^RowKey$/.test(name));
    const values = own.map(({ name, form, text }) => [name, form === 'string' ? text : JSON.parse(text)]);
    return [partitionKey, rowKey, new Map(values as [string, unknown][])];
  });
}

function oracle(bytes: Uint8Array): unknown {
  let rows: readonly unknown[] | undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    rows = (JSON.parse(text) as { readonly value?: readonly unknown[] }).value;
  } catch {
    return 'no page';
  }
  if (!Array.isArray(rows)) return 'no page';
  const found = rows.map((row) => {
    if (typeof row !== 'object' || row === null) return undefined;
    const { PartitionKey, RowKey, ...others } = row as Record<string, unknown>;
    if (typeof PartitionKey !== 'string' || typeof RowKey !== 'string') return undefined;
    const own = Object.entries(others).filter(([name]) => !name.endsWith('@odata.type'));
    return [PartitionKey, RowKey, new Map(own)];
  });
  return found.includes(undefined) ? 'no page' : found;
}
