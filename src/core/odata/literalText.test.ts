import { describe, expect, it } from 'vitest';
import { literalTextFault, propertyNameFault } from './literalText.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Whether the Gregorian calendar has a day, by counting the days of each month. */
function hasDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const first = (at: number): number => new Date(0).setUTCFullYear(year, at, 1);
  return day <= Math.round((first(month) - first(month - 1)) / 86_400_000);
}

describe('a datetime of a filter', () => {
  it('is accepted exactly if the calendar has the day, in any year', () => {
    const wrong: string[] = [];
    for (const year of [0, 1, 4, 100, 400, 1600, 1900, 2000, 2023, 2024, 2100, 9999]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T00:00:00Z`;
          const isTaken = literalTextFault('datetime', text) === undefined;
          if (isTaken !== hasDay(year, month, day)) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['23:59:59Z', true],
    ['24:00:00Z', false],
    ['00:60:00Z', false],
    ['00:00:60Z', false],
    ['00:00:00', true],
    ['00:00:00.1234567', true],
    ['00:00:00.1234567Z', true],
    ['00:00:00.12345678Z', false],
    ['00:00:00.Z', false],
    ['00:00:00+00:00', true],
    ['00:00:00+14:59', true],
    ['00:00:00-14:00', true],
    ['00:00:00+15:00', false],
    ['00:00:00+00:60', false],
    ['00:00', false],
  ])('at %s: %s', (time, isTaken) => {
    expect(literalTextFault('datetime', `2024-03-05T${time}`) === undefined).toBe(isTaken);
  });
});

describe('a fault of a literal', () => {
  it('quotes the start of what was written, at most 40 characters', () => {
    const text = 'abcdefghij'.repeat(5);
    for (const kind of ['int32', 'double', 'datetime', 'guid'] as const)
      expect(literalTextFault(kind, text)?.message).toMatch(new RegExp(`^"${text.slice(0, 40)}" is not`));
  });

  it.each([
    ['int32', '2147483647', '2147483648', '2147483648L'],
    ['int32', '-2147483648', '-2147483649', '-2147483649L'],
    ['int32', '9', '9223372036854775807', '9223372036854775807L'],
    ['int32', '9', '-9223372036854775808', '-9223372036854775808L'],
    ['int32', '9', '9223372036854775808', '9223372036854775808.0'],
    ['int32', '9', '-9223372036854775809', '-9223372036854775809.0'],
    ['int64', '9223372036854775807', '9223372036854775808', '9223372036854775808.0'],
    ['int64', '-9223372036854775808', '-9223372036854775809', '-9223372036854775809.0'],
  ] as const)('%s: %s fits, %s does not and is written %s', (kind, fits, beyond, written) => {
    expect(literalTextFault(kind, fits)).toBeUndefined();
    expect(literalTextFault(kind, beyond)?.nextStep).toContain(` ${written} for`);
  });

  it.each(['5.0', '1e10', '-1.5E-3', 'NaN', 'INF', '-INF', '1.7e308'])('%s is a Double', (text) => {
    expect(literalTextFault('double', text)).toBeUndefined();
  });

  it.each(['5', '.5', '5.', '1e', '+1.0', 'inf', '--1.0', '1.0x', '1.8e308'])(
    '%s is not a Double',
    (text) => {
      expect(literalTextFault('double', text)).toBeDefined();
    },
  );
});

it('a property name has at most 255 characters and is not a keyword', () => {
  expect(propertyNameFault('a'.repeat(255))).toBeUndefined();
  expect(propertyNameFault('a'.repeat(256))?.message).toContain('256');
  for (const word of ['not', 'true', 'false', 'null', 'NaN', 'INF', '', '1a', 'a b', 'a-b'])
    expect([word, propertyNameFault(word) === undefined]).toEqual([word, false]);
  for (const word of ['Not', 'nan', 'inf', '_a', 'é1']) expect(propertyNameFault(word)).toBeUndefined();
});
