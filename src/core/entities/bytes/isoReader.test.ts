import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, dateTimeText } from '../page/entityPage.fixture.ts';
import { readIsoBytes } from './instantBytes.ts';
import { IsoReader } from './isoReader.ts';
import { wordBytes } from './wordBytes.ts';

const near = fc
  .tuple(
    fc.constantFrom('2026-02-', '2026-03-', '0000-02-'),
    fc.nat(32),
    fc.nat(24),
    fc.nat(60),
    fc.nat(60),
    fc.nat(9_999_999),
  )
  .map(([month, day, hour, minute, second, fraction]) => {
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${month}${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${String(fraction).padStart(7, '0')}Z`;
  });
const broken = fc
  .tuple(near, fc.nat(27), fc.constantFrom('x', ':', '0', '-'))
  .map(([text, at, mark]) => text.slice(0, at) + mark + text.slice(at + 1));

describe('IsoReader', () => {
  it('reads what readIsoBytes reads, whatever it read before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(near, near, broken, dateTimeText, fc.string({ maxLength: 30 })), { maxLength: 20 }),
        (texts) => {
          const bytes = bytesOf(`${texts.join('')}................`);
          const reader = new IsoReader(wordBytes(bytes));
          let from = 0;
          for (const text of texts) {
            const to = from + bytesOf(text).length;
            const [slot, expected] = [0, 0].map(() => ({ seconds: 0, fraction: 0, digits: 0 }));
            if (slot === undefined || expected === undefined) throw new Error('no slots');
            expect(reader.read(from, to, slot)).toBe(readIsoBytes(bytes, from, to, expected));
            expect(slot).toEqual(expected);
            from = to;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
