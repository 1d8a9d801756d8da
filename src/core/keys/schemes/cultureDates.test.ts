import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksToIso } from '../../time/ticks.ts';
import { detectScheme } from '../detectScheme.ts';
import { keyRanges } from '../keyRanges.ts';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import { runSteps } from '../../steps.ts';
import { SECOND, UNIX } from '../../time/units.fixture.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

const SECONDS = fc.integer({ min: 946_684_800, max: 2_000_000_000 });
const pad = (value: number | string): string => String(value).padStart(2, '0');

/** The readings that have a time, best first: their scheme and instant. */
function read(text: string, sample?: readonly string[]) {
  return readKey(text, sample === undefined ? {} : { sample })
    .filter(({ ticks }) => ticks !== undefined)
    .map(({ schemeId, ticks = 0n, reason, confidence, window }) => ({
      schemeId,
      iso: ticksToIso(ticks),
      reason,
      confidence,
      length: window === undefined ? 1n : window.to - window.from,
    }));
}

describe('a date with day and month before the year', () => {
  it.each(['-', '.', '/'])(
    'is read both ways if neither is above 12, is not sure, and says the other (%s)',
    (mark) => {
      const readings = read(`05${mark}03${mark}2024`);
      expect(readings.map(({ schemeId, iso }) => [schemeId, iso])).toEqual([
        ['date-day-first', '2024-03-05T00:00:00.0000000Z'],
        ['date-month-first', '2024-05-03T00:00:00.0000000Z'],
      ]);
      const [day, month] = readings;
      expect(day?.reason).toContain('day and month cannot be told apart here: month first, it is 2024-05-03');
      expect(month?.reason).toContain('day first, it is 2024-03-05');
      for (const { confidence } of readings) expect(confidence).toBeLessThan(0.55);
      expect(readings.map(({ length }) => length)).toEqual([864_000_000_000n, 864_000_000_000n]);
    },
  );

  it('is read the only way that its numbers leave', () => {
    expect(read('13-03-2024')).toMatchObject([
      { schemeId: 'date-day-first', iso: '2024-03-13T00:00:00.0000000Z' },
    ]);
    expect(read('03/13/2024')).toMatchObject([
      { schemeId: 'date-month-first', iso: '2024-03-13T00:00:00.0000000Z' },
    ]);
    expect(read('29.02.2024')).toMatchObject([{ schemeId: 'date-day-first' }]);
    for (const { confidence, reason } of [...read('13-03-2024'), ...read('05-05-2024')])
      expect([confidence > 0.8, reason.includes('told apart')]).toEqual([true, false]);
  });

  it.each([
    '29.02.2023',
    '13-13-2024',
    '00-05-2024',
    '31.04.2024',
    '05-03.2024',
    '5-3-24',
    '05-03-2024 25:00',
    '05/03/2024 13:00 PM',
    '05/03/2024 0:10 AM',
  ])('%s is none', (text) => {
    expect([text, read(text).filter(({ schemeId }) => schemeId.endsWith('-first'))]).toEqual([text, []]);
  });

  it.each([
    ['3/5/2024 2:30 PM', 'date-month-first', '2024-03-05T14:30:00.0000000Z', 600_000_000n],
    ['3/5/2024 12:05:09 AM', 'date-month-first', '2024-03-05T00:05:09.0000000Z', SECOND],
    ['3/5/2024 12:05:09 pm +00:00', 'date-month-first', '2024-03-05T12:05:09.0000000Z', SECOND],
    ['25.12.2024 23:59:59.1234567', 'date-day-first', '2024-12-25T23:59:59.1234567Z', 1n],
    ['25.12.2024 23.59.59', 'date-day-first', '2024-12-25T23:59:59.0000000Z', SECOND],
    ['25-12-2024T10:17', 'date-day-first', '2024-12-25T10:17:00.0000000Z', 600_000_000n],
    ['12/25/2024, 10:17:42,5', 'date-month-first', '2024-12-25T10:17:42.5000000Z', 1_000_000n],
    ['31/12/2024 23:30:00 -01:00', 'date-day-first', '2025-01-01T00:30:00.0000000Z', SECOND],
    ['31/12/2024 23:30:00 +0530', 'date-day-first', '2024-12-31T18:00:00.0000000Z', SECOND],
  ])('%s', (text, schemeId, iso, length) => {
    expect(read(text)[0]).toMatchObject({ schemeId, iso, length });
  });

  it('goes by other keys of which a number is above 12, and says so', () => {
    const dayFirst = ['05-03-2024', '06-03-2024', '17-03-2024', 'config'];
    const monthFirst = ['05-03-2024', '05-04-2024', '05-17-2024'];
    const both = [...dayFirst, ...monthFirst];
    expect(read('05-03-2024', dayFirst)[0]).toMatchObject({ schemeId: 'date-day-first', confidence: 0.8 });
    expect(read('05-03-2024', monthFirst)[0]).toMatchObject({
      schemeId: 'date-month-first',
      confidence: 0.8,
    });
    expect(read('05-03-2024', monthFirst)[0]?.reason).toContain(
      'told apart by the other keys: day first, it is 2024-03-05',
    );
    expect(read('05-03-2024', both)[0]?.confidence).toBe(0.5);
  });

  it('of a table is proposed in the order that its keys and Timestamps show, and no range is narrower than all', () => {
    const rows = Array.from({ length: 25 }, (_, at) => ({
      partitionKey: `${pad(1 + at)}.03.2024`,
      rowKey: 'r',
      timestamp: `2024-03-${pad(1 + at)}T12:00:00Z`,
    }));
    expect(detectScheme('Days', rows)[0]?.schemeId).toBe('date-day-first');
    const window = { from: 638_452_224_000_000_000n, to: 638_453_088_000_000_000n };
    const [range, ...more] = keyRanges('date-day-first', window);
    expect([more, range?.partition, range?.exact]).toEqual([[], {}, false]);
    expect(range?.reason).toContain('do not sort by time');
  });

  it('in a sentence is not looked for: its time of day or zone may follow', () => {
    for (const text of [
      'Started 05.03.2024 at noon',
      'at 05/Mar/2024:10:17:10 -0800, ok',
      'took 45356.428571 ms in all',
    ])
      expect([text, runSteps(findKeysSteps(text)).keys]).toEqual([text, []]);
    expect(runSteps(findKeysSteps('05.03.2024')).keys).toHaveLength(1);
  });
});

describe('a date with the name of a month', () => {
  const WRITERS: readonly (readonly [string, (date: Date) => string])[] = [
    ['.NET "R", JavaScript toUTCString', (date) => date.toUTCString()],
    ['RFC 850', (date) => date.toUTCString().replace(/^(\w+), (\d\d) (\w+) (\d+)/, '$1day, $2-$3-$4')],
    [
      'JavaScript toString',
      (date) => {
        const [, week, day, month, year, clock] =
          /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
        return `${week} ${month} ${day} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`;
      },
    ],
    [
      'C ctime',
      (date) => {
        const [, week, day, month, year, clock] =
          /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
        return `${week} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`;
      },
    ],
    [
      'Java Date.toString',
      (date) => {
        const [, week, day, month, year, clock] =
          /^(\w+), (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
        return `${week} ${month} ${day} ${clock} UTC ${year}`;
      },
    ],
    [
      'a web server',
      (date) => {
        const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
        return `${day}/${month}/${year}:${clock} +0000`;
      },
    ],
    [
      'en-US, long',
      (date) =>
        new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })
          .format(date)
          .replaceAll('\u202f', ' '),
    ],
  ];

  it.each(WRITERS)('as %s writes it, is read to its second', (_name, write) => {
    fc.assert(
      fc.property(SECONDS, (unix) => {
        const text = write(new Date(unix * 1000));
        const [first] = readKey(text);
        const ticks = UNIX + BigInt(unix) * SECOND;
        expect([text, first?.schemeId, first?.ticks]).toEqual([text, 'date-named-month', ticks]);
        expect(first?.window).toEqual({ from: ticks, to: ticks + SECOND });
        expect(bulkTicks(schemeById('date-named-month'), text)).toBe(ticks);
      }),
    );
  });

  it.each([
    ['05-Mar-2024', '2024-03-05T00:00:00.0000000Z'],
    ['5 March 2024', '2024-03-05T00:00:00.0000000Z'],
    ['Sept 30, 2026', '2026-09-30T00:00:00.0000000Z'],
    ['29-Feb-2024 23:59:59', '2024-02-29T23:59:59.0000000Z'],
    ['Tue, 05 Mar 2024 10:17:10 -0800', '2024-03-05T18:17:10.0000000Z'],
    ['Mar 5, 2024 12:30 AM', '2024-03-05T00:30:00.0000000Z'],
  ])('%s', (text, iso) => {
    expect(read(text)[0]).toMatchObject({ schemeId: 'date-named-month', iso });
  });

  it.each([
    '29-Feb-2023',
    '05-Foo-2024',
    '05-Mar/2024',
    '05-Marx-2024',
    'Mar 32, 2024',
    '05 Mar 2024 10:17 EST',
    'May 5, 2024 10:00:00 (PST)',
    '05/03/2024 10:00 (UTC-08:00)',
    '05.03.2024 10:00:00 (CET)',
    'Mon, 05 Mar 2024',
    'Wednesday, March 5, 2024',
  ])('%s is none', (text) => {
    expect([text, read(text)]).toEqual([text, []]);
  });
});

it('a weekday must be that of the date', () => {
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  for (const iso of ['2024-02-29', '1999-12-31', '2000-03-01', '1969-07-20', '2026-11-23']) {
    const date = new Date(iso);
    const rest = date.toUTCString().slice(4, 16);
    const found = names.filter((name) => read(`${name},${rest}`).length > 0);
    expect([iso, found]).toEqual([iso, [names[date.getUTCDay()]]]);
  }
});

describe('a number of days', () => {
  /** Milliseconds of Unix time as a spreadsheet holds them: a double of days since 1899-12-30. */
  const excel = (ms: number): string => String(ms / 86_400_000 + 25_569);
  const julian = (ms: number): string => String(ms / 86_400_000 + 2_440_587.5);
  const modified = (ms: number): string => String(ms / 86_400_000 + 40_587);

  it.each([
    ['ole-days', excel, 5_000n],
    ['julian-date', julian, 500_000n],
    ['modified-julian-date', modified, 5_000n],
  ] as const)('%s is read, as exactly as a double holds it', (schemeId, write, most) => {
    fc.assert(
      fc.property(fc.integer({ min: 1_293_840_000_000, max: 2_000_000_000_000 }), (ms) => {
        const text = write(ms);
        fc.pre(/\.\d{4}/.test(text) && !/\.\d{10}$/.test(text));
        const [first] = readKey(text);
        const away = (first?.ticks ?? 0n) - (UNIX + BigInt(ms) * 10_000n);
        expect([text, first?.schemeId, away <= most && away >= -most]).toEqual([text, schemeId, true]);
        expect(bulkTicks(schemeById(schemeId), text)).toBe(first?.ticks);
      }),
    );
  });

  it('of another year, or without a fraction, is another number', () => {
    for (const text of ['12345.6789', '99999.1234', '45356', '2460375', '1234567.8901', '45356.', '.4535612'])
      expect([text, read(text).filter(({ confidence }) => confidence >= 0.25)]).toEqual([text, []]);
  });

  it('with few decimals leaves that much open, and is less sure', () => {
    const [first] = read('45356.42');
    expect(first).toMatchObject({
      schemeId: 'ole-days',
      iso: '2024-03-05T10:04:48.0000000Z',
      length: 8_640_000_000n,
    });
    expect(first?.confidence).toBeLessThan(0.3);
  });
});

describe('an offset', () => {
  it('that no zone has is no offset: not of one minute', () => {
    for (const [offset, isRead] of [
      ['+0001', false],
      ['+0017', false],
      ['+0100', true],
      ['+0545', true],
      ['+0330', true],
    ] as const) {
      const readings = read(`2024-03-05T10:17:10${offset}`);
      expect([offset, readings.length > 0]).toEqual([offset, isRead]);
    }
    // After a minus, these four digits are a counter.
    expect(read('2024-03-05T10:17:10-0001')[0]?.iso).toBe('2024-03-05T10:17:10.0000000Z');
    expect(read('2024-03-05T10:17:10+05:45')[0]?.iso).toBe('2024-03-05T04:32:10.0000000Z');
  });
});
