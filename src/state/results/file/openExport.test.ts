import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { valueOf } from '../../../core/valueOf.fixture.ts';
import type { FileProgress } from '../../../workers/fileIntake.ts';
import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import { rowStore } from '../../../workers/rowStorePair.fixture.ts';
import { EMPTY_FORM } from '../../run/queryForm.ts';
import { openExport } from './openExport.ts';

const ROOM = { rows: 1e6, bytes: 1e9 };
const noProgress = (): void => undefined;

const key = (second: number): string => `0${638_000_000_000_000_000n + BigInt(second) * 10_000_000n}`;
const line = (second: number, more: object = {}): string =>
  `${JSON.stringify({ PartitionKey: key(second), RowKey: 'r', ...more })}\n`;

/** Opens files as a result. */
async function opened(files: readonly File[], more: Partial<Parameters<typeof openExport>[1]> = {}) {
  const rows = rowStore();
  const intake = { rows, runId: 3, room: ROOM, ...more };
  return { result: await openExport(files, intake, noProgress, new AbortController().signal), rows };
}

async function run(...given: Parameters<typeof opened>) {
  const { result, rows } = await opened(...given);
  return { ...valueOf(result), rows };
}

const rowsIn = async (rows: RowStoreClient) => (await rows.view({ order: 'key', from: 0, to: 1 })).total;

describe('an export opened as a result', () => {
  it('uses the times of a saved template, in its rows and in its query', async () => {
    const text = 'PartitionKey,RowKey\nnorth~202603010710,r\nsouth~202603022359,r\n';
    const templates = [{ name: 'mine', partition: '{Site}~{yyyyMMddHHmm}', row: '{Id}' }];
    const { run: ended, rows } = await run([new File([text], 'Own.csv')], { templates });
    const { schemeId } = ended.plan.request;
    expect(schemeById(schemeId)?.title).toBe('Template {Site}~{yyyyMMddHHmm} / {Id}');
    const view = await rows.view({ order: 'time-asc', from: 0, to: 9 });
    expect(view.rows.map(({ time }) => time?.seconds)).toEqual(
      ['2026-03-01T07:10:00Z', '2026-03-02T23:59:00Z'].map((iso) => Date.parse(iso) / 1000 + 62_135_596_800),
    );
  });

  it('keeps every row with its values, in every export format', async () => {
    const csv = `PartitionKey,RowKey,Level,Level@type\n${key(1)},r,2,Int32\n${key(0)},r,,\n`;
    const json = JSON.stringify({
      value: [1, 0].map((at) => JSON.parse(line(at, at === 1 ? { Level: 2 } : {})) as object),
    });
    for (const [name, text] of [
      ['Logs-2026.csv', csv],
      ['Logs-2026.ndjson', line(1, { Level: 2 }) + line(0)],
      ['Logs-2026.json', json],
    ] as const) {
      const { run: ended, file, rows } = await run([new File([text], name)]);
      expect(ended).toMatchObject({
        phase: 'ended',
        runId: 3,
        rows: 2,
        plan: { request: { tableName: 'Logs' } },
      });
      expect(file.name).toBe(name);
      const view = await rows.view({ order: 'time-asc', from: 0, to: 9, columns: ['Level'] });
      expect(view.rows.map(({ partitionKey, cells }) => [partitionKey, cells[0]])).toEqual([
        [key(0), undefined],
        [key(1), { type: 'Edm.Int32', text: '2' }],
      ]);
      // Charts and maps use the same store.
      expect((await rows.series({ buckets: 10 })).bucketCount).toBeGreaterThan(0);
    }
  });

  it('never claims to be complete, whatever a companion says, and says what it lacks', async () => {
    const states = ['complete', 'incomplete', 'stopped', undefined] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...states),
        fc.boolean(),
        fc.boolean(),
        async (state, isNamed, isBroken) => {
          const name = `Logs-1${isNamed ? '.incomplete' : ''}.ndjson`;
          const text = line(1) + (isBroken ? '{"PartitionKey":\n' : '');
          const companion =
            state === undefined
              ? []
              : [
                  new File(
                    [JSON.stringify({ file: name, state, statement: 'said' })],
                    `${name}.completeness.json`,
                  ),
                ];
          const { run: ended } = await run([...companion, new File([text], name)]);
          const saysLess = state === undefined ? isNamed : state !== 'complete';
          expect(ended.completeness).toMatchObject({
            state: saysLess || isBroken ? 'incomplete' : 'unverifiable',
            rows: 1,
            resumable: false,
          });
          const words =
            'reasons' in ended.completeness ? ended.completeness.reasons.map(({ text: said }) => said) : [];
          // The last is that a file proves nothing.
          expect(words.length).toBe(1 + Number(saysLess) + Number(isBroken));
        },
      ),
      { numRuns: 16 },
    );
  });

  it("is a single ended query that cannot be sent again, described by the file's name and content", async () => {
    const keyless = 'PartitionKey,RowKey,Level,Level@type\np,r,2,Int32\np,s,3,Int32\np,s,4,Int32\n';
    const lastModified = Date.UTC(2026, 10, 20);
    const { run: ended, file } = await run([new File([keyless], 'Orders-2026.csv', { lastModified })]);
    const { schemeId } = file.summary;
    const size = keyless.length;
    const { rows, repeated } = file.summary;
    expect([rows + repeated, file.name]).toEqual([3, 'Orders-2026.csv']);
    const [query] = ended.progress;
    expect(query).toMatchObject({
      index: 0,
      label: 'Orders-2026.csv',
      tableName: 'Orders',
      state: 'done',
      rows,
      bytes: size,
    });
    expect(ended).toEqual({
      phase: 'ended',
      runId: 3,
      scope: '',
      endpoint: '',
      form: { ...EMPTY_FORM, table: 'Orders', scheme: schemeId, from: '', to: '', windowGiven: true },
      plan: {
        request: {
          tableName: 'Orders',
          schemeId,
          volume: 1,
          unprefixed: false,
          select: ['Level'],
        },
        queries: [
          {
            index: 0,
            label: 'Orders-2026.csv',
            tableName: 'Orders',
            range: { partition: {}, exact: false },
            queryClass: 'table scan',
          },
        ],
        guards: [],
        queryClass: 'table scan',
        notes: [],
      },
      progress: [query],
      guards: [],
      requests: [],
      completeness: {
        state: 'unverifiable',
        rows,
        queriesDone: 1,
        queriesAsked: 1,
        readAtMs: lastModified,
        reasons: [
          {
            kind: 'unread',
            text: 'A file does not prove that it holds every row: run the query again to know.',
            queries: [],
          },
        ],
        unread: [],
        resumable: false,
      },
      rows,
      bytes: size,
      retries: 0,
      elapsedMs: 0,
      dataVersion: 1,
      anomalies: { outOfOrder: 0, repeated, outside: 0 },
    });
  });

  it('keeps as many rows as there is room for, and says that there are more', async () => {
    const text = Array.from({ length: 9000 }, (_, at) => line(at)).join('');
    const { run: ended, file } = await run([new File([text], 'Logs.ndjson')], {
      room: { rows: 100, bytes: 1e9 },
    });
    expect(ended.completeness).toMatchObject({ state: 'stopped', rows: ended.rows });
    expect(ended.rows).toBeGreaterThanOrEqual(100);
    expect(ended.rows).toBeLessThan(9000);
    // A line cut off because reading stopped is not a fault of the file.
    expect(file.summary.faults.total).toBe(0);
    const whole = await run([new File([line(0) + line(1)], 'Logs.ndjson')], {
      room: { rows: 2, bytes: 1e9 },
    });
    expect(whole.run.completeness).toMatchObject({ state: 'unverifiable', rows: 2 });
  });

  it('is not started if there is no room for a row or a byte', async () => {
    for (const room of [
      { rows: 0, bytes: 1e9 },
      { rows: 1e6, bytes: 0 },
    ]) {
      const { result, rows } = await opened([new File([line(0)], 'Logs.ndjson')], { room });
      expect(result).toEqual({
        ok: false,
        error: 'This page holds as many rows as it can. Close a result first.',
      });
      expect(await rowsIn(rows)).toBe(0);
    }
  });

  it('is refused, with the place, if it contains no rows; the store is then empty', async () => {
    const refused = async (text: string): Promise<unknown> => {
      const { result, rows } = await opened([new File([text], 'a.csv')]);
      expect(await rowsIn(rows)).toBe(0);
      return result.ok ? undefined : result.error;
    };
    expect(await refused('PartitionKey,RowKey\na,b,c\n')).toBe(
      'It holds no row: line 2: 3 cells where the header names 2.',
    );
    expect(await refused(key(1))).toMatch(/names no PartitionKey and RowKey/u);
    expect(await refused('PartitionKey,RowKey\n')).toBe('It holds no row.');
  });

  it('reports progress, can be cancelled before its end, and leaves nothing then', async () => {
    const text = Array.from({ length: 9000 }, (_, at) => line(at)).join('');
    const stop = new AbortController();
    const told: FileProgress[] = [];
    const rows = rowStore();
    const result = await openExport(
      [new File([text], 'Logs.ndjson')],
      { rows, runId: 3, room: ROOM },
      (progress) => {
        told.push(progress);
        stop.abort();
      },
      stop.signal,
    );
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('cancelled') as string });
    expect(told.at(-1)).toMatchObject({ bytesTotal: text.length });
    expect(await rowsIn(rows)).toBe(0);
  });
});
