import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { ALL_KEYS, exactKey, isInSpan } from '../base/keySpan.ts';
import type { KeyPart, KeyRangeOptions, TableKeyRange, TickSpan } from '../base/scheme.ts';
import { rowKeyPrefixName, tableRange } from '../base/schemeSpec.ts';
import {
  asked,
  type Forms,
  type FormSpans,
  hasTextBefore,
  homesOf,
  inTable,
  type KnownBefore,
  spansOf,
  timed,
} from './compileForms.ts';
import type { TemplatePart } from './keyTemplate.ts';
import { tableNames, type TableWindow, tableWindows } from './tableTime.ts';
import type { PartForm } from './timeBeside.ts';

export type InKey = Exclude<KeyPart, 'table'>;

/** An entry whose forms can match texts. */
export interface Compiled {
  readonly entry: SchemeEntry;
  readonly forms: Readonly<Record<KeyPart, Forms>>;
  /** Of the keys with a time: the forms that a window selects, and whether they are RowKeys. */
  readonly own: Forms;
  readonly isRow: boolean;
  readonly source: KeyScheme['timeSource'];
  /** The name of a variant; otherwise the entry's. */
  readonly id: string;
  readonly title: string;
  /** Whether both keys are read alike. */
  readonly isAlike: boolean;
  /** Of a time that may be one of several parts of a key, and stands first in it. */
  readonly beside?: PartForm | undefined;
}

/** Whether people type the beginning of keys up to the time, because it differs from key to key. */
export function isTyped({ entry, own }: Compiled): boolean {
  const isOwn = entry.code?.ranges === undefined && rowKeyPrefixName(entry) === undefined;
  return isOwn && own.some((form) => hasTextBefore(form) && form.time?.orders.length !== 0);
}

/** Whether a window selects keys of this kind. */
export function isTimed({ source }: Compiled, part: InKey): boolean {
  return source === part || source === 'both';
}

/** What a query tells of the text before the time. */
function knownBefore(all: Compiled, part: InKey, options: KeyRangeOptions): KnownBefore {
  if (part !== (all.isRow ? 'row' : 'partition')) return {};
  if (isTyped(all))
    return { typed: options.textBefore, ...(part === 'partition' && { key: options.partitionKey }) };
  return rowKeyPrefixName(all.entry) === undefined ? {} : { named: options.rowKeyPrefix };
}

/** Ranges of PartitionKeys: only those of the chosen one, if it is among them. */
function ofChosen(ranges: readonly TableKeyRange[], { partitionKey: key }: KeyRangeOptions) {
  const own = ranges.filter(({ partition }) => key !== undefined && isInSpan(key, partition));
  return key === undefined || own.length === 0
    ? ranges
    : own.map((range) => ({ ...range, partition: exactKey(key) }));
}

/** The partitions of rows whose PartitionKey holds no time: the chosen one; all, if it may have several forms. */
function untimedPartitions({ isAlike, title, forms: { partition } }: Compiled, options: KeyRangeOptions) {
  if (options.partitionKey !== undefined) return [{ span: exactKey(options.partitionKey) }];
  return isAlike || partition.length !== 1
    ? [{ span: ALL_KEYS }]
    : spansOf(partition, title, undefined).spans;
}

/** The tables of a window; undefined if a table is for all times. */
export function tablesIn(
  { source, forms: { table } }: Compiled,
  window: TickSpan,
  tableName: string | undefined,
): readonly TableWindow[] | undefined {
  const [form] = table;
  const names = tableNames(table, tableName);
  return form === undefined || source === 'table' || names.length === 0
    ? undefined
    : names.flatMap((name) => tableWindows(form, name, window));
}

/** Up to this many partitions are named one by one, so that a range of rows narrows each. */
export const FEW_PARTITIONS = 10;

const NO_TIME = 'The keys hold no time, so the window cannot narrow them: rows are filtered after.';

/** Why all texts of a part are read, and how to name some. */
function unknownWords(all: Compiled, unknown: TemplatePart): string {
  const name = unknown.kind === 'property' ? unknown.name : '';
  const words = `${name === '' ? 'Text before the time' : `{${name}}`} is not known, so all its values are read.`;
  if (!isTyped(all)) return words;
  const list = name === '' ? '' : `, or list its values in a template: {${name} in a|b}`;
  return `${words} Type what keys begin with${list}.`;
}

/** The keys of a window: a time in either key narrows them, and so does one in each. */
export function rangesOf(
  all: Compiled,
  wanted: TickSpan,
  options: KeyRangeOptions,
): readonly TableKeyRange[] {
  const { title, forms, source } = all;
  const isUntimed = source === 'none' || source === 'table';
  const tables = tablesIn(all, wanted, options.tableName) ?? [
    { tableName: options.tableName, window: wanted },
  ];
  const ranges = tables.flatMap(({ tableName, window }) => {
    const spansIn = (part: InKey, few = 0): FormSpans => {
      const known = knownBefore(all, part, options);
      const own = asked(timed(forms[part]), known).map((form) => inTable(form, tableName));
      return spansOf(own, title, window, known, few);
    };
    const rows = isTimed(all, 'row') ? spansIn('row') : undefined;
    const partitions = isTimed(all, 'partition')
      ? spansIn('partition', rows === undefined ? 0 : FEW_PARTITIONS)
      : { spans: untimedPartitions(all, options) };
    const unknown = partitions.unknown ?? rows?.unknown;
    const known = isUntimed ? NO_TIME : unknown && unknownWords(all, unknown);
    return partitions.spans.flatMap((own) =>
      (rows?.spans ?? [undefined]).map((row) =>
        tableRange({
          tableName,
          partition: own.span,
          ...(row !== undefined && row.span !== ALL_KEYS && { row: row.span }),
          reason: known ?? own.reason ?? row?.reason,
        }),
      ),
    );
  });
  return ofChosen(ranges, options);
}

/** With more partitions, no coverage checks look outside the RowKeys, because each partition would take two. The plan says so. */
const MOST_CHECKED_PARTITIONS = 100;

/** Where rows are at any time. The RowKey only matters in a single exact partition: only there can a coverage check look outside it. */
export function homes(all: Compiled, options: KeyRangeOptions): readonly TableKeyRange[] | undefined {
  if (all.forms.table.length > 0) return undefined;
  const known = { ...options, partitionKey: undefined };
  const homesIn = (part: InKey) => homesOf(timed(all.forms[part]), knownBefore(all, part, known));
  const rows = isTimed(all, 'row') ? homesIn('row').filter((row) => row !== ALL_KEYS) : [];
  const spans = isTimed(all, 'partition')
    ? homesIn('partition')
    : untimedPartitions(all, options).map(({ span }) => span);
  const partitions = ofChosen(
    spans.map((partition) => tableRange({ partition })),
    options,
  );
  const isFew = partitions.length * rows.length <= MOST_CHECKED_PARTITIONS;
  return partitions.flatMap((range) => {
    const { from, to } = range.partition;
    const isOne = from !== undefined && to === exactKey(from).to;
    return isOne && isFew && rows.length > 0 ? rows.map((row) => ({ ...range, row })) : [range];
  });
}
