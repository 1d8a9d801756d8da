import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { parseFilter } from '../odata/filter.ts';
import { queryClassOf } from '../odata/classify.ts';
import type { QueryPlan } from '../plan/queryPlan.ts';
import { fail, ok, type Result } from '../result.ts';
import { rowKeysOf, rowSpanTicks, type SeriesLayout } from './seriesLayout.ts';
import { seriesQueries, type SeriesWindow } from './seriesQueries.ts';
import { type SeriesTimeForm, timeFormTitle, timeOfKey } from './timeKey.ts';
import type { Interval } from '../time/ticks.ts';
import type { ComparedPoint } from './comparePoints.ts';

/** The key scheme that reads the same time from RowKeys as a key form does. */
function rowSchemeOf(form: SeriesTimeForm, rowKey: string): string | undefined {
  const time = timeOfKey(form, rowKey);
  if (!time.ok) return undefined;
  return KEY_SCHEMES.find(
    (scheme) => scheme.timeSource === 'row' && scheme.read(rowKey, 'row', {})?.ticks === time.value,
  )?.id;
}

/**
 * The plan that reads a window of a series from a table: the queries of `seriesQueries`, and no coverage checks, since they
 * name every key that they want. A fault says why the rows could not be put on a time axis.
 */
export function seriesPlan(
  tableName: string,
  layout: SeriesLayout,
  asked: SeriesWindow,
): Result<QueryPlan, string> {
  const { rowKey } = rowKeysOf(layout, asked.window.from);
  const schemeId = rowSchemeOf(layout.time, rowKey);
  if (schemeId === undefined) return fail(`No key scheme reads RowKeys of ${timeFormTitle(layout.time)}.`);
  const read = seriesQueries(layout, asked);
  const queries = read.filters.map((filter, index) => {
    const node = parseFilter(filter);
    return {
      index,
      label: read.filters.length === 1 ? read.kind : `query ${index + 1}`,
      tableName,
      range: read.ranges[index] ?? { partition: {}, exact: false },
      filter,
      queryClass: queryClassOf(node.ok ? node.value : undefined),
    };
  });
  return ok({
    request: {
      tableName,
      schemeId,
      window: asked.window,
      volume: 1,
      unprefixed: false,
      roundingTicks: rowSpanTicks(layout),
      ...(layout.kind === 'basic' && { partitionKey: { kind: 'is', text: layout.source } as const }),
    },
    queries,
    guards: [],
    queryClass: queries[0]?.queryClass ?? 'table scan',
    notes: [],
  });
}

/**
 * The average of the points in each of `count` equal parts of a window; NaN for a part without points, which
 * is not zero. Points that are not finite numbers are left out.
 */
export function averageBuckets(
  points: readonly ComparedPoint[],
  { from, to }: Interval,
  count: number,
): Float64Array {
  const sums = new Float64Array(count);
  const counts = new Uint32Array(count);
  const span = to - from;
  for (const { ticks, text } of points) {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || ticks < from || ticks >= to) continue;
    const bucket = Number(((ticks - from) * BigInt(count)) / span);
    sums[bucket] = (sums[bucket] as number) + value;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return sums.map((sum, bucket) => (counts[bucket] === 0 ? Number.NaN : sum / (counts[bucket] as number)));
}
