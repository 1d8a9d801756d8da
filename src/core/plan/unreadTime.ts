import { keysBeginningWith } from '../keys/base/keySpan.ts';
import type {
  KeyPart,
  KeyScheme,
  KeySpan,
  SegmentKind,
  TableKeyRange,
  TickSpan,
} from '../keys/base/scheme.ts';
import { MAX_TICKS } from '../time/ticks.ts';

/** All the time that keys can hold. */
const EVER: TickSpan = { from: 0n, to: MAX_TICKS + 1n };

const TIME_KINDS: ReadonlySet<SegmentKind> = new Set([
  'date',
  'subsecond',
  'inverted-date',
  'inverted-subsecond',
]);

/** A bound of a range that holds a time. */
interface Edge {
  readonly time: TickSpan;
  /** What the key says before its last time; keys are in order of time only among those that begin with it. */
  readonly before: string;
  readonly isDescending: boolean;
}

/** The time at a bound. A trailing U+0000 only says on which side of the key the bound is. */
function edgeOf(scheme: KeyScheme, bound: string | undefined, part: KeyPart): Edge | undefined {
  if (bound === undefined) return undefined;
  const key = bound.endsWith('\u0000') ? bound.slice(0, -1) : bound;
  const reading = scheme.read(key, part, {});
  const { ticks, window } = reading ?? {};
  const time = window ?? (ticks === undefined ? undefined : { from: ticks, to: ticks + 1n });
  if (time === undefined) return undefined;
  const segments = scheme.segments(key, part) ?? [];
  const last = segments.findLastIndex(({ kind }) => TIME_KINDS.has(kind));
  const other = segments.findLastIndex(({ kind }, at) => at < last && !TIME_KINDS.has(kind));
  return {
    time,
    before: segments
      .slice(0, other + 1)
      .map(({ text }) => text)
      .join(''),
    isDescending:
      last < 0 ? scheme.order === 'descending' : segments[last]?.kind.startsWith('inverted') === true,
  };
}

/** Whether all keys of a span begin with a text. */
function allBeginWith({ from = '', to }: KeySpan, text: string): boolean {
  const end = keysBeginningWith(text).to;
  return text === '' || (from.startsWith(text) && (end === undefined || (to !== undefined && to <= end)));
}

/** The time between the earlier and the later bound; undefined is open. */
function between(from: bigint | undefined, to: bigint | undefined): TickSpan {
  return { from: from ?? EVER.from, to: to ?? EVER.to };
}

function spanTime(scheme: KeyScheme, span: KeySpan, part: KeyPart): TickSpan | undefined {
  const [low, high] = [edgeOf(scheme, span.from, part), edgeOf(scheme, span.to, part)];
  const known = low ?? high;
  // Behind another text, time begins anew: keys of another device may be older or younger than both bounds.
  if (known === undefined || !allBeginWith(span, known.before)) return undefined;
  if (known.isDescending) return between(high?.time.from, low?.time.to);
  const isIncluded = span.to?.endsWith('\u0000') === true;
  return between(low?.time.from, isIncluded ? high?.time.to : high?.time.from);
}

/**
 * The time that rows in a key range may have: half-open, and never too narrow. A bound without a time counts as open.
 * Undefined if the keys do not tell.
 */
export function timeOfRange(
  scheme: KeyScheme,
  { partition, row = {} }: Pick<TableKeyRange, 'partition' | 'row'>,
): TickSpan | undefined {
  if (scheme.order === 'none') return undefined;
  const { timeSource } = scheme;
  const ofPartition = timeSource === 'partition' || timeSource === 'both';
  const ofRow = timeSource === 'row' || timeSource === 'both';
  return (
    (ofPartition ? spanTime(scheme, partition, 'partition') : undefined) ??
    (ofRow ? spanTime(scheme, row, 'row') : undefined)
  );
}
