import { isInSpan } from '../../keys/rangeTruth.fixture.ts';
import type { Probe } from './probe.ts';
import type { ProbeAnswer, ProbeRequest, ProbeRow } from './probeTypes.ts';

/** A table in key order whose rows are made on access, so that a million of them cost nothing. */
export interface SortedTable {
  readonly count: number;
  readonly keyAt: (index: number) => ProbeRow;
}

function isBefore(row: ProbeRow, partitionKey: string, rowKey: string): boolean {
  return row.partitionKey < partitionKey || (row.partitionKey === partitionKey && row.rowKey < rowKey);
}

/** The service's answer: the first rows of the span, and whether more follow. */
export function answerOf(table: SortedTable, request: ProbeRequest): ProbeAnswer {
  const { partition, row, pages } = request;
  const top = pages === undefined ? request.top : 1 + pages * request.top;
  const isExact = partition.from !== undefined && partition.to === `${partition.from}\u0000`;
  if (row !== undefined && !isExact) throw new RangeError('A RowKey without an exact partition is a scan.');
  let low = 0;
  let high = table.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(table.keyAt(middle), partition.from ?? '', row?.from ?? '')) low = middle + 1;
    else high = middle;
  }
  const rows: ProbeRow[] = [];
  for (let index = low; index < table.count; index++) {
    const key = table.keyAt(index);
    if (!isInSpan(key.partitionKey, partition) || !isInSpan(key.rowKey, row)) break;
    if (rows.length === top) return { rows, hasMore: true };
    rows.push(key);
  }
  return { rows, hasMore: false };
}

function cutShort(answer: ProbeAnswer, isCut: boolean): ProbeAnswer {
  return isCut && answer.rows.length > 1
    ? { rows: answer.rows.slice(0, answer.rows.length >> 1), hasMore: true }
    : answer;
}

/** Requests allowed each time. */
const MORE = 1000;

/** The next request. If the budget is used up, it allows more, like a user who always continues. */
function nextAllowed(probe: Probe): ProbeRequest | undefined {
  const request = probe.next();
  if (request !== undefined || probe.picture().held === undefined) return request;
  probe.allow(MORE);
  return probe.next();
}

/**
 * Answers everything a probe requests, at any cost; some answers follow an empty page. With `cut`, every nth answer ends early
 * with a token, as at the border of a partition server. Returns the requests by purpose.
 */
export function drive(
  probe: Probe,
  table: SortedTable,
  cut = Number.POSITIVE_INFINITY,
): ReadonlyMap<ProbeRequest['purpose'], number> {
  const sent = new Map<ProbeRequest['purpose'], number>();
  for (let request = nextAllowed(probe); request !== undefined; request = nextAllowed(probe)) {
    sent.set(request.purpose, (sent.get(request.purpose) ?? 0) + 1);
    const isEmptyFirst =
      request.id % 3 === 0 && probe.accept(request.id, { rows: [], hasMore: true }) === 'again';
    if (isEmptyFirst || request.id % 3 !== 0)
      probe.accept(request.id, cutShort(answerOf(table, request), request.id % cut === 0));
  }
  return sent;
}
