import { describe, expect, it } from 'vitest';
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
