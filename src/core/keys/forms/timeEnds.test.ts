import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyRanges } from '../keyRanges.ts';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import { runSteps } from '../../steps.ts';
import { DAY, SECOND, UNIX } from '../../time/units.fixture.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

const pad = (value: number | bigint, width = 2): string => String(value).padStart(width, '0');
/** The instant of a whole second in UTC, through Date. */
const atUtc = (text: string): bigint => UNIX + BigInt(Date.parse(text)) * 10_000n;
const SECONDS = fc.integer({ min: 1_100_000_000, max: 2_000_000_000 });
const isoOf = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 19);
const timesIn = (text: string): readonly (bigint | undefined)[] =>
  runSteps(findKeysSteps(text)).keys.map(({ readings: [best] }) => best?.ticks);

describe('a fraction finer than a tick', () => {
  const fractions = fc.oneof(
    fc.integer({ min: 0, max: 99_999_999 }).map((value) => pad(value, 8)),
    fc.integer({ min: 0, max: 999_999_999 }).map((value) => pad(value, 9)),
  );
  const sides = fc.constantFrom(['', ''], ['dev7_', ''], ['', '_dev7'], ['a|', '|3f9c']);

  it('is read to its tick, with every mark and zone, alone and beside other parts', () => {
    const marks = fc.constantFrom('T.', 'T.Z', ' .', ' ,', ' .Z', 'T.+', 'T.-');
    fc.assert(
      fc.property(SECONDS, fractions, marks, sides, (unix, fraction, mark, [before = '', after = '']) => {
        const [between = '', dot = '', zone = ''] = mark;
        const away = { '+': '+05:30', '-': '-05:30' }[zone] ?? zone;
        const text = before + isoOf(unix).replace('T', between) + dot + fraction + away + after;
        const minutes = { '+': -330n, '-': 330n }[zone] ?? 0n;
        const ticks = UNIX + BigInt(unix) * SECOND + BigInt(fraction.slice(0, 7)) + minutes * 60n * SECOND;
        expect([text, readKey(text)[0]?.ticks]).toEqual([text, ticks]);
      }),
      { numRuns: 100 },
    );
  });

  it('is in the range of its window, and in bulk too', () => {
    const scheme = schemeById('iso-o');
    fc.assert(
      fc.property(SECONDS, fractions, fc.constantFrom('', 'Z'), (unix, fraction, zone) => {
        const key = `${isoOf(unix)}.${fraction}${zone}`;
        const ticks = UNIX + BigInt(unix) * SECOND + BigInt(fraction.slice(0, 7));
        expect([key, bulkTicks(scheme, key)]).toEqual([key, ticks]);
        const held = keyRanges('iso-o', { from: ticks, to: ticks + 1n }).filter(
          ({ partition: { from = '', to } }) => key >= from && (to === undefined || key < to),
        );
        expect([key, held.length]).toEqual([key, 1]);
      }),
    );
  });

  it('of ten digits and more stays unread', () => {
    for (const text of ['2024-07-05T04:30:00.1234567891Z', '2024-07-05 04:30:00.12345678912'])
      expect([text, readKey(text).filter(({ ticks = 0n }) => ticks % SECOND !== 0n)]).toEqual([text, []]);
  });
});

describe('the offset that PostgreSQL writes behind a time', () => {
  const clocks = SECONDS.chain((unix) =>
    fc.constantFrom('', '.1', '.123', '.123456').map((fraction) => isoOf(unix).replace('T', ' ') + fraction),
  );
  const isClock = (ticks: bigint | undefined): boolean => ticks !== undefined && ticks % DAY !== 0n;
  const places = fc.constantFrom(
    ['', ''],
    ['dev7_', ''],
    ['', '_x'],
    ['', ' | 17'],
    ['log ', ' x'],
    ['(', ')'],
  );

  it('is never left out', () => {
    const offsets = fc
      .tuple(
        fc.constantFrom('+', '-'),
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom('', ':00', ':30', ':45', '30', '00'),
      )
      .filter(([sign, hours]) => sign === '+' || hours <= 12)
      .map(([sign, hours, minutes]) => sign + pad(hours) + minutes);
    fc.assert(
      fc.property(clocks, offsets, places, (clock, offset, [before = '', after = '']) => {
        const text = before + clock + offset + after;
        const sure = readKey(text).filter(({ confidence }) => confidence > 0.15);
        expect([text, sure.map(({ ticks }) => ticks).filter(isClock)]).toEqual([text, []]);
        expect([text, timesIn(text).filter(isClock)]).toEqual([text, []]);
      }),
      { numRuns: 150 },
    );
  });

  it('of zero is UTC, in a key and in a line', () => {
    const zeros = fc.constantFrom('+00', '+00:00', '+0000', '-00:00', ' +0000', ' +00:00', ' UTC', 'Z', ' Z');
    fc.assert(
      fc.property(clocks, zeros, (clock, zero) => {
        const ticks =
          atUtc(`${clock.slice(0, 19).replace(' ', 'T')}Z`) + BigInt(clock.slice(20).padEnd(7, '0'));
        for (const text of [clock + zero, `log ${clock}${zero} x`])
          expect([text, timesIn(text)]).toEqual([text, [ticks]]);
        // Keys are not written with a blank before Z.
        const key = clock + zero.replace(' Z', 'Z');
        expect([key, readKey(key)[0]?.ticks]).toEqual([key, ticks]);
      }),
      { numRuns: 75 },
    );
    for (const text of [
      '20240705T043000+0000',
      '20240705T043000-00:00',
      '20240705T043000.125+0000',
      'dev7_20240705T043000+0000',
    ])
      expect([text, (readKey(text)[0]?.ticks ?? 0n) / SECOND]).toEqual([
        text,
        atUtc('2024-07-05T04:30:00Z') / SECOND,
      ]);
  });

  it('that no place on Earth has is a counter', () => {
    for (const text of ['2024-07-05 04:30:00-17', '2024-07-05 04:30:00-99_x', 'log 2024-07-05 04:30:00-21 x'])
      expect([text, timesIn(text)]).toEqual([text, [atUtc('2024-07-05T04:30:00Z')]]);
  });
});

describe('a time of a log', () => {
  it('of a web server is the time that it says, and no date of its year and hours', () => {
    fc.assert(
      fc.property(
        SECONDS,
        fc.constantFrom('%', '[%] "GET / HTTP/1.1" 200', '::1 - - [%]', 'at %, a'),
        (unix, form) => {
          const [, day, month, year, clock] =
            /, (\d\d) (\w{3}) (\d{4}) ([\d:]+)/.exec(new Date(unix * 1000).toUTCString()) ?? [];
          const text = form.replace('%', `${day}/${month}/${year}:${clock} +0000`);
          // Alone on a line the text is read literally; within a log line it is not read at all.
          const told = form === '%' ? [UNIX + BigInt(unix) * SECOND] : [];
          expect([text, timesIn(text).filter((ticks) => ticks !== undefined)]).toEqual([text, told]);
        },
      ),
    );
  });

  it('is of a month: a key behind a short name in a path is read', () => {
    const ticks = atUtc('2024-03-05T10:00:00Z');
    for (const path of ['https://x/10/log/%', '5/app/%', 'a/7/dev/%/b'])
      for (const key of [
        `0${ticks}`,
        '20240305T100000Z',
        '2024-03-05T10:00:00Z',
        `${(ticks - UNIX) / SECOND}123`,
      ]) {
        const text = path.replace('%', key);
        expect([text, timesIn(text).map((time = 0n) => time / SECOND)]).toEqual([text, [ticks / SECOND]]);
      }
  });

  it('is read to its end before a colon or a dot', () => {
    for (const end of [':', '.', ': done', '. Next', ',123: x'])
      expect([end, (timesIn(`2024-07-05 04:30:00${end}`)[0] ?? 0n) / SECOND]).toEqual([
        end,
        atUtc('2024-07-05T04:30:00Z') / SECOND,
      ]);
    for (const text of ['INFO 2024-07-05 04:30:00+14: done', '2024-07-05 04:30:00-08: done'])
      expect([text, timesIn(text)]).toEqual([text, []]);
  });
});

describe('a comma before the fraction', () => {
  const fractions = fc
    .integer({ min: 0, max: 9_999_999 })
    .chain((value) => fc.integer({ min: 3, max: 7 }).map((width) => pad(value, 7).slice(0, width)));
  const clocks = fc.tuple(SECONDS, fractions, fc.constantFrom(' ', 'T'));

  it('is part of the time in lines of log4j, logback and Python', () => {
    const lines = fc.constantFrom(
      ['', ' INFO x'],
      ['', '\tERR x'],
      ['', '  [x] y'],
      ['', ' - root - DEBUG - x'],
      ['[', '] WARN x'],
      ['app ', ' [main] x'],
      ['', ' | x'],
      ['at ', 'Z, x'],
    );
    fc.assert(
      fc.property(clocks, lines, ([unix, fraction, between], [before = '', after = '']) => {
        const line = `${before}${isoOf(unix).replace('T', between)},${fraction}${after}`;
        const ticks = UNIX + BigInt(unix) * SECOND + BigInt(fraction.padEnd(7, '0'));
        expect([line, timesIn(line)[0]]).toEqual([line, ticks]);
      }),
      { numRuns: 75 },
    );
  });

  it('ends a field of CSV, and hides no offset', () => {
    for (const line of ['2024-03-05 10:17:10,123,x', '2024-03-05 10:17:10,123 Main St,x'])
      expect([line, timesIn(line)]).toEqual([line, [atUtc('2024-03-05T10:17:10Z')]]);
    for (const zone of ['+0200', ' +0200', ' -07:00', ' CEST'])
      expect([zone, timesIn(`2024-03-05 10:17:10,123${zone} INFO x`)]).toEqual([zone, []]);
  });
});
