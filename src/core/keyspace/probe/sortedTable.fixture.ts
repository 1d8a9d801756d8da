import { compareKeys } from '../../keys/base/entityKey.ts';
import { isInSpan } from '../../keys/rangeTruth.fixture.ts';
import type { Probe } from './probe.ts';
import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';

/** A table in key order whose rows are made on access, so that a million of them cost nothing. */
export interface SortedTable {
  readonly count: number;
  readonly keyAt: (index: number) => ProbeRow;
}

export function sortedTable(rows: readonly ProbeRow[]): SortedTable {
  const keys = rows.toSorted(compareKeys);
  return { count: keys.length, keyAt: (index) => keys[index] as ProbeRow };
}

/** The service's answer: the first rows of the span, and whether more follow. */
export function answerOf(table: SortedTable, request: ProbeRequest): ProbeAnswer {
  const { partition, row, pages } = request;
  const top = pages === undefined ? request.top : 1 + pages * request.top;
  const isExact = partition.from !== undefined && partition.to === `${partition.from}\u0000`;
  if (row !== undefined && !isExact) throw new RangeError('A RowKey without an exact partition is a scan.');
  let low = 0;
  let high = table.count;
  const start = { partitionKey: partition.from ?? '', rowKey: row?.from ?? '' };
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(table.keyAt(middle), start) < 0) low = middle + 1;
    else high = middle;
  }
  const rows: ProbeRow[] = [];
  const requests = pages === undefined ? 1 : pages + 1;
  for (let index = low; index < table.count; index++) {
    const key = table.keyAt(index);
    if (!isInSpan(key.partitionKey, partition) || !isInSpan(key.rowKey, row)) break;
    if (rows.length === top) return { rows, hasMore: true, requests };
    rows.push(key);
  }
  return { rows, hasMore: false, requests };
}

function cutShort(answer: ProbeAnswer, isCut: boolean): ProbeAnswer {
  return isCut && answer.rows.length > 1
    ? { ...answer, rows: answer.rows.slice(0, answer.rows.length >> 1), hasMore: true }
    : answer;
}

/**
 * Answers everything a probe requests. With `cut`, every nth answer ends early with a token, as at the border of a partition
 * server. Returns the requests.
 */
export function drive(probe: Probe, table: SortedTable, cut = Infinity): readonly ProbeRequest[] {
  const sent: ProbeRequest[] = [];
  for (let request = probe.next(); request !== undefined; request = probe.next()) {
    sent.push(request);
    probe.accept(request.id, cutShort(answerOf(table, request), request.id % cut === 0));
  }
  return sent;
}

/** Times from the first row found to just past the last one. */
function wholeTime(probe: Probe): { readonly from: bigint; readonly to: bigint } {
  const times = probe
    .picture()
    .groups.flatMap(({ first, last }) => [first?.ticks ?? [], last?.ticks ?? []].flat());
  const sorted = times.toSorted((a, b) => (a < b ? -1 : 1));
  return { from: sorted[0] ?? 0n, to: (sorted.at(-1) ?? 0n) + 1n };
}

/** Probes as the page does: groups and ends, then samples of the whole time. Returns the window and its columns. */
export function probeAll(probe: Probe, table: SortedTable, cut?: number) {
  drive(probe, table, cut);
  const look = { ...wholeTime(probe), columns: probe.columnsFor() };
  probe.look(look);
  drive(probe, table, cut);
  return look;
}
