import { describe, expect, it } from 'vitest';
import { MAX_TICKS, ticksToIso } from '../time/ticks.ts';
import { bulkOf } from './bulk/bulkList.fixture.ts';
import { keyAnatomy } from './keyAnatomy.ts';
import { readBest, readKey } from './readKey.ts';
import type { KeyReading } from './base/scheme.ts';

function isoOf(reading: KeyReading | undefined): string | undefined {
  return reading?.ticks === undefined ? undefined : ticksToIso(reading.ticks);
}

describe('compact dates of every length come before ids that could be snowflakes', () => {
  const FULL = '202403051017421234567';

  it.each([6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21])('%i digits', (length) => {
    const [first] = readKey(FULL.slice(0, length));
    const kept = FULL.slice(0, length).padEnd(21, length === 6 ? '01' : '0');
    const from = length === 6 ? '20240301' + '0'.repeat(13) : kept;
    const expected = from.replace(/^(....)(..)(..)(..)(..)(..)(.*)$/, '$1-$2-$3T$4:$5:$6.$7Z');
    expect([first?.schemeId.slice(0, 5), isoOf(first)]).toEqual(['date-', expected]);
  });
});

describe('famous constants are named first', () => {
  it.each([
    ['0000000000000000000', 'DateTime.MinValue'],
    ['03155378975999999999', 'DateTime.MaxValue'],
    ['621355968000000000', 'Unix zero'],
    ['2534023007999999999', 'Unix zero (1970-01-01), as inverted'],
    ['00504911232000000000', 'FILETIME zero'],
    ['9223372036854775807', 'Int64.MaxValue'],
    ['9999999999', '10 nines'],
    ['0001-01-01T00:00:00.0000000Z', 'DateTime.MinValue'],
    ['9999-12-31T23:59:59.9999999Z', 'DateTime.MaxValue'],
    ['19700101', 'Unix zero'],
  ])('%s', (text, name) => {
    for (const part of [undefined, 'partition', 'row'] as const) {
      const [first] = readKey(text, part === undefined ? {} : { part });
      expect(first?.schemeId).toBe('constant');
      expect(first?.reason).toContain(name);
    }
  });

  it.each([
    ['253402300799', 'DateTime.MaxValue, as Unix seconds'],
    ['253402300799999', 'DateTime.MaxValue, as Unix milliseconds'],
    ['253402300799000', 'DateTime.MaxValue, as Unix milliseconds'],
    ['253402300799999999', 'DateTime.MaxValue, as Unix microseconds'],
    ['-62135596800', 'DateTime.MinValue, as Unix seconds'],
    ['-62135596800000', 'DateTime.MinValue, as Unix milliseconds'],
    ['18446744011573954816', 'DateTime.MinValue, as Unix seconds, unsigned'],
    ['18446681938112751616', 'DateTime.MinValue, as Unix milliseconds, unsigned'],
    ['116444736000000000', 'Unix zero (1970-01-01), as FILETIME'],
    ['-11644473600', 'FILETIME zero (1601-01-01), as Unix seconds'],
    [
      '2650467743999999999',
      'DateTime.MaxValue, as FILETIME, or FILETIME zero (1601-01-01) as inverted ticks',
    ],
    ['-504911232000000000', 'DateTime.MinValue, as FILETIME'],
    ['18446744073709551615', 'UInt64.MaxValue'],
    ['9223372036854775808', 'Int64.MinValue, unsigned'],
    ['4294967295', 'UInt32.MaxValue'],
  ])('%s is %s, alone and beside text', (text, name) => {
    for (const [before, after] of [
      ['', ''],
      ['device7_', ''],
      ['a|', '|b'],
      ['', '_x'],
    ] as const) {
      const key = before + text + after;
      const [first] = readKey(key);
      expect([key, first?.schemeId]).toEqual([key, 'constant']);
      expect(first?.reason).toContain(name);
      expect(readBest(key)?.reason).toBe(first?.reason);
      const pieces = keyAnatomy('constant', 'partition', key).map((segment) => [segment.text, segment.label]);
      const parts = [
        [before, 'before the constant'],
        [text, 'constant'],
        [after, 'after the constant'],
      ];
      expect(pieces).toEqual(parts.filter(([piece]) => piece !== ''));
    }
  });

  it.each([
    ['0638452296000000000_9223372036854775807', '2024-03-05T10:00:00.0000000Z'],
    ['2024-03-05_9999999999', '2024-03-05T00:00:00.0000000Z'],
    ['9223372036854775807_1709632830', '2024-03-05T10:00:30.0000000Z'],
    ['0000000000000000000___0638452296000000000', '2024-03-05T10:00:00.0000000Z'],
    ['2516926679999999999_3155378975999999999', '2024-03-05T10:00:00.0000000Z'],
  ])('%s has a time of its own', (text, iso) => {
    expect(isoOf(readKey(text)[0])).toBe(iso);
  });

  it.each(['a___0000000000000000000', 'order_2147483', 'x_00010101', 'a_0000000000', 'item_999999999'])(
    '%s holds none',
    (text) => {
      expect(readKey(text).map(({ schemeId }) => schemeId)).not.toContain('constant');
    },
  );

  it.each([
    ['', '3155378975999999999'],
    ['dev_', '3155378975999999999'],
    ['dev_', '2650467743999999999'],
  ])('%s%s is one in a list of nanoseconds, too', (before, constant) => {
    const times = Array.from(
      { length: 30 },
      (_, index) => before + String(1_709_632_830_123_456_789n + BigInt(index) * 7_919_000_123n),
    );
    const { keys } = bulkOf([...times, before + constant].join('\n'));
    expect(keys.map(({ schemeId }) => schemeId === 'constant')).toEqual([...times.map(() => false), true]);
    expect(keys.at(-1)?.ticks).toBe(MAX_TICKS);
  });

  it('zeros and MaxValue name the inverted constant too', () => {
    expect(readKey('0000000000000000000')[0]?.reason).toContain('or DateTime.MaxValue as inverted ticks');
    expect(readKey('3155378975999999999')[0]?.reason).toContain('or DateTime.MinValue as inverted ticks');
    expect(readKey('504911232000000000')[0]?.schemeId).toBe('filetime-ft0-in-ticks');
  });
});

describe('a time in 1990 .. 2100 beats one outside', () => {
  it.each([
    ['1850010112', '2028-08-16T03:41:52.0000000Z'],
    ['0638452296000000000', '2024-03-05T10:00:00.0000000Z'],
    ['8290367169', '2024-03-05T10:00:30.0000000Z'],
    ['0627667488000000000_x', '1990-01-01T00:00:00.0000000Z'],
  ])('%s', (text, iso) => {
    const readings = readKey(text);
    expect(isoOf(readings[0])).toBe(iso);
    const likely = (reading: KeyReading): boolean => {
      const year = Number((isoOf(reading) ?? '0000').slice(0, 4));
      return year >= 1990 && year < 2100;
    };
    const timed = readings.filter((reading) => reading.ticks !== undefined).map(likely);
    expect(timed).toEqual(timed.toSorted((a, b) => Number(b) - Number(a)));
  });
});

describe('a time beside text beats a form without a time', () => {
  it.each([
    ['a___1709632830123456789', '2024-03-05T10:00:30.1234567Z'],
    ['tenant___1709632830123456700', '2024-03-05T10:00:30.1234567Z'],
    ['vm-4___0638452296000000000', '2024-03-05T10:00:00.0000000Z'],
    ['_x___2516926679999999999', '2024-03-05T10:00:00.0000000Z'],
  ])('%s', (text, iso) => {
    for (const hint of [{}, { part: 'row' }, { part: 'partition' }] as const) {
      expect(isoOf(readKey(text, hint)[0])).toBe(iso);
      expect(isoOf(readBest(text, hint))).toBe(iso);
    }
  });

  it('but not in a table of the writer of that form', () => {
    const hint = { tableName: 'GenevaEventsVer1v0', part: 'row' } as const;
    expect(readKey('a___1709632830123456789', hint)[0]?.schemeId).toBe('mds-prefixed');
  });
});

describe('19 digits that begin with 1', () => {
  it('are nanoseconds where the clock counts in 100 ns', () => {
    expect(readKey('1709633862123456700')[0]?.schemeId).toBe('unix-ns');
  });

  it('are an id where nanoseconds would be a time before tables', () => {
    expect(readKey('1214567890123456789')[0]?.schemeId).toMatch(/^snowflake/);
  });
});

describe('rows of metrics with an empty or odd part', () => {
  const TABLE = { tableName: 'WADMetricsPT1HP10DV2S20240304', part: 'row' } as const;

  it.each([
    '2516926679999999999__',
    '__2516926679999999999',
    '2516926679999999999__:005CMemory__',
    ':005CMemory__2516926679999999999__',
    '2516926679999999999____vm0',
    '2516926679999999999__odd metric!',
    'a__b__2516926679999999999',
    '2516926679999999999__m__i__j',
  ])('%s', (text) => {
    const [first] = readKey(text, TABLE);
    expect([first?.schemeId, isoOf(first)]).toEqual(['wadmetrics', '2024-03-05T10:00:00.0000000Z']);
  });

  it.each(['user;', 'system;', 'user;Get-Blob', 'user;All;x', ';All', 'anonymous;All'])('%s', (text) => {
    const hint = { tableName: '$MetricsHourPrimaryTransactionsBlob', part: 'row' } as const;
    const [first] = readKey(text, hint);
    expect(first?.schemeId).toBe('storage-analytics');
    expect(first?.fields.get('access')).toBe(text.slice(0, text.indexOf(';')));
  });
});
