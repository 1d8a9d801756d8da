import type { Ticks } from '../../time/ticks.ts';
import type {
  EncodedKeys,
  EncodeOptions,
  KeyHint,
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeySegment,
  RowTime,
  SchemeFamily,
  TableKeyRange,
  TickSpan,
  TimeSource,
} from './scheme.ts';
import type { KeyShapes } from './keyShape.ts';
import type { TimeCodec } from './timeCodec.ts';

/** Computes the confidence of a reading where it depends on the text, its time or the neighbouring keys. */
export type Judge = (text: string, ticks: bigint, hint: KeyHint) => number;

/** One form that a key of a scheme can have, as an entry lists it. */
export interface KeyFormEntry {
  readonly template: string;
  /**
   * The confidence of a reading with a likely instant, or without a time. 0: keys of this form are never read, but a window still selects
   * them.
   */
  readonly confidence: number | Judge;
  /** The highest confidence that a judge returns; default: 1. Forms with a higher one are tried first. */
  readonly most?: number;
  /**
   * Two confidences that neighbouring keys decide between. The first applies if, read by this form, they are times within ten years of each
   * other, as those of random ids are not; the second if they are farther apart.
   */
  readonly close?: readonly [close: number, far: number];
  /** The confidence in a table whose name is one of the writer's. */
  readonly own?: number;
  /** True if keys of this form are only read in the writer's own tables. */
  readonly isOwnOnly?: true;
  readonly reason: string;
  /** Reads and writes the hole `{time}`, for times that the template grammar cannot express. */
  readonly codec?: TimeCodec;
  /** True if keys of this form are read, but a window never selects them. */
  readonly isExtra?: true;
  /** Only for names of tables: the texts before the time that are assumed if no table is named. */
  readonly usual?: readonly string[];
  /** Only for RowKeys: the name of the text before the time, if a query may give that text (`rowKeyPrefix`). */
  readonly before?: string;
  /** True if the writer stores every row twice, and this is the form of the second copy's RowKey. */
  readonly isTwin?: true;
  /**
   * True if this form is a last guess, for a PartitionKey that may be any text and that no other scheme reads. Its pattern shows what such
   * names usually look like.
   */
  readonly isGuess?: true;
}

/** Makes a form of a key, such as `{Ticks}_{nodeUniqueEventId}`. */
export function key(
  template: string,
  confidence: number | Judge,
  reason: string,
  more: Partial<Omit<KeyFormEntry, 'template' | 'confidence' | 'reason'>> = {},
): KeyFormEntry {
  return { template, confidence, reason, ...more };
}

/** A form that is read only in the writer's own tables. */
export function ownKey(
  template: string,
  confidence: number,
  reason: string,
  more: Pick<KeyFormEntry, 'codec' | 'isGuess'> = {},
): KeyFormEntry {
  return key(template, confidence, reason, { ...more, isOwnOnly: true });
}

/**
 * A sample row, from which the entry is tested. `time` is what the key with the finest time must be read as; the intervals of the other
 * keys must contain it.
 */
export interface SchemeExample {
  readonly table?: string;
  readonly partition?: string;
  readonly row?: string;
  /** ISO 8601; absent: no key holds a time. */
  readonly time?: string;
}

/** A key scheme as data. Each list in schemes/ holds one family; `compileSchemes` turns entries into working schemes. */
export interface SchemeEntry {
  readonly id: string;
  /** The name shown wherever the scheme appears, also to screen readers. */
  readonly title: string;
  /** The software that writes such keys; absent if anybody may. */
  readonly writer?: string;
  readonly family: SchemeFamily;
  /** The document or source file that the rule was taken from. */
  readonly source: string;
  /** Names of the writer's tables. */
  readonly tables?: RegExp;
  /** Forms of table names that contain the time of their rows. */
  readonly table?: KeyFormEntry | readonly KeyFormEntry[];
  readonly partition?: KeyFormEntry | readonly KeyFormEntry[];
  readonly row?: KeyFormEntry | readonly KeyFormEntry[];
  /**
   * Set if both keys are read alike; then there is also a variant of the scheme with the time in the other key. 'alone': the time must be
   * the whole key, because within a longer text it is often something else. 'parts': it may also be one of several parts of a key, or
   * follow a text. A number: like 'parts', with this confidence. 'orders': each key keeps its own form, and the variant has the opposite
   * order, whose forms are the extra ones.
   */
  readonly either?: 'alone' | 'whole' | 'parts' | 'orders' | number;
  /**
   * How times are rounded, in words; default: derived from the form. `rounding.ts` relies on two of these texts: exactly "exact" if keys
   * are exact to the tick, and "floor ..." if they hold the start of an interval.
   */
  readonly rounding?: string;
  /** The numbers of prefixes over which writers spread their rows, from small to large event volumes. 0: keys without a prefix. */
  readonly volume?: readonly number[];
  /** Properties with the exact time, best first. */
  readonly exactTime?: readonly string[];
  /** Completes or refuses a reading, for facts that the grammar cannot express. */
  readonly refine?: (
    reading: KeyReading,
    text: string,
    part: KeyPart,
    hint: KeyHint,
  ) => KeyReading | undefined;
  readonly example?: SchemeExample | undefined;
  /** Members of the compiled scheme that are written in code, because the grammar cannot express them. */
  readonly code?: Partial<Omit<KeyScheme, 'id' | 'title' | 'entry'>>;
}

/** Makes entries that have some members in common. */
export function entriesWith<Shared extends keyof SchemeEntry>(
  shared: Pick<SchemeEntry, Shared>,
  entries: readonly Omit<SchemeEntry, Shared>[],
): readonly SchemeEntry[] {
  return entries.map((own) => ({ ...shared, ...own }) as SchemeEntry);
}

export function formList(forms: SchemeEntry['row'] = []): readonly KeyFormEntry[] {
  return 'template' in forms ? [forms] : forms;
}

/**
 * A key scheme that is compiled from an entry of schemes/ and ready to use. Facts about the writer stay in the entry. A question that only
 * one place asks is answered there, from the entry and the time.
 */
export interface KeyScheme {
  readonly id: string;
  readonly title: string;
  /**
   * The entry that it was compiled from. A variant (the time in the other key, or the other order) shares its entry but has an id of its
   * own.
   */
  readonly entry: SchemeEntry;
  readonly timeSource: TimeSource;
  readonly order: 'ascending' | 'descending' | 'none';
  /** How the keys hold the time by which a window selects them; undefined if they hold none. */
  readonly time?: TimeCodec | undefined;
  /** Whether rows are spread over 1, 10 or 100 prefixes, depending on the event volume. */
  readonly prefixed: boolean;
  /**
   * Which shapes of key this scheme may read if no table is named, and how confidently at most. Without it every text is tried, which is
   * slow.
   */
  readonly shapes?: KeyShapes;
  /** Reads a whole key; undefined if the key is not of this scheme. Never throws. */
  readonly read: (text: string, part: KeyPart, hint: KeyHint) => KeyReading | undefined;
  /** Cuts a key of this scheme into coloured segments; undefined if it is not of this scheme. */
  readonly segments: (text: string, part: KeyPart) => readonly KeySegment[] | undefined;
  readonly encode?: (ticks: Ticks, options: EncodeOptions) => EncodedKeys;
  /**
   * The key ranges of a window, in ascending key order. Call keyRanges() instead: it first clamps the window to 0 .. MAX_TICKS + 1, drops
   * empty windows, shifts it by the writer's clock and widens it to whole rounding intervals.
   */
  readonly ranges: (interval: TickSpan, options: KeyRangeOptions) => readonly TableKeyRange[];
  /** The ranges that hold all rows of this scheme, whatever their time, in ascending order. Undefined if they are not known. */
  readonly homes: (options: KeyRangeOptions) => readonly TableKeyRange[] | undefined;
  /** Bulk path: reads the time in a row's keys. False if there is none. */
  readonly rowTime: (partitionKey: string, rowKey: string, into: RowTime) => boolean;
  /**
   * The text before the time in a key of this scheme, with its separator; undefined for other keys. Only schemes whose text people have to
   * type have this member.
   */
  readonly textBefore?: (text: string) => string | undefined;
  /** The name of the map row that an entity belongs to: its prefix ("37") or its partition. */
  readonly groupOf: (partitionKey: string, rowKey: string) => string;
}

/** What is known about a key before it is read by any scheme. */
export interface ReadHint extends KeyHint {
  /** Schemes made from the user's own templates, to be tried as well. */
  readonly templates?: readonly KeyScheme[];
}
