import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRowTime, rowTimeTicks } from '../base/digits.ts';
import { digitsIn, BASE36, CROCKFORD } from '../schemes/digitTexts.fixture.ts';
import { parseTemplate } from './parseTemplate.ts';
import { textOfTime } from './timeSpans.ts';

const MAX = 3_155_378_975_999_999_999n;
const NS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  ticks: 100n,
  us: 1000n,
  ms: 10n ** 6n,
  s: 10n ** 9n,
  m: 6n * 10n ** 10n,
};
const EPOCHS: Readonly<Record<string, bigint>> = {
  '0001': 0n,
  '1601': 504_911_232_000_000_000n,
  '1970': 621_355_968_000_000_000n,
  '2010-11-04T01:42:54.657': 634_244_317_746_570_000n,
};
const BASES: Readonly<Record<string, string>> = { '10': '0123456789', '36': BASE36, crockford: CROCKFORD };

/** Rounds down, by the remainder. */
function floorDivide(value: bigint, by: bigint): bigint {
  return (value - (((value % by) + by) % by)) / by;
}

const specs = fc.record({
  unit: fc.constantFrom(...Object.keys(NS)),
  since: fc.constantFrom(...Object.keys(EPOCHS)),
  from: fc.option(
    fc.constantFrom(
      '9999999999',
      '9999999999999',
      '9223372036854775807',
      String(MAX),
      '5000000000000000000000',
    ),
    { nil: undefined },
  ),
  base: fc.constantFrom(...Object.keys(BASES)),
  width: fc.integer({ min: 6, max: 24 }),
});
const instants = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX }),
  fc.bigInt({ min: 630_000_000_000_000_000n, max: 650_000_000_000_000_000n }),
  fc.constantFrom(0n, 1n, MAX, MAX - 1n, 621_355_968_000_000_000n, 621_355_967_999_999_999n),
);

describe('a count of units', () => {
  it('is read as the first tick of its unit, and written again', () => {
    let read = 0;
    fc.assert(
      fc.property(specs, instants, ({ unit, since, from, base, width }, ticks) => {
        const template = `{${unit} since ${since}${from === undefined ? '' : ` from ${from}`}${base === '10' ? '' : `, base ${base}`}:D${width}}`;
        const parsed = parseTemplate(template);
        const [part] = parsed.ok ? parsed.value.parts : [];
        if (part?.kind !== 'time') throw new Error(template);
        const epoch = EPOCHS[since] as bigint;
        const unitNs = NS[unit] as bigint;
        const count = floorDivide((ticks - epoch) * 100n, unitNs);
        const value = from === undefined ? count : BigInt(from) - count;
        const alphabet = BASES[base] as string;
        const isHeld = value >= 0n && value < BigInt(alphabet.length) ** BigInt(width);
        const first = epoch + floorDivide(count * unitNs, 100n);
        const text = digitsIn(alphabet, isHeld ? value : 0n, width);
        const into = newRowTime();
        const isRead = part.codec.read(`77${text}77`, 2, text.length + 2, into);
        const got = isRead ? rowTimeTicks(into) : undefined;
        const written = textOfTime(part.codec, ticks);
        const expected = first < 0n ? undefined : first;
        expect([template, text, isHeld ? got : expected]).toEqual([template, text, expected]);
        expect([template, ticks, written]).toEqual([template, ticks, isHeld ? text : undefined]);
        expect(into.fraction < 10_000_000).toBe(true);
        if (isHeld) read++;
      }),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(400);
  });

  it.each([
    ['{s since 1970:10.f}', '1709633862.25', 638_452_306_622_500_000n],
    ['{ms since 1970:13.f}', '1709633862123.4567', 638_452_306_621_234_567n],
    ['{s since 2010-11-04:10.f}', '0000000001.5', 634_244_256_015_000_000n],
  ])('%s reads the fraction of %s', (template, text, ticks) => {
    const parsed = parseTemplate(template.replace(':10', ':D10'));
    const [part] = parsed.ok ? parsed.value.parts : [];
    const into = newRowTime();
    expect(part?.kind === 'time' && part.codec.read(text, 0, text.length, into)).toBe(true);
    expect(rowTimeTicks(into)).toBe(ticks);
  });

  it.each([
    '{m since 1970:8.f}',
    '{us since 1970:16.f}',
    '{ns since 1970:19.f}',
    '{ticks since 0001:18.f}',
    '{s since 1970 from 9999999999:10.f}',
    '{s since 2010-11-04T01:42:54.657:10.f}',
    '{ms since 1970 plus 5:13.f}',
    '{ms since 1970, base 36:8.f}',
    '{ms since 1970 << 22:19.f}',
  ])('%s is refused: its fraction would be another time', (template) => {
    const parsed = parseTemplate(template);
    expect(parsed.ok ? '' : parsed.error.message).toBe(
      'Only whole seconds and milliseconds can have a fraction.',
    );
  });
});
