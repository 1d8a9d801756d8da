import { describe, expect, it } from 'vitest';
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
    expect(run.looks).toMatchObject([whole]);
    // The table is small enough to be read completely, so all its keys are there, each once.
    const { keys } = run.sample.sampled();
    expect(keys).toHaveLength(PREFIXES.length * MINUTES);
    expect(new Set(keys.map(({ partitionKey }) => partitionKey)).size).toBe(keys.length);
    const { groups, read, requests } = run.picture();
    // With two prefixes or more, the event volume has ten, and the others are proven empty.
    expect(groups.map(({ presence }) => presence.charAt(0)).join('')).toBe('fffeeeeeee');
    for (const { rowsIn } of groups.slice(0, PREFIXES.length))
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const at = NEW_YEAR + BigInt(minute) * MINUTE;
        expect(rowsIn(at, at + MINUTE)).toEqual({ rows: 1, isCount: true, standardError: 0 });
      }
    expect([read.rows, read.standardError, requests]).toEqual([PREFIXES.length * MINUTES, 0, 2]);
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
        4000,
      );
      run.picture();
      isHeld = true;
      run.refine({ from: NEW_YEAR, to: NEW_YEAR + 3000n * MINUTE, groupFrom: 0, groupTo: PREFIXES.length });
      while (refuse.length < 2) await new Promise((resolve) => setImmediate(resolve));
      if (isStopped) run.stop();
      for (const [at, reject] of refuse.entries()) reject(refusal(`Refusal ${at}.`));
      await settle();
      return run.wait;
    };
    expect(await waitAfter(true)).toStrictEqual({ kind: 'stopped' });
    expect(await waitAfter(false)).toStrictEqual({ kind: 'paused', why: 'Refusal 0. Connect again.' });
  });
});
