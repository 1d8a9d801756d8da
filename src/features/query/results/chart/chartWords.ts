import type {
  ChartValue,
  CountedRows,
  GroupLabel,
  InstantSource,
  LeftOut,
  Statistic,
} from '../../../../core/entities/chart/chartTypes.ts';
import {
  type ColumnRef,
  columnTitle,
  isNumberParameter,
} from '../../../../core/entities/columns/columnRef.ts';
import { type ColumnSet, type ColumnSummary, isNumber } from '../../../../core/rows/columnProfile.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import { columnId } from '../../../../state/run/groupChoice.ts';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { type ChartUnit, valueText } from '../../../../ui/charts/valueAxis.ts';

export const STATISTIC_NAMES: Readonly<Record<Statistic, string>> = {
  count: 'Count',
  rate: 'Per second',
  sum: 'Sum',
  average: 'Average',
  minimum: 'Minimum',
  maximum: 'Maximum',
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  distinct: 'Distinct',
};

/** What a statistic means, if its name does not say it. */
export function statisticMeaning(statistic: Statistic, value: ChartValue): string | undefined {
  if (statistic === 'count' && value.kind !== 'rows')
    return value.kind === 'duration' ? 'Rows that have both times' : 'Rows that have a value of any type';
  if (statistic === 'rate') return value.kind === 'rows' ? 'Rows per second' : 'Sum per second';
  if (statistic === 'distinct')
    return value.kind === 'duration' ? 'Different durations' : 'Different values of any type';
  const percent = /^p(\d+)$/.exec(statistic)?.[1];
  return percent && `Smallest value that ${percent} % of the values do not exceed`;
}

function instantName(source: InstantSource): string {
  if (source.kind === 'property') return source.name;
  return { key: 'time in the key', event: 'event time', arrival: 'Timestamp' }[source.kind];
}

export function valueName(value: ChartValue): string {
  if (value.kind === 'property') return columnTitle(value);
  if (value.kind === 'duration') return `${instantName(value.from)} to ${instantName(value.to)}`;
  return value.kind === 'rows' ? 'Rows' : 'Stored size';
}

/** "Rows per 30 s", "DurationMs, p95 per 30 s". `step` is undefined until the width of buckets is known. */
export function chartTitle(value: ChartValue, statistic: Statistic, step: string | undefined): string {
  const name = valueName(value);
  if (statistic === 'rate') return `${name} per second`;
  const what = value.kind === 'rows' ? name : `${name}, ${STATISTIC_NAMES[statistic].toLowerCase()}`;
  return step === undefined ? `${what} over time` : `${what} per ${step}`;
}

export function splitName(split: RowGrouping | undefined): string {
  if (split === undefined) return 'nothing';
  if (split.by === 'property') return split.name;
  return { prefix: 'prefix', partition: 'PartitionKey', identity: 'writer' }[split.by];
}

/** The name of a series in the legend: its value, after the name of what rows are split by, because "4" alone says little. */
export function lineWords(label: GroupLabel, split: RowGrouping | undefined): string {
  const words = labelWords(label, split);
  if (split === undefined || label.kind === 'all' || label.kind === 'others') return words;
  if (split.by === 'property') return `${split.name} ${words}`;
  return split.by === 'prefix' && label.kind === 'value' && label.text !== '' ? `prefix ${words}` : words;
}

/** The value of a group as text. */
export function labelWords(label: GroupLabel, split: RowGrouping | undefined): string {
  switch (label.kind) {
    case 'all':
      return 'all rows';
    case 'value':
      return label.text === '' ? (split?.by === 'prefix' ? '(no prefix)' : '(empty)') : label.text;
    case 'absent':
      return '(no value)';
    case 'null':
      return '(null)';
    case 'twice':
      return '(two values)';
    case 'others':
      return formatPlural(label.groups, 'other');
  }
}

/** "3 of 1,204 rows", or only the number if it is all rows. */
export function countedWords({ rows, all }: CountedRows): string {
  return rows === all ? formatPlural(rows, 'row') : `${formatCount(rows)} of ${formatPlural(all, 'row')}`;
}

export function unitOf(value: ChartValue, statistic: Statistic): ChartUnit {
  if (statistic === 'count' || statistic === 'distinct') return 'rows';
  if (value.kind === 'bytes') return 'bytes';
  return value.kind === 'duration' ? 'ticks' : 'number';
}

/** A value of a chart as text, with its unit. */
export function statisticText(
  value: ChartValue,
  statistic: Statistic,
  { number, exact }: { readonly number: number; readonly exact?: bigint | undefined },
): string {
  const text = valueText(number, unitOf(value, statistic), exact);
  return statistic === 'rate' && Number.isFinite(number) ? `${text}/s` : text;
}

/** A number with all digits; empty if there is no value, which is not the same as zero. */
export function exactNumber(value: number | bigint | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}

/** "1,204 rows without DurationMs, 3 rows with NaN"; undefined if every row has a number. */
export function leftOutWords(value: ChartValue, leftOut: readonly LeftOut[]): string | undefined {
  if (leftOut.length === 0) return undefined;
  const name = valueName(value);
  return leftOut
    .map(({ reason, rows }) => {
      const counted = formatPlural(rows, 'row');
      if (reason.kind === 'absent') return `${counted} without ${name}`;
      if (reason.kind === 'null') return `${counted} with null`;
      if (reason.kind === 'twice') return `${counted} with ${name} twice`;
      return `${counted} with ${reason.kind === 'special' ? reason.text : `a value of ${reason.type}`}`;
    })
    .join(', ');
}

export function parameterEntry(ref: ColumnRef) {
  return { id: columnId(ref), label: columnTitle(ref), description: 'Varies in the selected template' };
}

export function propertyEntry({ name, types }: ColumnSummary) {
  const description = types.map((type) => type.replace('Edm.', '')).join(', ');
  return { id: columnId({ name }), label: name, description };
}

/** Whether the values of a property or parameter are numbers. */
export function isQuantity(ref: ColumnRef, columns: ColumnSet): boolean {
  const column = columns.of(ref.name);
  return ref.fact === undefined ? column !== undefined && isNumber(column) : isNumberParameter(ref);
}

/** Menu entries of all properties, numbers first. */
export function numberEntries(columns: readonly ColumnSummary[]) {
  return columns.toSorted((a, b) => Number(isNumber(b)) - Number(isNumber(a))).map(propertyEntry);
}
