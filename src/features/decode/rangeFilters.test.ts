import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { rangeFilters, clockOffsetTicks } from './rangeFilters.ts';

const WINDOW = { from: isoToTicks('2013-01-01T00:00:30Z'), to: isoToTicks('2013-01-01T00:02:00Z') };

describe('range filters', () => {
  it('has a filter for each prefix, from the bucket that holds the beginning', () => {
    const { filters, reasons } = rangeFilters('mds-prefixed', WINDOW, { volume: 10 });
    expect(filters.map(({ label }) => label)).toEqual(Array.from({ length: 10 }, (_, n) => `prefix ${n}`));
    expect(filters[3]?.filter).toBe(
      "PartitionKey ge '0000000000000000003___0634925952000000000' and PartitionKey lt '0000000000000000003___0634925953200000000'",
    );
    expect(reasons).toEqual([]);
  });

  it('has the unprefixed keys last, where they are asked for', () => {
    const { filters } = rangeFilters('wad-prefixed', WINDOW, { volume: 1, unprefixed: true });
    expect(filters.map(({ label }) => label)).toEqual(['prefix 0', 'unprefixed']);
  });

  it('holds the partition and the range of row keys of an inverted scheme', () => {
    const { filters } = rangeFilters('inverted-ticks19', WINDOW, { partitionKey: "it's" });
    expect(filters).toHaveLength(1);
    expect(filters[0]?.filter).toBe(
      "PartitionKey eq 'it''s' and RowKey ge '2520453022799999999' and RowKey lt '2520453023700000000'".replace(
        '2520453022799999999',
        '2520453022800000000',
      ),
    );
  });

  it('names the tables of writers that have one for each month or ten days', () => {
    const { filters } = rangeFilters('wadmetrics', WINDOW, {});
    expect(filters.every(({ label }) => label.startsWith('WADMetrics'))).toBe(true);
  });

  it('says why a range is only a cover', () => {
    const { reasons } = rangeFilters('unix-s', { from: 0n, to: WINDOW.to }, {});
    expect(reasons).toHaveLength(1);
  });

  it('has none for keys without time, an unknown scheme and an empty window', () => {
    const none = { filters: [], reasons: [] };
    expect(rangeFilters('none', WINDOW, {})).toEqual(none);
    expect(rangeFilters('no-such-scheme', WINDOW, {})).toEqual(none);
    expect(rangeFilters('ticks19', { from: 5n, to: 5n }, {})).toEqual(none);
  });
});

const HOUR = 36_000_000_000n;

describe('the clock of a writer', () => {
  it.each([
    ['', 0n],
    ['utc', 0n],
    [' Z ', 0n],
    ['+02:00', 2n * HOUR],
    ['-8', -8n * HOUR],
    ['\u22128', -8n * HOUR],
    ['+0530', 5n * HOUR + HOUR / 2n],
    ['-14:00', -14n * HOUR],
  ])('%j', (text, ticks) => {
    expect(clockOffsetTicks(text)).toBe(ticks);
  });

  it.each(['2', '+14:01', '+15', '+2:75', 'CET', '+', '+1:2:3'])('%j is none', (text) => {
    expect(clockOffsetTicks(text)).toBeUndefined();
  });
});
