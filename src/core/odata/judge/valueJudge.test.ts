import { describe, expect, it } from 'vitest';
import type { ComparisonOperator, FilterLiteral } from '../filterNode.ts';
import { type ComparedValue, valueJudge } from './valueJudge.ts';
import { MAYBE, NO, type Verdict, YES } from './verdict.ts';

const OPERATORS: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
type Kind = Exclude<FilterLiteral['kind'], 'string' | 'boolean'>;

/** A number as the service sent it. */
const sent = (type: string, text: string | undefined): ComparedValue => {
  return { type, isNull: false, text: () => text, orderBeside: () => Number.NaN, instant: () => undefined };
};

/** The verdicts for all six operators. */
const judged = (kind: Kind, text: string, value: ComparedValue): readonly Verdict[] =>
  OPERATORS.map((operator) => valueJudge(operator, { kind, text }).ofValue(value));

const EQUAL = [YES, NO, NO, YES, NO, YES];
const LESS = [NO, YES, NO, NO, YES, YES];
const GREATER = [NO, YES, YES, YES, NO, NO];
const UNKNOWN = OPERATORS.map(() => MAYBE);

describe('a number beside a literal of its type', () => {
  it.each<readonly [Kind, literal: string, type: string, value: string, readonly Verdict[]]>([
    ['int32', '5', 'Edm.Int32', '5', EQUAL],
    ['int32', '5', 'Edm.Int32', '4', LESS],
    ['int32', '5', 'Edm.Int32', '6', GREATER],
    ['int32', '-5', 'Edm.Int32', '-6', LESS],
    ['int64', '9007199254740993', 'Edm.Int64', '9007199254740993', EQUAL],
    ['int64', '9007199254740993', 'Edm.Int64', '9007199254740992', LESS],
    ['int64', '9007199254740992', 'Edm.Int64', '9007199254740993', GREATER],
    ['int64', '-9223372036854775808', 'Edm.Int64', '9223372036854775807', GREATER],
    ['double', '5.0', 'Edm.Double', '5', EQUAL],
    ['double', '5.0', 'Edm.Double', '4.999', LESS],
    ['double', '5.0', 'Edm.Double', '5e1', GREATER],
    ['double', '5.0', 'Edm.Double', '-Infinity', LESS],
    ['double', '5.0', 'Edm.Double', 'INF', GREATER],
    // Services sort NaN in different places, but it never equals a number.
    ['double', '5.0', 'Edm.Double', 'NaN', [NO, YES, MAYBE, MAYBE, MAYBE, MAYBE]],
    // Some services do not read these literals as numbers, so nobody knows what they would match.
    ['double', '5e0', 'Edm.Double', '5.0', [MAYBE, NO, NO, MAYBE, NO, MAYBE]],
    ['double', 'INF', 'Edm.Double', 'Infinity', [MAYBE, NO, NO, MAYBE, NO, MAYBE]],
    ['double', '-INF', 'Edm.Double', '-Infinity', [MAYBE, NO, NO, MAYBE, NO, MAYBE]],
    ['double', 'NaN', 'Edm.Double', '5.0', [NO, MAYBE, MAYBE, MAYBE, MAYBE, MAYBE]],
    ['double', 'NaN', 'Edm.Double', 'NaN', UNKNOWN],
  ])('%s %s, %s %s', (kind, literal, type, value, verdicts) => {
    expect(judged(kind, literal, sent(type, value))).toEqual(verdicts);
  });
});

describe('a number beside a literal of another type', () => {
  it.each<readonly [Kind, literal: string, type: string, value: string, readonly Verdict[]]>([
    // Some services convert one type to the other, some match nothing. NO is only certain where both agree.
    ['int32', '5', 'Edm.Int64', '5', [MAYBE, MAYBE, NO, MAYBE, NO, MAYBE]],
    ['int32', '5', 'Edm.Double', '6.5', [NO, MAYBE, MAYBE, MAYBE, NO, NO]],
    ['double', '5.5', 'Edm.Int32', '5', [NO, MAYBE, NO, NO, MAYBE, MAYBE]],
    ['double', 'INF', 'Edm.Int32', '5', [NO, MAYBE, NO, NO, MAYBE, MAYBE]],
    // A double may not hold it exactly.
    ['double', '5.5', 'Edm.Int64', '9007199254740993', UNKNOWN],
    ['int64', '9007199254740993', 'Edm.Int32', '5', UNKNOWN],
    ['int64', '99999999999999', 'Edm.Int32', '5', [NO, MAYBE, NO, NO, MAYBE, MAYBE]],
    ['int64', '999999999999999', 'Edm.Int32', '5', [NO, MAYBE, NO, NO, MAYBE, MAYBE]],
    ['int64', '9999999999999999', 'Edm.Int32', '5', UNKNOWN],
    ['int32', '5', 'Edm.String', '5', UNKNOWN],
    ['int32', '5', 'Edm.Guid', '5', UNKNOWN],
  ])('%s %s, %s %s', (kind, literal, type, value, verdicts) => {
    expect(judged(kind, literal, sent(type, value))).toEqual(verdicts);
  });

  it.each([
    ['Edm.Int32', undefined],
    ['Edm.Int32', 'x'],
    ['Edm.Int32', '5.0'],
    ['Edm.Int32', ' 5'],
    ['Edm.Int64', '123456789012345678901'],
    ['Edm.Double', 'x'],
    ['Edm.Double', '5.'],
    ['Edm.Double', '0x5'],
    ['Edm.Double', undefined],
  ])('is unknown if the row value is not a number: %s %s', (type, text) => {
    expect(judged('int32', '5', sent(type, text))).toEqual(UNKNOWN);
    expect(judged('double', '5.0', sent(type, text))).toEqual(UNKNOWN);
  });

  it('is unknown if the literal is not a number', () => {
    expect(judged('int32', '5.5', sent('Edm.Int32', '5'))).toEqual(UNKNOWN);
    expect(judged('double', 'x', sent('Edm.Double', '5'))).toEqual(UNKNOWN);
  });
});

describe('a property that a row lacks', () => {
  it('meets no comparison, except where a service may read an odd literal as a name', () => {
    const nothing = (operator: ComparisonOperator, text: string) =>
      valueJudge(operator, { kind: 'double', text }).ofNothing;
    expect(OPERATORS.map((operator) => nothing(operator, '5.0'))).toEqual(OPERATORS.map(() => NO));
    expect(OPERATORS.map((operator) => nothing(operator, 'NaN'))).toEqual([MAYBE, NO, NO, NO, NO, NO]);
    expect(nothing('eq', '1e3')).toBe(MAYBE);
    expect(valueJudge('eq', { kind: 'int32', text: '5' }).ofNothing).toBe(NO);
  });
});

describe('other types', () => {
  const guid = 'c9da6455-213d-42c9-9a79-3e9149a57833';

  it('a Boolean equals itself, and Booleans have no order', () => {
    const of = (operator: ComparisonOperator, value: boolean, text: string, type = 'Edm.Boolean') =>
      valueJudge(operator, { kind: 'boolean', value }).ofValue(sent(type, text));
    expect([
      of('eq', true, 'true'),
      of('eq', true, 'false'),
      of('ne', true, 'false'),
      of('ne', false, 'false'),
    ]).toEqual([YES, NO, YES, NO]);
    expect([of('gt', true, 'false'), of('eq', true, 'true', 'Edm.String')]).toEqual([MAYBE, MAYBE]);
  });

  it('comparing a GUID or binary with another type is unknown, and an instant compared with a GUID too', () => {
    expect(judged('guid', guid, sent('Edm.Int32', '5'))).toEqual(UNKNOWN);
    expect(judged('binary', '00', sent('Edm.String', 'AA=='))).toEqual(UNKNOWN);
    expect(valueJudge('eq', { kind: 'guid', text: guid }).ofInstant({ seconds: 0, fraction: 0 })).toBe(MAYBE);
  });

  it('a String comparison is known where all services sort the text alike', () => {
    const beside = (order: number): ComparedValue => ({
      ...sent('Edm.String', 'x'),
      orderBeside: () => order,
    });
    const of = (order: number) =>
      OPERATORS.map((operator) =>
        valueJudge(operator, { kind: 'string', value: 'y' }).ofValue(beside(order)),
      );
    // Services may sort the texts differently, but they are certainly not equal.
    const doubtful = [NO, YES, MAYBE, MAYBE, MAYBE, MAYBE];
    expect([of(0), of(-1), of(1), of(Number.NaN)]).toEqual([EQUAL, LESS, GREATER, doubtful]);
    expect(valueJudge('eq', { kind: 'string', value: 'y' }).ofValue(sent('Edm.Guid', 'y'))).toBe(MAYBE);
  });

  it('a GUID equals itself; in another case some services match it and some do not', () => {
    const of = (text: string | undefined) => judged('guid', guid, sent('Edm.Guid', text)).slice(0, 3);
    expect(of(guid)).toEqual([YES, NO, MAYBE]);
    expect(of(guid.replace('c9', 'd9'))).toEqual([NO, YES, MAYBE]);
    expect([of(guid.toUpperCase()), of(undefined)]).toEqual([UNKNOWN.slice(3), UNKNOWN.slice(3)]);
    expect(judged('guid', guid.toUpperCase(), sent('Edm.Guid', guid)).slice(0, 2)).toEqual([MAYBE, MAYBE]);
  });

  it.each([
    ['', ''],
    ['00', 'AA=='],
    ['00ff', 'AP8='],
    ['00FF10', 'AP8Q'],
    ['00ff10fb', 'AP8Q+w=='],
    ['ffffff', '////'],
  ])('a binary X\'%s\' is "%s", and no other', (hex, text) => {
    const of = (own: string) => judged('binary', hex, sent('Edm.Binary', own)).slice(0, 3);
    expect(of(text)).toEqual([YES, NO, MAYBE]);
    expect(of('AAEC')).toEqual([NO, YES, MAYBE]);
    // Services do not write this form, so nobody knows how they compare it.
    for (const odd of ['AB==', 'AAF=', 'A', 'AA=', 'AAEC\n', 'AA EC'])
      expect(of(odd)).toEqual([MAYBE, MAYBE, MAYBE]);
  });

  it('instants are certain if more than a millisecond apart, or more than any UTC offset if the literal has no zone', () => {
    const at = (text: string, seconds: number, fraction: number) =>
      OPERATORS.map((operator) =>
        valueJudge(operator, { kind: 'datetime', text }).ofInstant({ seconds, fraction }),
      );
    const zoned = '0001-01-01T00:00:10.5Z';
    expect(at(zoned, 10, 5_000_000)).toEqual(EQUAL);
    expect(at(zoned, 10, 5_000_001)).toEqual(UNKNOWN);
    expect(at(zoned, 10, 5_009_999)).toEqual(UNKNOWN);
    expect(at(zoned, 10, 5_010_000)).toEqual(GREATER);
    expect(at(zoned, 10, 4_990_000)).toEqual(LESS);
    expect(at('0001-01-02T02:00:10+02:00', 86_410, 0)).toEqual(EQUAL);
    const bare = '0001-01-02T00:00:00';
    expect(at(bare, 86_400, 0)).toEqual(UNKNOWN);
    expect(at(bare, 86_400 + 14 * 3600 - 1, 9_999_999)).toEqual(UNKNOWN);
    expect(at(bare, 86_400 + 14 * 3600, 0)).toEqual(GREATER);
    expect(at(bare, 86_400 - 14 * 3600, 0)).toEqual(LESS);
    expect(at('x', 0, 0)).toEqual(UNKNOWN);
    const value: ComparedValue = {
      ...sent('Edm.DateTime', undefined),
      instant: () => ({ seconds: 11, fraction: 0 }),
    };
    expect(judged('datetime', zoned, value)).toEqual(GREATER);
    expect(judged('datetime', zoned, { ...value, type: 'Edm.String' })).toEqual(UNKNOWN);
    expect(judged('datetime', zoned, sent('Edm.DateTime', 'x'))).toEqual(UNKNOWN);
  });
});
