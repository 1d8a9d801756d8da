import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { MAX_TICKS, ticksToIso } from '../time/ticks.ts';
import { findKeys } from './pasted/findKeys.fixture.ts';
import { d19, someTicks } from './keyRanges.fixture.ts';
import { readKey } from './readKey.ts';
import type { KeyHint, KeyReading } from './base/scheme.ts';
import { KEY_SCHEMES, schemeById } from './schemeRegistry.ts';
import { bulkTicks } from './knownScheme.fixture.ts';

function ids(text: string, hint: KeyHint = {}): readonly string[] {
  return readKey(text, hint).map((reading) => reading.schemeId);
}

function windowText(reading: KeyReading | undefined): string | undefined {
  return reading?.window === undefined
    ? undefined
    : `${ticksToIso(reading.window.from)}..${ticksToIso(reading.window.to)}`;
}

describe('readKey', () => {
  it.each([
    ['0638452306621234567', 'ticks19'],
    ['0638452306200000000', 'wad'],
    ['638452306621234567', 'ticks18'],
    ['00638452306621234567', 'ticks20'],
    ['2516926669378765432', 'inverted-ticks19'],
    ['2516926669378765432_7c9e6679-7425-40de-944b-e07fc1f90ae7', 'inverted-ticks19'],
    ['2516926669378765432__7c9e6679-7425-40de-944b-e07fc1f90ae7', 'nlog'],
    ['2516926669378765432.7c9e6679-7425-40de-944b-e07fc1f90ae7', 'log4net'],
    ['0000000000000000012___0634925952000000000', 'mds-prefixed'],
    ['0000000000000000042', 'akka-journal'],
    ['1709633862', 'unix-s'],
    ['1709633862123', 'unix-ms'],
    ['1709633862123456', 'unix-us'],
    ['1709633862123456789', 'unix-ns'],
    ['133540534621234567', 'filetime'],
    ['5250138325048622471', 'tobinary-utc'],
    ['-8584919730233541241', 'tobinary-local'],
    ['2024-03-05T10:17:42.1234567Z', 'iso-o'],
    ['20240305', 'date-yyyyMMdd'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'],
    ['5CCRHFK6K704HMASW9NF6YY093', 'serilog-v9'],
  ])('%s is first of all %s', (text, schemeId) => {
    expect(ids(text)[0]).toBe(schemeId);
  });

  it.each([
    ['999999999', 'unix-s', '2001-09-09T01:46:39.0000000Z'],
    ['100000000', 'unix-s', '1973-03-03T09:46:40.0000000Z'],
    ['946684800000', 'unix-ms', '2000-01-01T00:00:00.0000000Z'],
    ['1709633862.1234567', 'unix-s', '2024-03-05T10:17:42.1234567Z'],
    ['1709633862.5', 'unix-s', '2024-03-05T10:17:42.5000000Z'],
    ['1709633862.999999999', 'unix-s', '2024-03-05T10:17:42.9999999Z'],
    ['1709633862123.4567', 'unix-ms', '2024-03-05T10:17:42.1234567Z'],
    ['1709633862123.4', 'unix-ms', '2024-03-05T10:17:42.1234000Z'],
  ])('reads Unix time in fewer digits and with a fraction: %s', (text, schemeId, iso) => {
    const [reading] = readKey(text);
    expect([reading?.schemeId, ticksToIso(reading?.ticks ?? 0n)]).toEqual([schemeId, iso]);
    expect(bulkTicks(schemeById(schemeId), text)).toBe(reading?.ticks);
  });

  it.each([
    '1709633862.',
    '1709633862.12x',
    '1709633862.1234567890',
    '099999999',
    '1709633862123456.7',
    '.5',
  ])('takes %s for no Unix time', (text) => {
    expect(ids(text).filter((id) => id.startsWith('unix-'))).toEqual([]);
    expect(bulkTicks(schemeById('unix-s'), text)).toBeUndefined();
  });

  it('lets the table decide between schemes that write alike', () => {
    const key = '0000000000000000057___0638452306200000000';
    expect(ids(key, { tableName: 'WADServiceFabricSystemEventTable' })[0]).toBe('wad-prefixed');
    expect(ids(key, { tableName: 'LinuxSyslogVer2v0' })[0]).toBe('lad-mdsd');
    expect(ids(key, { tableName: 'OaaSProdEtwAllVer2v020240304' })[0]).toBe('mds-prefixed');
    expect(ids('2516902700999999999', { tableName: 'LogEvent', part: 'partition' })[0]).toBe('serilog-v9');
    expect(ids('2516926670399999999', { tableName: 'SLABLogsTable', part: 'partition' })[0]).toBe('slab');
  });

  it('shows the time behind a prefix that no event volume has, with less certainty', () => {
    const [first] = readKey('0000000000000000100___0634925952000000000');
    expect(first).toMatchObject({ schemeId: 'mds-prefixed', ticks: 634925952000000000n });
    expect(first?.confidence).toBeLessThan(0.5);
    expect(first?.reason).toContain('above the 99 of any event volume');
  });

  it('takes the rounding from a sample', () => {
    const sample = [0n, 1n, 2n, 5n].map(
      (step) => `${d19(3n)}___${d19(638452305000000000n + step * 3_000_000_000n)}`,
    );
    const [reading] = readKey(sample[0] ?? '', { part: 'partition', sample });
    expect(windowText(reading)).toBe('2024-03-05T10:15:00.0000000Z..2024-03-05T10:20:00.0000000Z');
  });

  it('finds the interval of any ticks in a sample, inverted too', () => {
    const hours = [0n, 1n, 2n, 7n].map((step) => 638452296000000000n + step * 36_000_000_000n);
    const forward = readKey(d19(hours[1] ?? 0n), { sample: hours.map(d19) }).find(
      (each) => each.schemeId === 'ticks19',
    );
    expect(windowText(forward)).toBe('2024-03-05T11:00:00.0000000Z..2024-03-05T12:00:00.0000000Z');
    const inverted = hours.map((ticks) => d19(MAX_TICKS - ticks));
    const back = readKey(inverted[1] ?? '', { sample: inverted }).find(
      (each) => each.schemeId === 'inverted-ticks19',
    );
    expect(windowText(back)).toBe('2024-03-05T11:00:00.0000000Z..2024-03-05T12:00:00.0000000Z');
  });

  it.each([
    ['06349259', 'ticks19', '2012-12-31T22:33:20.0000000Z'],
    ['063', 'ticks19', '1997-05-23T16:00:00.0000000Z'],
    ['0000000000000000012___06349259', 'mds-prefixed', '2012-12-31T22:33:20.0000000Z'],
    ['25169266', 'inverted-ticks19', undefined],
  ])('%s, cut short, is the interval that it covers', (text, schemeId, from) => {
    const reading = readKey(text).find((each) => each.schemeId === schemeId);
    const digits = text.split('___').at(-1) ?? '';
    const window = reading?.window ?? { from: 0n, to: 0n };
    expect(reading?.ticks).toBeUndefined();
    expect(window.to - window.from).toBe(10n ** BigInt(19 - digits.length));
    const first = schemeId === 'inverted-ticks19' ? MAX_TICKS - window.to + 1n : window.from;
    expect(d19(first)).toBe(digits.padEnd(19, '0'));
    expect(from ?? ticksToIso(window.from)).toBe(ticksToIso(window.from));
  });

  it('a truncated key covers exactly the keys that begin with it', () => {
    fc.assert(
      fc.property(
        someTicks,
        fc.integer({ min: 3, max: 18 }),
        fc.bigInt({ min: -3n, max: 3n }),
        (ticks, length, step) => {
          const text = d19(ticks).slice(0, length);
          const window = readKey(text).find((reading) => reading.schemeId === 'ticks19')?.window;
          const near = ticks + step * 10n ** BigInt(18 - length);
          const isInside = window !== undefined && near >= window.from && near < window.to;
          expect(isInside).toBe(d19(near).startsWith(text));
        },
      ),
    );
  });

  it('never calls a sequence number or a sentinel an event', () => {
    expect(readKey('0000000000000000042')[0]?.ticks).toBeUndefined();
    expect(ids('0000000000000000007___0504911232000000001')[0]).toBe('mds-schemas');
  });

  it('guesses at free text without confidence, by what it looks like', () => {
    expect(ids('MyApp.Program', { part: 'partition' })[0]).toBe('log4net');
    expect(ids('Account-123', { part: 'partition' })[0]).toBe('streamstone');
    expect(ids('abc123')).toContain('durable-history');
    expect(
      readKey('abc123').every((reading) => reading.confidence < 0.15 && reading.ticks === undefined),
    ).toBe(true);
    expect(ids('abc123', { part: 'row' })).toEqual([]);
    // A text of marks only is not anybody's name.
    expect([ids('___'), ids('x___').length > 0]).toEqual([[], true]);
  });

  it('is empty for what no scheme knows, and for what is longer than a key', () => {
    expect(ids('hello world')).toEqual([]);
    expect(ids('0'.repeat(2000))).toEqual([]);
  });
});

/** Pieces of real keys, and of texts that break naive readers. */
const piece = fc.oneof(
  fc.constantFrom(
    ...(
      '0 9 ___ __ _ - . : | $ ^ % T Z \u0000 \u202e \ud800 SS-SE- WADMetricsPT1HP10DV2S 0638452306200000000 ' +
      '2516926669378765432 0000000000000000012 :002F Information| 20240305 @a@ ~'
    ).split(' '),
  ),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.stringMatching(/^\d{0,21}$/),
  fc.stringMatching(/^[0-9a-fA-F-]{0,36}$/),
);
const hostileText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const anyHint = fc.record(
  {
    part: fc.constantFrom('partition' as const, 'row' as const, 'table' as const),
    tableName: fc.constantFrom(
      'WADLogsTable',
      'LogEvent',
      '$MetricsCapacityBlob',
      '__proto__',
      '',
      'MyHubHistory',
      'Elmah',
    ),
    sample: fc.array(hostileText, { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

/** Whether a reading names a scheme, has times in 0001 .. 9999, and a confidence of at most 1. */
function isSound({ ticks, window, confidence, schemeId }: KeyReading): boolean {
  return (
    schemeById(schemeId) !== undefined &&
    (ticks === undefined || (ticks >= 0n && ticks <= MAX_TICKS)) &&
    (window === undefined || (window.from >= 0n && window.to <= MAX_TICKS && window.from <= window.to)) &&
    confidence >= 0 &&
    confidence <= 1
  );
}

describe('readKey on hostile text', () => {
  it('never throws, never shows a time outside 0001..9999, and ranks in order', () => {
    fc.assert(
      fc.property(hostileText, anyHint, (text, hint) => {
        const readings = readKey(text, hint);
        expect(readings.filter((reading) => !isSound(reading))).toEqual([]);
        const order = readings.map((reading) => reading.confidence);
        expect(order).toEqual(order.toSorted((a, b) => b - a));
      }),
      { numRuns: 75 },
    );
  });

  it('the bulk path never throws and never leaves the calendar', () => {
    const time = { seconds: 0, fraction: 0 };
    fc.assert(
      fc.property(hostileText, hostileText, (partitionKey, rowKey) => {
        for (const scheme of KEY_SCHEMES) {
          if (!scheme.rowTime(partitionKey, rowKey, time)) continue;
          const isInside =
            Number.isInteger(time.seconds) &&
            Number.isInteger(time.fraction) &&
            time.seconds >= 0 &&
            time.seconds <= 315_537_897_599 &&
            time.fraction >= 0 &&
            time.fraction <= 9_999_999;
          expect([scheme.id, partitionKey, rowKey, isInside]).toEqual([
            scheme.id,
            partitionKey,
            rowKey,
            true,
          ]);
        }
      }),
      { numRuns: 75 },
    );
  });

  it.each([
    '0',
    '_',
    '___',
    "'",
    '"',
    ':002F',
    'a-',
    '-',
    '%27',
    '(',
    '0638452306200000000___',
    'Information|',
  ])(
    'work grows with the length of %j repeated, not with its square',
    (unit) => {
      // If reading were quadratic, 100 KB would take a hundred times as long as 10 KB and exceed the test's time limit. Time itself is not
      // measured, only the keys that are found.
      const long = unit.repeat(Math.ceil(100_000 / unit.length));
      expect(readKey(long)).toEqual([]);
      expect(findKeys(long).keys.length).toBeLessThanOrEqual(100_000);
      for (const scheme of KEY_SCHEMES) {
        for (const part of ['partition', 'row', 'table'] as const) scheme.read(long, part, {});
        scheme.segments(long, 'row');
      }
    },
    5000,
  );
});
