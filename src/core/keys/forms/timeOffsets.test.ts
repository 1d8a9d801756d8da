import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { readKey } from '../readKey.ts';
import { runSteps } from '../../steps.ts';
import { DAY, UNIX } from '../../time/units.fixture.ts';

const atUtc = (text: string): bigint => UNIX + BigInt(Date.parse(text)) * 10_000n;

/** The instants that a key is read as, without doubtful ones. */
const readIn = (text: string): readonly bigint[] =>
  readKey(text).flatMap(({ ticks, confidence }) => (ticks !== undefined && confidence > 0.15 ? ticks : []));

/** The instants of the keys in a pasted text. */
const foundIn = (text: string): readonly bigint[] =>
  runSteps(findKeysSteps(text)).keys.flatMap(({ readings: [best] }) => best?.ticks ?? []);

/** Only the instants that have a time of day. */
const timesOf = (instants: readonly bigint[]): readonly bigint[] =>
  instants.filter((ticks) => ticks % DAY !== 0n);

/** Neither alone nor in a line is the text read with a time of day, though its day may be read. */
function expectUntimed(text: string): void {
  expect([text, timesOf(readIn(text)), timesOf(foundIn(text))]).toEqual([text, [], []]);
}

describe('what follows a time of day', () => {
  const clocks = fc.constantFrom('14:30', '14:30:07', '14:30:07.25', '00:00:00', '23:59:59.999');
  const pad = (value: number): string => String(value).padStart(2, '0');

  it('an offset behind a plus counts, in each of its forms, alone and beside other parts', () => {
    fc.assert(
      fc.property(
        clocks,
        fc.integer({ min: 0, max: 13 }),
        fc.constantFrom(0, 15, 30, 45),
        fc.constantFrom('hh', 'hhmm', 'hh:mm'),
        fc.constantFrom('', 'dev7_', 'a|'),
        fc.constantFrom('', '_dev7', '|b', '_3f9c'),
        (clock, hours, quarter, form, before, after) => {
          const minutes = form === 'hh' ? 0 : quarter;
          const zone = form === 'hh' ? pad(hours) : pad(hours) + (form === 'hhmm' ? '' : ':') + pad(minutes);
          const text = `${before}2024-03-05T${clock}+${zone}${after}`;
          const utc = atUtc(`2024-03-05T${clock}Z`) - BigInt(hours * 60 + minutes) * 600_000_000n;
          expect([text, readKey(text)[0]?.ticks]).toEqual([text, utc]);
        },
      ),
      { numRuns: 75 },
    );
  });

  it('a broken offset behind a plus makes the time unread: without it, the time is hours off', () => {
    const zones = fc.oneof(
      fc.constantFrom(...'+15:00|+99|+2:00|+020|+02:0|+02:60|+0260| +02x|%2B02:0|+02:'.split('|')),
      fc
        .tuple(
          fc.integer({ min: 0, max: 14 }),
          fc.constantFrom('', '00', ':30'),
          fc.constantFrom('x', 'Z', 'am'),
        )
        .map(([hours, minutes, letters]) => `+${pad(hours)}${minutes}${letters}`),
    );
    const dates = fc.oneof(
      clocks.map((clock) => `2024-03-05T${clock}`),
      fc.constantFrom(
        '20240305T143000',
        '2024-03-05T14',
        '2024-03-05T1430',
        '2024-03-05 14:30:00',
        '20240305_1430',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('', 'dev7_'),
        dates,
        zones,
        fc.constantFrom('', '_dev7'),
        (before, date, zone, after) => {
          const text = `${before}${date}${zone}${after}`;
          expect([text, timesOf(readIn(text))]).toEqual([text, []]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('an offset behind a minus makes a time without colons unread, and a counter does not', () => {
    const isTimed = (text: string): boolean => timesOf(readIn(text)).length > 0;
    for (const date of ['20240705T043000', '20240705T043000.125', '2024-07-05T043000']) {
      for (const offset of ['-05:30', '-0530', '-0800', '-03:00', '-0945']) {
        expect([date + offset, isTimed(date + offset)]).toEqual([date + offset, false]);
        expect([date + offset, isTimed(`dev7_${date}${offset}_3`)]).toEqual([date + offset, false]);
      }
      for (const counter of ['-0017', '-0531', '-17', '-053000', '-0000'])
        expect([date + counter, isTimed(date + counter)]).toEqual([date + counter, true]);
    }
    for (const dashes of ['2024-07-05T04-30-00-05:30', '20240705_043000-07:00', '2024-07-05-04-30-00-11:45'])
      expect([dashes, isTimed(dashes)]).toEqual([dashes, false]);
    // The counter of a file name, and fields separated by hyphens.
    for (const text of ['20240705_043000-0530', '2024-07-05-04-30-00-0100'])
      expect([text, isTimed(text)]).toEqual([text, true]);
  });

  const clocked = fc.constantFrom(
    '2024-07-05T04:30',
    '2024-07-05T04:30:00',
    '2024-07-05 04:30:00',
    '2024-07-05T04:30:00.125',
    '2024-07-05 04:30:00,125',
    '2024-07-05T04:30:00.123456789',
    '20240705T043000',
    '20240705043000',
  );
  const named = fc.constantFrom(
    ...'EST EDT CST PDT AKDT HST BST CET CEST EET WEST MSK IST JST AEST NZDT'.split(' '),
  );
  const blank = fc.constantFrom('', ' ');
  const offset = fc.constantFrom('02:00', '0530', '11:45');
  const sign = fc.constantFrom('\u2212', '\u2013', '\uff0d');
  const fromUtc = fc.tuple(
    fc.constantFrom('GMT', 'UTC', 'gmt'),
    fc.constantFrom('+2', '-5', '+02:00', '\u22125'),
  );
  const zone = fc.oneof(
    fc
      .tuple(fc.constantFrom('', ' ', '_', ' ('), named)
      .filter(([mark, name]) => name !== 'WEST' || mark === ' ' || mark === '')
      .map(([mark, name]) => mark + name + (mark === ' (' ? ')' : '')),
    fc.tuple(blank, fromUtc).map(([mark, [name, away]]) => mark + name + away),
    fc.tuple(blank, sign, offset).map(([mark, minus, away]) => mark + minus + away),
    fc.tuple(fc.constantFrom(' -', ' +'), offset).map((parts) => parts.join('')),
    fc.constantFrom(' Europe/Paris', '[Europe/Paris]', ' America/New_York', ' PM', 'pm', ' a.m.'),
  );

  it('a zone by its name, after GMT, or with another minus leaves the time unread, alone, in a key and in a line', () => {
    const around = fc.constantFrom(['', ''], ['dev7_', ''], ['', '|b'], ['log ', ' error 5']);
    fc.assert(
      fc.property(clocked, zone, around, (date, behind, [before = '', after = '']) => {
        expectUntimed(before + date + behind + after);
      }),
      { numRuns: 150 },
    );
  });

  it('an offset behind more digits than nanoseconds have, or behind a comma and digits, leaves the time unread', () => {
    for (const date of [
      '2024-07-05T04:30:00.1234567891',
      '2024-07-05 04:30:00.12345678',
      '2024-07-05 04:30:00,125',
    ])
      for (const away of ['+02:00', '-0530', '+02', ' -05:00', '\u221205:00']) expectUntimed(date + away);
  });

  it('a day with a zone is no day of UTC', () => {
    const days = fc.constantFrom('2024-07-05', '20240705');
    const behind = fc.oneof(
      named.map((name) => ` ${name}`),
      fc.constantFrom(' +02:00', '+02:00', ' -05:00', ' GMT+2', ' \u221205:00', '+0200'),
    );
    fc.assert(
      fc.property(days, behind, (day, away) => {
        const text = day + away;
        expect([text, readIn(text), runSteps(findKeysSteps(text)).keys]).toEqual([text, [], []]);
      }),
    );
  });

  it('an offset of nothing is UTC, and numbers that no offset has are values', () => {
    const utc = atUtc('2024-07-05T04:30:00Z') / 10_000_000n;
    const zones = [' +0000', ' +00:00', ' -0000', ' UTC+0', ' GMT+0000', 'GMT-00:00', ' +0000 UTC'];
    const values = [' -67', ' -99 dBm', ' +20', ' -12.5', '\u20131730'];
    fc.assert(
      fc.property(clocked, fc.constantFrom(...zones, ...values), (date, behind) => {
        const text = `log ${date}${behind} [info]`;
        expect([text, (foundIn(text)[0] ?? 0n) / 10_000_000n]).toEqual([text, utc]);
      }),
      { numRuns: 100 },
    );
    for (const day of ['2024-07-05+00:00', '2024-07-05 +0000', '20240705 -6700'])
      expect([day, foundIn(day)]).toEqual([day, [atUtc('2024-07-05T00:00:00Z')]]);
    for (const key of ['2024-07-05T04:30:00_HGT', '20240705043000_WDT', '20240705_043000_SKT'])
      expect([key, readKey(key)[0]?.ticks]).toEqual([key, utc * 10_000_000n]);
  });

  it('a number that is no date needs no zone', () => {
    const keys = fc.constantFrom('638557578000000000', '0638557578000000000', '1720153800123', '1720153800');
    const behind = fc.constantFrom(' -12', ' -0500', ' +02:00', ' EST', ' PM', '[PST]', ' UTC+2');
    fc.assert(
      fc.property(keys, behind, fc.constantFrom('', 'key '), (key, zone, before) => {
        const text = `${before}${key}${zone} rows`;
        expect([text, foundIn(text).slice(0, 1)]).toEqual([text, [readKey(key)[0]?.ticks]]);
      }),
    );
  });

  it('a word of a line that ends in a time is read with the zone behind it, in every form', () => {
    const dates = [
      '20240705T043000.125',
      '20240705_043000.125',
      '2024-07-05-04-30-00',
      '2024-07-05T04-30',
      '2024-07-05T04',
      '2024070504',
    ];
    for (const date of dates)
      for (const behind of [' EST', ' -0500', ' PM', ' GMT+2', '[Europe/Paris]'])
        expect([date + behind, timesOf(foundIn(`log ${date}${behind} x`))]).toEqual([date + behind, []]);
  });

  it('no digits of a time with its zone are another time', () => {
    for (const text of [
      '2024-07-05T04:30:00.1234567890-0500',
      '20240705_202312 EST',
      '20240705T202312_PST',
      '20240705.202312 -0500',
    ])
      expect([text, readIn(text)]).toEqual([text, []]);
  });

  it('UTC, and words that are no zones, leave the time as it is', () => {
    const words = fc.constantFrom(
      ...' UTC| GMT| Z| INFO| GET| POST /a| WARN| TEST| AT| PMS| American|_dev7|_PROD| a/b| 1| -1|_EU|_TST|_WEST| UST'.split(
        '|',
      ),
    );
    fc.assert(
      fc.property(clocked, words, (date, after) => {
        const text = date + after;
        expect([text, (foundIn(text)[0] ?? 0n) / 10_000_000n]).toEqual([
          text,
          atUtc('2024-07-05T04:30:00Z') / 10_000_000n,
        ]);
      }),
      { numRuns: 75 },
    );
  });

  it('two digits before a Z that are no minute or second make the time unread, after every mark', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '2024-03-05T14',
          '2024-03-05-14',
          '20240305T14',
          '2024-03-05T14-30',
          '2024-03-05T14:30',
          '2024.03.05_14',
        ),
        fc.constantFrom('-', ':', '.', '_'),
        fc.integer({ min: 60, max: 99 }),
        fc.constantFrom('', '_dev7'),
        (start, mark, pair, after) => {
          const text = `${start}${mark}${pair}Z${after}`;
          expect([text, readIn(text)]).toEqual([text, []]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
