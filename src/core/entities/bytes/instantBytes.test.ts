import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, dateTimeText } from '../page/entityPage.fixture.ts';
import { type InstantSlot, isoText, readIsoBytes, readTicksBytes } from './instantBytes.ts';

const YEAR_1_TO_1970_MS = 62_135_596_800_000n;

function read(text: string, using = readIsoBytes): InstantSlot | undefined {
  const slot = { seconds: 0, fraction: 0, digits: 0 };
  const bytes = bytesOf(`..${text}..`);
  return using(bytes, 2, bytes.length - 2, slot) ? slot : undefined;
}

describe('readIsoBytes', () => {
  it('agrees with Date to the millisecond, keeps the rest, and isoText writes it back', () => {
    fc.assert(
      fc.property(dateTimeText, (text) => {
        const slot = read(text);
        if (slot === undefined) throw new Error(text);
        const ms = BigInt(Date.parse(`${text.slice(0, 19)}Z`)) + YEAR_1_TO_1970_MS;
        expect(BigInt(slot.seconds)).toBe(ms / 1000n);
        expect(slot.fraction).toBe(Number((text.slice(20, -1) || '0').padEnd(7, '0')));
        expect(isoText(slot.seconds, slot.fraction, slot.digits)).toBe(text);
      }),
    );
  });
});

describe('readTicksBytes', () => {
  it('splits ticks as BigInt does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 3_155_378_975_999_999_999n }), fc.boolean(), (ticks, padded) => {
        const text = padded ? String(ticks).padStart(19, '0') : String(ticks);
        const slot = read(text, readTicksBytes);
        expect(slot).toMatchObject({
          seconds: Number(ticks / 10_000_000n),
          fraction: Number(ticks % 10_000_000n),
        });
      }),
    );
  });
});
