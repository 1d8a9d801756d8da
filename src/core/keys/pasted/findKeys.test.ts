import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { ticksToIso } from '../../time/ticks.ts';
import { findKeys } from './findKeys.fixture.ts';
import type { KeyPart, KeyReading } from '../base/scheme.ts';
import { agreeingKeys } from './findKeys.ts';

const prefixed = '0000000000000000012___0634925952000000000';
const plain = '0634925952000000000';

function found(text: string): readonly string[] {
  return findKeys(text).keys.map((key) => key.text);
}

describe('findKeys', () => {
  it('reads a short Unix time alone on its line, not in running text', () => {
    expect(found('999999999\n1709633862.25')).toEqual(['999999999', '1709633862.25']);
    expect(found('copied 999999999 bytes at 1709633862.25.')).toEqual(['1709633862.25']);
  });

  it.each([
    ['slab', '2516926670399999999', 'MyInstanceName_2516926669378765432_0A1F3'],
    ['serilog-v9', '2516926667999999999', '5CCRHFK6K704HMASW9NF6YY093'],
    ['serilog-v9.4', '2516926667999999999', '25169137093787654320042'],
    ['nlog', 'My.Logger', '2516926669378765432__7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  ])('reads the PartitionKey of an entity as its RowKey says: %s', (schemeId, partition, row) => {
    const firsts = (text: string): readonly (string | undefined)[] =>
      findKeys(text).keys.map(({ readings }) => readings[0]?.schemeId);
    const both = [schemeId, schemeId];
    expect(firsts(`{"PartitionKey":"${partition}","RowKey":"${row}"}`)).toEqual(both);
    expect(firsts(`PartitionKey,RowKey\n${partition},${row}\n${partition},${row}`)).toEqual([
      ...both,
      ...both,
    ]);
    expect(firsts(`https://a.table.core.windows.net/T(PartitionKey='${partition}',RowKey='${row}')`)).toEqual(
      both,
    );
    const range = `PartitionKey ge '${partition}' and PartitionKey lt '${partition}' and RowKey eq '${row}'`;
    const [from, to] = firsts(range);
    expect(from).toBe(to);
  });

  it('reads forward ticks beside inverted ones as a time of today, both ways round', () => {
    const years = (partition: string, row: string) =>
      findKeys(`{"PartitionKey":"${partition}","RowKey":"${row}"}`).keys.map(({ readings: [best] }) =>
        ticksToIso(best?.ticks ?? 0n).slice(0, 4),
      );
    const [forward, inverted] = ['0638452306620000000', '2516926669379999999'] as const;
    expect(years(forward, inverted)).toEqual(['2024', '2024']);
    expect(years(inverted, forward)).toEqual(['2024', '2024']);
  });

  it('leaves a PartitionKey as it reads where the RowKey beside it is not sure, or of another writer', () => {
    const first = (row: string): string | undefined =>
      findKeys(`{"PartitionKey":"2516926670399999999","RowKey":"${row}"}`).keys[0]?.readings[0]?.schemeId;
    expect(first('0000000000000000042')).toBe('inverted-ticks19');
    expect(first('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe('inverted-ticks19');
  });

  it('takes part and table from a URL, escaped once or twice, and gives the place in what was pasted', () => {
    const entity = `https://acct.table.core.windows.net/LogsVer1v0(PartitionKey='${prefixed}',RowKey='a%2Fb')`;
    for (const url of [entity, encodeURI(entity), encodeURIComponent(entity)]) {
      const log = `10:17 GET ${url} 404`;
      const keys = findKeys(log).keys.map((key) => [key.part, key.tableName, key.text]);
      expect(keys).toEqual([
        ['partition', 'LogsVer1v0', prefixed],
        ['row', 'LogsVer1v0', 'a/b'],
      ]);
    }
    const escaped = `$filter=PartitionKey%20ge%20%27${plain}%27&$top=1`;
    const key = findKeys(escaped).keys[0];
    expect(key === undefined ? '' : escaped.slice(key.from, key.to)).toBe(`%27${plain}%27`);
    expect(key?.part).toBe('partition');
  });

  it('names the table of a query, a local one and one of the metrics', () => {
    const tables = [
      `https://a.table.core.windows.net/WADLogsTable()?$filter=PartitionKey ge '${plain}'`,
      `http://127.0.0.1:10002/devstoreaccount1/WADLogsTable(PartitionKey='${plain}',RowKey='')`,
      `TableName: WADLogsTable, PartitionKey: ${plain}`,
      `$MetricsHourPrimaryTransactionsBlob(PartitionKey='20190815T2100',RowKey='user;All')`,
    ].map((text) => findKeys(text).keys[0]);
    expect(tables.map((key) => key?.tableName)).toEqual([
      'WADLogsTable',
      'WADLogsTable',
      'WADLogsTable',
      '$MetricsHourPrimaryTransactionsBlob',
    ]);
    expect(tables.every((key) => key?.part === 'partition')).toBe(true);
  });

  it('reads JSON entities: one, a page of the service, NDJSON, and a text that was cut', () => {
    const entity = `{"PartitionKey":"${prefixed}","RowKey":"a\\u002Fb","Timestamp":"2024-03-05T10:17:42Z","N":"${plain}"}`;
    const page = `{"odata.metadata":"https://a.table.core.windows.net/$metadata#LogsVer1v0","value":[${entity},\n${entity}]}`;
    const expected = [
      ['partition', prefixed],
      ['row', 'a/b'],
    ];
    const parts = (text: string) => findKeys(text).keys.map((key) => [key.part, key.text]);
    expect(parts(entity)).toEqual(expected);
    expect(parts(`[${entity}]`)).toEqual(expected);
    expect(parts(`${entity}\n${entity}\n`)).toEqual([...expected, ...expected]);
    expect(parts(page)).toEqual([...expected, ...expected]);
    expect(parts(page.slice(0, -40))[0]).toEqual(expected[0]);
    expect(findKeys(page).keys.map((key) => [key.tableName, key.line])).toEqual([
      ['LogsVer1v0', 1],
      ['LogsVer1v0', 1],
      ['LogsVer1v0', 2],
      ['LogsVer1v0', 2],
    ]);
    const place = findKeys(entity).keys[1];
    expect(place === undefined ? '' : entity.slice(place.from, place.to)).toBe('"a\\u002Fb"');
  });

  it('looks into the values of JSON that is no entity', () => {
    const log = JSON.stringify({ message: `read PartitionKey eq '${plain}'`, id: 7, keys: [prefixed] });
    expect(findKeys(log).keys.map((key) => [key.part, key.text])).toEqual([
      ['partition', plain],
      [undefined, prefixed],
    ]);
  });

  it('reads keys as code and continuation headers carry them', () => {
    const token = `x-ms-continuation-NextPartitionKey: 1!28!${btoa(plain).replaceAll('=', '-')}`;
    expect(findKeys(token).keys.map((key) => [key.part, key.text])).toEqual([['partition', plain]]);
    expect(found('new DateTime(634925952000000000L)')).toEqual(['634925952000000000']);
    expect(found("It wasn't 0634925952000000000, was it?")).toEqual([plain]);
  });

  it('reads a key whose marks are escaped, unless it is a key as it is', () => {
    expect(found('2024%2D03%2d05T10%3A17%3A10Z')).toEqual(['2024-03-05T10:17:10Z']);
    // Without undoing the escapes, it would be read as an hour only.
    expect(found('at 2024-03-05T10%3A17%3A10Z end')).toEqual(['2024-03-05T10:17:10Z']);
    expect(found('0638452296000000000%5Fx')).toEqual(['0638452296000000000%5Fx']);
    expect(found('device%7C7_0634925952000000000')).toEqual(['device%7C7_0634925952000000000']);
  });

  it('reads a UUID without hyphens, with braces, and as a URN, and shows it as written', () => {
    const uuid = '017F22E2-79B0-7CC3-98C4-DC0C0C07398F';
    const bare = uuid.replaceAll('-', '').toLowerCase();
    const read = (text: string) =>
      findKeys(text).keys.map((key) => [key.text, key.readings[0]?.schemeId, key.readings[0]?.ticks]);
    const ticks = 637811545420000000n;
    expect(read(`{${uuid}}`)).toEqual([[uuid, 'uuidv7', ticks]]);
    expect(read(bare)).toEqual([[bare, 'uuidv7', ticks]]);
    expect(read(`urn:uuid:${uuid}`)).toEqual([[`urn:uuid:${uuid}`, 'uuidv7', ticks]]);
    // A hash (MD5) has as many digits as a UUID, but is not a time.
    expect(read('d41d8cd98f00b204e9800998ecf8427e')).toEqual([]);
  });

  it('takes part and table from the caller where the text does not say', () => {
    const key = findKeys(plain, { part: 'row', tableName: 'LogsTable' }).keys[0];
    expect([key?.part, key?.tableName]).toEqual(['row', 'LogsTable']);
    const said = findKeys(`PartitionKey eq '${plain}'`, { part: 'row' }).keys[0];
    expect(said?.part).toBe('partition');
  });

  it('survives any text, whatever form it seems to have', () => {
    const piece = fc.constantFrom(
      '{',
      '"',
      'PartitionKey',
      "'",
      ':',
      ',',
      '[',
      '\\u00',
      '%27',
      '\n',
      plain,
      ' ',
      'RowKey,',
    );
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (pasted) => {
        const { keys } = findKeys(pasted);
        expect(keys.every((key) => key.from >= 0 && key.to <= pasted.length && key.from < key.to)).toBe(true);
        const lines = pasted.split('\n').length;
        expect(keys.every((key) => key.line >= 1 && key.line <= lines)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

function reading(schemeId: string, confidence: number): KeyReading {
  return { schemeId, title: schemeId, fields: new Map(), confidence, reason: 'r' };
}

function key(part: KeyPart | undefined, line: number, readings: readonly KeyReading[], tableName?: string) {
  return { line, readings, ...(part && { part }), ...(tableName !== undefined && { tableName }) };
}

const A = reading('a', 0.5);
const B = reading('b', 0.2);
const SURE_B = reading('b', 0.8);
const RAISED = { ...B, confidence: 0.8 * 0.9, reason: 'r; the RowKey beside it is of this scheme' };

it.each([
  ['is of its RowKey', [key('partition', 1, [A, B]), key('row', 1, [SURE_B])], [RAISED, A]],
  [
    'is at least as sure as it was',
    [key('partition', 1, [reading('a', 0.9), B]), key('row', 1, [SURE_B])],
    [{ ...RAISED, confidence: 0.9 }, reading('a', 0.9)],
  ],
  [
    'stays if the RowKey is not sure',
    [key('partition', 1, [A, B]), key('row', 1, [reading('b', 0.79)])],
    [A, B],
  ],
  ['stays if the RowKey is of no scheme', [key('partition', 1, [A, B]), key('row', 1, [])], [A, B]],
  ['stays if it is of that scheme already', [key('partition', 1, [B, A]), key('row', 1, [SURE_B])], [B, A]],
  ['stays if that scheme does not read it', [key('partition', 1, [A]), key('row', 1, [SURE_B])], [A]],
  ['stays if nothing follows', [key('partition', 1, [A, B])], [A, B]],
  [
    'stays if another PartitionKey follows',
    [key('partition', 1, [A, B]), key('partition', 1, [SURE_B])],
    [A, B],
  ],
  [
    'stays if the RowKey is of another table',
    [key('partition', 1, [A, B], 'T'), key('row', 1, [SURE_B], 'U')],
    [A, B],
  ],
  [
    'stays if nobody says that it is a PartitionKey',
    [key(undefined, 1, [A, B]), key('row', 1, [SURE_B])],
    [A, B],
  ],
] as const)('a PartitionKey %s', (_name, keys, readings) => {
  expect(agreeingKeys(keys)[0]?.readings).toEqual(readings);
});

it('the ends of a range stay, two PartitionKeys of one line, but not those of two lines', () => {
  const row = key('row', 2, [SURE_B]);
  const found = (line: number) =>
    agreeingKeys([key('partition', line, [A, B]), key('partition', 2, [A, B]), row]).map(
      ({ readings }) => readings,
    );
  expect(found(2)).toEqual([[A, B], [A, B], [SURE_B]]);
  expect(found(1)).toEqual([[A, B], [RAISED, A], [SURE_B]]);
});
