import { describe, expect, it, vi } from 'vitest';
import { createLanes } from '../../tables/pacing/lanes.ts';
import { tableError } from '../../tables/base/tableError.ts';
import { createKeyTable } from '../../tables/run/keyTable.fixture.ts';
import type { PageReader } from '../../tables/wire/pageReader.ts';
import { createActivity } from '../base/activity.ts';
import type { Session } from '../connection/session.ts';
import { ProbeRun } from './probeRun.ts';

const MINUTE = 600_000_000n;
const NEW_YEAR = 639_028_224_000_000_000n;
const MINUTES = 12;
const PREFIXES = [0, 1, 2];

const d19 = (value: bigint | number): string => String(value).padStart(19, '0');

/** Probes a table of three prefixes to the end, or as far as possible. */
async function probed(wrap: (reader: PageReader) => PageReader = (reader) => reader, minutes = MINUTES) {
  const { clock, secondary, seen } = createKeyTable({
    rows: PREFIXES.flatMap((prefix) =>
      Array.from({ length: minutes }, (_, minute) => ({
        partitionKey: `${d19(prefix)}___${d19(NEW_YEAR + BigInt(minute) * MINUTE)}`,
        rowKey: 'r',
      })),
    ),
    ranges: [],
    pageRows: 1000,
  });
  const activity = createActivity((done) => setImmediate(done));
  const session = {
    connection: {
      reader: wrap(secondary),
      lanes: createLanes(),
      endpoint: { url: 'https://a.example/' },
      facts: {},
    },
    transport: 'automatic',
    warnings: [],
  } as unknown as Session;
  let isOver = false;
  const run = new ProbeRun(session, 'Orders', { env: clock.env, activity }, (over) => {
    isOver = over;
  });
  run.pump();
  await clock.run(activity.idle());
  const settle = () => clock.run(activity.idle());
  return { run, isOver, session, seen, settle };
}

describe('a probe of a table', () => {
  it('pauses after a few requests if something else answers in place of the account', async () => {
    let sent = 0;
    const html = tableError({ kind: 'protocol', status: 200, message: 'HTML', nextStep: 'Sign in.' });
    const { run, isOver } = await probed((reader) => ({
      ...reader,
      readPage: () => {
        sent += 1;
        return Promise.reject(html);
      },
    }));
    expect([isOver, run.wait?.kind]).toStrictEqual([true, 'paused']);
    expect(sent).toBeLessThanOrEqual(20);
  });

  it('continues with a renewed SAS for the same keys only', async () => {
    const { run, session } = await probed();
    run.stop();
    const { connection } = session;
    const others = [
      { endpoint: { ...connection.endpoint, url: 'https://b.example/' } },
      { tableName: 'Invoices' },
      { facts: { ...connection.facts, keyRange: { from: { partitionKey: 'a' } } } },
    ];
    for (const change of others) {
      const other = { ...session, connection: { ...connection, ...change } } as unknown as Session;
      expect([run.goOn(other), run.wait]).toStrictEqual([false, { kind: 'stopped' }]);
    }
    expect([run.goOn({ ...session, connection: { ...connection } }), run.wait]).toStrictEqual([
      true,
      undefined,
    ]);
  });

  it('looks at the whole time once all groups and their ends are found', async () => {
    const { run, isOver } = await probed();
    const whole = { from: NEW_YEAR, to: NEW_YEAR + BigInt(MINUTES - 1) * MINUTE + 1n };
    expect([isOver, run.whole]).toStrictEqual([true, whole]);
    expect(run.look).toMatchObject(whole);
    // The table is small enough to be read completely, so all its keys are there, each once.
    const { keys } = run.sample.sampled();
    expect(keys).toHaveLength(PREFIXES.length * MINUTES);
    expect(new Set(keys.map(({ partitionKey }) => partitionKey)).size).toBe(keys.length);
    const { cells } = run.picture();
    for (const group of PREFIXES)
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const at = NEW_YEAR + BigInt(minute) * MINUTE;
        const held = cells.filter((cell) => cell.group === group && cell.from <= at && at < cell.to);
        expect(held.length).toBeGreaterThan(0);
        expect(held.every(({ isCount, rows }) => isCount && rows > 0)).toBe(true);
      }
  });

  it('sends nothing more for a part that is no longer visible, apart from requests in flight', async () => {
    const part = (from: number, to: number) => ({
      from: NEW_YEAR + BigInt(from) * MINUTE,
      to: NEW_YEAR + BigInt(to) * MINUTE,
      groupFrom: 0,
      groupTo: PREFIXES.length,
    });
    const [large, small] = [part(0, 3000), part(3000, 3001)];
    const sentFor = async (work: (run: ProbeRun) => void): Promise<number> => {
      const { run, seen, settle } = await probed((reader) => reader, 8000);
      run.picture();
      const before = seen.length;
      work(run);
      await settle();
      return seen.length - before;
    };
    const [whole, little, both] = [
      await sentFor((run) => run.refine(large)),
      await sentFor((run) => run.refine(small)),
      await sentFor((run) => {
        run.refine(large);
        run.follow(small);
      }),
    ];
    const atATime = 6;
    expect(whole).toBeGreaterThan(2 * (atATime + little));
    expect(both).toBeLessThanOrEqual(atATime + little);
  });

  it('shows what is known if no requests are left, and says that it no longer samples there', async () => {
    const { run, seen, settle } = await probed((reader) => reader, 6000);
    run.picture();
    const { look: whole } = run;
    const part = {
      from: NEW_YEAR,
      to: NEW_YEAR + 3000n * MINUTE,
      groupFrom: 0,
      groupTo: PREFIXES.length,
    };
    expect([run.isFollowSpent, whole?.from]).toStrictEqual([false, NEW_YEAR]);
    Object.defineProperty(run.probe, 'requestsLeft', { get: () => 0, configurable: true });
    const before = seen.length;
    run.follow(part);
    await settle();
    expect([run.isFollowSpent, run.look, seen.length]).toStrictEqual([
      true,
      { from: part.from, to: part.to, columns: 24 },
      before,
    ]);
    run.follow(undefined);
    await settle();
    expect([run.isFollowSpent, run.look?.from, run.look?.to, seen.length]).toStrictEqual([
      false,
      whole?.from,
      whole?.to,
      before,
    ]);
    // With requests again, a part is sampled.
    delete (run.probe as { requestsLeft?: number }).requestsLeft;
    run.refine(part);
    await settle();
    expect([run.isFollowSpent, seen.length > before]).toStrictEqual([false, true]);
    // While it waits, it follows nothing and samples nothing.
    run.stop();
    const { look } = run;
    run.follow({ ...part, to: NEW_YEAR + MINUTE });
    run.follow(undefined);
    run.sampleMore();
    await settle();
    expect(run.look).toBe(look);
  });

  it('keeps its original reason for waiting, whatever becomes of requests in flight', async () => {
    const refusal = (message: string) =>
      tableError({ kind: 'auth', status: 403, message, nextStep: 'Connect again.' });
    const waitAfter = async (isStopped: boolean) => {
      const refuse: ((why: Error) => void)[] = [];
      let isHeld = false;
      const { run, settle } = await probed(
        (reader) => ({
          ...reader,
          readPage: (query, signal) =>
            isHeld ? new Promise((_, reject) => void refuse.push(reject)) : reader.readPage(query, signal),
        }),
        3000,
      );
      run.picture();
      isHeld = true;
      run.refine({ from: NEW_YEAR, to: NEW_YEAR + 3000n * MINUTE, groupFrom: 0, groupTo: PREFIXES.length });
      await vi.waitFor(() => expect(refuse.length).toBeGreaterThan(1));
      if (isStopped) run.stop();
      for (const [at, reject] of refuse.entries()) reject(refusal(`Refusal ${at}.`));
      await settle();
      return run.wait;
    };
    expect(await waitAfter(true)).toStrictEqual({ kind: 'stopped' });
    expect(await waitAfter(false)).toStrictEqual({ kind: 'paused', why: 'Refusal 0. Connect again.' });
  });
});
