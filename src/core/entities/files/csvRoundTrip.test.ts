import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportCsv } from '../views/exportCsv.ts';
import { EntityStore } from '../store/entityStore.ts';
import { decodePage } from '../page/decodePage.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { exportKind } from './exportKind.ts';
import { FileRows } from './fileRows.ts';
import { runSteps } from '../../steps.ts';

const scheme = schemeById('ticks19');
if (scheme === undefined) throw new Error('No scheme ticks19.');

interface Row {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly [name: string]: string;
}

function storeOf(rows: readonly Row[]): EntityStore {
  const store = new EntityStore(scheme as NonNullable<typeof scheme>);
  const page = decodePage(new TextEncoder().encode(JSON.stringify({ value: rows })));
  if (!page.ok) throw new Error(page.error.message);
  store.append(page.value, 0);
  return store;
}

function csvOf(store: EntityStore): string {
  const rows = Uint32Array.from({ length: store.rowCount }, (_, row) => row);
  return [...exportCsv(store, rows, { formulaGuard: true }).pieces]
    .map(({ bytes }) => new TextDecoder().decode(bytes))
    .join('');
}

function imported(text: string): unknown[] {
  const kind = exportKind(text);
  if (kind.kind === 'list') throw new Error('taken for a list of keys');
  const file = new FileRows(kind, '');
  runSteps(file.push(text));
  const { store } = runSteps(file.end());
  return Array.from({ length: store.rowCount }, (_, row) => {
    const { partitionKey, rowKey, properties } = store.entity(row);
    const cells = properties.map(({ name, type, text: value }) => [name, { type, value }] as const);
    return { partitionKey, rowKey, cells: Object.fromEntries(cells) };
  });
}

// Text that a CSV reader, a spreadsheet or the formula guard could misread.
const hostileText = fc
  .array(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      "'",
      '"',
      ',',
      '\t',
      '\r',
      '\n',
      '\r\n',
      ';',
      ' ',
      '1',
      'a',
      'é',
      '😀',
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));
const tables = fc
  .array(fc.record({ key: hostileText, a: hostileText, '=b': hostileText, "'c": hostileText }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((rows) =>
    rows.map(({ key, ...values }, at): Row => ({ PartitionKey: key, RowKey: `${key}${at}`, ...values })),
  );

describe('CSV of the page, read by the page', () => {
  it('gives back keys, names and values, whatever they begin with', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        expect(imported(csvOf(storeOf(rows)))).toEqual(
          rows.map(({ PartitionKey, RowKey, ...values }) => ({
            partitionKey: PartitionKey,
            rowKey: RowKey,
            cells: Object.fromEntries(
              Object.entries(values).map(([name, value]) => [name, { type: 'Edm.String', value }]),
            ),
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the types, what is absent, empty and null apart', () => {
    const json =
      '{"value":[{"PartitionKey":"p","RowKey":"1","i@odata.type":"Edm.Int64","i":"-7","d":2.5,"t@odata.type":"Edm.DateTime","t":"2026-01-01T00:00:00.1234567Z","s":"","n":null,"b":true},{"PartitionKey":"p","RowKey":"2"}]}';
    const store = new EntityStore(scheme);
    const page = decodePage(new TextEncoder().encode(json));
    if (!page.ok) throw new Error(page.error.message);
    store.append(page.value, 0);
    expect(imported(csvOf(store))).toEqual([
      {
        partitionKey: 'p',
        rowKey: '1',
        cells: {
          i: { type: 'Edm.Int64', value: '-7' },
          d: { type: 'Edm.Double', value: '2.5' },
          t: { type: 'Edm.DateTime', value: '2026-01-01T00:00:00.1234567Z' },
          s: { type: 'Edm.String', value: '' },
          n: { type: 'Null', value: 'null' },
          b: { type: 'Edm.Boolean', value: 'true' },
        },
      },
      { partitionKey: 'p', rowKey: '2', cells: {} },
    ]);
  });
});
