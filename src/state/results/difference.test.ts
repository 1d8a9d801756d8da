import { describe, expect, it } from 'vitest';
import type { EndedRun } from '../run/runState.ts';
import { entityAt, page, rowStorePair, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import { compareResults } from './compareResults.ts';
import { BASE, BY_KEY, side } from './compareSides.fixture.ts';
import { rowsOnlyIn } from './difference.ts';

describe('rows only in one of two results', () => {
  it('are a separate result, no more certain than its two sources', async () => {
    const kept = entityAt('0', BASE, 'kept');
    const one = await side(
      undefined,
      kept,
      entityAt('0', BASE + 1, 'gone', { A: 1.5, Timestamp: '2026-11-20T00:00:00Z' }),
    );
    const two = await side(undefined, kept);
    const { onlyFirst } = await compareResults(one, two, BY_KEY);
    const isSure = (state: string): boolean => state === 'complete' || state === 'derived';
    const endedAs = (state: string): EndedRun =>
      ({
        plan: {
          request: { tableName: 'T', schemeId: TEST_SCHEME_ID },
          queries: [{ index: 0, label: 'all' }],
        },
        progress: [{ index: 0, rows: 2 }],
        rows: 2,
        bytes: 100,
        completeness: { state, rows: 2, ...(!isSure(state) && { reasons: [], unread: [] }) },
      }) as unknown as EndedRun;
    for (const [own, other, said] of [
      ['complete', 'complete', 'derived'],
      ['derived', 'complete', 'derived'],
      ['complete', 'derived', 'derived'],
      ['complete', 'stopped', 'unverifiable'],
      ['incomplete', 'complete', 'incomplete'],
      ['incomplete', 'unverifiable', 'incomplete'],
    ] as const) {
      const { client: rows } = rowStorePair();
      const room = { rows: 10, bytes: 1e6 };
      const opened = await rowsOnlyIn(
        { name: 'One', run: endedAs(own), rows: one.rows },
        { name: 'Two', run: endedAs(other) },
        onlyFirst,
      )({ rows, runId: 9, room });
      if (!opened.ok) throw new Error(opened.error);
      expect(opened.value).toMatchObject({
        run: {
          runId: 9,
          rows: 1,
          bytes: 50,
          progress: [{ rows: 1 }],
          requests: [],
          completeness: {
            state: said,
            rows: 1,
            derived: {
              kind: 'difference',
              of: 'One',
              lackedBy: 'Two',
              ...(said === 'derived' && { sources: [own, other] }),
            },
          },
        },
        difference: { of: 'One', lackedBy: 'Two' },
      });
      const { completeness } = opened.value.run;
      const words = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
      expect(words.some((text) => text.startsWith('Two is not proven complete'))).toBe(!isSure(other));
      expect(await rows.entity(0)).toStrictEqual(await one.rows.entity(1));
    }
    const full = rowsOnlyIn(
      { name: 'One', run: endedAs('complete'), rows: one.rows },
      { name: 'Two', run: endedAs('complete') },
      onlyFirst,
    );
    const refused = await full({ rows: rowStorePair().client, runId: 9, room: { rows: 0, bytes: 0 } });
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining('Close a result first') as string,
    });
  });

  it.each(['arrivalNote', 'absentNote', 'secondaryNote', 'filterNote', 'splitNote', 'schemeNote'] as const)(
    'keep the %s of each, and have none if neither has one',
    async (note) => {
      const one = await side(undefined, entityAt('0', BASE, 'gone'));
      const counted = { state: 'complete', rows: 1, queriesDone: 1, queriesAsked: 1, readAtMs: 5 };
      const noteOf = async (own: object, other: object) => {
        const opened = await rowsOnlyIn(
          { name: 'One', run: sourceRun({ ...counted, ...own }), rows: one.rows },
          { name: 'Two', run: sourceRun({ ...counted, ...other }) },
          Uint32Array.of(0),
        )({ rows: rowStorePair().client, runId: 9, room });
        if (!opened.ok) throw new Error(opened.error);
        const derived = { kind: 'difference', of: 'One', lackedBy: 'Two', sources: ['complete', 'complete'] };
        const { [note]: said, ...rest } = opened.value.run.completeness;
        expect(rest).toStrictEqual({ ...counted, state: 'derived', derived });
        return said;
      };
      expect(await noteOf({ [note]: 'Mine.' }, { [note]: 'Theirs.' })).toBe('"One": Mine. "Two": Theirs.');
      expect(await noteOf({ [note]: 'Mine.' }, {})).toBe('"One": Mine.');
      expect(await noteOf({}, { [note]: 'Theirs.' })).toBe('"Two": Theirs.');
      expect(await noteOf({}, {})).toBeUndefined();
    },
  );

  /** A run with everything that a difference must not inherit. */
  const sourceRun = (completeness: object, queries = 1): EndedRun =>
    ({
      phase: 'ended',
      runId: 1,
      endpoint: 'https://a.example/',
      plan: {
        request: { tableName: 'T', schemeId: TEST_SCHEME_ID },
        queries: Array.from({ length: queries }, (_, index) => ({ index, label: `q${index}` })),
        guards: [{ index: 0 }],
        notes: [],
      },
      progress: Array.from({ length: queries }, (_, index) => ({ index, rows: 2, bytes: 10 })),
      guards: [{ index: 0 }],
      requests: [{ id: 1 }],
      rows: 2,
      bytes: 101,
      anomalies: { outOfOrder: 1, repeated: 2, outside: 3 },
      dataVersion: 7,
      completeness,
    }) as unknown as EndedRun;
  const COMPLETE = { state: 'complete', rows: 2, queriesDone: 1, queriesAsked: 1, readAtMs: 5 };
  const UNREAD = {
    reasons: [{ kind: 'failed', text: 'It failed.', queries: ['q0'] }],
    unread: [{ query: 'q0' }],
    resumable: true,
  };
  const room = { rows: 10, bytes: 1e6 };

  it('are a full result with their share of the bytes, but no requests, checks or anomalies', async () => {
    const one = await side(undefined, entityAt('0', BASE, 'kept'), entityAt('0', BASE + 1, 'gone'));
    const made = async (own: object, other: object, numbers = Uint32Array.of(1)) => {
      const run = sourceRun(own);
      const opened = await rowsOnlyIn(
        { name: 'One', run, rows: one.rows },
        { name: 'Two', run: sourceRun(other) },
        numbers,
      )({ rows: rowStorePair().client, runId: 9, room });
      if (!opened.ok) throw new Error(opened.error);
      return opened.value;
    };
    const derived = { kind: 'difference', of: 'One', lackedBy: 'Two' };
    const doubt = {
      kind: 'unread',
      text: 'Two is not proven complete: some of these rows may be unread there.',
      queries: [],
    };
    const run = {
      ...sourceRun({}),
      runId: 9,
      rows: 1,
      bytes: 51,
      plan: { ...sourceRun({}).plan, guards: [] },
      progress: [{ index: 0, rows: 1, bytes: 10 }],
      guards: [],
      requests: [],
      anomalies: { outOfOrder: 0, repeated: 0, outside: 0 },
      dataVersion: 1,
    };
    const sources = ['complete', 'complete'];
    expect(await made(COMPLETE, COMPLETE)).toStrictEqual({
      run: {
        ...run,
        completeness: { ...COMPLETE, state: 'derived', rows: 1, derived: { ...derived, sources } },
      },
      difference: { of: 'One', lackedBy: 'Two' },
    });
    const unsure = { ...COMPLETE, ...UNREAD, state: 'stopped' };
    expect((await made(COMPLETE, unsure)).run.completeness).toStrictEqual({
      ...COMPLETE,
      state: 'unverifiable',
      rows: 1,
      derived,
      reasons: [doubt],
      unread: [],
      resumable: false,
    });
    expect((await made(unsure, unsure)).run.completeness).toStrictEqual({
      ...unsure,
      rows: 1,
      derived,
      reasons: [...UNREAD.reasons, doubt],
      resumable: false,
    });
    expect((await made(unsure, COMPLETE)).run.completeness).toStrictEqual({
      ...unsure,
      rows: 1,
      derived,
      resumable: false,
    });
    // An empty difference is a result too.
    expect(await made(COMPLETE, COMPLETE, new Uint32Array(0))).toMatchObject({
      run: { rows: 0, bytes: 0, progress: [{ rows: 0 }] },
    });
  });

  it('are counted by query, up to the available room, for an ended run', async () => {
    const { client } = rowStorePair();
    const queries = [0, 1, 2].map((index) => ({ index, label: `q${index}` }));
    await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries });
    await client.append(1, 0, page(entityAt('0', BASE, 'a'), entityAt('0', BASE, 'b')));
    await client.append(1, 2, page(entityAt('1', BASE, 'c'), entityAt('1', BASE, 'd')));
    const opening = (numbers: readonly number[], rows: number, completeness: object = COMPLETE) =>
      rowsOnlyIn(
        { name: 'One', run: sourceRun(completeness, 3), rows: client },
        { name: 'Two', run: sourceRun(COMPLETE) },
        Uint32Array.from(numbers),
      )({ rows: rowStorePair().client, runId: 9, room: { rows, bytes: 1e6 } });
    const opened = await opening([1, 2, 3], 3);
    expect(opened.ok && opened.value.run.progress.map(({ rows }) => rows)).toStrictEqual([1, 0, 2]);
    expect(await opening([1, 2, 3], 2)).toStrictEqual({
      ok: false,
      error: 'These are 3 rows; there is room for 2. Close a result first.',
    });
    expect(await opening([1], 3, { ...COMPLETE, state: 'running' })).toStrictEqual({
      ok: false,
      error: 'Wait until the query has ended.',
    });
  });

  it("are dropped if their worker fails, with the failure's message", async () => {
    const one = await side(undefined, entityAt('0', BASE, 'gone'));
    const { client } = rowStorePair();
    const failing = async (more: object, source: object = one.rows) => {
      let resets = 0;
      const rows = { ...client, reset: () => Promise.resolve(void (resets += 1)), ...more } as typeof client;
      const opened = await rowsOnlyIn(
        { name: 'One', run: sourceRun(COMPLETE), rows: source as typeof client },
        { name: 'Two', run: sourceRun(COMPLETE) },
        Uint32Array.of(0),
      )({ rows, runId: 9, room });
      return [opened.ok ? undefined : opened.error, resets];
    };
    const refuse = (answer: unknown) => ({ readCapture: () => Promise.resolve(answer) });
    expect(await failing(refuse({ kind: 'refused', words: 'Line 3 is odd.' }))).toStrictEqual([
      'Line 3 is odd.',
      1,
    ]);
    expect(await failing({ readCapture: () => Promise.reject(new Error('It stopped.')) })).toStrictEqual([
      'It stopped.',
      1,
    ]);
    const odd = { writeCapture: () => Promise.reject('odd') };
    expect(await failing({}, odd)).toStrictEqual(['The rows could not be read back.', 1]);
    const both = {
      ...refuse({ kind: 'refused', words: 'First.' }),
      reset: () => Promise.reject(new Error('dead')),
    };
    expect(await failing(both)).toStrictEqual(['First.', 0]);
  });
});
