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

/** How sure a reading is, if the text, its time or its neighbours decide that. */
export type Judge = (text: string, ticks: bigint, hint: KeyHint) => number;

/** A form of a key, as an entry lists it. */
export interface KeyFormEntry {
  readonly template: string;
  /** Confidence of a likely instant, or of a key without time; 0: it is not read, but a window selects it. */
  readonly confidence: number | Judge;
  /** The highest that a judge gives; default: 1. Forms with more are tried first. */
  readonly most?: number;
  /** The confidence if neighbours, read by this form, are times within ten years, as those of random ids are not; and if they are none. */
  readonly close?: readonly [close: number, far: number];
  /** The confidence in the writer's own tables. */
  readonly own?: number;
  /** True if it is read only there. */
  readonly isOwnOnly?: true;
  readonly reason: string;
  /** The time of `{time}`, which the grammar cannot say. */
  readonly codec?: TimeCodec;
  /** True if keys of this form are read, but a window never selects them. */
  readonly isExtra?: true;
  /** Of tables: what stands before the time if no table is named. */
  readonly usual?: readonly string[];
  /** Of RowKeys: the name of the text before the time, if a query may give it (`rowKeyPrefix`). */
  readonly before?: string;
  /** True if the writer stores every row twice, and this is its other RowKey. */
  readonly isTwin?: true;
  /** True if this is the last guess for a PartitionKey that no scheme reads: it may be any text. Its pattern is what such names look like. */
  readonly isGuess?: true;
}

/** A form of keys: `{Ticks}_{nodeUniqueEventId}`. */
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

/** Each key of the entry, and the time of the finest: the entry's test. The intervals of the others hold it. */
export interface SchemeExample {
  readonly table?: string;
  readonly partition?: string;
  readonly row?: string;
  /** ISO 8601; absent: no key holds a time. */
  readonly time?: string;
}

/** A key scheme, as data. One list in schemes/ holds those of a family; `compileScheme` makes them work. */
export interface SchemeEntry {
  readonly id: string;
  /** Its name everywhere: list option, reading, accessible name. */
  readonly title: string;
  /** Who writes such keys; default: any. */
  readonly writer?: string;
  readonly family: SchemeFamily;
  /** Where the rule is documented. */
  readonly source: string;
  /** Names of the writer's tables. */
  readonly tables?: RegExp;
  /** Names with the time that a table holds. */
  readonly table?: KeyFormEntry | readonly KeyFormEntry[];
  readonly partition?: KeyFormEntry | readonly KeyFormEntry[];
  readonly row?: KeyFormEntry | readonly KeyFormEntry[];
  /**
   * Set if both keys are read alike, so that there is a variant with the time in the other key. 'alone': not within longer text,
   * where it is often something else; 'parts': also as one of several parts of a key, and after text; a number: the confidence as a part.
   * 'orders': each key keeps its form, and there is a variant in the other order, whose forms are the extra ones.
   */
  readonly either?: 'alone' | 'whole' | 'parts' | 'orders' | number;
  /**
   * How times are rounded, in words; default: what the form says. `rounding.ts` relies on two forms: "exact" alone if keys are exact to
   * the tick, and "floor ..." if they hold the start of an interval.
   */
  readonly rounding?: string;
  /** Numbers of prefixes over which the writers spread their rows, for small to large event volumes; 0: keys without a prefix. */
  readonly volume?: readonly number[];
  /** Properties with the exact time, best first. */
  readonly exactTime?: readonly string[];
  /** Changes a reading by what the grammar cannot say. */
  readonly refine?: (
    reading: KeyReading,
    text: string,
    part: KeyPart,
    hint: KeyHint,
  ) => KeyReading | undefined;
  readonly example?: SchemeExample | undefined;
  /** What the grammar cannot say: from codecs/. */
  readonly code?: Partial<Omit<KeyScheme, 'id' | 'title' | 'entry'>>;
}

/** Entries that share some members. */
export function entriesWith<Shared extends keyof SchemeEntry>(
  shared: Pick<SchemeEntry, Shared>,
  entries: readonly Omit<SchemeEntry, Shared>[],
): readonly SchemeEntry[] {
  return entries.map((own) => ({ ...shared, ...own }) as SchemeEntry);
}

/** The forms of a kind of key. */
export function formList(forms: SchemeEntry['row'] = []): readonly KeyFormEntry[] {
  return 'template' in forms ? [forms] : forms;
}

/**
 * A key scheme, ready to work: compiled from an entry of schemes/. Facts about its writer stand in the entry; questions that only one place
 * asks are answered there, from the entry and the time.
 */
export interface KeyScheme {
  readonly id: string;
  /** The scheme's name everywhere: list option, reading, accessible name. */
  readonly title: string;
  /** What it was compiled from. A variant, with the time in the other key or in the other order, has another id than its entry. */
  readonly entry: SchemeEntry;
  readonly timeSource: TimeSource;
  readonly order: 'ascending' | 'descending' | 'none';
  /** How its keys hold the time by which a window selects them. */
  readonly time?: TimeCodec | undefined;
  /** Whether event volume (1, 10, 100 prefixes) applies. */
  readonly prefixed: boolean;
  /** Which texts are worth reading with this scheme if no table is named, and its highest confidence. Absent: every text, which is slow. */
  readonly shapes?: KeyShapes;
  /** Reads a whole key; undefined if the key is not of this scheme. Never throws. */
  readonly read: (text: string, part: KeyPart, hint: KeyHint) => KeyReading | undefined;
  /** Cuts a key of this scheme into coloured segments; undefined if it is not of this scheme. */
  readonly segments: (text: string, part: KeyPart) => readonly KeySegment[] | undefined;
  readonly encode?: (ticks: Ticks, options: EncodeOptions) => EncodedKeys;
  /**
   * The key ranges of a window, in ascending key order. Call keyRanges() instead: it clamps the window to
   * 0 .. MAX_TICKS + 1, drops empty windows, moves it by the writer's clock and widens it to the rounding first.
   */
  readonly ranges: (interval: TickSpan, options: KeyRangeOptions) => readonly TableKeyRange[];
  /** The ranges that hold all rows of this scheme, at any time, in ascending order. Undefined if unknown. */
  readonly homes: (options: KeyRangeOptions) => readonly TableKeyRange[] | undefined;
  /** Bulk path: the time in a row's keys. False if there is none. */
  readonly rowTime: (partitionKey: string, rowKey: string, into: RowTime) => boolean;
  /** The text before the time in a key of this scheme, with its separator; undefined for other keys. Set if people type it. */
  readonly textBefore?: (text: string) => string | undefined;
  /** The map row of an entity: the prefix ("37"), or the partition. */
  readonly groupOf: (partitionKey: string, rowKey: string) => string;
}

/** What is known of a key that any scheme may read. */
export interface ReadHint extends KeyHint {
  /** Schemes of the user's own templates, which are tried too. */
  readonly templates?: readonly KeyScheme[];
}
