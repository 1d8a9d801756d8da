import { describe, expect, it } from 'vitest';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { type CheckedReceipt, RowCheck } from './rowCheck.ts';
import { schemeStore } from './schemeStore.fixture.ts';

const SYSTEM = '"PartitionKey":"p","Timestamp":"2026-11-20T21:00:00.1234567Z"';
const ROW =
  '"Text":"it\'s","Umlaut":"\\u00fc","Last":"\uffff","Whole":-5,"Long@odata.type":"Edm.Int64","Long":"9007199254740993",' +
  '"Real":2.5,"Missing@odata.type":"Edm.Double","Missing":"NaN","Endless@odata.type":"Edm.Double","Endless":"Infinity",' +
  '"Yes":true,"When@odata.type":"Edm.DateTime","When":"2026-11-20T21:00:00.1234567Z",' +
  '"Id@odata.type":"Edm.Guid","Id":"c9da6455-213d-42c9-9a79-3e9149a57833",' +
  '"Bytes@odata.type":"Edm.Binary","Bytes":"AAEC/w==","Nothing":null,"Odd@odata.type":"Edm.Odd","Odd":"1"';

interface Given {
  readonly rows: readonly string[];
  readonly filter: string;
  readonly select?: readonly string[];
  readonly range?: TableKeyRange;
}

/** The receipt after the rows of one page were checked. Each row is given as its properties in JSON, without the system ones. */
function checked({ rows, filter, select, range }: Given): CheckedReceipt {
  const { store, add } = schemeStore('none');
  const check = new RowCheck(store, { text: filter, ...(select !== undefined && { select }) });
  const entities = rows.map((row, at) => `{${SYSTEM},"RowKey":"r${at}"${row === '' ? '' : `,${row}`}}`);
  const slot = range === undefined ? undefined : { order: 0, range };
  return check.checked(add(entities, slot), { range, queryIndex: 0 });
}

function verdict(filter: string, select?: readonly string[]): string {
  const { anomalies, unjudged } = checked({ rows: [ROW], filter, ...(select !== undefined && { select }) });
  if (unjudged === 1) return 'maybe';
  return anomalies.offFilter === 1 ? 'no' : 'yes';
}

describe('a row that came, held against the property filter', () => {
  it.each([
    ["Text eq 'it''s' and Text ne 'its' and Text lt 'iu'", 'yes'],
    ["Text eq 'IT''S'", 'no'],
    ["Umlaut eq '\u00fc' and Umlaut gt 'u'", 'yes'],
    ["PartitionKey eq 'p' and RowKey gt 'r'", 'yes'],
    ['Whole eq -5 and Whole lt 0 and not (Whole gt -5)', 'yes'],
    ['Whole ge -4', 'no'],
    ['Long eq 9007199254740993L and Long gt 9007199254740992L', 'yes'],
    ['Long eq 9007199254740992L', 'no'],
    ['Real gt 2.25 and Real le 2.50', 'yes'],
    ['Real gt 2.5', 'no'],
    ['Missing eq 1.5', 'no'],
    ['Endless gt 1.5', 'yes'],
    ['Yes and Yes ne false', 'yes'],
    ['not Yes', 'no'],
    ["When eq datetime'2026-11-20T21:00:00.1234567Z'", 'yes'],
    ["When lt datetime'2026-11-20T21:00:00.1234567Z'", 'no'],
    ["Timestamp ge datetime'2026-11-20T21:00:00Z'", 'yes'],
    ["Timestamp gt datetime'2026-11-21T00:00:00Z'", 'no'],
    ["Id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'", 'yes'],
    ["Id eq guid'c9da6455-213d-42c9-9a79-3e9149a57834'", 'no'],
    ["Bytes eq X'000102FF'", 'yes'],
    ["Bytes ne X'000102ff'", 'no'],
  ])('%s: %s', (filter, expected) => {
    expect(verdict(filter)).toBe(expected);
  });

  it.each([
    ["Absent eq 'x' or Absent ne 'x' or Absent gt 'x' or Absent", 'no'],
    ["not (Absent ne '')", 'yes'],
    ['Nothing eq 5 or Nothing ne 5', 'no'],
  ])('a property that it lacks meets no comparison, %s: %s', (filter, expected) => {
    expect(verdict(filter)).toBe(expected);
  });

  it.each([
    ['another type', 'Text eq 5'],
    ['a number of another type that is the same', 'Long eq 9007199254740993.0'],
    ['instants in one millisecond', "When gt datetime'2026-11-20T21:00:00.123Z'"],
    ['a Guid in upper case', "Id eq guid'C9DA6455-213D-42C9-9A79-3E9149A57833'"],
    ['the order of bytes', "Bytes gt X'00'"],
    ['the order of NaN', 'Missing lt 1.5'],
    ['an exponent, which Azurite takes for a name', 'Real lt 1e10'],
    ['code points beside UTF-16', "Last gt '\u{1f600}'"],
    ['an unknown type', "Odd eq '1'"],
  ])('is not judged where services may differ: %s', (_why, filter) => {
    expect(verdict(filter)).toBe('maybe');
  });

  it('is not accused of a great whole number that is the same as a Double', () => {
    const great = '"Great@odata.type":"Edm.Double","Great":9007199254740992.0';
    for (const filter of ['Great eq 9007199254740993L', 'Great ge 9007199254740993L']) {
      expect(checked({ rows: [great], filter })).toMatchObject({ unjudged: 1, anomalies: { outside: 0 } });
    }
    expect(checked({ rows: [great], filter: 'Great eq 9007199254740994.0' }).anomalies.offFilter).toBe(1);
  });

  it('is not accused where services may differ in what matters, and is where they do not', () => {
    expect(verdict("Text eq 5 or Text eq 'it''s'")).toBe('yes');
    expect(verdict("Text eq 5 and Text eq 'x'")).toBe('no');
    expect(verdict('Whole gt 3L')).toBe('no');
    expect(verdict("Last ne '\u{1f600}'")).toBe('yes');
  });

  it('is not judged by a property that was not read', () => {
    const select = ['PartitionKey', 'RowKey', 'Whole'];
    expect(verdict("Text eq 'x'", select)).toBe('maybe');
    expect(verdict("Text eq 'x' and Whole eq 7", select)).toBe('no');
    expect(verdict("Timestamp lt datetime'2020-01-01T00:00:00Z'", select)).toBe('maybe');
  });

  it('is not judged if the name occurs twice, whatever the rows before held', () => {
    const { anomalies, unjudged } = checked({
      rows: ['"Level":1', '"Level":9', '"Level":9,"Level":1', '"Level":9'],
      filter: 'Level le 2',
    });
    expect([anomalies.offFilter, anomalies.outside, unjudged]).toEqual([2, 2, 1]);
  });

  it('is judged by its own value where a page holds many', () => {
    const rows = Array.from(
      { length: 3000 },
      (_, at) => `"Number":${(at * 7919) % 3000},"Name":"n${at % 700}"`,
    );
    const { anomalies } = checked({ rows, filter: "Number lt 1000 or Name eq 'n5'" });
    const expected = rows.filter((row) => Number(/\d+/.exec(row)?.[0]) >= 1000 && !row.includes('"n5"'));
    expect(anomalies.offFilter).toBe(expected.length);
  });

  it('counts once where it lies outside of the keys as well', () => {
    const range = { partition: { from: 'p', to: 'q' }, row: { from: 'r1' }, exact: true };
    const { anomalies, rows } = checked({
      rows: ['"Level":9', '"Level":9', '"Level":1'],
      filter: 'Level le 2',
      range,
    });
    expect([rows, anomalies.outside, anomalies.offFilter]).toEqual([3, 2, 1]);
  });

  it('leaves the receipt as it is where every row meets it', () => {
    const receipt = checked({ rows: ['"Level":1', '"Level":2'], filter: 'Level le 2' });
    expect(receipt.anomalies).toEqual({ outOfOrder: 0, repeated: 0, outside: 0 });
    expect(receipt.unjudged).toBeUndefined();
  });
});
