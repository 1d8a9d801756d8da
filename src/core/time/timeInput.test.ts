import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimeInput } from './timeInput.ts';
import { isoToTicks, MAX_TICKS, ticksToIso } from './ticks.ts';

const now = isoToTicks('2024-03-31T10:17:42.1234567Z');

function read(text: string, edge: 'from' | 'to' = 'from'): string {
  const result = parseTimeInput(text, now, edge);
  return result.ok ? ticksToIso(result.value.ticks) : `${result.error.from}..${result.error.to}`;
}

describe('parseTimeInput', () => {
  it.each([
    ['now', '2024-03-31T10:17:42.1234567Z'],
    ['now-1h', '2024-03-31T09:17:42.1234567Z'],
    ['now-15m', '2024-03-31T10:02:42.1234567Z'],
    ['now-1h30m', '2024-03-31T08:47:42.1234567Z'],
    ['now-90s+1m', '2024-03-31T10:17:12.1234567Z'],
    ['now/h', '2024-03-31T10:00:00.0000000Z'],
    ['now/d', '2024-03-31T00:00:00.0000000Z'],
    ['now-1d/d', '2024-03-30T00:00:00.0000000Z'],
    ['now-1d/d+6h', '2024-03-30T06:00:00.0000000Z'],
    ['now/w', '2024-03-25T00:00:00.0000000Z'],
    ['now/M', '2024-03-01T00:00:00.0000000Z'],
    ['now/y', '2024-01-01T00:00:00.0000000Z'],
    ['now-1M', '2024-02-29T10:17:42.1234567Z'],
    ['now-1y', '2023-03-31T10:17:42.1234567Z'],
    ['now-13M', '2023-02-28T10:17:42.1234567Z'],
    ['now+1w', '2024-04-07T10:17:42.1234567Z'],
    ['2024-03-05', '2024-03-05T00:00:00.0000000Z'],
    ['2024-03-05 10:17', '2024-03-05T10:17:00.0000000Z'],
    ['2024-03-05T10:17:42.1234567', '2024-03-05T10:17:42.1234567Z'],
    ['2024-03-05T11:17:42+01', '2024-03-05T10:17:42.0000000Z'],
    [' 2024-03-05T10:17:42Z ', '2024-03-05T10:17:42.0000000Z'],
    ['2024-03-05T10:17:42 UTC', '2024-03-05T10:17:42.0000000Z'],
    ['2024-03-05 10:17 Z', '2024-03-05T10:17:00.0000000Z'],
    ['2024-03-05T10:17:42 GMT+2', '2024-03-05T08:17:42.0000000Z'],
    ['2024-03-05T10:17:42.5 utc-05:30', '2024-03-05T15:47:42.5000000Z'],
    ['2024-03-05 10:17:42 -0800', '2024-03-05T18:17:42.0000000Z'],
    ['2024-03-05T10:17:42 +05:45', '2024-03-05T04:32:42.0000000Z'],
    ['2024-03-05T10:17:42\u221205:00', '2024-03-05T15:17:42.0000000Z'],
    ['2024-03-05T10:17:42GMT \u22123', '2024-03-05T13:17:42.0000000Z'],
    ['638452306621234567', '2024-03-05T10:17:42.1234567Z'],
    ['0638452306621234567', '2024-03-05T10:17:42.1234567Z'],
    ['00638452306621234567', '2024-03-05T10:17:42.1234567Z'],
  ])('%s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });

  it.each([
    ['now/d', '2024-04-01T00:00:00.0000000Z'],
    ['now-1d/d', '2024-03-31T00:00:00.0000000Z'],
    ['now/M', '2024-04-01T00:00:00.0000000Z'],
    ['now', '2024-03-31T10:17:42.1234567Z'],
  ])('%s as the end of a window means the end of the unit', (text, iso) => {
    expect(read(text, 'to')).toBe(iso);
  });

  it.each([
    ['', '0..0'],
    ['now-', '4..5'],
    ['now-1', '5..6'],
    ['now-1x', '5..6'],
    ['now1h', '3..4'],
    ['now/', '4..5'],
    ['now-9999y', '4..9'],
    ['1709633862', '0..10'],
    ['9999999999999999999', '0..19'],
    ['2024-02-30', '8..10'],
    ['  2024-02-30', '10..12'],
    ['yesterday', '0..9'],
    ['2024-03-05T10:17:42 EST', '20..23'],
    ['2024-03-05T10:17 Europe/Paris', '17..29'],
    ['  2024-03-05 10:17CEST', '18..22'],
    ['2024-03-05 10:17 pm', '17..19'],
    ['2024-03-05 PST', '11..14'],
    ['2024-03-05 +02:00', '10..17'],
    ['2024-03-05\u221202:00', '10..16'],
    ['2024-03-05T10:17:42 GMT+15', '19..26'],
    ['2024-03-05T10:17:42 GMT+145', '19..20'],
    ['2024-03-05T10:17:42 UTC+2x', '19..20'],
  ])('%j is refused, with the offset of the fault', (text, place) => {
    expect(read(text)).toBe(place);
    expect(parseTimeInput(text, now)).toMatchObject({ ok: false, error: { nextStep: expect.any(String) } });
  });

  it.each([
    ['2024-03-05T10:17:42 EST', '"EST"', '-05:00'],
    ['2024-03-05 Europe/Paris', '"Europe/Paris"', '-05:00'],
    ['2024-03-05 10:17 p.m.', '"p.m."', '00 to 23'],
    ['2024-03-05 GMT+2', 'time of day', 'T00:00+02:00'],
    ['2024-03-05-0500', 'time of day', 'T00:00+02:00'],
    ['2024-03-05Z', 'time of day', 'T00:00+02:00'],
    ['2024-03-05 z', 'time of day', 'T00:00+02:00'],
    ['2024-03-05 zulu', '"zulu"', 'or Z for UTC'],
  ])('names what it cannot read in %s, and what to write instead', (text, named, next) => {
    expect(parseTimeInput(text, now)).toMatchObject({
      error: { message: expect.stringContaining(named), nextStep: expect.stringContaining(next) },
    });
  });

  it('says what it assumed and whether it moves with the clock', () => {
    expect(parseTimeInput('2024-03-05T10:00', now)).toMatchObject({
      value: { kind: 'absolute', note: expect.stringContaining('UTC') },
    });
    expect(parseTimeInput('now-1h', now)).toMatchObject({ value: { kind: 'relative' } });
  });

  it('never throws and never leaves the years 1..9999', () => {
    const piece = fc.constantFrom(
      'now',
      '-',
      '+',
      '/',
      '1',
      '99',
      'h',
      'd',
      'M',
      'y',
      'w',
      ' ',
      '2024-01-01',
      'T',
      'Z',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const result = parseTimeInput(pieces.join(''), now);
        expect(!result.ok || (result.value.ticks >= 0n && result.value.ticks <= MAX_TICKS)).toBe(true);
      }),
      { numRuns: 800 },
    );
  });
});
