import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertedTextToIso, isoToTicksText, ticksTextToIso } from './isoText.ts';
import { invertTicks, isoToTicks, MAX_TICKS, MIN_TICKS, ticksToIso, tryIsoToTicks } from './ticks.ts';

const rows = readFileSync(new URL('./fixtures/datetime.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1);
const anyTicks = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });
const d19 = (ticks: bigint): string => String(ticks).padStart(19, '0');

/** A small generator with a seed (mulberry32): the same million keys on every run. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('text to text', () => {
  it('agrees with the .NET table, both directions and inverted', () => {
    const wrong = rows.filter((line) => {
      const [digits = '', iso = '', inverted = ''] = line.split('\t');
      return (
        ticksTextToIso(digits) !== iso ||
        invertedTextToIso(inverted) !== iso ||
        isoToTicksText(iso) !== digits
      );
    });
    expect(wrong).toEqual([]);
  });

  it('agrees with the bigint path on 1,000,000 random keys', () => {
    const random = randomSource(20261120);
    let wrong = 0;
    for (let index = 0; index < 1_000_000; index++) {
      const seconds = Math.floor(random() * 315_537_897_600);
      const digits = `${String(seconds).padStart(12, '0')}${String(Math.floor(random() * 1e7)).padStart(7, '0')}`;
      const iso = ticksToIso(BigInt(digits));
      if (ticksTextToIso(digits) !== iso || isoToTicksText(iso) !== digits) wrong++;
    }
    expect(wrong).toBe(0);
  }, 30_000);

  it('reads inside a longer key', () => {
    fc.assert(
      fc.property(
        anyTicks,
        fc.string({ maxLength: 30 }),
        fc.string({ maxLength: 5 }),
        (ticks, before, after) => {
          expect(ticksTextToIso(before + d19(ticks) + after, before.length)).toBe(ticksToIso(ticks));
          expect(invertedTextToIso(before + d19(invertTicks(ticks)) + after, before.length)).toBe(
            ticksToIso(ticks),
          );
        },
      ),
    );
  });

  it('refuses what are no ticks', () => {
    const texts = [
      '',
      '063845230662123456',
      '06384523066212345a7',
      '063845230662:234567',
      '9999999999999999999',
      '3155378976000000000',
    ];
    expect(texts.map((text) => ticksTextToIso(text))).toEqual(texts.map(() => undefined));
    expect(texts.map((text) => invertedTextToIso(text))).toEqual(texts.map(() => undefined));
  });

  it('takes an ISO text only where the strict reader takes it, and then says the same', () => {
    const start = fc.constantFrom(
      '2024-02-29T23:59:59.9999999Z',
      '0001-01-01T00:00:00.0000000Z',
      '9999-12-31T23:59:59.9999999Z',
    );
    const change = fc.tuple(
      fc.nat(27),
      fc.constantFrom('0', '1', '2', '3', '6', '9', ':', '-', 'T', 'Z', ' ', '/', '\u0660'),
    );
    fc.assert(
      fc.property(start, fc.array(change, { maxLength: 3 }), (iso, changes) => {
        const text = changes.reduce<string>(
          (old, [at, unit]) => old.slice(0, at) + unit + old.slice(at + 1),
          iso,
        );
        const strict = tryIsoToTicks(text);
        const isForm = strict.ok && /^.{27}Z$/.test(text);
        expect(isoToTicksText(text)).toBe(isForm ? d19(isoToTicks(text)) : undefined);
      }),
      { numRuns: 5000 },
    );
  });
});
