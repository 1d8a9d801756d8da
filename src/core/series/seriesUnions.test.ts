import { describe, expect, it } from 'vitest';
import { queryClassOf } from '../odata/classify.ts';
import { parseFilter } from '../odata/filter.ts';
import { isoToTicks } from '../time/ticks.ts';
import type { AdvancedLayout, BasicLayout } from './seriesLayout.ts';
import { seriesQueries } from './seriesQueries.ts';

const SECOND = 10_000_000n;
const FROM = isoToTicks('2024-03-04T14:00:00Z');
const windowOf = (seconds: bigint) => ({ from: FROM, to: (FROM + seconds * SECOND) as typeof FROM });
const basic = (source: string): BasicLayout => ({
  kind: 'basic',
  source,
  time: 'seconds',
  stepTicks: SECOND,
});
const advanced = (before: string): AdvancedLayout => ({
  kind: 'advanced',
  before,
  time: 'seconds',
  stepTicks: SECOND,
  rowTicks: 60n * SECOND,
  partitionTicks: 60n * SECOND,
  namePrefix: 'S',
});

function classesOf(filters: readonly string[]): readonly string[] {
  return filters.map((filter) => {
    const node = parseFilter(filter);
    return node.ok ? queryClassOf(node.value) : 'bent';
  });
}

describe('a union of points', () => {
  it('counts a long PartitionKey once, as the filter does', () => {
    // 14 rows of one partition: its key of 500 characters is in the filter once.
    const read = seriesQueries(basic('s'.repeat(500)), { window: windowOf(14n) });
    expect([read.kind, read.filters.length]).toEqual(['points', 1]);
    expect(encodeURIComponent(read.filters[0] ?? '').length).toBeLessThan(2000);
  });

  it('names the limit it exceeds, and writes its request count with separators', () => {
    // Seven partitions of 400 characters, two bytes each as %C3%A9: too long for an address, but 14 comparisons.
    const many = seriesQueries(advanced('\u00e9'.repeat(400)), { window: windowOf(420n) });
    for (const filter of many.filters) expect(encodeURIComponent(filter).length).toBeLessThan(7100);
    expect(many.reason).toContain('makes the address too long');
    expect(many.reason).not.toContain('limit of 15');
    const days = seriesQueries(advanced(''), {
      window: windowOf(40n * 86_400n),
      everyTicks: 86_400n * SECOND,
    });
    expect(days.kind).toBe('several queries');
    expect(days.reason).toMatch(/would read 57,600 rows in 58 requests/);
    expect(days.reason).toContain('limit of 15');
  });

  it('warns what `or` makes the service read, exactly if the class of the filter says so', () => {
    const one = seriesQueries(basic('boiler'), { window: windowOf(5n) });
    expect(classesOf(one.filters)).toEqual(['partition range']);
    expect(one.reason).toContain('may read the whole partition');
    expect(one.reason).toContain('5 point queries read only these rows');
    const two = seriesQueries(advanced('b_'), { window: windowOf(180n) });
    expect(classesOf(two.filters)).toEqual(['table scan']);
    expect(two.reason).toContain('may read the whole table');
    const point = seriesQueries(basic('boiler'), { window: windowOf(1n) });
    expect(classesOf(point.filters)).toEqual(['point']);
    expect(point.reason).not.toContain('With or');
  });
});
