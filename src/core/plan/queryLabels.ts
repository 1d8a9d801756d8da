import { counted } from '../grouped.ts';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import type { PlanRequest } from './queryPlan.ts';
import { exactKeyOf, isAllKeys } from './spans.ts';

interface LabelledRequest {
  readonly request: PlanRequest;
  readonly scheme: KeyScheme;
}

function rangeLabel(range: TableKeyRange, { scheme, request }: LabelledRequest): string {
  if (range.prefix !== undefined) {
    return `prefix ${range.prefix}`;
  }
  if (scheme.prefixed) {
    return 'unprefixed';
  }
  if (range.tableName !== undefined && range.tableName !== request.tableName) {
    return range.tableName;
  }
  if (exactKeyOf(range.partition) !== undefined) {
    return range.row !== undefined && exactKeyOf(range.row) !== undefined ? 'point lookup' : 'one partition';
  }
  if (!isAllKeys(range.partition)) {
    return 'key range';
  }
  return range.row === undefined ? 'all rows' : 'every partition';
}

/**
 * Makes unique labels: with the table's name if there are several tables, and with the number of the part if a table has several ranges of
 * the same label.
 */
export function queryLabels(ranges: readonly TableKeyRange[], checked: LabelledRequest): readonly string[] {
  const plain = ranges.map((range) => rangeLabel(range, checked));
  const tables = new Set(ranges.map(({ tableName }) => tableName));
  const named = ranges.map(({ tableName }, index) => {
    const label = plain[index] ?? '';
    return tables.size > 1 && tableName !== undefined && tableName !== label
      ? `${tableName} ${label}`
      : label;
  });
  const counts = counted(named);
  const seen = new Map<string, number>();
  return named.map((label) => {
    const count = counts.get(label) ?? 1;
    const part = (seen.get(label) ?? 0) + 1;
    seen.set(label, part);
    return partLabel(label, part, count);
  });
}

/** The label of one part of a range that the plan reads in several parts. */
export function partLabel(label: string, part: number, count: number): string {
  return count === 1 ? label : `${label}, part ${part} of ${count}`;
}

/** The label of the whole range, without the number of the part: users see all parts as one prefix. */
export function wholeLabel(label: string): string {
  return label.replace(/, part \d+ of \d+$/, '');
}
