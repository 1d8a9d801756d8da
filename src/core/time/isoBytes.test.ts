import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteWriter } from '../byteWriter.ts';
import { instantWriter } from './isoBytes.ts';

const YEAR_1_MS = Date.UTC(2001, 0, 1) - 63_113_904_000_000;
/** Neighbours share their day, their minute, or nothing. */
const instant = fc.record({
  seconds: fc.oneof(
    fc.nat(315_537_897_599),
    fc.nat(200_000).map((second) => 63_930_729_600 + second),
    fc.nat(200).map((second) => 63_930_815_900 + second),
  ),
  fraction: fc.oneof(fc.constantFrom(0, 1, 9_999_999, 10_000, 100), fc.nat(9_999_999)),
  digits: fc.nat(7),
});

it('writes any instants one after the other as Date does, with as many digits as asked for', () => {
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 20 }), (instants) => {
      const out = new ByteWriter();
      const write = instantWriter(out);
      const wanted = instants.map((each) => {
        write(each);
        out.byte(0x20);
        const { seconds, fraction, digits } = each;
        const whole = new Date(YEAR_1_MS + seconds * 1000).toISOString().slice(0, 19);
        const shown = String(fraction).padStart(7, '0').slice(0, digits);
        return `${whole}${digits === 0 ? '' : '.'}${shown}Z `;
      });
      expect(new TextDecoder().decode(out.cut())).toBe(wanted.join(''));
    }),
    { numRuns: 300 },
  );
});
