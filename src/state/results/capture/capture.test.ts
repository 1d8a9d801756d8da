import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import { templateSchemeId } from '../../../core/keys/templates/templateScheme.ts';
import { valueOf } from '../../../core/valueOf.fixture.ts';
import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import { rowStore } from '../../../workers/rowStorePair.fixture.ts';
import { rig } from '../../run/queryRun.fixture.ts';
import { EMPTY_FORM } from '../../run/queryForm.ts';
import type { EndedRun } from '../../run/runState.ts';
import { readAnswer } from '../answerResult.ts';
import { type OpenedCapture, openCapture } from './openCapture.ts';
import { captureFile } from './saveCapture.ts';
import { VERSION_1 } from './version1.fixture.ts';

const SAVED_AT = Date.UTC(2026, 10, 22, 13);
const ROOM = { rows: 1_000_000, bytes: 1e9 };
const CANARY = 'sv=2024-11-04&sig=c2VjcmV0LWNhbmFyeS1vZi1hLXNpZ25hdHVyZS0xMjM0NTY3ODkwMTI%3D';

/** An ended run with a scheme that captures support, and its rows. */
async function readRun(
  options: Partial<Parameters<typeof rig>[0]> = {},
): Promise<{ run: EndedRun; rows: RowStoreClient }> {
  const { run, plan, session, client, ended } = rig({ prefixes: 3, rowsEach: 25, ...options });
  run.start(plan, session, FORM);
  await ended();
  const state = run.get();
  if (state.phase !== 'ended') throw new Error('The run goes on.');
  const request = { ...state.plan.request, schemeId: KEY_SCHEMES[0]?.id ?? '' };
  return { run: { ...state, plan: { ...state.plan, request } }, rows: client };
}

const FORM: EndedRun['form'] = {
  ...EMPTY_FORM,
  endpoint: 'https://a.example/',
  table: 'Orders',
  volume: 10,
  from: '2026-11-20T00:00:00Z',
  to: '2026-11-20T01:00:00Z',
  windowGiven: true,
};

async function saved(run: EndedRun, rows: RowStoreClient): Promise<Blob & { readonly name: string }> {
  const { parts, name } = valueOf(await captureFile(rows, run, SAVED_AT));
  return Object.assign(new Blob([...parts]), { name });
}

async function textOf(file: Blob): Promise<string> {
  return gunzipSync(await file.arrayBuffer()).toString();
}

/** The file with a text replaced; its checksum is not updated. */
async function changed(file: Blob, from: string | RegExp, to: string): Promise<Blob> {
  const text = await textOf(file);
  const next = text.replace(from, to);
  expect(next).not.toBe(text);
  return new Blob([gzipSync(next)]);
}

async function opened(file: Blob, rows = rowStore()): Promise<OpenedCapture & { rows: RowStoreClient }> {
  return { ...valueOf(await openCapture(file, { rows, runId: 9, room: ROOM })), rows };
}

async function refusal(file: Blob, room = ROOM): Promise<string> {
  const rows = rowStore();
  const result = await openCapture(file, { rows, runId: 9, room });
  if (result.ok) throw new Error('It was opened.');
  // Nothing remains of what was read before the fault.
  expect((await rows.view({ order: 'key', from: 0, to: 1 })).total).toBe(0);
  return result.error;
}

describe('a capture', () => {
  it('restores the plan, the rows, the requests and the completeness', async () => {
    const { run, rows } = await readRun();
    const file = await saved(run, rows);
    expect(file.name).toMatch(/^Orders-[\d-]+Z\.keyscope$/);
    const after = await opened(file);
    expect(after.run).toMatchObject({
      plan: run.plan,
      form: run.form,
      endpoint: run.endpoint,
      guards: run.guards,
      rows: 75,
      bytes: run.bytes,
      elapsedMs: run.elapsedMs,
    });
    expect(after.run.requests).toEqual(run.requests);
    expect(after.words).toEqual({
      savedAtMs: SAVED_AT,
      readAtMs: run.completeness.readAtMs,
      notes: [],
      says: 'Complete: 75 rows from 3 of 3 prefixes',
    });
    const view = { order: 'arrival' as const, from: 0, to: 100 };
    const keys = async (client: RowStoreClient) =>
      (await client.view(view)).rows.map(({ partitionKey, rowKey, queryIndex }) => [
        partitionKey,
        rowKey,
        queryIndex,
      ]);
    expect(await keys(after.rows)).toEqual(await keys(rows));
  });

  it('with a key template can be the first thing opened on a page', async () => {
    const { run, rows } = await readRun();
    const schemeId = templateSchemeId('{TenantId}_{yyyyMM}', '{InvertedTicks}_{Guid}');
    const request = { ...run.plan.request, schemeId };
    const after = await opened(await saved({ ...run, plan: { ...run.plan, request } }, rows));
    expect(after.run.plan.request.schemeId).toBe(schemeId);
    expect(after.run.rows).toBe(75);
  });

  it('is never Complete again, and can never be continued', async () => {
    const { run, rows } = await readRun();
    const { completeness } = (await opened(await saved(run, rows))).run;
    expect(completeness).toMatchObject({ state: 'unverifiable', resumable: false, rows: 75 });
    const stopped = await readRun({ budgetRows: 20 });
    const file = await saved(stopped.run, stopped.rows);
    expect(file.name).toContain('.incomplete.');
    const again = await opened(file);
    expect(again.run.completeness).toMatchObject({ state: 'stopped', resumable: false });
    expect(again.run.completeness).toMatchObject({
      reasons: stopped.run.completeness.state === 'stopped' ? stopped.run.completeness.reasons : [],
    });
    expect(again.words.says).toMatch(/^Stopped: \d+ rows/);
  });

  it('says what its rows were made from', async () => {
    const { run, rows } = await readRun();
    // As earlier versions of this page saved the rows that only one of two results had.
    const derived = { kind: 'difference', of: 'One', lackedBy: 'Orders, 11:00' } as const;
    const { tables, readAtMs, queriesAsked, queriesDone } = run.completeness;
    const counts = { rows: 75, tables, readAtMs, queriesAsked, queriesDone };
    const difference: EndedRun = {
      ...run,
      completeness: {
        ...counts,
        state: 'derived',
        derived: { ...derived, sources: ['complete', 'complete'] },
      },
    };
    const file = await saved(difference, rows);
    expect(file.name).toMatch(/^Orders-[\d-]+Z\.difference\.keyscope$/);
    const again = await opened(file);
    expect(again.words.says).toBe('Derived, both Complete: 75 rows of "One", absent from "Orders, 11:00"');
    expect(again.run.completeness).toMatchObject({ state: 'unverifiable', derived: { kind: 'difference' } });
    expect((await saved(again.run, again.rows)).name).toContain('.difference.incomplete.');
    expect(await refusal(await changed(file, /"derived":\{[^}]*\},/u, ''))).toContain(
      'does not say what its rows were made from',
    );
  });

  it('of an answer in SQL keeps its rows and its query, and says what it was computed from', async () => {
    const { run } = await readRun();
    const rows = rowStore();
    const sources = {
      sql: 'SELECT 7 AS n FROM result',
      source: 1,
      from: [{ name: 'Orders, 11:00', run }],
      form: FORM,
      schemeId: '',
    };
    const page = new TextEncoder().encode('{"value":[{"PartitionKey":"","RowKey":"0000000","n":7}]}');
    const read = async (_most: number, onPage: (bytes: typeof page) => Promise<void>) => {
      await onPage(page);
      return { rows: 1, isCut: false };
    };
    const started = { ok: true, columns: [{ name: 'n', type: 'Edm.Int32' }], keys: 'number' } as const;
    const answer = await readAnswer(sources, started, read, () => SAVED_AT)({ rows, runId: 2, room: ROOM });
    const again = await opened(await saved(valueOf(answer).run, rows));
    expect(again.words.says).toBe('Derived, source Complete: 1 row by SQL from "Orders, 11:00"');
    expect(again.run.form.sql).toBe(sources.sql);
    expect((await again.rows.entity(0)).properties).toMatchObject([
      { name: 'n', type: 'Edm.Int32', text: '7' },
    ]);
    // The keys were made up to tell its rows apart.
    const csv: Uint8Array<ArrayBuffer>[] = [];
    await again.rows.exportRows({ format: 'csv' }, { onChunk: (piece) => void csv.push(piece) });
    expect(await new Blob(csv).text()).toBe('n,n@type\r\n7,Edm.Int32\r\n');
  });

  it('contains no secret, token or scope, only what is shown; a query with a secret is not saved', async () => {
    const { run, rows } = await readRun({ budgetRows: 20 });
    const [first, ...rest] = run.progress;
    const leaky = {
      ...run,
      scope: CANARY,
      sas: CANARY,
      progress: [{ ...first, continuation: { nextPartitionKey: CANARY }, sas: CANARY }, ...rest],
      plan: { ...run.plan, sas: CANARY },
    } as unknown as EndedRun;
    const text = await textOf(await saved(leaky, rows));
    expect(text).not.toContain('sig=');
    expect(text).not.toContain('c2VjcmV0');
    for (const field of ['filter', 'pk', 'rk', 'select', 'sql'] as const) {
      const file = await captureFile(rows, { ...run, form: { ...FORM, [field]: CANARY } }, SAVED_AT);
      expect(file).toEqual({ ok: false, error: expect.stringContaining(field) as string });
    }
  });

  it('of version 1 opens', async () => {
    const { run, words } = await opened(new Blob([Buffer.from(VERSION_1, 'base64')]));
    expect([run.rows, words.says]).toEqual([6, 'Complete: 6 rows from 2 of 2 prefixes']);
  });
});

describe('a file that is not a valid capture', () => {
  it.each([
    [
      'another scheme',
      /"schemeId":"[^"]*"/,
      '"schemeId":"x"',
      'result.plan.request.schemeId is not a key scheme',
    ],
    ['an entity that is none', /\{"PartitionKey":[^\n]*\n/, '[]\n', 'Lines 4 to 13'],
    ['another value', '"RowKey":"0003"', '"RowKey":"000X"', 'holds another sum'],
  ])('with %s is refused, naming the place', async (_what, from, to, words) => {
    const { run, rows } = await readRun();
    expect(await refusal(await changed(await saved(run, rows), from, to))).toContain(words);
  });

  it('that is truncated, damaged or too large is refused', async () => {
    const { run, rows } = await readRun();
    const file = await saved(run, rows);
    const text = await textOf(file);
    expect(await refusal(file.slice(0, file.size - 20))).toMatch(/damaged or cut off|cut off in line/);
    expect(await refusal(new Blob([text.slice(0, 3000)]))).toMatch(/cut off in line \d+/);
    expect(await refusal(new Blob(['PartitionKey,RowKey\na,b\n']))).toMatch(
      /^This is not a Keyscope capture/,
    );
    expect(await refusal(new Blob([]))).toMatch(/^This is not a Keyscope capture/);
    expect(await refusal(file, { rows: 74, bytes: 1e9 })).toMatch(/75 rows; there is room for 74/);
    expect(await refusal(file, { rows: 100, bytes: 500 })).toMatch(/unpacks to more than/);
  });

  it('never opens with any byte changed, and fails in no other way', async () => {
    expect.hasAssertions();
    const { run, rows } = await readRun({ prefixes: 2, rowsEach: 3 });
    const packed = new Uint8Array(await (await saved(run, rows)).arrayBuffer());
    const store = rowStore();
    const { rows: _rows, ...whole } = await opened(new Blob([packed]));
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const bytes = packed.slice();
        bytes[at] = (bytes[at] as number) ^ flip;
        const result = await openCapture(new Blob([bytes]), { rows: store, runId: 9, room: ROOM });
        // Some bits of a gzip header do not affect the content.
        expect([at, flip, result.ok ? result.value : whole]).toEqual([at, flip, whole]);
      }),
      { numRuns: 75 },
    );
  });
});
