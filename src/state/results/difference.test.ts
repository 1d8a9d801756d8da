import { describe, expect, it } from 'vitest';
import type { EndedRun } from '../run/runState.ts';
import { entityAt, rowStorePair, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import { compareResults } from './compareResults.ts';
import { BASE, BY_KEY, side } from './compareSides.fixture.ts';
import { rowsOnlyIn } from './difference.ts';

describe('rows only in one of two results', () => {
  it('are a result of their own, no surer than both', async () => {
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
      expect(await rows.entity(0)).toEqual(await one.rows.entity(1));
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

  it('keep what both say of themselves, each with its name', async () => {
    const one = await side(undefined, entityAt('0', BASE, 'gone'));
    const counted = { rows: 1, queriesDone: 1, queriesAsked: 1, readAtMs: 0 };
    const unsure = { ...counted, reasons: [], unread: [], resumable: false };
    const late = { arrivalNote: 'Late rows possible.' };
    const own = { ...late, filterNote: '2 rows were not checked.' };
    const other = { ...late, splitNote: 'A row may be missed.' };
    for (const [mine, its] of [
      ['complete', 'complete'],
      ['incomplete', 'complete'],
      ['complete', 'stopped'],
    ] as const) {
      const { client: rows } = rowStorePair();
      const run = { ...one.run, rows: 1, bytes: 9, progress: [] };
      const queries = [{ index: 0, label: 'all' }];
      const plan = { request: { tableName: 'T', schemeId: TEST_SCHEME_ID }, queries };
      const opened = await rowsOnlyIn(
        {
          name: 'One',
          run: { ...run, plan, completeness: { ...unsure, ...own, state: mine } } as unknown as EndedRun,
          rows: one.rows,
        },
        { name: 'Two', run: { completeness: { ...unsure, ...other, state: its } } },
        Uint32Array.of(0),
      )({ rows, runId: 9, room: { rows: 10, bytes: 1e6 } });
      if (!opened.ok) throw new Error(opened.error);
      expect(opened.value.run.completeness).toMatchObject({
        arrivalNote: '"One": Late rows possible. "Two": Late rows possible.',
        filterNote: '"One": 2 rows were not checked.',
        splitNote: '"Two": A row may be missed.',
      });
    }
  });
});
