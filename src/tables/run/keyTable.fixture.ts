import { expect } from 'vitest';
import { rangeQuery } from '../../core/plan/rangeSplit.ts';
import type { TableKeyRange } from '../../core/keys/base/scheme.ts';
import { fail, ok } from '../../core/result.ts';
import type { Page, PageQuery, PageReader } from '../wire/pageReader.ts';
import { runQueries } from './runQueries.ts';
import type { PageSlot } from '../../core/entities/order/rowStreams.ts';
import type { LaneQuery, RunEvent, RunOptions, RunOutcome } from '../progress/runTypes.ts';
import { cancelledError, type TableFault, tableError } from '../base/tableError.ts';
import { createVirtualClock, type VirtualClock } from '../base/virtualClock.fixture.ts';
import { compareKeys, type EntityKey } from '../../core/keys/base/entityKey.ts';
import type { Replica } from '../pacing/hostHolds.ts';

/** A request to a table whose filter has only conditions on keys. */
interface KeyRequest {
  readonly filter: string;
  /** Its number among all requests to the service, from 0. */
  readonly request: number;
  /** Number of rows that meet the filter. */
  readonly matches: number;
  readonly isFirstPage: boolean;
  readonly replica: Replica;
  /** Rows per page; undefined if the request did not say. */
  readonly top: number | undefined;
}

/** What the service does instead of answering. `hang` means that nothing comes until the signal aborts. */
type KeyFault = Omit<TableFault, 'message' | 'nextStep'> | 'hang';

interface KeyTableOptions {
  readonly rows: readonly EntityKey[];
  readonly ranges: readonly TableKeyRange[];
  readonly pageRows?: number;
  readonly latencyMs?: number;
  readonly fault?: ((request: KeyRequest) => KeyFault | undefined) | undefined;
  /** Whether CORS hides the token of the answer. */
  readonly hidesToken?: (request: KeyRequest) => boolean;
  /** Changes the rows of a page before they are sent, to imitate mistakes of the service. */
  readonly spoil?: (rows: readonly EntityKey[], request: KeyRequest) => readonly EntityKey[];
}

export interface KeyTable {
  readonly clock: VirtualClock;
  readonly queries: readonly LaneQuery[];
  readonly seen: readonly (KeyRequest & { readonly atMs: number })[];
  readonly events: RunEvent[];
  /** Keys that the decoder stored for a query, in the order of its parts. */
  readonly kept: (index: number) => readonly EntityKey[];
  /** The same table at another host, which refuses tokens of the first host. */
  readonly secondary: PageReader;
  readonly mostInFlight: (replica: Replica) => number;
  readonly start: (more?: Partial<RunOptions>) => Promise<RunOutcome>;
  readonly run: (more?: Partial<RunOptions>) => Promise<RunOutcome>;
}

const COMPARISON = /^(PartitionKey|RowKey) (eq|ge|gt|le|lt) '((?:[^']|'')*)'$/u;

function isMet(key: EntityKey, comparison: string): boolean {
  const [, property, operator, literal = ''] = COMPARISON.exec(comparison) ?? [];
  if (property === undefined) throw new Error(`The fixture cannot read: ${comparison}`);
  const value = property === 'RowKey' ? key.rowKey : key.partitionKey;
  const text = literal.replaceAll("''", "'");
  if (operator === 'eq') return value === text;
  if (operator === 'ge') return value >= text;
  if (operator === 'gt') return value > text;
  return operator === 'le' ? value <= text : value < text;
}

export function keysIn(rows: readonly EntityKey[], filter: string): readonly EntityKey[] {
  const comparisons = filter === '' ? [] : filter.split(' and ');
  return rows.filter((key) => comparisons.every((comparison) => isMet(key, comparison)));
}

function startOf({ continuation }: PageQuery, replica: Replica): number {
  if (continuation === undefined) return 0;
  const [, at = '0', giver] = continuation.nextPartitionKey?.split('|') ?? [];
  if (giver !== replica) throw new Error(`a token of the ${giver} was sent to the ${replica}`);
  return Number(at);
}

/** A sorted table that evaluates filters on its keys and is read page by page on the virtual clock, with runs over its ranges. */
export function createKeyTable(options: KeyTableOptions): KeyTable {
  const clock = createVirtualClock();
  const rows = options.rows.toSorted(compareKeys);
  const seen: (KeyRequest & { readonly atMs: number })[] = [];
  const events: RunEvent[] = [];
  const pages: { index: number; order: number; keys: readonly EntityKey[] }[] = [];
  const tokenRead = { primary: false, secondary: false };
  const inFlight = { primary: 0, secondary: 0 };
  const most = { primary: 0, secondary: 0 };

  const wait = (signal: AbortSignal, durationMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = clock.env.setTimer(resolve, durationMs);
      signal.addEventListener('abort', () => {
        clock.env.clearTimer(timer);
        reject(cancelledError());
      });
    });
  const known = new Map<string, readonly EntityKey[]>();
  const matching = (filter: string): readonly EntityKey[] => {
    const found = known.get(filter) ?? keysIn(rows, filter);
    known.set(filter, found);
    return found;
  };
  const answer = async (replica: Replica, query: PageQuery, signal: AbortSignal): Promise<Page> => {
    const filter = query.filter ?? '';
    const found = matching(filter);
    const isFirstPage = query.continuation === undefined;
    const request = {
      filter,
      request: seen.length,
      matches: found.length,
      isFirstPage,
      replica,
      top: query.top,
    };
    const startedAtMs = clock.env.monotonicMs();
    seen.push({ ...request, atMs: startedAtMs });
    const fault = options.fault?.(request);
    await wait(signal, fault === 'hang' ? 35_000 : (options.latencyMs ?? 40));
    if (fault !== undefined) {
      const own = fault === 'hang' ? ({ kind: 'timeout' } as const) : fault;
      throw tableError({ ...own, message: `scripted ${own.kind}`, nextStep: 'none' });
    }
    const from = startOf(query, replica);
    const to = Math.min(found.length, from + Math.min(options.pageRows ?? 10, query.top ?? 1000));
    const goesOn = to < found.length && options.hidesToken?.(request) !== true;
    tokenRead[replica] ||= goesOn;
    const sent = options.spoil?.(found.slice(from, to), request) ?? found.slice(from, to);
    const endedAtMs = clock.env.monotonicMs();
    const value = sent.map((key) => ({ PartitionKey: key.partitionKey, RowKey: key.rowKey }));
    return {
      body: new TextEncoder().encode(JSON.stringify({ value })),
      ...(goesOn ? { continuation: { nextPartitionKey: `${filter}|${to}|${replica}` } } : {}),
      headersExposed: true,
      timing: { startedAtMs, headersAtMs: endedAtMs, endedAtMs },
    };
  };
  const readerOf = (replica: Replica): PageReader => ({
    transport: 'simple',
    tokenReadable: () => tokenRead[replica],
    costsPreflight: () => false,
    readPage: async (query, signal) => {
      inFlight[replica] += 1;
      most[replica] = Math.max(most[replica], inFlight[replica]);
      try {
        return await answer(replica, query, signal);
      } finally {
        inFlight[replica] -= 1;
      }
    },
  });

  const queries = options.ranges.map((range, index): LaneQuery => {
    const { filter } = rangeQuery(range, undefined) ?? {};
    const label = `query ${index}`;
    return { index, label, tableName: 'Orders', range, filter };
  });
  const sink = (index: number, page: { readonly body: Uint8Array }, slot: PageSlot) => {
    const { value } = JSON.parse(new TextDecoder().decode(page.body)) as {
      value: { PartitionKey: string; RowKey: string }[];
    };
    const keys = value.map((row) => ({ partitionKey: row.PartitionKey, rowKey: row.RowKey }));
    if (slot.range === undefined) return Promise.resolve(fail({ message: 'no range' }));
    pages.push({ index, order: slot.order, keys });
    const [firstKey, lastKey] = [keys[0], keys.at(-1)];
    return Promise.resolve(ok({ rows: keys.length, ...(firstKey && lastKey ? { firstKey, lastKey } : {}) }));
  };
  const start = (more: Partial<RunOptions> = {}): Promise<RunOutcome> =>
    runQueries({
      queries,
      guards: [],
      reader: readerOf('primary'),
      sink,
      env: clock.env,
      signal: new AbortController().signal,
      budget: { rows: 1e9, bytes: 1e12 },
      onEvent: (event) => events.push(event),
      ...more,
    });
  return {
    clock,
    queries,
    seen,
    events,
    kept: (index) =>
      pages
        .filter((page) => page.index === index)
        .toSorted((a, b) => a.order - b.order)
        .flatMap((page) => page.keys),
    secondary: readerOf('secondary'),
    mostInFlight: (replica) => most[replica],
    start,
    run: (more) => clock.run(start(more)),
  };
}

/** `count` rows one second apart, each in its own partition, whose key is the prefix and 19 digits of ticks. */
export function rowsInTime(
  prefix: string,
  count: number,
  from = 639_308_160_000_000_000n,
): readonly EntityKey[] {
  return Array.from({ length: count }, (_, row) => ({
    partitionKey: `${prefix}${String(from + BigInt(row) * 10_000_000n).padStart(19, '0')}`,
    rowKey: 'r',
  }));
}

export function rangeInTime(prefix: string, seconds: number, from = 639_308_160_000_000_000n): TableKeyRange {
  const text = (ticks: bigint): string => `${prefix}${String(ticks).padStart(19, '0')}`;
  return { partition: { from: text(from), to: text(from + BigInt(seconds) * 10_000_000n) }, exact: true };
}

export const prefixText = (prefix: number): string => `${String(prefix).padStart(19, '0')}___`;

/** A table with one query for each of these prefixes, given by the number of its rows; and these rows. A range is `seconds` long. */
export function createPrefixTable(
  rows: readonly number[],
  { seconds = Math.max(...rows), ...more }: Partial<KeyTableOptions> & { readonly seconds?: number } = {},
) {
  const truth = rows.map((count, prefix) => rowsInTime(prefixText(prefix), count));
  const ranges = rows.map((_, prefix) => rangeInTime(prefixText(prefix), seconds));
  return { table: createKeyTable({ rows: truth.flat(), ranges, ...more }), truth };
}

/** `count` prefixes of as many rows. */
export const evenly = (count: number, rows: number): readonly number[] =>
  Array.from({ length: count }, () => rows);

export function expectWhole(
  table: KeyTable,
  outcome: RunOutcome,
  truth: readonly (readonly EntityKey[])[],
): void {
  expect(outcome.queries.map(({ state }) => state)).toEqual(truth.map(() => 'done'));
  truth.forEach((rows, index) => expect(table.kept(index)).toEqual(rows));
  expect(outcome.rows).toBe(truth.flat().length);
}
