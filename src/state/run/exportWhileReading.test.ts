import { describe, expect, it } from 'vitest';
import { completenessReport } from '../../core/plan/completenessReport.ts';
import { LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { rig } from './queryRun.fixture.ts';
import { unreadSoFar } from './runFacts.ts';

interface Span {
  readonly from: string;
  readonly to?: string;
}
interface Report {
  readonly state: string;
  readonly rows: number;
  readonly unread: readonly { readonly query: string; readonly partitionKey: Span; readonly rowKey?: Span }[];
}

const holds = ({ from, to }: Span, key: string): boolean => key >= from && (to === undefined || key < to);

/** A run of 12 prefixes, seven of which have lanes at a time, that has read for some round trips. */
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
      const unread = unreadSoFar(now);
      // What arrives while the file is chosen is in neither of them.
      await clock.advance(LATENCY_MS * 2);
      let text = '';
      const bytes = new TextDecoder();
      const request = { format: 'ndjson', without: unread ?? [] } as const;
      await client.exportRows(
        async (piece) => void (text += bytes.decode(piece)),
        request,
        new AbortController().signal,
      );
      const lines = text.split('\n').slice(0, -1);
      const rows = lines.map((line) => JSON.parse(line) as { PartitionKey: string; RowKey: string });
      const report = JSON.parse(
        completenessReport({
          file: 'a.ndjson',
          completeness: now.completeness,
          unreadSoFar: unread,
          plan: now.plan,
          endpoint: undefined,
        }),
      ) as Report;
      expect([report.state, report.rows]).toEqual(['running', rows.length]);

      await ended();
      const all = await client.view({ order: 'key', from: 0, to: 1000 });
      expect(all.total).toBe(12 * 45);
      const read = new Set(rows.map(({ PartitionKey, RowKey }) => `${PartitionKey} ${RowKey}`));
      for (const { partitionKey, rowKey } of all.rows) {
        const named = report.unread.filter(
          (range) =>
            range.query.startsWith('prefix') &&
            holds(range.partitionKey, partitionKey) &&
            (range.rowKey === undefined || holds(range.rowKey, rowKey)),
        );
        expect(named.length + (read.has(`${partitionKey} ${rowKey}`) ? 1 : 0)).toBe(1);
      }
      // No end counts before the last check, and no coverage check was answered or none is proven.
      expect(new Set(report.unread.map(({ query }) => query)).size).toBe(13);
    }
  });

  it('names nothing beside a run that has ended', async () => {
    const { run, ended } = await started(1);
    await ended();
    expect(unreadSoFar(run.get())).toBeUndefined();
  });
});
