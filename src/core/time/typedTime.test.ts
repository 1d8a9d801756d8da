import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoToTicks, type Ticks, ticksFromUnixMs, ticksToIso } from './ticks.ts';
import { parseTimeInput } from './timeInput.ts';
import { readTypedInstant, readTypedTime } from './typedTime.ts';

/** A Tuesday; it is 10:17:42 in UTC and 03:17:42 in Los Angeles. */
const NOW = isoToTicks('2024-03-12T10:17:42.5Z');
const LOS_ANGELES = 'America/Los_Angeles';

function short(ticks: Ticks): string {
  return ticksToIso(ticks).replace(/(?::00\.0000000|\.0+|0*)Z$/, '');
}

function read(text: string, timeZone?: string, now = NOW): string {
  const result = readTypedTime(text, now, timeZone);
  if (!result.ok) return `${result.error.message} ${result.error.nextStep ?? ''}`;
  const { from, to } = result.value;
  return to === undefined ? short(from.ticks) : `${short(from.ticks)} > ${short(to.ticks)}`;
}

describe('a typed time', () => {
  it.each([
    // These are instants.
    ['10:00', '2024-03-12T10:00'],
    ['9:05', '2024-03-12T09:05'],
    ['00:00', '2024-03-12T00:00'],
    ['10:17:42.25', '2024-03-12T10:17:42.25'],
    ['10:17:42,25', '2024-03-12T10:17:42.25'],
    ['9h05', '2024-03-12T09:05'],
    ['10:00Z', '2024-03-12T10:00'],
    ['today 14:00', '2024-03-12T14:00'],
    ['yesterday 14h', '2024-03-11T14:00'],
    ['Yesterday 14H30', '2024-03-11T14:30'],
    ['yesterday 23:59:59', '2024-03-11T23:59:59'],
    ['2024-03-05 14h', '2024-03-05T14:00'],
    ['2024-03-05 10:17:42,123', '2024-03-05T10:17:42.123'],
    ['2024-03-05 10:17', '2024-03-05T10:17'],
    ['2024-03-05', '2024-03-05T00:00'],
    ['2024-03-05T10:17:42-05:00', '2024-03-05T15:17:42'],
    ['2024-03-05 10:17:42-05:00', '2024-03-05T15:17:42'],
    ['2024-03-05 10:17 -0800', '2024-03-05T18:17'],
    ['638452306621234567', '2024-03-05T10:17:42.1234567'],
    ['now', '2024-03-12T10:17:42.5'],
    ['now-1h30m', '2024-03-12T08:47:42.5'],
    ['now - 14h', '2024-03-11T20:17:42.5'],
    ['now/d', '2024-03-12T00:00'],
    // These are spans.
    ['30m', '2024-03-12T09:47:42.5 > 2024-03-12T10:17:42.5'],
    [' 30 min ', '2024-03-12T09:47:42.5 > 2024-03-12T10:17:42.5'],
    ['last 14h', '2024-03-11T20:17:42.5 > 2024-03-12T10:17:42.5'],
    ['1h 30m', '2024-03-12T08:47:42.5 > 2024-03-12T10:17:42.5'],
    ['24h', '2024-03-11T10:17:42.5 > 2024-03-12T10:17:42.5'],
    ['7 days', '2024-03-05T10:17:42.5 > 2024-03-12T10:17:42.5'],
    ['today', '2024-03-12T00:00 > 2024-03-12T10:17:42.5'],
    ['yesterday', '2024-03-11T00:00 > 2024-03-12T00:00'],
    ['10:00-10:15', '2024-03-12T10:00 > 2024-03-12T10:15'],
    ['10:00-10:30', '2024-03-12T10:00 > 2024-03-12T10:30'],
    ['9h-10h', '2024-03-12T09:00 > 2024-03-12T10:00'],
    ['10:00 - 10:15', '2024-03-12T10:00 > 2024-03-12T10:15'],
    ['9:00 to now', '2024-03-12T09:00 > 2024-03-12T10:17:42.5'],
    ['9:00-now', '2024-03-12T09:00 > 2024-03-12T10:17:42.5'],
    ['yesterday 23:00-01:00', '2024-03-11T23:00 > 2024-03-12T01:00'],
    ['yesterday 14h15\u201314h45', '2024-03-11T14:15 > 2024-03-11T14:45'],
    ['yesterday 12:00 to today 9:00', '2024-03-11T12:00 > 2024-03-12T09:00'],
    ['2024-03-05 14h-15h', '2024-03-05T14:00 > 2024-03-05T15:00'],
    ['2024-03-05 12:00 - 12:30', '2024-03-05T12:00 > 2024-03-05T12:30'],
    ['2024-03-05T12:00:00Z/2024-03-05T13:00:00Z', '2024-03-05T12:00 > 2024-03-05T13:00'],
    ['2024-03-05..2024-03-06', '2024-03-05T00:00 > 2024-03-06T00:00'],
    ['now-2h to now-1h', '2024-03-12T08:17:42.5 > 2024-03-12T09:17:42.5'],
    // Other programs print these.
    ['9:05 AM', '2024-03-12T09:05'],
    ['12:30:15.25 a.m.', '2024-03-12T00:30:15.25'],
    ['yesterday 12 PM', '2024-03-11T12:00'],
    ['Tue Mar  5 10:17:42 UTC 2024', '2024-03-05T10:17:42'],
    ['Mar 5, 2024 @ 10:17:42.123', '2024-03-05T10:17:42.123'],
    ['5-Mar-2024 10:17', '2024-03-05T10:17'],
    ['September 5th, 2023', '2023-09-05T00:00'],
    ['20240305', '2024-03-05T00:00'],
    ['20240305T101742.5+0100', '2024-03-05T09:17:42.5'],
    ['20240305101742', '2024-03-05T10:17:42'],
    ['1709633862', '2024-03-05T10:17:42'],
    ['1709633862123', '2024-03-05T10:17:42.123'],
    ['1709633862.1234567', '2024-03-05T10:17:42.1234567'],
    ['"2024-03-05T10:17:42Z"', '2024-03-05T10:17:42'],
    ["datetime'2024-03-05T10:17:42.1Z'", '2024-03-05T10:17:42.1'],
    ['ago(90m)', '2024-03-12T08:47:42.5'],
    ['15 minutes ago', '2024-03-12T10:02:42.5'],
    ['last hour', '2024-03-12T09:17:42.5 > 2024-03-12T10:17:42.5'],
    ['3/25/2023, 11:05 PM - 1:05 AM', '2023-03-25T23:05 > 2023-03-26T01:05'],
    ['Mar 5, 2024 9:00-10:00', '2024-03-05T09:00 > 2024-03-05T10:00'],
    ['3/25/2023 1:05 PM +05:30', '2023-03-25T07:35'],
    ['Tue Mar 5 01:05:33 PM UTC 2024', '2024-03-05T13:05:33'],
    ['ago(2h) .. ago(1h)', '2024-03-12T08:17:42.5 > 2024-03-12T09:17:42.5'],
    ['datetime(2024-03-05) .. datetime(2024-03-06)', '2024-03-05T00:00 > 2024-03-06T00:00'],
  ])('%s', (text, meaning) => {
    expect(read(text)).toBe(meaning);
  });

  it.each([
    ['14h', '14:00', '"last 14h"'],
    ['09h', '09:00', '"last 09h"'],
    ['30M', 'now-30M for months', '30m for minutes'],
    ['03/04/2024', '2024-04-03', '2024-03-04'],
    ['12:00', '"yesterday 12:00"', '"today 12:00"'],
    ['12:00-12:30', '"yesterday 12:00"', '"today 12:00"'],
    ['2024-03-05 12:00-12:30', '2024-03-05 12:00 - 12:30', '2024-03-05T12:00-12:30'],
    ['3/25/2023 10:00-11:00', '2023-03-25 10:00 - 11:00', '2023-03-25T10:00-11:00'],
    ['Mar 5, 2024 1:00 - 2:00 PM', 'AM or PM', 'both'],
    ['3/25/2023 1:00 PM-2:00', 'AM or PM', 'both'],
    ['2024-03-05 13:00+02:00 - 14:00', 'the zone', 'both'],
  ])('%s has two meanings: it is refused, and both are named', (text, one, other) => {
    const said = read(text);
    expect(said).toContain('two meanings');
    expect(said).toContain(one);
    expect(said).toContain(other);
  });

  it.each([
    ['25/25/2024', 'not a date'],
    ['13:05 pm', 'hours from 00 to 23'],
    ['2024030510', 'not ticks'],
    ['12:00+02:00', 'write the date'],
    ['25:00', 'hour 25'],
    ['yesterday 9:60', 'minute 60'],
    ['now - 12:00', 'begins now'],
    ['2024-03-05 12:00 - 2024-03-05 11:00', 'ends before it begins'],
    ['12', 'not ticks'],
    ['monday', 'not a time'],
    ['5M ago', 'not an offset'],
    ['ago(5M)', 'not a time'],
    ['Fri 01:00', 'not a time'],
    ['Wed, 5 Mar 2024 10:17:42 GMT', 'does not fit its date'],
    ['decaf 5 2024', 'not a time'],
    ['12:00-12:30-13:00', 'cannot be read'],
  ])('%s is refused', (text, why) => {
    expect(read(text)).toContain(why);
  });

  it.each([
    ['3:00', '2024-03-12T10:00'],
    ['yesterday 14h', '2024-03-11T21:00'],
    ['yesterday', '2024-03-11T07:00 > 2024-03-12T07:00'],
    ['2024-03-05 10:00', '2024-03-05T18:00'],
    ['2024-03-05T10:00Z', '2024-03-05T10:00'],
    ['10:00 UTC', '2024-03-12T10:00'],
    ['3:00-3:30', '2024-03-12T10:00 > 2024-03-12T10:30'],
    ['2024-03-09 23h-1h', '2024-03-10T07:00 > 2024-03-10T09:00'],
    ['now-1h', '2024-03-12T09:17:42.5'],
    ['datetime(2024-03-05 10:17)', '2024-03-05T10:17'],
    ['datetime(2024-03-05)', '2024-03-05T00:00'],
    ['3/25/2023, 11:05 PM', '2023-03-26T06:05'],
    [
      '2024-03-05 13:00Z - 14:00',
      '"2024-03-05 13:00Z - 14:00" has two meanings: only one time has a zone Write the zone of both.',
    ],
  ])('%s in Los Angeles', (text, meaning) => {
    expect(read(text, LOS_ANGELES)).toBe(meaning);
  });

  it('names both meanings of a time that clocks skip or repeat', () => {
    expect(read('2024-03-10 02:30', LOS_ANGELES)).toContain(
      '2024-03-10T03:30:00-07:00 or 2024-03-10T01:30:00-08:00',
    );
    expect(read('2023-11-05 01:30', LOS_ANGELES)).toContain(
      '2023-11-05T01:30:00-07:00 or 2023-11-05T01:30:00-08:00',
    );
    expect(read('9999-12-31 23:00', LOS_ANGELES)).toContain('outside of the years 0001 to 9999');
  });

  it('reads what browsers and servers print, and no date with two meanings', () => {
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom('en-US', 'en-GB', 'de-DE', 'ja-JP'), (date, locale) => {
        const second = ticksToIso(ticksFromUnixMs(Math.floor(date.getTime() / 1000) * 1000));
        const meant = short(isoToTicks(second));
        for (const printed of [date.toUTCString(), date.toString()]) expect(read(printed)).toBe(meant);
        const printed = date.toLocaleString(locale, { timeZone: 'UTC' });
        const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
        const isOne = locale === 'ja-JP' || day > 12 || day === month;
        expect(isOne ? read(printed) : read(printed).includes('two meanings')).toBe(isOne ? meant : true);
      }),
    );
  });

  it('takes the day by the clock that is shown', () => {
    const evening = isoToTicks('2024-03-12T03:00:00Z');
    expect(read('yesterday 14h', LOS_ANGELES, evening)).toBe('2024-03-10T21:00');
    expect(read('yesterday 14h', undefined, evening)).toBe('2024-03-11T14:00');
  });

  it('keeps a text that means the same anywhere: relative to now, or with its zone', () => {
    const kept = (text: string): unknown => {
      const result = readTypedTime(text, NOW, LOS_ANGELES);
      return result.ok && [result.value.from.text, result.value.to?.text];
    };
    expect(kept('30 min')).toEqual(['now-30m', 'now']);
    expect(kept('now-1d/d')).toEqual(['now-1d/d', undefined]);
    expect(kept('3:00')).toEqual(['2024-03-12T10:00:00Z', undefined]);
    expect(kept('2024-03-05T10:17:42.1Z')).toEqual(['2024-03-05T10:17:42.1Z', undefined]);
    expect(kept('638452306621234567')).toEqual(['638452306621234567', undefined]);
  });

  it('is one time where one is needed', () => {
    expect(readTypedInstant('10:00', NOW, undefined)).toMatchObject({ ok: true });
    expect(readTypedInstant('30m', NOW, undefined)).toMatchObject({
      error: { nextStep: 'Write its start, now-30m.' },
    });
  });

  it('never throws, and what it keeps is read as the same instant', () => {
    const words = [
      'now',
      '-',
      '/',
      ' ',
      '1',
      '12',
      ':00',
      ':30',
      'h',
      'm',
      'yesterday ',
      '2024-03-10',
      'T',
      'Z',
      ' to ',
      '..',
    ];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, LOS_ANGELES, 'Asia/Kolkata'), (typed, zone) => {
        const result = readTypedTime(typed, NOW, zone);
        const ends = result.ok ? [result.value.from, result.value.to ?? result.value.from] : [];
        expect(ends.map(({ text: kept }) => parseTimeInput(kept, NOW))).toMatchObject(
          ends.map(({ ticks }) => ({ value: { ticks } })),
        );
        expect(result.ok ? 0 : result.error.to).toBeLessThanOrEqual(typed.length);
      }),
      { numRuns: 2000 },
    );
  });
});
