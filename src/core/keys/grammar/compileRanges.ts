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
import type { PartForm } from './timeBeside.ts';
import { years } from '../base/timeCodec.ts';
import { type KeyForm, timeIn } from './keyForm.ts';
import { meet, textsIn } from './timeSpans.ts';

export type InKey = Exclude<KeyPart, 'table'>;

/** An entry whose forms are compiled. */
export interface Compiled {
  readonly entry: SchemeEntry;
  readonly forms: Readonly<Record<KeyPart, Forms>>;
  /** The forms by which a window selects keys, and whether these keys are RowKeys. */
  readonly own: Forms;
  readonly isRow: boolean;
  readonly source: KeyScheme['timeSource'];
  /** The id and title of the scheme. A variant has other ones than its entry. */
  readonly id: string;
  readonly title: string;
  /** Whether PartitionKeys and RowKeys are read alike. */
  readonly isAlike: boolean;
  /** Set if the time may also be the first of several parts of a key. */
  readonly beside?: PartForm | undefined;
}

/** Whether users type how keys begin, because the text before the time differs from key to key. */
export function isTyped({ entry, own }: Compiled): boolean {
  const isOwn = entry.code?.ranges === undefined && rowKeyPrefixName(entry) === undefined;
  return isOwn && own.some((form) => hasTextBefore(form) && form.time?.orders.length !== 0);
}

/** Whether a window selects keys of this kind. */
export function isTimed({ source }: Compiled, part: InKey): boolean {
  return source === part || source === 'both';
}

/** What a query gives of the text before the time. */
function knownBefore(all: Compiled, part: InKey, options: KeyRangeOptions): KnownBefore {
  if (part !== (all.isRow ? 'row' : 'partition')) return {};
  if (isTyped(all))
    return { typed: options.textBefore, ...(part === 'partition' && { key: options.partitionKey }) };
  return rowKeyPrefixName(all.entry) === undefined ? {} : { named: options.rowKeyPrefix };
}

/** Narrows ranges to the chosen PartitionKey, if one of them contains it. */
function ofChosen(ranges: readonly TableKeyRange[], { partitionKey: key }: KeyRangeOptions) {
  const own = ranges.filter(({ partition }) => key !== undefined && isInSpan(key, partition));
  return key === undefined || own.length === 0
    ? ranges
    : own.map((range) => ({ ...range, partition: exactKey(key) }));
}

/** The partitions to read if the PartitionKey holds no time: the chosen one, or all if PartitionKeys may have several forms. */
function untimedPartitions({ isAlike, title, forms: { partition } }: Compiled, options: KeyRangeOptions) {
  if (options.partitionKey !== undefined) return [{ span: exactKey(options.partitionKey) }];
  return isAlike || partition.length !== 1
    ? [{ span: ALL_KEYS }]
    : spansOf(partition, title, undefined).spans;
}

/** The tables that hold a window; undefined if one table holds all times. */
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

/** Up to this many partitions are selected one by one, so that each can have a range of RowKeys. */
export const FEW_PARTITIONS = 10;

const NO_TIME = 'The keys hold no time, so the window cannot narrow them: rows are filtered after.';

/** Why a query reads all texts of a part, and how the user can name some. */
function unknownWords(all: Compiled, unknown: TemplatePart): string {
  const name = unknown.kind === 'property' ? unknown.name : '';
  const words = `${name === '' ? 'Text before the time' : `{${name}}`} is not known, so all its values are read.`;
  if (!isTyped(all)) return words;
  const list = name === '' ? '' : `, or list its values in a template: {${name} in a|b}`;
  return `${words} Type what keys begin with${list}.`;
}

/** The key ranges of a window. A time in either key narrows them; with a time in both keys, both do. */
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

/**
 * In more partitions than this, coverage checks do not look outside the RowKeys, because that takes two checks for each partition. The plan
 * says so.
 */
const MOST_CHECKED_PARTITIONS = 100;

/**
 * The ranges that hold all rows, whatever their time. RowKeys are included only where the partition is a single key: elsewhere a coverage
 * check could not look outside them.
 */
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

/** A table, and the part of a window that it holds. */
export interface TableWindow {
  readonly tableName?: string | undefined;
  readonly window: TickSpan;
}

/** The years 2000 to 2199. There are no tables of earlier or later times. */
const LIKELY = years(2000, 2200);
const LONGEST_WINDOW = LIKELY.to - LIKELY.from;

/** Limits a window to likely years: an open one would name a hundred thousand tables that cannot exist. */
function likelyWindow(window: TickSpan): TickSpan {
  return window.to - window.from <= LONGEST_WINDOW ? window : meet(window, LIKELY);
}

/**
 * The part of a table's name before its time, if a form matches; undefined otherwise. A form without a time matches the name of a table for
 * all times.
 */
function nameIn({ match, time, timeIndex }: KeyForm, tableName: string): string | undefined {
  const pieces = match(tableName);
  const text = pieces?.[timeIndex];
  if (time !== undefined && (text === undefined || timeIn(time, text, 0, text.length, {}) === undefined))
    return undefined;
  return pieces?.slice(0, Math.max(1, timeIndex)).join('');
}

/** How the names of the tables begin: as the given table's name does, else as the writer usually names them. */
function tableNames(forms: Forms, tableName: string | undefined): readonly string[] {
  for (const form of forms) {
    const name = tableName === undefined ? undefined : nameIn(form, tableName);
    if (name !== undefined) return [name];
  }
  return forms[0]?.usual ?? [];
}

/** The tables of a window, oldest first: each holds a month, or ten days. */
function tableWindows({ time }: KeyForm, name: string, asked: TickSpan): readonly TableWindow[] {
  const window = likelyWindow(asked);
  return Array.from(time === undefined ? [] : textsIn(time, window), ({ text, held }) => ({
    tableName: name + text,
    window: meet(window, held),
  }));
}
