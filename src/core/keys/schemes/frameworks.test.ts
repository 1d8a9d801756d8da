import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRowTime, rowTimeTicks } from '../base/digits.ts';
import { keyGrain } from '../base/rounding.ts';
import { timePlaces } from '../dates/timePlaces.ts';
import { keyRanges } from '../keyRanges.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';

/** 2024-03-05T10:00:00Z */
const TEN = 638_452_296_000_000_000n;
const SECOND = 10_000_000n;

describe('keys of frameworks', () => {
  it('of the index of a saga say the saga, the property and its value', () => {
    const reading = readKey('Index_OrderSaga_OrderId_"4_2"', { part: 'partition' })[0];
    expect([...(reading?.fields ?? [])]).toEqual([
      ['saga', 'OrderSaga'],
      ['property', 'OrderId'],
      ['value', '"4_2"'],
    ]);
  });

  it('of an orchestration are numbered in hex, up to F', () => {
    const found = readKey('000000000000ABCF', { part: 'row' });
    expect(found.map(({ schemeId }) => schemeId)).toContain('durable-history');
  });

  it.each([
    ['AzureWebJobsHostLogscommon', 'AzureWebJobsHostLogs202403'],
    ['AzureWebJobsHostLogs202401', 'AzureWebJobsHostLogs202403'],
    ['AzureFunctionsLogsCOMMON', 'AzureFunctionsLogs202403'],
    ['OwnName', 'OwnName202403'],
  ])('of WebJobs logs are read from the month of the window, beside %s', (tableName, month) => {
    const ranges = keyRanges('webjobs-timeline', { from: TEN, to: TEN + SECOND }, { tableName });
    expect(ranges.map((range) => range.tableName)).toEqual([month]);
  });
});

describe('keys of loggers and agents', () => {
  it('of log4net that are the hour, inverted, say the hour', () => {
    const text = String(3155378975999999999n - TEN + 1n);
    const reading = schemeById('log4net')?.read(text, 'partition', {});
    expect([reading?.ticks, reading?.window]).toEqual([TEN, { from: TEN, to: TEN + 3600n * SECOND }]);
    expect(schemeById('log4net')?.read(String(BigInt(text) - 1n), 'partition', {})).toBeUndefined();
  });

  it('of an agent are read from as many prefixes as its volume has, and from no more', () => {
    const window = { from: TEN, to: TEN + SECOND };
    const prefixes = (volume: 10 | 100) =>
      keyRanges('wad', window, { volume }).map(({ partition }) => partition.from?.slice(0, 22));
    for (const volume of [10, 100] as const)
      expect(prefixes(volume)).toEqual(
        Array.from({ length: volume }, (_, at) => `${String(at).padStart(19, '0')}___`),
      );
  });

  it('of a reminder say the grain and the name, from the old form alone as well', () => {
    const reading = schemeById('orleans-reminder')?.read('GrainReference=00000000000000-a-Wake', 'row', {});
    expect([...(reading?.fields ?? [])]).toEqual([
      ['grainId', 'GrainReference=00000000000000-a'],
      ['reminder', 'Wake'],
    ]);
    expect(schemeById('orleans-reminder')?.read('a-GrainReference=', 'row', {})).toBeUndefined();
  });

  it('of a function are sure where they hold an escape', () => {
    const sure = (text: string) => schemeById('webjobs-escape')?.read(text, 'row', {})?.confidence ?? 0;
    expect(sure('my:2Dhost-func')).toBeGreaterThan(0.5);
    expect(sure('myhost-func')).toBeLessThan(0.3);
  });
});

describe('a UUID of version 1', () => {
  it('holds its time lowest part first, in the reading and in the bulk path', () => {
    const into = newRowTime();
    const scheme = schemeById('uuidv1');
    const times = fc.bigInt({ min: 0n, max: 2n ** 60n - 1n });
    fc.assert(
      fc.property(times, (count) => {
        const digits = count.toString(16).padStart(15, '0');
        const text = `${digits.slice(7)}-${digits.slice(3, 7)}-1${digits.slice(0, 3)}-8000-0123456789ab`;
        // 1582-10-15 in ticks.
        const ticks = 499_163_040_000_000_000n + count;
        expect(scheme?.read(text, 'partition', {})?.ticks).toBe(ticks);
        expect([scheme?.rowTime(text, text, into), rowTimeTicks(into)]).toEqual([true, ticks]);
      }),
    );
    for (const text of ['zz', '0123456-0123-1123-8000-0123456789ab', '0123456g-0123-1123-8000-0123456789ab'])
      expect(scheme?.rowTime(text, text, into)).toBe(false);
  });
});

describe('the grain of keys', () => {
  it.each([
    ['date-yyyyMMdd', 86_400n * SECOND],
    ['date-yyyyMMddHH', 3600n * SECOND],
    ['ticks19', 1n],
    ['none', undefined],
  ])('%s', (schemeId, grain) => {
    const scheme = schemeById(schemeId);
    expect(scheme && keyGrain(scheme, TEN, 'partition')).toBe(grain);
  });
});

describe('times beside other text', () => {
  it('are found in a text that looks like a GUID only because digits stand before it', () => {
    const guid = 'a0f0f0f0-1111-4111-8111-202403051017';
    const textsOf = (text: string) => timePlaces(text).map(({ from, to }) => text.slice(from, to));
    expect(textsOf(guid)).toEqual([]);
    expect(textsOf(`12${guid}`)).toEqual(['202403051017']);
  });
});

describe('Unix times', () => {
  it('have up to nine digits of a fraction, rounded down to the tick', () => {
    const ticksOf = (text: string): bigint | undefined =>
      schemeById('unix-s')?.read(text, 'partition', {})?.ticks;
    expect(ticksOf('1709632800')).toBe(TEN);
    expect(ticksOf('1709632800.123456789')).toBe(TEN + 1_234_567n);
    expect(ticksOf('1709632800.1234567890')).toBeUndefined();
  });

  it.each(['unix-s', 'unix-ms', 'unix-us', 'unix-ns'])(
    '%s have the digits that the grammar says',
    (schemeId) => {
      const scheme = schemeById(schemeId);
      const counts = [...(scheme?.grammar.partition ?? '').matchAll(/(\d+)(?: digits| before)/g)].map(
        ([, count]) => Number(count),
      );
      const read = Array.from({ length: 25 }, (_, at) => at).filter(
        (digits) => scheme?.read('9'.repeat(digits), 'partition', {}) !== undefined,
      );
      expect(read).toEqual(counts.toSorted((a, b) => a - b));
    },
  );
});
