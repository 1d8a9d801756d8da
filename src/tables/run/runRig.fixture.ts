import { receiptOf } from '../wire/keysOfPage.ts';
import { runQueries } from './runQueries.ts';
import type {
  LaneGuard,
  LaneQuery,
  PageSink,
  RunEvent,
  RunOptions,
  RunOutcome,
} from '../progress/runTypes.ts';
import {
  createFakeService,
  type FakeFault,
  type FakeRow,
  type FakeService,
} from '../connection/tableService.fixture.ts';
import { createVirtualClock, type VirtualClock } from '../base/virtualClock.fixture.ts';

export const LATENCY_MS = 40;

interface RunRig {
  readonly clock: VirtualClock;
  readonly service: FakeService;
  readonly queries: readonly LaneQuery[];
  /** Keys that the decoder stored, by query. */
  readonly kept: Map<number, string[]>;
  readonly events: RunEvent[];
  readonly start: (more?: Partial<RunOptions>) => Promise<RunOutcome>;
  readonly run: (more?: Partial<RunOptions>) => Promise<RunOutcome>;
}

interface RunRigOptions {
  readonly queries: number;
  readonly rowsEach: number;
  readonly pageRows?: number;
  readonly script?: (filter: string, request: number) => FakeFault | undefined;
  readonly hidesTokens?: boolean | (() => boolean) | undefined;
  readonly guardRows?: ReadonlyMap<string, readonly FakeRow[]>;
}

function rowsOf(prefix: number, count: number): FakeRow[] {
  return Array.from({ length: count }, (_, row) => ({
    PartitionKey: `prefix ${prefix}`,
    RowKey: String(row).padStart(6, '0'),
  }));
}

export function createRunRig(options: RunRigOptions): RunRig {
  const clock = createVirtualClock();
  const queries = Array.from({ length: options.queries }, (_, index) => ({
    index,
    label: `prefix ${index}`,
    tableName: 'Orders',
    filter: `q${index}`,
  }));
  const rows = new Map([
    ...queries.map(({ filter, index }) => [filter, rowsOf(index, options.rowsEach)] as const),
    ...(options.guardRows ?? []),
  ]);
  const service = createFakeService({
    env: clock.env,
    rows,
    pageRows: options.pageRows ?? 10,
    latencyMs: LATENCY_MS,
    script: options.script,
    hidesTokens: options.hidesTokens,
  });
  const kept = new Map<number, string[]>(queries.map(({ index }) => [index, []]));
  const events: RunEvent[] = [];
  const sink: PageSink = (index, page) => {
    const receipt = receiptOf(page.body);
    if (!receipt.ok) return Promise.resolve(receipt);
    const { value } = JSON.parse(new TextDecoder().decode(page.body)) as {
      readonly value: readonly FakeRow[];
    };
    kept.get(index)?.push(...value.map((row) => `${row.PartitionKey}/${row.RowKey}`));
    return Promise.resolve(receipt);
  };
  const start = (more: Partial<RunOptions> = {}): Promise<RunOutcome> =>
    runQueries({
      queries,
      guards: [],
      reader: service.reader,
      sink,
      env: clock.env,
      signal: new AbortController().signal,
      budget: { rows: 1e9, bytes: 1e12 },
      onEvent: (event) => events.push(event),
      ...more,
    });
  return { clock, service, queries, kept, events, start, run: (more) => clock.run(start(more)) };
}

export function truth(rig: RunRig, rowsEach: number): Map<number, string[]> {
  return new Map(
    rig.queries.map(({ index }) => [
      index,
      rowsOf(index, rowsEach).map((row) => `${row.PartitionKey}/${row.RowKey}`),
    ]),
  );
}

export const onlyFor =
  (filter: string, faults: readonly (FakeFault | undefined)[]) =>
  (asked: string, request: number): FakeFault | undefined =>
    asked === filter ? faults[request] : undefined;

/** Coverage checks with these filters. */
export const guardsOf = (...filters: readonly string[]): readonly LaneGuard[] =>
  filters.map((filter, index) => ({
    index,
    position: 'between',
    tableName: 'Orders',
    filter,
    label: filter,
  }));

export const BUSY: FakeFault = { fault: { kind: 'throttled', status: 503 } };
export const RESET: FakeFault = { fault: { kind: 'network' } };
