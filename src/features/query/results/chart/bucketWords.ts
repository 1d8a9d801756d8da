import { linesByValue } from '../../../../ui/charts/chartLines.ts';
import { type BucketRange, rangeWindow } from '../rows/stripShape.ts';
import { lackWords, type UnreadTime } from '../time/unreadSpans.ts';
import type { SeriesAnswer, SeriesModel, SeriesRequest } from './chartModel.ts';
import { statisticText } from './chartWords.ts';

/** A chart over time, with its request. */
export interface ChartPart {
  readonly request: SeriesRequest;
  readonly model: SeriesModel;
}

/** Why the numbers of a bucket may differ from those of the table; undefined if all of its time was read. */
export function bucketLack(answer: SeriesAnswer, bucket: number, unread: UnreadTime): string | undefined {
  return lackWords(rangeWindow(answer, { anchor: bucket, end: bucket }), unread);
}

/** A value in words. Missing rows can only increase a count, so counts are lower limits; other statistics are of what was read. */
export function bucketValue(
  { value, statistic }: SeriesRequest,
  answer: SeriesAnswer,
  line: number,
  bucket: number,
  unread: UnreadTime,
): string {
  const { values, exact } = answer.series[line] ?? {};
  const number = values?.[bucket] ?? Number.NaN;
  const text = statisticText(value, statistic, { number, exact: exact?.get(bucket) });
  if (statistic !== 'count' || bucketLack(answer, bucket, unread) === undefined) return text;
  return number === 0 ? 'none read' : `at least ${text}`;
}

/** What a bucket holds, or what is missing in several, for screen readers. */
export function bucketWords(
  { request, model: { answer, lines } }: ChartPart,
  range: BucketRange,
  unread: UnreadTime,
): string {
  const { anchor, end } = range;
  const lack = lackWords(rangeWindow(answer, range), unread);
  const note = lack === undefined ? '' : `; ${lack}`;
  if (anchor !== end) return note;
  const values = linesByValue(lines, end).map(
    ({ line }) => `${line.label} ${bucketValue(request, answer, lines.indexOf(line), end, unread)}`,
  );
  return `: ${values.join(', ')}${note}`;
}
