// Issue: on tables up to a million rows every prefix is found, and each first time, with at most prefixes + 10 requests; each
// last time exact with at most 25 more. Through the app's wire, against what the table holds.
import { describe, expect, it } from 'vitest';
import { findOnly } from './probeRuns.ts';
import { MILLION_ROW_TABLES } from './probeTables.ts';

// No zone is known to a probe: where unit tests run in a second one, a few tables do.
const tables =
  process.env['TZ'] === 'America/Los_Angeles' ? MILLION_ROW_TABLES.slice(0, 3) : MILLION_ROW_TABLES;

describe('a probe of a million rows', () => {
  it.each(tables)('$name', async ({ source, groups, paging }) => {
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
    if (process.env['SWEEP'] !== undefined) {
      const most = Math.max(0, ...picture.groups.map(({ endRequests }) => endRequests));
      const mean = picture.groups.reduce((sum, { endRequests }) => sum + endRequests, 0) / groups.length;
      process.stdout.write(
        `${groups.length} groups: ${picture.prefixRequests} requests; ends: mean ${mean.toFixed(1)}, most ${most}; sent ${rig.asked()}\n`,
      );
    }
  });
});
