import { years } from './timeCodec.ts';
import { type KeyScheme, type SchemeEntry, formList } from './keyScheme.ts';
import { clampTicks, MAX_TICKS } from '../../time/ticks.ts';
import { ALL_KEYS } from './keySpan.ts';
import type { KeyReading, KeySpan, SchemeFamily, TableKeyRange, TickSpan } from './scheme.ts';

const NO_FIELDS: ReadonlyMap<string, string> = new Map();

/**
 * Makes a reading of a scheme; undefined if its instant is not a valid DateTime. The objects are written out in full because spreading
 * optional members would double the time this takes.
 */
export function readingOf(
  { id: schemeId, title }: Pick<KeyScheme, 'id' | 'title'>,
  ticks: bigint | undefined,
  window: TickSpan | undefined,
  given: Iterable<readonly [string, string]> | undefined,
  confidence: number,
  reason: string,
): KeyReading | undefined {
  if (ticks !== undefined && (ticks < 0n || ticks > MAX_TICKS)) return undefined;
  const fields = given === undefined ? NO_FIELDS : new Map(given);
  if (window === undefined) {
    return ticks === undefined
      ? { schemeId, title, fields, confidence, reason }
      : { schemeId, title, ticks: clampTicks(ticks), fields, confidence, reason };
  }
  if (window.to <= 0n || window.from > MAX_TICKS) return undefined;
  const span = { from: clampTicks(window.from), to: clampTicks(window.to) };
  return ticks === undefined
    ? { schemeId, title, window: span, fields, confidence, reason }
    : { schemeId, title, ticks: clampTicks(ticks), window: span, fields, confidence, reason };
}

export function isTimed({ ticks, window }: KeyReading): boolean {
  return ticks !== undefined || window !== undefined;
}

const LIKELY = years(1990, 2100);
const POSSIBLE = years(1900, 2200);

/** Whether an instant is in 1990 .. 2099, as nearly all times in stored data are. */
export function isLikelyInstant(ticks: bigint): boolean {
  return ticks >= LIKELY.from && ticks < LIKELY.to;
}

/** A factor for the confidence of a reading, by how likely its instant is in stored data. */
export function plausibility(ticks: bigint): number {
  if (isLikelyInstant(ticks)) return 1;
  return ticks >= POSSIBLE.from && ticks < POSSIBLE.to ? 0.6 : 0.2;
}

interface RangeParts {
  readonly tableName?: string | undefined;
  readonly partition?: KeySpan;
  readonly row?: KeySpan | undefined;
  readonly prefix?: number;
  readonly reason?: string | undefined;
}

/** A range over one table. It is exact unless a reason says why it is not. */
export function tableRange({
  tableName,
  partition = ALL_KEYS,
  row,
  prefix,
  reason,
}: RangeParts): TableKeyRange {
  return {
    tableName,
    partition,
    row,
    prefix,
    exact: reason === undefined,
    reason,
  };
}

/** Whether the time and the map row of an entity depend on its PartitionKey only, so that neighbouring rows of a partition share them. */
export function needsPartitionOnly({ timeSource, groupOf }: KeyScheme): boolean {
  // `length` counts declared parameters: a function that declares only one cannot look at the RowKey.
  return (timeSource === 'partition' || timeSource === 'none') && groupOf.length < 2;
}

const NUMBERS: readonly SchemeFamily[] = ['unix', 'snowflake', 'dotNetNumber', 'id'];

/**
 * Whether the time is a number or an id. Then unrelated numbers and ids can look like it, while ticks and dates are recognised by their
 * digits.
 */
export function isNumber({ family }: { readonly family: SchemeFamily }): boolean {
  return NUMBERS.includes(family);
}

/** How the ids of schemes begin that read a text before the time. */
export const TEXT_FIRST = 'text-';

/** Whether the time of this scheme follows a text that differs from key to key. */
export function isAfterText({ id }: Pick<KeyScheme, 'id'>): boolean {
  return id.startsWith(TEXT_FIRST);
}

/**
 * Whether this scheme is a variant of another one, which reads the keys for both: with the time in the other key, or in the other order.
 */
export function isVariant({ id, entry }: Pick<KeyScheme, 'id' | 'entry'>): boolean {
  return id !== entry.id;
}

/** The name of the text before the time in the RowKey, if ranges use `rowKeyPrefix`. */
export function rowKeyPrefixName({ row }: SchemeEntry): string | undefined {
  return formList(row).find(({ before }) => before !== undefined)?.before;
}
