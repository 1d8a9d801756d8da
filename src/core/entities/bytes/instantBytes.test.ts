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

/** Oracle: reads a DateTime by a pattern and JavaScript's own calendar; undefined if the text is none. */
function expected(text: string): InstantSlot | undefined {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z$/.exec(text);
  const [, second = '', fraction = ''] = found ?? [];
  const ms = Date.parse(`${second}Z`);
  const isReal =
    !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(second) && !second.startsWith('0000');
  return found === null || !isReal
    ? undefined
    : {
        seconds: ms / 1000 + 62_135_596_800,
        fraction: Number(fraction.padEnd(7, '0')),
        digits: fraction.length,
      };
}

/**
 * Each text with one character replaced by any other, left out, or twice.
 * @yields texts
 */
function* withOneChange(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    for (let code = 0x20; code < 0x7f; code++)
      yield text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
    yield text.slice(0, at) + text.slice(at + 1);
    yield text.slice(0, at + 1) + text.slice(at);
  }
}

const TIMES = [
  '2024-02-29T23:59:59.1234567Z',
  '2023-12-31T00:00:00Z',
  '1900-02-28T19:09:58.5Z',
  '0001-01-01T00:00:00.00Z',
];

describe('a DateTime with one change', () => {
  it.each(TIMES)('is read if it is one, and is none else: %s', (whole) => {
    const wrong: string[] = [];
    for (const text of [whole, ...withOneChange(whole)]) {
      // Bytes after the text do not count.
      const bytes = new TextEncoder().encode(`"${whole}","${text}","12345678901234567890"`);
      const from = whole.length + 4;
      const want = JSON.stringify(expected(text));
      const slot = { seconds: 0, fraction: 0, digits: 0 };
      const one = readIsoBytes(bytes, from, from + text.length, slot) ? JSON.stringify(slot) : undefined;
      if (one !== want) wrong.push(`${text}: ${one}, not ${want}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('ticks with one change', () => {
  it.each(['3155378975999999999', '0', '0639028224000000000', '9999999', '10000000'])('%s', (whole) => {
    const wrong: string[] = [];
    for (const text of [whole, ...withOneChange(whole)]) {
      const bytes = new TextEncoder().encode(`9${text}9`);
      const isTicks = /^\d{1,19}$/.test(text) && BigInt(text) <= 3_155_378_975_999_999_999n;
      const slot = { seconds: -1, fraction: -1, digits: 0 };
      const read = readTicksBytes(bytes, 1, 1 + text.length, slot)
        ? String(BigInt(slot.seconds) * 10_000_000n + BigInt(slot.fraction))
        : undefined;
      const want = isTicks ? String(BigInt(text)) : undefined;
      if (read !== want) wrong.push(`${text}: ${read}`);
    }
    expect(wrong).toEqual([]);
  });
});
