import { UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { type TimedRows, timesOfArrays } from '../../entities/order/timeColumn.ts';
import { NO_PREFIX } from '../../keys/grammar/fixedBytes.ts';
import type { BulkList } from '../../keys/bulk/bulkList.ts';
import type { BulkKey, BulkSummary, ListPause } from '../../keys/bulk/bulkTypes.ts';
import type { TickSpan } from '../../keys/base/scheme.ts';
import type { Interval } from '../../time/ticks.ts';
import { listFacts } from '../diagnosis/listFacts.ts';
import { longestPauses, offsetsOf } from '../diagnosis/pauses.ts';
import { type KeyspaceMatrix, keyspaceMatrix } from '../map/matrix.ts';

/** A half-open range of the list's keys, by index. It may go beyond the end. */
export interface KeysRequest {
  readonly from: number;
  readonly to: number;
}

export interface KeyMapRequest {
  /** Default: from the first to the last time. */
  readonly window?: TickSpan;
  /** Maximum number of columns, 1 .. 4096. */
  readonly columns: number;
}

/** A list of keys that was read, and answers about it. */
export class KeyList {
  readonly list: BulkList;
  private readonly summary: BulkSummary | undefined;
  private map: KeyMapRows | undefined;

  /** `summary` is undefined for an empty list. */
  constructor(list: BulkList, summary: BulkSummary | undefined) {
    this.list = list;
    this.summary = summary;
  }

  keys({ from, to }: KeysRequest): readonly BulkKey[] {
    const { list } = this;
    return Array.from({ length: to - from }, (_, at) => list.key(from + at) ?? []).flat();
  }

  /** Times without keys that are unusual for this list. O(n log n). */
  pauses(): readonly ListPause[] {
    const { list, summary } = this;
    if (summary?.span === undefined) return [];
    this.map ??= keyMapRows(list);
    const { rows, prefixes } = this.map;
    const { count } = list.columns;
    const base = summary.span.first;
    const { roundingTicks } = listFacts(summary, base).facts;
    return longestPauses({
      count,
      baseTicks: base,
      offsets: offsetsOf(list.columns, base, count),
      groups: rows.groups,
      groupCount: prefixes.length,
      stepTicks: roundingTicks,
    });
  }

  matrix(request: KeyMapRequest): KeyspaceMatrix {
    this.map ??= keyMapRows(this.list);
    const span = this.summary?.span;
    const whole = span === undefined ? { from: 0n, to: 0n } : { from: span.first, to: span.last + 1n };
    const roundingTicks = this.summary?.schemes[0]?.roundingTicks;
    return keyspaceMatrix(this.map.rows, {
      roundingTicks,
      window: (request.window ?? whole) as Interval,
      columns: request.columns,
      by: 'group',
      labels: this.map.prefixes,
    });
  }
}

/** A list's keys, grouped for the map. */
interface KeyMapRows {
  readonly rows: TimedRows;
  /** Labels of the prefixes, in ascending order. They are the first groups; the schemes of keys without a prefix follow. */
  readonly prefixes: readonly string[];
}

/**
 * Groups each key by its prefix. Keys without one share a row of the map if other keys have prefixes; otherwise each scheme has a row.
 */
function keyMapRows(list: BulkList): KeyMapRows {
  const { columns, schemes } = list;
  const numbers = [...new Set(columns.prefix.subarray(0, columns.count))].toSorted((a, b) => a - b);
  const prefixes = numbers.filter((prefix) => prefix !== NO_PREFIX);
  const groupOf = new Map(prefixes.map((prefix, index) => [prefix, index]));
  const labels = prefixes.map(String);
  const unprefixed = (index: number): string =>
    prefixes.length > 0 ? UNPREFIXED : (schemes[index]?.title ?? '');
  const groups = Uint32Array.from(
    { length: columns.count },
    (_, index) =>
      groupOf.get(columns.prefix[index] as number) ?? prefixes.length + (columns.scheme[index] as number),
  );
  const times = timesOfArrays(columns);
  return {
    rows: {
      rowCount: columns.count,
      times: () => times,
      groups,
      groupLabels: [...labels, ...schemes.map((_, index) => unprefixed(index))],
      queryIndexes: new Uint32Array(0),
    },
    prefixes: labels,
  };
}
