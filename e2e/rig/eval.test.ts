import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../src/core/anyCharacter.fixture.ts';
import { compileFilter, FilterFault } from './eval.ts';
import { rigRow } from './rig.fixture.ts';

const row = rigRow('0000000000000000012___0639308100000000000', "it's", [
  ['Text', 'String', 'abc'],
  ['Whole', 'Int32', '-5'],
  ['Long', 'Int64', '9007199254740993'],
  ['Real', 'Double', '10000000000'],
  ['Missing', 'Double', 'NaN'],
  ['Yes', 'Boolean', 'true'],
  ['When', 'DateTime', '2026-11-20T21:00:00.1234567Z'],
  ['Id', 'Guid', 'C9DA6455-213d-42c9-9a79-3e9149a57833'],
  ['Bytes', 'Binary', 'AAEC/w=='],
]);
const holds = (filter: string) => compileFilter(filter).matches(row);

describe('filter evaluation', () => {
  it.each([
    ["PartitionKey ge '0000000000000000012___' and PartitionKey lt '0000000000000000012__`'", true],
    ["PartitionKey lt '0000000000000000012___'", false],
    ["RowKey eq 'it''s'", true],
    ["'it''s' eq RowKey", true],
    ["'b' gt Text", true],
    ["Text ne 'abc' or Whole eq -5", true],
    ["not (Text eq 'abc') or not (Whole lt 0)", false],
    ["Text eq 'abc' or Text eq 'x' and Text eq 'y'", true],
    ['Long eq 9007199254740993L', true],
    ['Long eq 9007199254740992L', false],
    ['Long gt 9007199254740992.5', true],
    ['Real eq 1e10', true],
    ['Real eq 10000000000L', true],
    ['Missing eq 1.0 or Missing lt 1.0 or Missing ge 1.0', false],
    ['Missing ne 1.0', true],
    ['Yes', true],
    ['Yes eq false', false],
    ["When gt datetime'2026-11-20T21:00:00.1234566Z'", true],
    ["When eq datetime'2026-11-20T21:00:00.1234567Z'", true],
    ["When lt datetime'2026-11-20T21:00:00.123456Z'", false],
    ["Timestamp eq datetime'2026-11-20T21:00:00Z'", true],
    ["Id eq guid'c9da6455-213D-42c9-9a79-3e9149a57833'", true],
    ["Bytes eq X'000102FF' and Bytes eq binary'000102ff'", true],
    ["Nothing eq 'x' or Nothing ne 'x' or Nothing", false],
    ['Text eq 5 or Text ne 5', false],
  ])('%s: %s', (filter, expected) => {
    expect(holds(filter)).toBe(expected);
  });

  it.each([
    ['', 0],
    ["PartitionKey eq 'a", 16],
    ['PartitionKey eq a', 13],
    ["PartitionKey EQ 'a'", 13],
    ["PartitionKey eq 'a' and", 23],
    ["(PartitionKey eq 'a'", 20],
    ["PartitionKey eq 'a')", 19],
    ["startswith(PartitionKey,'a')", 23],
    ["When eq datetime'yesterday'", 8],
    ["Id eq guid'1'", 6],
    ["Bytes eq X'0'", 9],
    ["'a' eq 'a'", 4],
    ['Whole eq 5x', 9],
  ])('%s: a fault at %i', (filter, at) => {
    expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ name: 'FilterFault', at }));
    expect(() => compileFilter(filter)).toThrow(FilterFault);
  });

  it('counts comparisons, a property alone as one', () => {
    expect(compileFilter("Yes and (Text eq 'a' or not Whole gt 1)").comparisons).toBe(3);
  });

  it('compares strings by UTF-16 units, as JavaScript sorts them, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (a, b) => {
        const probe = rigRow(a, '');
        const literal = `'${b.replaceAll("'", "''")}'`;
        const sorted = [a, b].sort();
        expect(compileFilter(`PartitionKey eq ${literal}`).matches(probe)).toBe(a === b);
        expect(compileFilter(`PartitionKey lt ${literal}`).matches(probe)).toBe(a !== b && sorted[0] === a);
        expect(compileFilter(`PartitionKey ge ${literal}`).matches(probe)).toBe(a === b || sorted[1] === a);
      }),
    );
  });

  it('compares Int64 exactly over its whole range', () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        const probe = rigRow('', '', [['N', 'Int64', a.toString()]]);
        expect(compileFilter(`N lt ${b}L`).matches(probe)).toBe(a < b);
        expect(compileFilter(`N eq ${b}L`).matches(probe)).toBe(a === b);
      }),
    );
  });

  it('states partition bounds that never leave a match out', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 2 });
    const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le');
    const comparison = fc.tuple(operator, key).map(([name, text]) => `PartitionKey ${name} '${text}'`);
    const joined = fc
      .tuple(fc.array(comparison, { minLength: 1, maxLength: 4 }), fc.constantFrom(' and ', ' or '))
      .map(([parts, word]) => parts.join(word));
    fc.assert(
      fc.property(joined, key, (filter, partitionKey) => {
        const { matches, bounds } = compileFilter(filter);
        fc.pre(matches(rigRow(partitionKey, '')));
        expect(bounds.from === undefined || partitionKey >= bounds.from).toBe(true);
        expect(bounds.to === undefined || partitionKey <= bounds.to).toBe(true);
      }),
    );
  });
});
