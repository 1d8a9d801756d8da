import { guardFormula } from '../../../../core/csv.ts';
import { columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import { clampTicks, ticksToIso } from '../../../../core/time/ticks.ts';
import type { UnreadTime } from '../time/unreadSpans.ts';
import { bucketLack } from './bucketWords.ts';
import { chartTitle, exactNumber, labelWords, valueName } from './chartWords.ts';

/** A name as one cell: without tabs and line breaks, and without anything that a spreadsheet would run. */
function cell(text: string): string {
  return guardFormula(text.replace(/[\t\r\n]/g, ' '));
}

/**
 * What a chart shows, as tab-separated values with one line for each bucket, bin or value. Durations are in ticks of 100 ns. A bucket that
 * overlaps unread time has no values, because zero would mean "nothing there". If buckets cannot show that, a last line says that rows may
 * be missing.
 */
export function chartTsv(request: ChartRequest, answer: ChartResult, unread: UnreadTime): string {
  const mayLack = unread === 'unknown' || (answer.kind !== 'series' && unread.length > 0);
  return `${[...rowsOf(request, answer, unread), ...(mayLack ? [['rows may be missing']] : [])]
    .map((row) => row.join('\t'))
    .join('\n')}\n`;
}

function rowsOf(
  request: ChartRequest,
  answer: ChartResult,
  unread: UnreadTime,
): readonly (readonly string[])[] {
  if (answer.kind === 'top') {
    const { others } = answer;
    return [
      [request.kind === 'top' ? cell(columnTitle(request)) : 'value', 'rows'],
      ...answer.values.map(({ label, rows }) => [cell(labelWords(label, undefined)), String(rows)]),
      ...(others.values === 0 ? [] : [[`${others.values} other values`, String(others.rows)]]),
    ];
  }
  if (answer.kind === 'histogram') {
    const name = request.kind === 'top' ? '' : cell(valueName(request.value));
    return [
      [`${name} from`, 'to below', 'rows'],
      ...answer.bins.map(({ from, to, rows }) => [String(from), String(to), String(rows)]),
    ];
  }
  const split = request.kind === 'series' ? request.split : undefined;
  const title = request.kind === 'series' ? chartTitle(request.value, request.statistic, undefined) : '';
  const isOne = answer.series.length === 1 && answer.series[0]?.label.kind === 'all';
  const timeOf = (bucket: number): string =>
    ticksToIso(clampTicks(answer.from + BigInt(bucket) * answer.bucketTicks));
  return [
    [
      'from',
      'to',
      ...(isOne ? [cell(title)] : answer.series.map(({ label }) => cell(labelWords(label, split)))),
    ],
    ...Array.from({ length: answer.bucketCount }, (_, bucket) => [
      timeOf(bucket),
      timeOf(bucket + 1),
      ...answer.series.map(({ values, exact }) =>
        unread !== 'unknown' && bucketLack(answer, bucket, unread) !== undefined
          ? ''
          : exactNumber(exact.get(bucket) ?? values[bucket]),
      ),
    ]),
  ];
}
