import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { rig } from '../../../state/run/queryRun.fixture.ts';
import type { SavedRows } from '../../../state/run/saveRows.ts';
import { LATENCY_MS } from '../../../tables/run/runRig.fixture.ts';
import { type ExportChoice, FORMATS } from './exportWords.ts';
import { type ExportJob, exportJob } from './useExporter.ts';
import { saidBy } from './proofWords.ts';
import type { RunState } from '../../../state/run/runState.ts';

interface Span {
  readonly from: string;
  readonly to?: string;
}
interface Report {
  readonly state: string;
  readonly rows: number;
  readonly notes: readonly string[];
  readonly unread: readonly { readonly query: string; readonly partitionKey: Span; readonly rowKey?: Span }[];
}

const NDJSON: ExportChoice = { id: 'ndjson', label: 'NDJSON', format: 'ndjson' };
const SAVED: SavedRows = { kind: 'saved', name: 'a.ndjson', where: 'disk', rows: 0, bytes: 0, lossyRows: 0 };

const jobOf = (run: RunState, choice: ExportChoice): ExportJob =>
  exportJob(run, choice, saidBy(run.completeness));

function reportOf(job: ExportJob, over: Partial<SavedRows>): Report {
  const companion = job.companion({ ...SAVED, ...over });
  return JSON.parse(companion?.text ?? '') as Report;
}

const holds = ({ from, to }: Span, key: string): boolean => key >= from && (to === undefined || key < to);

/** A run of 12 prefixes, seven of which can have lanes at a time, after a number of round trips. */
async function started(roundTrips: number) {
  const made = rig({ prefixes: 12, rowsEach: 45 });
  const queries = made.plan.queries.map((query) => ({
    ...query,
    range: { partition: { from: `${query.index}_`, to: `${query.index}~` }, exact: true },
  }));
  made.run.start({ ...made.plan, queries }, made.session, EMPTY_FORM);
  await made.clock.advance(LATENCY_MS * roundTrips);
  return made;
}

describe('an export while a run reads', () => {
  it('holds every row that was read, and its companion names the keys of every other one', async () => {
    for (const roundTrips of [1, 5, 9]) {
      const { run, client, clock, ended } = await started(roundTrips);
      const now = run.get();
      expect(now.phase).toBe('running');
      const job = jobOf(now, NDJSON);
      // Pages that arrive while the user chooses a file are neither in the file nor named in its companion.
      await clock.advance(LATENCY_MS * 2);
      let text = '';
      const bytes = new TextDecoder();
      await client.exportRows(job.request, { onChunk: (piece) => void (text += bytes.decode(piece)) });
      const lines = text.split('\n').slice(0, -1);
      const rows = lines.map((line) => JSON.parse(line) as { PartitionKey: string; RowKey: string });
      const report = reportOf(job, { rows: rows.length });
      expect([report.state, report.rows]).toEqual(['running', rows.length]);

      await ended();
      const all = await client.view({ order: 'key', from: 0, to: 1000 });
      expect(all.total).toBe(12 * 45);
      const named = (partitionKey: string, rowKey: string): number =>
        report.unread.filter(
          (range) =>
            range.query.startsWith('prefix') &&
            holds(range.partitionKey, partitionKey) &&
            (range.rowKey === undefined || holds(range.rowKey, rowKey)),
        ).length;
      const read = new Set(rows.map(({ PartitionKey, RowKey }) => `${PartitionKey} ${RowKey}`));
      // Rows are read in order, so more of them may follow the last one of each prefix, even in the same partition.
      const last = new Map(rows.map(({ PartitionKey, RowKey }) => [PartitionKey.split('_')[0], RowKey]));
      for (const { group, partitionKey, rowKey } of all.rows) {
        const isRead = read.has(`${partitionKey} ${rowKey}`);
        expect(named(partitionKey, rowKey)).toBe(isRead ? 0 : 1);
        expect(named(partitionKey, `${rowKey}\u0000`)).toBe(isRead && last.get(group) !== rowKey ? 0 : 1);
      }
      // 12 prefixes and the coverage check: no end is proven before the last check.
      expect(new Set(report.unread.map(({ query }) => query)).size).toBe(13);
    }
  });

  it('names nothing beside a run that has ended', async () => {
    const { run, ended } = await started(1);
    await ended();
    const { request, companion, proof } = jobOf(run.get(), NDJSON);
    expect([request, companion(SAVED)]).toEqual([{ format: 'ndjson' }, undefined]);
    // The proof names the file, and says how many of the rows it has.
    expect(proof({ ...SAVED, rows: 7 }).name).toMatch(/^Orders-[\dZ-]+\.proof\.txt$/);
    expect(proof({ ...SAVED, rows: 7 }).text).toMatch(/^a\.ndjson: 7 rows of 540\.\nComplete: 540 rows /);
  });

  it('names a property that rows have twice in its companion too, in every format', async () => {
    const { run } = await started(1);
    const repeated = { rows: 1, names: ['A'], example: { partitionKey: 'p', rowKey: 'r' } };
    for (const { format } of FORMATS) {
      const { notes } = reportOf(jobOf(run.get(), { ...NDJSON, format }), { repeated });
      expect(notes).toContainEqual(expect.stringMatching(/^Property "A" occurs twice in 1 row: /));
    }
  });
});
