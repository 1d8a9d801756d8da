import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../keys/grammar/parseTemplate.ts';
import { rowsOfText } from './rowsOfText.ts';
import { unwritableRows } from './unwritableRows.ts';

function textsOf(partition: string, row: string, rows: readonly object[]): readonly string[] {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  const read = rowsOfText(JSON.stringify(rows));
  if (!left.ok || !right.ok || read === undefined) throw new Error('Not read.');
  return unwritableRows({ partition: left.value, row: right.value }, read.rows);
}

const ROWS = [
  { PartitionKey: 'a', RowKey: '1', Tenant: 'contoso', Number: 7 },
  { PartitionKey: 'a', RowKey: '2', Tenant: null, Number: 8 },
  { PartitionKey: 'b', RowKey: '3', Number: 123_456 },
  { PartitionKey: 'b', RowKey: '4', Tenant: 'x/y', Number: 1.5 },
  { PartitionKey: 'b', RowKey: '5', Tenant: 'NaN', Number: 9 },
];

describe('rows that a design cannot make keys for', () => {
  it('are counted by reason, each with its first row', () => {
    const [partition, row, ...more] = textsOf('{Tenant}_{yyyyMM}', '{Number:D5}', ROWS);
    expect(partition).toContain('PartitionKey {Tenant}_{yyyyMM} cannot be written for 3 of 5 rows: ');
    expect(partition).toContain('Tenant is null in 1 (first: PartitionKey a, RowKey 2)');
    expect(partition).toContain('Tenant is missing in 1 (first: PartitionKey b, RowKey 3)');
    expect(partition).toContain('which keys cannot hold in 1 (first: PartitionKey b, RowKey 4)');
    expect(row).toMatch(/^RowKey \{Number:D5\} cannot be written for 2 of 5 rows: /);
    expect(more).toEqual([]);
    expect(textsOf('{PartitionKey}', '{RowKey}', ROWS)).toEqual([]);
    expect(textsOf('{Hash(Tenant) mod 4}', '{Guid}', ROWS)[0]).toContain('for 2 of 5 rows');
  });

  it('are exactly those that lack a value, whatever the other values', () => {
    const value = fc.constantFrom('x', 'y', null, undefined);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const rows = values.map((Tenant, at) => ({ PartitionKey: 'p', RowKey: String(at), Tenant }));
        const lacking = values.filter((each) => each === null || each === undefined).length;
        const texts = textsOf('{Tenant}', '{RowKey}', rows);
        expect(texts).toHaveLength(lacking === 0 ? 0 : 1);
        const [said = '0 of '] = texts;
        expect(Number(/(?:for )?(\d+) of/.exec(said)?.[1])).toBe(lacking);
        expect(said).not.toMatch(/NaN|undefined|Infinity/);
      }),
    );
  });
});
