import { describe, expect, it } from 'vitest';
import { createRunRig, LATENCY_MS, RESET, truth } from './runRig.fixture.ts';
import { tableError } from '../base/tableError.ts';
import type { PageReader } from '../wire/pageReader.ts';

/** Fails every request that was in flight while the clock stood still, as happens to a real request when the computer sleeps. */
function readerThatDies(inner: PageReader, rig: ReturnType<typeof createRunRig>): PageReader {
  return {
    ...inner,
    readPage: async (query, signal) => {
      const startedAtMs = rig.clock.nowMs();
      const page = await inner.readPage(query, signal);
      if (rig.clock.nowMs() - startedAtMs < 60_000) return page;
      throw tableError({ kind: 'timeout', afterSleep: true, message: 'slept', nextStep: 'none' });
    },
  };
}

describe('a page that slept', () => {
  it('asks once whether the service is there, then goes on where it was, without spending a retry', async () => {
    const rig = createRunRig({ queries: 12, rowsEach: 35 });
    const work = rig.start({ reader: readerThatDies(rig.service.reader, rig) });
    await rig.clock.advance(LATENCY_MS * 2 + 5);
    const before = rig.service.seen.length;
    rig.clock.freeze(600_000);
    const wokeAtMs = rig.clock.nowMs();
    await rig.clock.advance(100);
    // Six requests fail on waking. Then nothing is sent at first, and a moment later only one outage check.
    expect(rig.service.seen).toHaveLength(before);
    const outcome = await rig.clock.run(work);
    const after = rig.service.seen.filter(({ atMs }) => atMs >= wokeAtMs);
    expect(after[0]?.filter).toBe('');
    expect(after[1]?.atMs).toBeGreaterThanOrEqual((after[0]?.atMs ?? 0) + LATENCY_MS);
    expect(rig.kept).toEqual(truth(rig, 35));
    expect(outcome.retries).toBe(0);
    // All pages, one of them twice in each of the six lanes, the outage check, and the last check.
    expect(rig.service.seen).toHaveLength(12 * 4 + 6 + 1 + 1);
  });

  it('asks once, too, where it slept while pages waited to be tried again', async () => {
    const rig = createRunRig({
      queries: 2,
      rowsEach: 35,
      // Two pages fail once, which is too few to open the breaker.
      script: (_filter, request) => (request === 1 ? RESET : undefined),
    });
    const work = rig.start({ share: false });
    await rig.clock.advance(LATENCY_MS * 2 + 60);
    rig.clock.freeze(600_000);
    const wokeAtMs = rig.clock.nowMs();
    await rig.clock.run(work);
    const after = rig.service.seen.filter(({ atMs }) => atMs >= wokeAtMs);
    expect(after[0]?.filter).toBe('');
    expect(after[1]?.atMs).toBeGreaterThanOrEqual((after[0]?.atMs ?? 0) + LATENCY_MS);
    expect(rig.kept).toEqual(truth(rig, 35));
  });
});
