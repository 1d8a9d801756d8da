import { describe, expect, it } from 'vitest';
import { storeOf } from '../store/storeOf.fixture.ts';
import { type ColumnTest, passingValues, uncomparedTypes } from './columnFilter.ts';
import { buildColumn, type ValueColumn } from './valueColumn.ts';
import { runSteps } from '../../steps.ts';

/** Cells of one column, by name; each is one row. */
const CELLS = {
  absent: '"B":1',
  null: '"A":null',
  twice: '"A":1,"A":2',
  five: '"A":5',
  fivePoint: '"A":5.0',
  seven: '"A@odata.type":"Edm.Int64","A":"7"',
  nan: '"A@odata.type":"Edm.Double","A":"NaN"',
  true: '"A":true',
  false: '"A":false',
  noon: '"A@odata.type":"Edm.DateTime","A":"2026-11-21T12:00:00Z"',
  one: '"A@odata.type":"Edm.DateTime","A":"2026-11-21T13:00:00.0000001Z"',
  empty: '"A":""',
  word: '"A":"Nulls, 5"',
  other: '"A":"nulls, 50"',
  guid: '"A@odata.type":"Edm.Guid","A":"C7A1F2E0-0000-4000-8000-000000000001"',
  guidText: '"A":"c7a1f2e0-0000-4000-8000-000000000001"',
  binary: '"A@odata.type":"Edm.Binary","A":"Nulls, 5"',
} as const;
type Cell = keyof typeof CELLS;
const NAMES = Object.keys(CELLS) as readonly Cell[];

const store = storeOf(NAMES.map((name, row) => `{"PartitionKey":"p","RowKey":"${row}",${CELLS[name]}}`));
const column: ValueColumn = runSteps(buildColumn(store, { name: 'A' }));

function passing(test: ColumnTest): readonly Cell[] {
  const found = runSteps(passingValues(store, column, test));
  return NAMES.filter((_, row) => {
    const value = column.values[row] ?? -1;
    if ('passes' in found) return found.passes[value] === 1;
    const isIn = value >= found.from && value < found.to;
    return isIn !== found.isOthers;
  });
}

const allBut = (...names: readonly Cell[]): readonly Cell[] => NAMES.filter((name) => !names.includes(name));
const is = (type: string, text: string): ColumnTest => ({ kind: 'is', type, text });
const range = (as: 'number' | 'instant' | 'text', from: string, to: string): ColumnTest => ({
  kind: 'range',
  as,
  from,
  to,
});

describe('the rows that pass a test of one column', () => {
  it.each<[ColumnTest, readonly Cell[]]>([
    [{ kind: 'absent' }, ['absent']],
    [{ kind: 'present' }, allBut('absent')],
    [{ kind: 'twice' }, ['twice']],
    [{ kind: 'not-twice' }, allBut('twice')],
    // A null and a name with two values hold no text, not even the empty one.
    [{ kind: 'contains', text: '' }, allBut('absent', 'null', 'twice')],
    [{ kind: 'contains', text: 'null' }, ['word', 'other', 'binary']],
    [{ kind: 'contains', text: 'NULLS, 50' }, ['other']],
    [{ kind: 'contains', text: '5' }, ['five', 'fivePoint', 'word', 'other', 'binary']],
    [{ kind: 'contains', text: 'rue' }, ['true']],
    // Numbers and times that sort as equal are equal, whatever their type.
    [is('Edm.Int32', '5'), ['five', 'fivePoint']],
    [is('Edm.Double', ' 5.00 '), ['five', 'fivePoint']],
    [is('Edm.Int32', '7'), ['seven']],
    [is('Edm.Int32', '6'), []],
    [is('Edm.Double', 'NaN'), ['nan']],
    [is('Edm.DateTime', ' 2026-11-21T13:00:00.0000001Z '), ['one']],
    [is('Edm.DateTime', '2026-11-21T12:00:00.000Z'), ['noon']],
    [{ ...is('Edm.Int32', '5'), kind: 'is-not' } as ColumnTest, allBut('five', 'fivePoint')],
    // Texts are equal only within one type.
    [is('Edm.String', 'Nulls, 5'), ['word']],
    [is('Edm.Binary', 'Nulls, 5'), ['binary']],
    [is('Edm.String', ''), ['empty']],
    [{ ...is('Edm.String', ''), kind: 'is-not' } as ColumnTest, allBut('empty')],
    [is('Edm.Guid', 'c7a1f2e0-0000-4000-8000-000000000001'), ['guid']],
    [is('Edm.String', 'C7A1F2E0-0000-4000-8000-000000000001'), []],
    [is('Edm.Boolean', 'true'), ['true']],
    [{ ...is('Edm.Boolean', 'true'), kind: 'is-not' } as ColumnTest, allBut('true')],
    [is('Null', 'null'), ['null']],
    [is('Edm.String', 'null'), []],
    // Both bounds of numbers and texts are included; the upper one of a time is not.
    [range('number', '5', '7'), ['five', 'fivePoint', 'seven']],
    [range('number', '5.0001', ''), ['seven']],
    [range('number', '', '6.9'), ['five', 'fivePoint']],
    [range('number', '', ''), ['five', 'fivePoint', 'seven']],
    [range('number', '7', '5'), []],
    [range('instant', '2026-11-21T12:00:00Z', '2026-11-21T13:00:00.0000001Z'), ['noon']],
    [range('instant', '2026-11-21T12:00:00.0000001Z', '2026-11-21T13:00:00.0000002Z'), ['one']],
    [range('instant', ' ', ' '), ['noon', 'one']],
    [range('text', 'Nulls, 5', 'nulls, 50'), ['word', 'other', 'guidText', 'binary']],
    [range('text', '', ''), ['empty', 'word', 'other', 'guid', 'guidText', 'binary']],
    [range('text', 'c', ''), ['other', 'guidText']],
    [range('text', '', 'C7A1'), ['empty']],
  ])('%j', (test, expected) => {
    expect(passing(test)).toEqual(expected);
  });

  it('says which bound is wrong', () => {
    expect(() => passing(range('number', 'x', ''))).toThrow(
      '"x" is not a number. Write it as 12, -3.5 or 1e6.',
    );
    expect(() => passing(range('number', '', 'NaN'))).toThrow('"NaN" is not a number.');
    expect(() => passing(range('instant', '', '12:00'))).toThrow(
      '"12:00" is not a time. Write it as 2026-11-22T01:44:00Z',
    );
  });
});

describe('rows that a test could not compare', () => {
  const counts = (test: Parameters<typeof uncomparedTypes>[2]) =>
    Object.fromEntries(uncomparedTypes(store, column, test).map(({ type, rows }) => [type ?? 'twice', rows]));
  const numbers = { 'Edm.Int32': 1, 'Edm.Double': 2, 'Edm.Int64': 1 };
  const texts = { 'Edm.String': 4, 'Edm.Guid': 1, 'Edm.Binary': 1 };

  it('are those of another type, and with two values', () => {
    const [twice, flags, times] = [{ twice: 1 }, { 'Edm.Boolean': 2 }, { 'Edm.DateTime': 2 }];
    expect(counts(range('number', '1', '2'))).toEqual({
      ...twice,
      'Edm.Double': 1,
      ...flags,
      ...times,
      ...texts,
    });
    expect(counts(range('instant', '', ''))).toEqual({ ...twice, ...numbers, ...flags, ...texts });
    expect(counts(range('text', 'a', 'b'))).toEqual({ ...twice, ...numbers, ...flags, ...times });
    expect(counts(is('Edm.Int32', '5'))).toEqual({ ...twice, ...flags, ...times, ...texts });
    expect(counts(is('Edm.DateTime', '2026-11-21T12:00:00Z'))).toEqual({
      ...twice,
      ...numbers,
      ...flags,
      ...texts,
    });
    expect(counts(is('Edm.Boolean', 'true'))).toEqual({ ...twice, ...numbers, ...times, ...texts });
    expect(counts(is('Edm.String', 'x'))).toEqual({
      ...twice,
      ...numbers,
      ...flags,
      ...times,
      'Edm.Guid': 1,
      'Edm.Binary': 1,
    });
    expect(counts(is('Edm.Guid', 'x'))).toEqual({
      ...twice,
      ...numbers,
      ...flags,
      ...times,
      'Edm.String': 4,
      'Edm.Binary': 1,
    });
    // These tests compare values of every type.
    for (const test of [{ kind: 'contains', text: '5' }, { kind: 'matches' }, is('Null', 'null')] as const)
      expect(counts(test)).toEqual(twice);
    for (const kind of ['absent', 'present', 'twice', 'not-twice'] as const)
      expect(counts({ kind })).toEqual({});
    expect(counts({ kind: 'is-not', type: 'Edm.Int32', text: '5' })).toEqual({});
  });

  it('are told with the most frequent type first', () => {
    const [first, ...rest] = uncomparedTypes(store, column, range('number', '1', '2')).map(
      ({ rows }) => rows,
    );
    expect([first, rest]).toEqual([4, rest.toSorted((a, b) => b - a)]);
  });

  it('are none where all could be', () => {
    const plain = storeOf(['{"PartitionKey":"p","RowKey":"r","A":5}']);
    expect(
      uncomparedTypes(plain, runSteps(buildColumn(plain, { name: 'A' })), range('number', '1', '2')),
    ).toEqual([]);
  });
});
