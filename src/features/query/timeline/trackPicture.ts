import { type ChartAnswer, type Statistic, STATISTICS } from '../../../core/entities/chart/chartTypes.ts';
import { spanOf, type TimeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { ChartRequest } from '../../../core/rows/chartRows.ts';
import { isNumber } from '../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../core/rows/packedColumns.ts';
import { type Severity, severityReader, type SeverityRank } from '../../../core/rows/severity.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { secondsText } from '../../../core/words.ts';
import { LETTER_PX } from '../../../ui/charts/axisLabels.ts';
import { shareOf } from '../../../ui/charts/timeAxis.ts';
import { valueText } from '../../../ui/charts/valueAxis.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import type { BucketRange } from '../results/rows/stripShape.ts';

/** What a track draws of its rows. */
export type TrackLook =
  | { readonly kind: 'rows' }
  /** Rows by severity. */
  | { readonly kind: 'levels'; readonly name: string; readonly read: (text: string) => Severity | undefined }
  | { readonly kind: 'number'; readonly name: string; readonly statistic: Statistic };

/** Height of the drawing in SVG units. Each bucket is one unit wide. */
const TRACK_HEIGHT = 100;
/** Least height of a bar, so that a few errors among many rows can be seen. */
const LEAST_BAR = 6;
const BAR_WIDTH = 0.86;
/** At most this many values of the level column are told apart. Rows with others are drawn as rows without a level. */
const MOST_LEVELS = 40;

/** Worst first, stacked from the bottom up: errors stand on the base line, where their heights can be compared. */
const RANKS = ['critical', 'error', 'warning', 'info', 'verbose', 'none'] as const;
export type Rank = SeverityRank | 'none';

/** The column that says how bad a row is. */
function levelOf({ of, arrangement: { front, back, folded } }: ArrangedColumns) {
  for (const { name } of [...front, ...back, ...folded]) {
    const column = of(name);
    const read = column && severityReader(column);
    if (read !== undefined) return { kind: 'levels', name, read } as const;
  }
  return undefined;
}

/** What a track shows, from the text in its arrangement. By default rows by level, if a column has levels. */
export function lookOf(shows: string, columns: ArrangedColumns): TrackLook {
  const space = shows.indexOf(' ');
  const statistic = STATISTICS.find((id) => id === shows.slice(0, space));
  if (space > 0 && statistic !== undefined)
    return { kind: 'number', name: shows.slice(space + 1), statistic };
  return (shows === 'rows' ? undefined : levelOf(columns)) ?? { kind: 'rows' };
}

const NUMBERS = [
  ['average', 'Average of'],
  ['p95', 'p95 of'],
  ['maximum', 'Maximum of'],
] as const;

/** What a track can show. Each `id` is the text for the arrangement. */
export function lookChoices(
  columns: ArrangedColumns,
): readonly { readonly id: string; readonly label: string }[] {
  const level = levelOf(columns);
  const numbers = columns.all.filter((column) => isNumber(column) && column.name !== level?.name);
  return [
    ...(level === undefined ? [] : [{ id: 'levels', label: `Rows by ${level.name}` }]),
    { id: 'rows', label: 'Rows' },
    ...numbers.flatMap(({ name }) =>
      NUMBERS.map(([id, words]) => ({ id: `${id} ${name}`, label: `${words} ${name}` })),
    ),
  ];
}

export function lookName(look: TrackLook): string {
  if (look.kind === 'rows') return 'Rows';
  if (look.kind === 'levels') return `Rows by ${look.name}`;
  const words = NUMBERS.find(([id]) => id === look.statistic)?.[1] ?? `${look.statistic} of`;
  return `${words} ${look.name}`;
}

/** The request whose answer a track draws: a chart with the buckets that all tracks share. */
export function lookRequest(look: TrackLook, axis: TimeBuckets): ChartRequest {
  const { from, to } = spanOf(axis);
  return {
    kind: 'series',
    window: { from: clampTicks(from), to: clampTicks(to) },
    buckets: { ticks: axis.bucketTicks },
    top: MOST_LEVELS,
    ...(look.kind === 'number'
      ? { value: { kind: 'property', name: look.name }, statistic: look.statistic }
      : { value: { kind: 'rows' }, statistic: 'count' }),
    ...(look.kind === 'levels' && { split: { by: 'property', name: look.name } }),
  };
}

/** The width of a bucket, such as "30 s". */
export function stepWords({ bucketTicks }: TimeBuckets): string {
  return secondsText(Number(bucketTicks) / Number(TICKS_PER_SECOND));
}

/** What a track draws, by bucket. */
export type TrackData = {
  /** Rows that are not on the axis, or have no time. */
  readonly outside: number;
} & (
  | {
      readonly kind: 'bars';
      readonly totals: Float64Array;
      readonly ranks: ReadonlyMap<Rank, Float64Array>;
      readonly max: number;
    }
  | { readonly kind: 'line'; readonly values: Float64Array; readonly min: number; readonly max: number }
);

/** What to draw of an answer: its series summed by severity, or the values of a number. Undefined if it has other buckets than `axis`. */
export function trackData(
  { series, from, bucketTicks, bucketCount, outside: { before, after, withoutTime } }: ChartAnswer,
  look: TrackLook,
  axis: TimeBuckets,
): TrackData | undefined {
  if (from !== axis.from || bucketTicks !== axis.bucketTicks || bucketCount !== axis.bucketCount)
    return undefined;
  const outside = before + after + withoutTime;
  if (look.kind === 'number') {
    const values = series[0]?.values ?? new Float64Array(bucketCount).fill(Number.NaN);
    const known = values.filter((value) => Number.isFinite(value));
    const [least, max] = [Math.min(...known), Math.max(...known)];
    // If all values are far above zero, the scale begins at the least one; from zero, they would look like a flat line.
    return { kind: 'line', outside, values, min: least > max / 2 ? least : Math.min(0, least), max };
  }
  const totals = new Float64Array(bucketCount);
  const ranks = new Map<Rank, Float64Array>();
  for (const { label, counts } of series) {
    const rank =
      look.kind === 'levels' && label.kind === 'value' ? (look.read(label.text)?.rank ?? 'none') : 'none';
    const sums = ranks.get(rank) ?? new Float64Array(bucketCount);
    ranks.set(rank, sums);
    for (const [bucket, count] of counts.entries()) {
      sums[bucket] = (sums[bucket] as number) + count;
      totals[bucket] = (totals[bucket] as number) + count;
    }
  }
  return {
    kind: 'bars',
    outside,
    totals,
    ranks,
    max: totals.reduce((most, count) => Math.max(most, count), 0),
  };
}

interface TrackPath {
  readonly rank: Rank;
  readonly path: string;
}

/** SVG paths of the bars, stacked. `max`: the count that has the full height. */
export function barPaths(
  { ranks, totals }: Extract<TrackData, { kind: 'bars' }>,
  max: number,
): readonly TrackPath[] {
  const tops = new Float64Array(totals.length);
  return RANKS.flatMap((rank) => {
    const counts = ranks.get(rank);
    if (counts === undefined) return [];
    const parts: string[] = [];
    for (const [at, count] of counts.entries()) {
      if (count === 0) continue;
      const bottom = tops[at] as number;
      const height = Math.min(TRACK_HEIGHT - bottom, Math.max(LEAST_BAR, (count / max) * TRACK_HEIGHT));
      tops[at] = bottom + height;
      const y = TRACK_HEIGHT - bottom;
      parts.push(`M${at} ${short(y)}v${short(-height)}h${BAR_WIDTH}V${short(y)}z`);
    }
    return [{ rank, path: parts.join('') }];
  });
}

/** SVG paths of a line and the area below it. Both have gaps where no row has a value, because that is not zero. */
export function linePaths({ values, min, max }: Extract<TrackData, { kind: 'line' }>): {
  readonly line: string;
  readonly area: string;
} {
  const span = max - min || 1;
  const [line, area]: [string[], string[]] = [[], []];
  let before = false;
  for (const [at, value] of values.entries()) {
    const isKnown = Number.isFinite(value);
    if (isKnown) {
      const y = short(TRACK_HEIGHT - ((value - min) / span) * (TRACK_HEIGHT - 4) - 2);
      // A step as wide as the bucket, because the value is that of the whole bucket.
      line.push(`${before ? 'L' : 'M'}${at} ${y}h1`);
      area.push(`${before ? 'L' : `M${at} ${TRACK_HEIGHT}L`}${at} ${y}h1`);
    }
    if (before && !isKnown) area.push(`V${TRACK_HEIGHT}z`);
    before = isKnown;
  }
  if (before) area.push(`V${TRACK_HEIGHT}z`);
  return { line: line.join(''), area: area.join('') };
}

function short(value: number): number {
  return Number(value.toFixed(2));
}

/** What a track says about a range of buckets: "121 rows, 38 errors"; for a number, its value, or the least and the greatest of several. */
export function figuresOf(data: TrackData, range: BucketRange): readonly [figure: string, unit: string] {
  const [first, end] = [Math.min(range.anchor, range.end), Math.max(range.anchor, range.end) + 1];
  if (data.kind === 'line') {
    const known = data.values.subarray(first, end).filter(Number.isFinite);
    const ends = known.length === 0 ? [Number.NaN] : [Math.min(...known), Math.max(...known)];
    return [[...new Set(ends.map((value) => valueText(value, 'number')))].join(' to '), ''];
  }
  const sum = (counts: Float64Array | undefined): number =>
    counts?.subarray(first, end).reduce((total, count) => total + count, 0) ?? 0;
  const rows = sum(data.totals);
  const bad = sum(data.ranks.get('critical')) + sum(data.ranks.get('error'));
  const errors = bad === 0 ? '' : `, ${formatPlural(bad, 'error')}`;
  return [formatCount(rows), `${rows === 1 ? 'row' : 'rows'}${errors}`];
}

/** What the full height of a track stands for, and how many rows are not on the axis. */
export function scaleWords(data: TrackData, axis: TimeBuckets): string {
  const outside = data.outside === 0 ? [] : [`${formatPlural(data.outside, 'row')} outside`];
  return [...heightWords(data, axis), ...outside].join(', ');
}

function heightWords(data: TrackData, axis: TimeBuckets): readonly string[] {
  if (data.kind === 'bars') return data.max === 0 ? [] : [`${formatCount(data.max)} per ${stepWords(axis)}`];
  if (!Number.isFinite(data.max)) return ['no numbers'];
  const least = data.min === 0 ? '' : `${valueText(data.min, 'number')} to `;
  return [least + valueText(data.max, 'number')];
}

interface PlacedMark {
  readonly finding: Finding;
  /** CSS px. */
  readonly left: number;
  readonly right: number;
  /** True if there is room for the name. */
  readonly isNamed: boolean;
}

/** Places findings on an axis of `width` px, the earliest first. */
export function placedMarks(
  findings: readonly Finding[],
  all: TickSpan,
  width: number,
): readonly PlacedMark[] {
  let free = 0;
  return findings
    .flatMap((finding) => {
      const [cell] = finding.cells;
      if (cell === undefined || cell.to <= all.from || cell.from >= all.to) return [];
      return [{ finding, left: shareOf(all, cell.from) * width, right: shareOf(all, cell.to) * width }];
    })
    .toSorted((a, b) => a.left - b.left)
    .map((mark) => {
      const end = mark.left + mark.finding.title.length * LETTER_PX + 8;
      const isNamed = mark.left >= free && end <= width;
      if (isNamed) free = end;
      return { ...mark, isNamed };
    });
}
