import { describe, expect, it } from 'vitest';
import { invertTicks, ticksToIso } from '../../time/ticks.ts';
import { csvCell } from '../../csv.ts';
import { bulkOf, csvOf, d19, prefixed } from './bulkList.fixture.ts';

const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

describe('CSV of a list', () => {
  it('has one row a key, with exact times', () => {
    const { list } = bulkOf(
      [
        prefixed(7, NEW_YEAR),
        prefixed(12, NEW_YEAR + MINUTE),
        'no key',
        d19(invertTicks(NEW_YEAR + 1n)),
        `${d19(invertTicks(NEW_YEAR + 2n))}_a`,
        `'${d19(NEW_YEAR + 3n)}'`,
        '0639028',
      ].join('\n'),
    );
    expect(csvOf(list).split('\r\n')).toEqual([
      'Line,Key,Scheme,Time,Prefix,WindowEnd',
      `1,${prefixed(7, NEW_YEAR)},mds-prefixed,2026-01-01T00:00:00.0000000Z,7,2026-01-01T00:01:00.0000000Z`,
      `2,${prefixed(12, NEW_YEAR + MINUTE)},mds-prefixed,2026-01-01T00:01:00.0000000Z,12,2026-01-01T00:02:00.0000000Z`,
      `4,${d19(invertTicks(NEW_YEAR + 1n))},inverted-ticks19,2026-01-01T00:00:00.0000001Z,,`,
      `5,${d19(invertTicks(NEW_YEAR + 2n))}_a,inverted-ticks19,2026-01-01T00:00:00.0000002Z,,`,
      `6,${d19(NEW_YEAR + 3n)},ticks19,2026-01-01T00:00:00.0000003Z,,`,
      `7,0639028,ticks19,,,${ticksToIso(639_029_000_000_000_000n)}`,
      '',
    ]);
  });

  it('says of every key what the list says of it, however many there are', () => {
    const text = Array.from({ length: 40_000 }, (_, index) =>
      index % 1000 === 5
        ? `"${d19(NEW_YEAR + BigInt(index))}"`
        : prefixed(index % 100, NEW_YEAR + BigInt(index % 7) * MINUTE),
    ).join('\r\n');
    const { list, keys } = bulkOf(text);
    const rows = csvOf(list).split('\r\n').slice(1, -1);
    expect(rows.length).toBe(keys.length);
    const wrong = keys.filter((key, index) => {
      const time = key.ticks === undefined ? '' : ticksToIso(key.ticks);
      const end = key.window === undefined ? '' : ticksToIso(key.window.to);
      return rows[index] !== [key.line, key.text, key.schemeId, time, key.prefix ?? '', end].join(',');
    });
    expect(wrong).toEqual([]);
  });

  it('quotes, and guards formulas', () => {
    expect(csvCell('=1+1', true)).toBe("'=1+1");
    expect(csvCell('=1+1', false)).toBe('=1+1');
    expect(csvCell('@a,"b"', true)).toBe(`"'@a,""b"""`);
    expect(csvCell('a\nb', true)).toBe('"a\nb"');
    expect(csvCell('-1', true)).toBe('-1');
    expect(csvCell('+1.5e-3', true)).toBe('+1.5e-3');
    expect(csvCell('-1+1', true)).toBe("'-1+1");
    expect(csvCell('plain', true)).toBe('plain');
    expect(csvCell('\n=1', true)).toBe(`"'\n=1"`);
    expect(csvOf(bulkOf('').list)).toBe('Line,Key,Scheme,Time,Prefix,WindowEnd\r\n');
  });
});
