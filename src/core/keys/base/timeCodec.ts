import { MAX_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { setTicks } from './digits.ts';
import type { TimeText } from './keySpan.ts';
import type { KeyHint, KeySpan, RowTime, TickSpan } from './scheme.ts';
import type { ShapeTest } from './keyShape.ts';
import { daysFromCivil } from '../../time/civil.ts';

/** What a text tells besides its instant. */
export interface TimeFacts {
  /** The time that the text covers, if that is not one step from its instant on. 'instant': only the instant itself. */
  readonly window?: TickSpan | 'instant';
  /** True if only the window is known, not the instant, as for a number that was cut short. */
  readonly isSpan?: true;
  readonly fields?: readonly (readonly [string, string])[] | undefined;
  /** What else this text may mean, in words. */
  readonly note?: string | undefined;
}

/** The digits of a time that are finer than a tick. The time is cut there, so they are shown beside it. */
export function finerField(digits: string): readonly (readonly [string, string])[] {
  return digits === '' ? [] : [['finer than 100 ns', digits]];
}

/** Texts of one width, which sort by time. */
export interface TimeOrder {
  /** How instants rounded down to `step` are written. */
  readonly texts: (step: bigint) => TimeText;
  /** The instants that can be written in this way. */
  readonly writable: TickSpan;
  /** The instants whose texts have one width; undefined: all of `writable`. Texts of another width sort elsewhere. */
  readonly steady?: TickSpan;
  /** A span that holds the keys of all realistic times. */
  readonly home: KeySpan;
}

/** How a text holds a time. The grammar compiles codecs of numbers and dates; what it cannot express is beside its entry, or in codecs/. */
export interface TimeCodec {
  /** The possible numbers of characters; 'any' if they vary freely. */
  readonly widths: readonly number[] | 'any';
  /** Rules out most texts where the widths do not. It may accept too many texts, which costs time, but must never reject a readable one. */
  readonly shape?: ShapeTest;
  /** How much time the smallest change of the text stands for, in ticks. */
  readonly step: bigint;
  readonly isDescending: boolean;
  /** True if keys sort by local time and not by their instants. */
  readonly isUnordered?: true;
  /** True if these are ticks, which the screen shows cut into seconds and fraction. */
  readonly isTicks?: true;
  /**
   * Reads [from, to) of a text. False if that is not such a time. Codecs for keys that occur by the million use no BigInt and allocate
   * nothing.
   */
  readonly read: (text: string, from: number, to: number, into: RowTime) => boolean;
  /** What the text tells besides its instant; undefined if the neighbours or other characters show that it is not such a time. */
  readonly facts?: (text: string, ticks: bigint, hint: KeyHint) => TimeFacts | undefined;
  /** The number in a text, in decimal, for the fields of a reading. */
  readonly count?: (text: string) => string;
  /** One for each width, in key order; empty if the texts do not sort by time. */
  readonly orders: readonly TimeOrder[];
  /**
   * A sentence that says why the range of a window also holds rows outside it, although texts sort by time; undefined if the range is
   * exact.
   */
  readonly excess?: (window: TickSpan) => string | undefined;
  /** A sentence that says why a window reads all keys. */
  readonly whyAll?: string;
  /** A sentence about similar keys that the ranges may miss, with the next step to take. */
  readonly misses?: string;
  /** The codec for the keys of one table, if the table's name tells how they are rounded. */
  readonly ofTable?: (tableName: string | undefined) => TimeCodec;
  /** True if only keys of some years have this form, so that not every instant has a key. */
  readonly isOfYears?: true;
  /** Writes an instant as text; default: as `orders` do. */
  readonly write?: (ticks: bigint) => string;
  /**
   * How writers round, if not simply down. 'own': to an interval that they choose, of which `step` is the usual one. 'clock': in their
   * local time.
   */
  readonly rounds?: 'own' | 'clock';
  /**
   * The intervals to which writers round, the coarsest first; each writer uses one of them. If all sampled keys fit a coarse one, it is
   * assumed: with a finer one, a window inside such an interval would miss its rows.
   */
  readonly choices?: readonly bigint[];
}

/** All instants that a DateTime can hold. */
export const ALL_TIME: TickSpan = { from: 0n, to: MAX_TICKS + 1n };

/**
 * Makes a `read` from a function of the whole text, for keys that do not occur by the million. The function returns undefined for a text
 * that is not such a time.
 */
export function ticksReader(ticksOf: (text: string) => bigint | undefined): TimeCodec['read'] {
  return (text, from, to, into) => {
    const ticks = ticksOf(text.slice(from, to));
    if (ticks === undefined || ticks < 0n || ticks > MAX_TICKS) return false;
    setTicks(ticks, into);
    return true;
  };
}

/** For codecs that only read: their texts must never be written. */
export const noText = (): string => '';

export function startOf(year: number): bigint {
  return BigInt(daysFromCivil(year, 1, 1)) * TICKS_PER_DAY;
}

/** The instants from the start of one year to the start of another, which is not included. */
export function years(from: number, to: number): TickSpan {
  return { from: startOf(from), to: startOf(to) };
}
