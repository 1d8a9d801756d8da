import { keyRanges } from '../../keys/keyRanges.ts';
import type { KeyRangeOptions, TickSpan } from '../../keys/base/scheme.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import type { FilterNode } from '../../odata/filterNode.ts';
import { keysNode } from '../../plan/spans.ts';
import { durationText } from '../../time/durationText.ts';
import { clampTicks, MAX_TICKS, TICKS_PER_MINUTE, tryIsoToTicks } from '../../time/ticks.ts';

/** A scan by Timestamp, rewritten as ranges of keys. */
export interface TimestampRewrite {
  /** One filter for each key range. Each of them contains the whole original filter. */
  readonly filters: readonly FilterNode[];
  /** The key times that are read: those of the condition, widened by the margin on both sides. */
  readonly window: TickSpan;
  /** A sentence about the rows that the rewrite does not read. */
  readonly warning: string;
}

/** How long after their key's time rows may reach the table, for agents that send every few minutes. */
export const DEFAULT_MARGIN_TICKS = 15n * TICKS_PER_MINUTE;

const END = MAX_TICKS + 1n;

function ticksOf(text: string): bigint | undefined {
  const ticks = tryIsoToTicks(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return ticks.ok ? ticks.value : undefined;
}

function conjuncts(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'and' ? node.operands.flatMap(conjuncts) : [node];
}

/** The half-open span that one comparison allows; undefined if it does not limit the Timestamp. */
function spanOf(node: FilterNode): TickSpan | undefined {
  if (node.kind !== 'comparison' || node.property !== 'Timestamp' || node.literal.kind !== 'datetime') {
    return undefined;
  }
  const at = ticksOf(node.literal.text);
  if (at === undefined) return undefined;
  switch (node.operator) {
    case 'eq':
      return { from: at, to: at + 1n };
    case 'ge':
      return { from: at, to: END };
    case 'gt':
      return { from: at + 1n, to: END };
    case 'lt':
      return { from: 0n, to: at };
    case 'le':
      return { from: 0n, to: at + 1n };
    default:
      return undefined;
  }
}

/**
 * The span in which the Timestamp of every matching row lies; undefined if the filter does not limit it. Only conditions that all rows must
 * meet count, not those inside `or` and `not`.
 */
export function timestampWindow(node: FilterNode): TickSpan | undefined {
  const spans = conjuncts(node)
    .map(spanOf)
    .filter((span) => span !== undefined);
  if (spans.length === 0) return undefined;
  return spans.reduce((a, b) => ({ from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to }));
}

/** The key times to read for a Timestamp condition, with the usual margin on both sides. An undefined end is open. */
export interface KeyTimes {
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
}

/** The key times of the rows that a Timestamp condition can match; undefined if it limits neither end, or if it cannot match anything. */
export function keyTimesOf(node: FilterNode): KeyTimes | undefined {
  const asked = timestampWindow(node);
  if (asked === undefined || asked.from >= asked.to) return undefined;
  const from = asked.from === 0n ? undefined : clampTicks(asked.from - DEFAULT_MARGIN_TICKS);
  const to = asked.to >= END ? undefined : clampTicks(asked.to + DEFAULT_MARGIN_TICKS);
  return { from, to };
}

/**
 * A note on what a query by a window of keys misses of its Timestamp condition: rows that were written too long before or after their key
 * time, or part of the time itself. Undefined if the filter does not limit the Timestamp.
 */
export function timestampNote(node: FilterNode, window: TickSpan): string | undefined {
  const asked = timestampWindow(node);
  if (asked === undefined || asked.from >= asked.to) return undefined;
  const before = asked.from === 0n ? undefined : asked.from - window.from;
  const after = asked.to >= END ? undefined : window.to - asked.to;
  const isOpenEnd = (asked.from === 0n && window.from > 0n) || (asked.to >= END && window.to < MAX_TICKS);
  const margins = [before, after].filter((margin) => margin !== undefined);
  const least = margins.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  if (least === undefined) return undefined;
  if (isOpenEnd || least < 0n) return 'The time range excludes keys that this Timestamp condition needs.';
  return lateWarning(least);
}

/** The warning about rows that are missed although keys are read with a margin. */
function lateWarning(marginTicks: bigint): string {
  const words = durationText(marginTicks);
  return `Rows written more than ${words} after their key time are not read. Nor are rows whose key time is more than ${words} after they were written.`;
}

/**
 * Rewrites a Timestamp condition as ranges of keys: those of the scheme for the condition's window, widened by the margin, each with the
 * whole filter. Undefined if the filter does not limit the Timestamp, if the scheme's keys hold no time, or if its ranges are in several
 * tables.
 */
export function timestampRewrite(
  node: FilterNode,
  schemeId: string,
  options: KeyRangeOptions = {},
  marginTicks: bigint = DEFAULT_MARGIN_TICKS,
): TimestampRewrite | undefined {
  const asked = timestampWindow(node);
  const scheme = schemeById(schemeId);
  if (asked === undefined || asked.from >= asked.to) return undefined;
  if (scheme === undefined || scheme.timeSource === 'none') return undefined;
  const to = asked.to + marginTicks;
  const window = { from: clampTicks(asked.from - marginTicks), to: to > END ? END : to };
  // If a writer has a table for each span of time, an open window would name every table.
  const isOpen = window.from === 0n || window.to === END;
  const last = { from: END - 1n, to: END };
  if (isOpen && keyRanges(schemeId, last, options).some(({ tableName }) => tableName !== undefined))
    return undefined;
  const ranges = keyRanges(schemeId, window, options);
  if (ranges.some(({ tableName }) => tableName !== undefined)) return undefined;
  const filters = ranges.map((range) => keysNode(range, node));
  const known = filters.filter((filter) => filter !== undefined);
  return known.length === 0 ? undefined : { filters: known, window, warning: lateWarning(marginTicks) };
}
