// The engine tells the truth, whatever goes wrong: random tables, plans and faults, each by a seed.
import { describe, expect, it } from 'vitest';
import { readCorpus, scheduleOf } from './corpus.ts';
import { violations } from './judge.ts';
import { SABOTAGES } from './sabotage.ts';
import { makeSchedule, QUIET } from './schedule.ts';
import { type Evidence, runSeed, runWorld, type Stage } from './seededRun.ts';
import { faultsOf, shrink } from './shrink.ts';
import { makeWorld } from './world.ts';

/** The soak runs thousands, others each time; those that ever failed are in the corpus. */
const RUNS = 150;
/** So small that each ends in a few seconds, also on a busy machine. */
const PARTS = 15;
/** A hundred prefixes over some minutes, none of them beyond the plan. */
const HUNDRED_SEED = 26;
/** Three faults at once. */
const NOISY_SEED = 2;

describe('seeded runs', () => {
  const states = new Map<string, number>();
  /** Of runs that read from the secondary, too. */
  let ofCopies = 0;
  const size = RUNS / PARTS;
  it.each(Array.from({ length: PARTS }, (_, part) => part * size))(
    `${size} seeds from %i: no row missing, twice or too many in silence`,
    async (from) => {
      for (let seed = from; seed < from + size; seed += 1) {
        const evidence = await runSeed(seed);
        const state = evidence.stages[0]?.completeness.state ?? '';
        states.set(state, (states.get(state) ?? 0) + 1);
        if (evidence.stages[0]?.queries.some((query) => query.readsSecondary === true)) ofCopies += 1;
        expect({ seed, wrong: violations(evidence) }).toEqual({ seed, wrong: [] });
      }
    },
  );

  it('most get through by themselves, and every state was met', () => {
    expect(states.get('complete') ?? 0).toBeGreaterThan(RUNS / 2);
    expect([...states.keys()].sort()).toEqual(['complete', 'incomplete', 'stopped', 'unverifiable']);
    expect(ofCopies).toBeGreaterThan(5);
  });
});

describe('the corpus of runs that once failed', () => {
  it.each(readCorpus().map((entry, at) => ({ at, ...entry })))('$at: seed $seed ($was)', async (entry) => {
    expect(await faultsOf(entry.seed, scheduleOf(entry))).toEqual([]);
  });

  it('takes a failing run with nothing in it that it does not need', async () => {
    const schedule = makeSchedule(NOISY_SEED);
    expect(schedule.rules.length).toBeGreaterThan(1);
    const entry = await shrink(NOISY_SEED, schedule, SABOTAGES.get('drops a page and counts it'));
    expect(entry.was).toContain('stored');
    expect(entry.schedule.rules).toBeUndefined();
    expect(Object.keys(entry.schedule).length).toBeLessThan(4);
    const kept = { ...entry, schedule: JSON.parse(JSON.stringify(entry.schedule)) as typeof entry.schedule };
    expect(await faultsOf(NOISY_SEED, scheduleOf(kept))).toEqual([]);
  });
});

describe('the judge', () => {
  const RETRY: Partial<typeof QUIET> = {
    rules: [
      {
        action: { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: '2' },
        nth: { from: 2, to: 3 },
      },
      { action: { kind: 'html' }, nth: { from: 9, to: 9 } },
    ],
  };
  const paging = { rowsPerPage: 7 };
  const runAll = async (sabotage: () => Parameters<typeof runWorld>[3]): Promise<readonly Evidence[]> => {
    const all: Evidence[] = [];
    for (const seed of [1, 2, 5, 6]) {
      all.push(await runWorld(seed, makeWorld(seed), { ...QUIET, ...RETRY, paging }, sabotage()));
    }
    return all;
  };

  it('finds nothing wrong with the engine as it is', async () => {
    expect((await runAll(() => ({}))).flatMap(violations)).toEqual([]);
  });

  it.each([...SABOTAGES.keys()])('finds out an engine that %s', async (name) => {
    const sabotage = SABOTAGES.get(name);
    if (sabotage === undefined) throw new Error(`No sabotage ${name}`);
    expect((await runAll(sabotage)).flatMap(violations)).not.toEqual([]);
  });

  it('finds out a result that says less, more or else than it has not read', async () => {
    const stop = { ...QUIET, rowBudget: 20, paging: { rowsPerPage: 7 } };
    const evidence = await runWorld(1, makeWorld(1), stop);
    const first = evidence.stages[0] as Stage;
    const { completeness } = first;
    if (!('unread' in completeness)) throw new Error('The budget stopped nothing.');
    const { unread } = completeness;
    const said = (other: Partial<typeof completeness>): readonly string[] =>
      violations({ ...evidence, stages: [{ ...first, completeness: { ...completeness, ...other } }] });
    expect(violations(evidence)).toEqual([]);
    expect(unread.length).toBeGreaterThan(1);
    expect(said({ unread: [] }).join()).toContain('neither read nor in a range');
    expect(said({ unread: [...unread, ...unread] }).join()).toContain('two unread ranges');
    const whole = evidence.plan.queries.map(({ label, tableName, range: { partition } }) => {
      return { query: label, tableName, partition, why: 'stopped' as const, resumable: true };
    });
    expect(said({ unread: whole }).join()).toContain('read and in a range');
    expect(said({ unread: unread.map((each) => ({ ...each, partition: {} })) }).join()).toContain(
      'more than',
    );
    expect(said({ resumable: false }).join()).toContain('can not be continued');
  });

  it('finds out a run that reads more than 64 MiB of tokens', async () => {
    const evidence = await runWorld(1, makeWorld(1), { ...QUIET, paging: { rowsPerPage: 2 } });
    const tokens = evidence.wire.filter(({ next }) => next !== undefined).length;
    const mebibytes = (each: number): Evidence => {
      const nextChars = Math.floor(each * 1_048_576);
      const wire = evidence.wire.map((entry) => (entry.next === undefined ? entry : { ...entry, nextChars }));
      return { ...evidence, wire };
    };
    // The first token too many, and one more for each of twelve lanes, may arrive before the run stops.
    expect(tokens).toBeGreaterThan(15);
    expect(violations(mebibytes(60 / tokens))).toEqual([]);
    expect(violations(mebibytes(64)).join()).toContain('went on');
  });

  it('finds out a result of a copy that lags and is called complete, and none where the copy has all', async () => {
    const world = makeWorld(HUNDRED_SEED);
    const { window } = world.request;
    if (window === undefined) throw new Error('No window.');
    const endMs = Number((window.to - 621_355_968_000_000_000n) / 10_000n);
    const copy = (lastSyncMs: number, tellsSync: boolean): Partial<typeof QUIET> => ({
      copy: { status: 'live', lastSyncMs, tellsSync, lacks: 1, lacksTable: false, rules: [] },
    });
    const run = async (change: Partial<typeof QUIET>): Promise<Evidence> => {
      const evidence = await runWorld(HUNDRED_SEED, world, { ...QUIET, load: { latencyMs: 20 }, ...change });
      expect(violations(evidence)).toEqual([]);
      return evidence;
    };
    const whole = await run(copy(endMs + 60_000, true));
    expect(whole.stages[0]?.completeness.state).toBe('complete');
    expect(whole.stages[0]?.queries.some(({ readsSecondary }) => readsSecondary)).toBe(true);
    const inDoubt = async (change: Partial<typeof QUIET>): Promise<Evidence> => {
      const evidence = await run(change);
      const { completeness } = evidence.stages[0] as Stage;
      const why = 'reasons' in completeness ? completeness.reasons.map(({ kind }) => kind) : [];
      expect(completeness.state).toBe('unverifiable');
      expect(why).toContain('secondary-lag');
      return evidence;
    };
    await inDoubt(copy(endMs + 60_000, false));
    const late = await inDoubt(copy(1000, true));
    const first = late.stages[0] as Stage;
    const { rows, queriesDone, queriesAsked, readAtMs } = first.completeness;
    const said = { state: 'complete', rows, queriesDone, queriesAsked, readAtMs } as const;
    expect(violations({ ...late, stages: [{ ...first, completeness: said }] }).join()).toContain(
      'complete without',
    );
  });

  it('gives the same run for the same seed', async () => {
    const [one, other] = [await runSeed(11), await runSeed(11)];
    expect(other.exported).toEqual(one.exported);
    expect(other.wire).toEqual(one.wire);
    expect(makeSchedule(11)).toEqual(makeSchedule(11));
  });
});
