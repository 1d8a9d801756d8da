import { MAX_TICKS } from '../../time/ticks.ts';
import { setTicks } from './digits.ts';
import type { TimeText } from './keySpan.ts';
import type { KeyHint, KeySpan, RowTime, TickSpan } from './scheme.ts';
import type { ShapeTest } from './keyShape.ts';

/** What a text says besides its instant. */
export interface TimeFacts {
  /** The time that it covers, if it is not one step from its instant; 'instant': none. */
  readonly window?: TickSpan | 'instant';
  /** True if only the window is known, as for a number that was cut short. */
  readonly isSpan?: true;
  readonly fields?: readonly (readonly [string, string])[] | undefined;
  /** What else this text may mean, in words. */
  readonly note?: string | undefined;
}

/** Texts of one width, which sort by time. */
export interface TimeOrder {
  /** The texts of instants rounded down to `step`. */
  readonly texts: (step: bigint) => TimeText;
  /** Instants that have such a text. */
  readonly writable: TickSpan;
  /** Instants whose texts have one width; undefined: all that can be written. Others sort elsewhere. */
  readonly steady?: TickSpan;
  /** The keys of all realistic times. */
  readonly home: KeySpan;
}

/** How a text holds a time: numbers and dates come from the grammar, what it cannot say is in codecs/. */
export interface TimeCodec {
  /** Possible numbers of characters; 'any' if they vary. */
  readonly widths: readonly number[] | 'any';
  /** Rules most texts out, if its widths do not. It may accept too many texts, which costs time, but never too few. */
  readonly shape?: ShapeTest;
  /** The time of one step of the text, in ticks. */
  readonly step: bigint;
  readonly isDescending: boolean;
  /** True if keys sort by local time, not by their instants. */
  readonly isUnordered?: true;
  /** Ticks that are cut into seconds and fraction on the screen. */
  readonly isTicks?: true;
  /** Reads [from, to) of a text, without BigInt or allocation where keys are read by the million. False if it is no such time. */
  readonly read: (text: string, from: number, to: number, into: RowTime) => boolean;
  /** What the text says besides; undefined: the neighbours or other characters show that it is no such time. */
  readonly facts?: (text: string, ticks: bigint, hint: KeyHint) => TimeFacts | undefined;
  /** The count in a text, in decimal, as readings show it. */
  readonly count?: (text: string) => string;
  /** One for each width, in key order; empty if the texts do not sort by time. */
  readonly orders: readonly TimeOrder[];
  /** Why the range of a window holds rows outside it although texts sort by time; undefined: it is exact. */
  readonly excess?: (window: TickSpan) => string | undefined;
  /** Why no range is narrower than all keys, as a sentence. */
  readonly whyAll?: string;
  /** Similar keys that ranges may miss, as a sentence with the next step. */
  readonly misses?: string;
  /** The codec for the keys of one table, if the table's name tells how they are rounded. */
  readonly ofTable?: (tableName: string | undefined) => TimeCodec;
  /** True if keys of other years are not of this form, so that not every instant has a key. */
  readonly isOfYears?: true;
  /** The whole text of an instant; default: that of `orders`. */
  readonly write?: (ticks: bigint) => string;
  /**
   * How its writers round, if they do not simply round down. 'own': to an interval that they choose, of which `step` is the usual one.
   * 'clock': in their local time.
   */
  readonly rounds?: 'own' | 'clock';
}

/** Every DateTime. */
export const ALL_TIME: TickSpan = { from: 0n, to: MAX_TICKS + 1n };

/** Reads a text by its instant, where keys are not read by the million. undefined: it is no such time. */
export function ticksReader(ticksOf: (text: string) => bigint | undefined): TimeCodec['read'] {
  return (text, from, to, into) => {
    const ticks = ticksOf(text.slice(from, to));
    if (ticks === undefined || ticks < 0n || ticks > MAX_TICKS) return false;
    setTicks(ticks, into);
    return true;
  };
}

/** Of codecs whose texts nobody should make. */
export const noText = (): string => '';
