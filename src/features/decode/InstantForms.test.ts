import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FILETIME_EPOCH_TICKS,
  isoToTicks,
  MAX_TICKS,
  type Ticks,
  ticksToIso,
  toTicks,
} from '../../core/time/ticks.ts';
import { instantForms } from './InstantForms.tsx';

function formsOf(ticks: Ticks): ReadonlyMap<string, string> {
  return new Map(instantForms(ticks).map(({ name, text }) => [name, text]));
}

describe('instant forms', () => {
  it('are what .NET prints', () => {
    // DateTime.Parse("2013-01-01T00:00:00.0000001Z"): Ticks, ToFileTimeUtc, ToBinary.
    const forms = instantForms(isoToTicks('2013-01-01T00:00:00.0000001Z'));
    expect(forms).toEqual([
      { name: '.NET "o"', text: '2013-01-01T00:00:00.0000001Z' },
      { name: 'Ticks', text: '634925952000000001' },
      { name: 'Ticks, D19', text: '0634925952000000001' },
      { name: 'MaxValue - ticks', text: '2520453023999999998' },
      { name: 'FILETIME', text: '130014720000000001' },
      { name: 'ToBinary, Utc', text: '5246611970427387905' },
      { name: 'Unix ms', text: '1356998400000', lost: '1 tick cut' },
      { name: 'Unix s', text: '1356998400', lost: '1 tick cut' },
    ]);
  });

  it('leave out FILETIME before 1601, and round Unix times down before 1970', () => {
    const forms = formsOf(isoToTicks('1600-12-31T23:59:59.9999999Z'));
    expect(forms.has('FILETIME')).toBe(false);
    expect(formsOf(isoToTicks('1969-12-31T23:59:59.9999999Z')).get('Unix s')).toBe('-1');
  });

  it('read back to the same instant, over the whole calendar', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_TICKS }), (value) => {
        const ticks = toTicks(value);
        const forms = formsOf(ticks);
        const number = (name: string): bigint => BigInt(forms.get(name) ?? '-1');
        expect(forms.get('.NET "o"')).toBe(ticksToIso(ticks));
        expect(number('Ticks')).toBe(value);
        expect(MAX_TICKS - number('MaxValue - ticks')).toBe(value);
        // DateTime.FromBinary masks out the kind.
        expect(number('ToBinary, Utc') & 0x3fff_ffff_ffff_ffffn).toBe(value);
        expect(forms.has('FILETIME')).toBe(value >= FILETIME_EPOCH_TICKS);
        expect(number('FILETIME')).toBe(
          value >= FILETIME_EPOCH_TICKS ? value - 504_911_232_000_000_000n : -1n,
        );
        const late = value - (number('Unix ms') * 10_000n + 621_355_968_000_000_000n);
        expect(late >= 0n && late < 10_000n).toBe(true);
      }),
    );
  });
});
