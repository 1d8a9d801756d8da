import { describe, expect, it } from 'vitest';
import { LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { rig, textOf } from './queryRun.fixture.ts';

describe('a run whose worker stops working', () => {
  it('loses its rows: it is never Complete, cannot continue, and is whole when run again', async () => {
    const { plan, run, session, ended, worker } = rig({ prefixes: 2, rowsEach: 15 });
    run.start(plan, session, EMPTY_FORM);
    await ended();
    expect(textOf(run)).toMatch(/^Complete: 30 rows/);
    const { dataVersion, requests } = run.get();
    worker.crash('out of memory');
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(textOf(run)).toContain('The rows it held are lost: run the query again.');
    expect(run.canResume(session)).toBe(false);
    expect(run.get()).toMatchObject({ phase: 'ended', rows: 0, requests });
    expect(run.get().dataVersion).toBeGreaterThan(dataVersion);
    run.start(plan, session, EMPTY_FORM);
    await ended();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  });

  it('ends at once', async () => {
    const { plan, run, session, clock, ended, worker } = rig({ prefixes: 2, rowsEach: 500 });
    run.start(plan, session, EMPTY_FORM);
    clock.env.setTimer(() => worker.crash(''), LATENCY_MS * 5 + 1);
    await ended();
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(run.get().requests.length).toBeLessThan(20);
    expect(run.canResume(session)).toBe(false);
  });

  it('keeps its log up to that moment, not only to the last frame', async () => {
    const frameMs = LATENCY_MS * 4 + 2;
    const { plan, run, session, clock, ended, worker, service } = rig({
      prefixes: 2,
      rowsEach: 500,
      frameMs,
    });
    const lostMs = LATENCY_MS * 7 + 1;
    run.start(plan, session, EMPTY_FORM);
    const shown: number[] = [];
    clock.env.setTimer(() => {
      shown.push(run.get().requests.length);
      worker.crash('');
      shown.push(run.get().requests.length, service.seen.length);
    }, lostMs);
    await ended();
    const [before = 0, after = 0, sent = 0] = shown;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(sent);
    expect(after).toBe(sent);
    expect(run.get().elapsedMs).toBe(lostMs);
  });
});

describe('a run that ends by a fault of the page', () => {
  it.each([
    [new Error('There is no memory.'), 'There is no memory.'],
    ['odd', 'The run ended by an unknown fault.'],
  ])('is stopped with its words, never Complete and never running: %s', async (thrown, words) => {
    const { plan, run, session, ended, client } = rig({ prefixes: 2, rowsEach: 15 });
    const { begin } = client;
    Object.assign(client, { begin: () => Promise.reject(thrown) });
    run.start(plan, session, EMPTY_FORM);
    expect(run.get().phase).toBe('running');
    await ended();
    expect(run.get()).toMatchObject({ phase: 'ended', rows: 0, completeness: { state: 'stopped' } });
    expect(textOf(run)).toMatch(/^Stopped: 0 rows from 0 of 2 prefixes/);
    expect(textOf(run)).toContain(words);
    // Running the query again gives a complete result.
    Object.assign(client, { begin });
    run.start(plan, session, EMPTY_FORM);
    await ended();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
    // A complete run has nothing left to read, and a run in progress is not resumed.
    const { dataVersion } = run.get();
    run.start(plan, session, EMPTY_FORM);
    run.resume(session);
    expect(run.get().dataVersion).toBe(dataVersion + 1);
    await ended();
    expect(textOf(run)).toBe('Complete: 30 rows from 2 of 2 prefixes');
  });

  it('is not resumed before any was started', () => {
    const { run, session } = rig({ prefixes: 1, rowsEach: 1 });
    run.resume(session);
    run.cancel();
    run.unpause();
    expect(run.canResume(session)).toBe(false);
    expect(() => run.get()).toThrow('No run was started.');
  });
});
