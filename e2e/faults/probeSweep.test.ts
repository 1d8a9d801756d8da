// In tables of up to a million rows, a probe finds every prefix with its first and last time, with a few requests for each. It uses the
// app's own requests, and the result is compared with the content of the table.
import { describe, expect, it } from 'vitest';
import type { ProbePicture } from '../../src/core/keyspace/probe/probeTypes.ts';
import { startProbe } from './probeRuns.ts';
import { MILLION_ROW_TABLES } from './probeTables.ts';

const MOST_PRESSES = 12;

describe('a probe of a million rows', () => {
  it.each(MILLION_ROW_TABLES)('$name', async ({ source, groups, paging }) => {
    expect(source.count).toBeGreaterThanOrEqual(1_000_000);
    const rig = startProbe({ source, ...(paging === undefined ? {} : { paging }) });
    await rig.settle();
    const first = rig.state().picture;
    expect(first.requests).toBeLessThanOrEqual(paging === undefined ? 50 : 60);
    expect(first.rowsRead).toBeLessThan(7000);
    // Each press allows 200 more requests.
    const isOpen = ({ held }: ProbePicture): boolean => held?.isFinding === true || (held?.ends ?? 0) > 0;
    for (let presses = 0; presses < MOST_PRESSES && isOpen(rig.state().picture); presses++) {
      rig.probe.sampleMore();
      await rig.settle();
    }
    const { picture, fault, pause } = rig.state();
    expect([fault, pause, picture.incomplete]).toEqual([undefined, undefined, undefined]);
    const found = picture.groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]);
    const truth = groups.map(({ label, first, last }) => [label, first, last]);
    expect(found).toEqual(truth);
    for (const { first, last } of picture.groups)
      expect([first?.isExact, last?.isExact]).not.toContain(false);
  });
});
