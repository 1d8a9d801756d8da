import { describe, expect, it } from 'vitest';
import { sumsOf } from '../core/keyspace/map/sums.fixture.ts';
import type { ModelInput } from '../core/keyspace/model/modelTypes.ts';
import { simulate } from '../core/keyspace/model/simulate.fixture.ts';
import { createKeyspaceClient } from './keyspaceClient.ts';
import type { FileProgress } from './fileIntake.ts';
import { fakeKeyspaceWorker } from './fakeWorker.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MINUTE = 600_000_000n;

function pair(stepMs = 0) {
  const { worker, posted } = fakeKeyspaceWorker(stepMs);
  return { client: createKeyspaceClient(worker), posted };
}

const key = (prefix: number, minute: number) =>
  `${String(prefix).padStart(19, '0')}___0${NEW_YEAR + BigInt(minute) * MINUTE}`;
const ROWS = Array.from({ length: 3000 }, (_, at) => ({
  PartitionKey: key(at % 10, Math.floor(at / 10)),
  RowKey: `dep___web___in_${at % 3}___${String(at).padStart(19, '0')}`,
  Level: at % 2,
}));
const NDJSON = ROWS.map((row) => JSON.stringify(row)).join('\n');
const asFile = (text: BlobPart) =>
  ({ source: new Blob([text]), kind: { kind: 'ndjson' }, tableName: '' }) as const;
const MODEL: ModelInput = {
  scheme: 'prefixed ticks',
  prefixes: 10,
  writers: 20,
  eventsPerSecond: 100,
  shape: { kind: 'steady' },
  fromTicks: NEW_YEAR,
  durationSeconds: 600,
  roundingTicks: MINUTE,
  entityBytes: 1024,
  partitionTargetPerSecond: 2000,
  retries: 3,
  seed: 1,
};

describe('files in the worker', () => {
  it('are read as a stream and counted by any grouping', async () => {
    const { client } = pair();
    const progress: FileProgress[] = [];
    const summary = await client.readFile(asFile(NDJSON), { onProgress: (step) => void progress.push(step) });
    expect(summary).toMatchObject({
      rows: 3000,
      timedRows: 3000,
      schemeId: 'mds-prefixed',
      span: { from: NEW_YEAR, to: NEW_YEAR + 299n * MINUTE + 1n },
    });
    expect(progress.at(-1)?.bytesTotal).toBe(NDJSON.length);
    const window = { from: NEW_YEAR, to: NEW_YEAR + 300n * MINUTE } as never;
    const totals = async (grouping: Parameters<typeof client.facts>[0]['grouping']) => {
      const matrix = await client.matrix({ window, columns: 10, by: 'group', grouping });
      const { rows } = sumsOf(matrix);
      return Object.fromEntries(matrix.labels.map((label, row) => [label, rows[row]]));
    };
    expect(await totals({ by: 'prefix' })).toStrictEqual(
      Object.fromEntries(Array.from({ length: 10 }, (_, prefix) => [String(prefix), 300])),
    );
    expect(await totals({ by: 'property', name: 'Level' })).toStrictEqual({ '0': 1500, '1': 1500 });
    expect(await totals({ by: 'identity', part: 2 })).toStrictEqual({ in_0: 1000, in_1: 1000, in_2: 1000 });
    const { facts } = await client.facts({ grouping: { by: 'prefix' }, nowTicks: NEW_YEAR });
    expect(facts.partitions?.count).toBe(3000);
    await client.reset();
    await expect(client.facts({ grouping: { by: 'prefix' }, nowTicks: NEW_YEAR })).rejects.toThrow('No file');
  });

  it('may be UTF-16, as Windows PowerShell writes it', async () => {
    const { client } = pair();
    const bytes = new Uint8Array(Buffer.from(`\uFEFF${NDJSON}`, 'utf16le'));
    expect((await client.readFile(asFile(bytes))).rows).toBe(3000);
  });
});

describe('simulations in the worker', () => {
  it('are those of the core, with their findings', async () => {
    const { client } = pair();
    const ticks = { ...MODEL, scheme: 'ticks', durationSeconds: 1800 } as const;
    const { result, findings } = await client.simulate(ticks);
    expect(result.stored).toBe(simulate(ticks).stored);
    expect(findings.map(({ id }) => id)).toStrictEqual(['sequential-append']);
    expect(result.grid.bucketTicks).toBe(MINUTE);
  });
});
