// Issue: on tables up to a million rows every prefix is found, and each first time, with at most prefixes + 10 requests; each
// last time exact with at most 25 more. Through the app's wire, against what the table holds.
import { describe, expect, it } from 'vitest';
import { findOnly } from './probeRuns.ts';
import { MILLION_ROW_TABLES } from './probeTables.ts';

describe('a probe of a million rows', () => {
  it.each(MILLION_ROW_TABLES)('$name', async ({ source, groups, paging }) => {
    expect(source.count).toBeGreaterThanOrEqual(1_000_000);
    const rig = await findOnly({ source, ...(paging === undefined ? {} : { paging }) });
    const { picture, fault, pause } = rig.state();
    expect([fault, pause, picture.incomplete]).toEqual([undefined, undefined, undefined]);
    const found = picture.groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]);
    const truth = groups.map(({ label, first, last }) => [label, first, last]);
    expect(found).toEqual(truth);
    for (const { first, last, endRequests } of picture.groups) {
      expect([first?.isExact, last?.isExact]).not.toContain(false);
      expect(endRequests).toBeLessThanOrEqual(25);
    }
    expect(picture.prefixRequests).toBeLessThanOrEqual(groups.length + 10);
  });
});
