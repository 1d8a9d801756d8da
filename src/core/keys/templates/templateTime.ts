import { MAX_TICKS, TICKS_PER_MS, TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { afterPrefix, floorTo, isDigits, padNumber } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { TickSpan } from '../base/scheme.ts';
import { dateTextTicks, dateTimeText, layoutSpan } from '../dates/dateLayouts.ts';
import type { NumberTimeName, TemplatePart } from './keyTemplate.ts';

type TimePart = Extract<TemplatePart, { kind: 'time' }>;

interface Count {
  readonly epoch: bigint;
  readonly unit: bigint;
  /** Set if the number counts down: the number from which the time is subtracted. */
  readonly from?: bigint;
}

/** 9999999999 and 9999999999999 are the usual minuends of Unix times that count down. */
const COUNTS: Readonly<Record<NumberTimeName, Count>> = {
  Ticks: { epoch: 0n, unit: 1n },
  InvertedTicks: { epoch: 0n, unit: 1n, from: MAX_TICKS },
  Unix: { epoch: UNIX_EPOCH_TICKS, unit: TICKS_PER_SECOND },
  InvertedUnix: { epoch: UNIX_EPOCH_TICKS, unit: TICKS_PER_SECOND, from: 9_999_999_999n },
  UnixMs: { epoch: UNIX_EPOCH_TICKS, unit: TICKS_PER_MS },
  InvertedUnixMs: { epoch: UNIX_EPOCH_TICKS, unit: TICKS_PER_MS, from: 9_999_999_999_999n },
};

/** The first and last instant that a time part can write. */
export function writableTicks({ style }: TimePart): { readonly first: bigint; readonly last: bigint } {
  if (style.kind === 'date') return { first: 0n, last: MAX_TICKS };
  const { epoch, unit, from } = COUNTS[style.name];
  if (unit === 1n) return { first: 0n, last: MAX_TICKS };
  const most = from ?? (unit === TICKS_PER_SECOND ? 9_999_999_999n : 9_999_999_999_999n);
  const last = epoch + (most + 1n) * unit - 1n;
  return { first: epoch, last: last > MAX_TICKS ? MAX_TICKS : last };
}

/** The text of a time part for instants that it can write. */
export function timeTextOf(part: TimePart): TimeText {
  const { style, stepTicks } = part;
  if (style.kind === 'date') {
    return dateTimeText(style.layout, stepTicks);
  }
  const { epoch, unit, from } = COUNTS[style.name];
  const { first, last } = writableTicks(part);
  const text = (bucket: bigint): string => {
    const count = (bucket - epoch) / unit;
    return padNumber(from === undefined ? count : from - count, style.width);
  };
  return {
    bucket: (ticks) => {
      const floor = floorTo(ticks > last ? last : ticks, stepTicks);
      return floor < first ? first : floor;
    },
    text,
    // Numbers of one width: what begins with a text ends before the next number.
    after: (bucket) => afterPrefix(text(bucket)) ?? '',
    isDescending: from !== undefined,
  };
}

/** The span of time that a text means; undefined if the part does not write such a text. */
export function readTime(part: TimePart, text: string): TickSpan | undefined {
  const { style, stepTicks } = part;
  if (style.kind === 'date') {
    const ticks = dateTextTicks(text, style.layout);
    if (ticks === undefined) return undefined;
    const own = layoutSpan(ticks, style.layout);
    const isStepped = stepTicks > own.to - own.from;
    if (isStepped && ticks % stepTicks !== 0n) return undefined;
    return isStepped ? { from: ticks, to: ticks + stepTicks } : own;
  }
  if (!isDigits(text)) return undefined;
  const { epoch, unit, from } = COUNTS[style.name];
  const number = BigInt(text);
  const count = from === undefined ? number : from - number;
  const ticks = epoch + count * unit;
  if (count < 0n || ticks > MAX_TICKS || timeTextOf(part).bucket(ticks) !== ticks) return undefined;
  const step = stepTicks > unit ? stepTicks : unit;
  return { from: ticks, to: floorTo(ticks, step) + step };
}
