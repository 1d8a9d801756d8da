import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { allOf, comparison, stringLiteral } from '../odata/builders.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import {
  findForbiddenInKey,
  findLoneSurrogate,
  holdsNoKey,
  keyAfterPrefix,
  sendableEdge,
} from '../keyText.ts';
import type { KeyMatch } from './queryPlan.ts';
import { ALL_KEYS, exactKey, intersectSpans, spanOf } from '../keys/base/keySpan.ts';

/** The single key of a span `[k, k + U+0000)`; undefined for any other span. */
export function exactKeyOf(span: KeySpan): string | undefined {
  return span.from !== undefined && span.to === `${span.from}\u0000` ? span.from : undefined;
}

/** The smallest span that contains both spans. */
export function joinedSpan(a: KeySpan, b: KeySpan): KeySpan {
  const from = a.from === undefined || b.from === undefined ? undefined : a.from < b.from ? a.from : b.from;
  const to = a.to === undefined || b.to === undefined ? undefined : a.to > b.to ? a.to : b.to;
  return spanOf(from, to);
}

/** The key of a span that `eq` can query. It may be a key that no service should be able to store, since users can type any. */
function typedKeyOf(span: KeySpan): string | undefined {
  const key = exactKeyOf(span);
  return key === undefined || key.includes('\u0000') || findLoneSurrogate(key) >= 0 ? undefined : key;
}

/**
 * Whether a span contains no key that the service could store. A single key never counts as empty, because only the service knows whether
 * it could store it.
 */
export function isEmptySpan(span: KeySpan): boolean {
  return typedKeyOf(span) === undefined && holdsNoKey(span.from, span.to);
}

/**
 * Whether every service agrees on which keys are below a bound. They do not if it contains a surrogate or a character from U+E000 on,
 * because UTF-16 units and code points sort differently there; nor if no key can contain it, since then the next possible key is sent
 * (`sendableEdge`).
 */
export function isSureBound(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0xd800) return false;
  return findForbiddenInKey(text) === undefined;
}

export function isAllKeys(span: KeySpan): boolean {
  return (span.from === undefined || span.from === '') && span.to === undefined;
}

/** A range with other keys, and everything else as it was. */
export function withSpans(range: TableKeyRange, partition: KeySpan, row: KeySpan): TableKeyRange {
  const { row: _own, ...rest } = range;
  return { ...rest, partition, ...(isAllKeys(row) ? {} : { row }) };
}

/** A rectangle of keys. Without `row` it holds every row of its partitions. */
export type Keys = Pick<TableKeyRange, 'partition' | 'row'>;

/** The keys of a range that are in other keys too. They may be none (`holdsNone`). */
export function keysWithin(range: TableKeyRange, { partition, row = {} }: Keys): TableKeyRange {
  return withSpans(range, intersectSpans(range.partition, partition), intersectSpans(range.row ?? {}, row));
}

export function holdsNone({ partition, row = {} }: Keys): boolean {
  return isEmptySpan(partition) || isEmptySpan(row);
}

/** The order of spans by their lower bounds. */
export function compareStarts({ from: a = '' }: KeySpan, { from: b = '' }: KeySpan): number {
  return Number(a > b) - Number(a < b);
}

/** The comparisons that select keys and meet a condition; undefined if every row does. */
export function keysNode({ partition, row = {} }: Keys, condition?: FilterNode): FilterNode | undefined {
  return allOf([spanFilter('PartitionKey', partition), spanFilter('RowKey', row), condition]);
}

/** The keys that the user's input allows. No input, or an empty "begins with", allows all. */
export function matchSpan(match: KeyMatch | undefined): KeySpan {
  if (match === undefined) {
    return ALL_KEYS;
  }
  return match.kind === 'is' ? exactKey(match.text) : spanOf(match.text, keyAfterPrefix(match.text));
}

/**
 * A span as comparisons: `ge` and `lt`; `eq` for a single key; `gt` and `le` for a bound just after a key. Bounds pass through
 * sendableEdge, so none contains U+0000 or another character that keys cannot contain. Undefined if the span contains every key.
 */
export function spanFilter(property: 'PartitionKey' | 'RowKey', span: KeySpan): FilterNode | undefined {
  const key = typedKeyOf(span);
  if (key !== undefined) return comparison(property, 'eq', stringLiteral(key));
  const lower = span.from === undefined ? undefined : sendableEdge(span.from);
  const upper = span.to === undefined ? undefined : sendableEdge(span.to);
  if (lower !== undefined && upper?.after === true && !lower.after && lower.text === upper.text) {
    return comparison(property, 'eq', stringLiteral(lower.text));
  }
  const from =
    lower === undefined || (lower.text === '' && !lower.after)
      ? undefined
      : comparison(property, lower.after ? 'gt' : 'ge', stringLiteral(lower.text));
  const to =
    upper === undefined
      ? undefined
      : comparison(property, upper.after ? 'le' : 'lt', stringLiteral(upper.text));
  return allOf([from, to]);
}
