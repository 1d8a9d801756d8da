import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import {
  FILETIME_EPOCH_TICKS,
  invertTicks,
  isoToTicks,
  MAX_TICKS,
  MIN_TICKS,
  ticksFromUnixMs,
  ticksToIso,
  toTicks,
  tryInvertTicks,
  tryIsoToTicks,
  tryTicksToIso,
  UNIX_EPOCH_TICKS,
  axisSpan,
  clampTicks,
} from './ticks.ts';

const rows = readFileSync(new URL('./fixtures/datetime.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

const anyTicks = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });

/** The oracle: the milliseconds by JavaScript's own calendar, the rest by division. */
function isoByDate(ticks: bigint): string {
  const ms = ticks / 10_000n - 62_135_596_800_000n;
  const rest = String(ticks % 10_000n).padStart(4, '0');
  return `${new Date(Number(ms)).toISOString().slice(0, -1)}${rest}Z`;
}

describe('ticks and ISO text', () => {
  it('agree with every line of the .NET table, in both directions and inverted', () => {
    expect(rows.length).toBe(3012);
    const wrong = rows.filter(([digits = '', iso = '', inverted = '']) => {
      const ticks = BigInt(digits);
      return (
        ticksToIso(ticks) !== iso ||
        isoToTicks(iso) !== ticks ||
        invertTicks(ticks) !== BigInt(inverted) ||
        invertTicks(BigInt(inverted)) !== ticks
      );
    });
    expect(wrong).toEqual([]);
  });

  it('agree with FILETIME where the table has one', () => {
    const wrong = rows.filter(
      ([digits = '', , , filetime = '-']) =>
        filetime !== '-' && BigInt(digits) - FILETIME_EPOCH_TICKS !== BigInt(filetime),
    );
    expect(wrong).toEqual([]);
  });

  it('are inverse to each other and agree with Date', () => {
    fc.assert(
      fc.property(anyTicks, (ticks) => {
        const iso = ticksToIso(ticks);
        expect(iso).toBe(isoByDate(ticks));
        expect(isoToTicks(iso)).toBe(ticks);
        expect(invertTicks(invertTicks(ticks))).toBe(ticks);
      }),
      { numRuns: 800 },
    );
  });

  it('convert an offset to UTC', () => {
    expect(ticksToIso(isoToTicks('2024-03-05T11:17:42.1234567+01:00'))).toBe('2024-03-05T10:17:42.1234567Z');
    expect(ticksToIso(isoToTicks('2024-03-05T02:17:42-0800'))).toBe('2024-03-05T10:17:42.0000000Z');
  });

  it('pad missing fraction digits with zeros', () => {
    expect(ticksToIso(isoToTicks('2024-03-05T10:17:42.5Z'))).toBe('2024-03-05T10:17:42.5000000Z');
  });
});

describe('what ticks cannot hold is refused with position and reason', () => {
  it.each([
    ['', 0, /year/],
    ['2024-13-01T00:00:00Z', 5, /month/],
    ['2024-02-30T00:00:00Z', 8, /29 days/],
    ['2023-02-29T00:00:00Z', 8, /28 days/],
    ['0000-01-01T00:00:00Z', 0, /year/],
    ['2024-03-05T24:00:00Z', 11, /next day/],
    ['2024-03-05T23:59:60Z', 17, /leap second/],
    ['2024-03-05T10:17:42.12345678Z', 27, /finer than a tick/],
    ['2024-03-05T10:17:42.Z', 20, /fraction/],
    ['2024-03-05T10:17:42', 19, /zone is missing/],
    ['2024-03-05', 10, /"T"/],
    ['2024-03-05T10:17Z', 16, /":"/],
    ['2024-03-05T10:17:42Z ', 20, /Nothing may follow/],
    ['2024-03-05T10:17:42+15:00', 19, /14:00/],
    ['0001-01-01T00:00:00+01:00', 0, /out of the years/],
    ['9999-12-31T23:59:59.9999999-00:01', 0, /out of the years/],
    ['２０２４-03-05T10:17:42Z', 0, /year/],
  ])('%s', (text, position, reason) => {
    const result = tryIsoToTicks(text);
    expect(result).toMatchObject({ ok: false, error: { from: position } });
    expect(() => isoToTicks(text)).toThrow(RangeError);
    expect(() => isoToTicks(text)).toThrow(reason);
    expect(() => isoToTicks(text)).toThrow(`position ${position}`);
  });

  it.each([-1n, MAX_TICKS + 1n, 10n ** 30n])('%s ticks', (ticks) => {
    expect(() => ticksToIso(ticks)).toThrow(RangeError);
    expect(() => invertTicks(ticks)).toThrow(RangeError);
    expect(() => toTicks(ticks)).toThrow(/position 0/);
    expect(tryTicksToIso(ticks).ok).toBe(false);
    expect(tryInvertTicks(ticks).ok).toBe(false);
  });

  it('never throws from the trying form', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: anyCharacter }), (text) => {
        expect(typeof tryIsoToTicks(text).ok).toBe('boolean');
      }),
    );
  });
});

describe('Unix milliseconds', () => {
  it('are rounded down, also before 1970', () => {
    expect(ticksFromUnixMs(-0.5)).toBe(UNIX_EPOCH_TICKS - 10_000n);
    expect(ticksFromUnixMs(0.9)).toBe(UNIX_EPOCH_TICKS);
    expect(ticksFromUnixMs(1)).toBe(UNIX_EPOCH_TICKS + 10_000n);
  });
});

describe('the time range of an axis', () => {
  const span = (from: bigint, to: bigint) => ({ from: clampTicks(from), to: clampTicks(to) });
  const [noon, last] = [639_028_224_000_000_000n, 3_155_378_975_999_999_999n];

  it('is the window, unless the window has an open end', () => {
    expect(axisSpan(span(noon, noon + 1n))).toEqual(span(noon, noon + 1n));
    expect(axisSpan(span(1n, last - 1n))).toEqual(span(1n, last - 1n));
    const open = [undefined, span(noon, last), span(0n, noon), span(0n, last)];
    expect(open.map(axisSpan)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
