import type { Ticks } from '../../time/ticks.ts';
import type { KeyShapes } from './shapeTests.ts';

/**
 * A half-open window in ticks. `to` may be one above MAX_TICKS, so that a window can include the last tick of 9999. Both
 * are plain bigints for that reason.
 */
export interface TickSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** Which of an entity's names a text is. */
export type KeyPart = 'partition' | 'row' | 'table';

/** The name of an entity that holds the time. */
export type TimeSource = 'table' | 'partition' | 'row' | 'both' | 'none';

/** How many prefixes a writer spreads its rows over: eventVolume Small, Medium, Large (mdsd CfgCtxManagement.cc). */
export type EventVolume = 1 | 10 | 100;

export interface KeyHint {
  readonly tableName?: string;
  readonly part?: KeyPart;
  /** Other keys of the same part of the same table: sharpens rounding and inversion. */
  readonly sample?: readonly string[];
}

/** One way to understand a key. */
export interface KeyReading {
  readonly schemeId: string;
  readonly title: string;
  /** The instant that the key states, if any. */
  readonly ticks?: Ticks;
  /** The span that the key covers (rounded or truncated keys), half-open. */
  readonly window?: { readonly from: Ticks; readonly to: Ticks };
  /** Numbers print as decimal, lists join with `___`. */
  readonly fields: ReadonlyMap<string, string>;
  /** 0..1 */
  readonly confidence: number;
  readonly reason: string;
}

/** What a stretch of a key is; each kind has one colour everywhere. */
export type SegmentKind =
  | 'prefix'
  | 'separator'
  | 'date'
  | 'subsecond'
  | 'inverted-date'
  | 'inverted-subsecond'
  | 'identity'
  | 'index'
  | 'text';

/** A stretch of a key. The segments of a key, joined, are the key again. */
export interface KeySegment {
  readonly kind: SegmentKind;
  readonly text: string;
  /** What it is, in words: "prefix of 100", "ticks, seconds part". */
  readonly label: string;
  /** Its value, in words or as a time, if it has one. */
  readonly value?: string;
}

/** A half-open range of keys in ordinal UTF-16 order; an exact key k is [k, k + U+0000). */
export interface KeySpan {
  readonly from?: string;
  readonly to?: string;
}

export interface TableKeyRange {
  readonly tableName?: string;
  readonly partition: KeySpan;
  readonly row?: KeySpan;
  /** The prefix number that this range belongs to; undefined for an unprefixed range. */
  readonly prefix?: number;
  /** False if the range holds more than the window; the rows outside the window are filtered afterwards. */
  readonly exact: boolean;
  readonly reason?: string;
}

export interface KeyRangeOptions {
  readonly volume?: EventVolume;
  readonly unprefixed?: boolean;
  readonly partitionKey?: string;
  /** The interval that the writer rounds instants to before it makes keys, at least one tick. */
  readonly roundingTicks?: bigint;
  /** The writer's clock minus UTC, for keys written in local time. */
  readonly clockOffsetTicks?: bigint;
  readonly tableName?: string;
  /** The text before the time in the RowKey, if a scheme has one: `host-function`, a metric, an instance. */
  readonly rowKeyPrefix?: string;
  /** The beginning of the key that holds the time, as typed. Schemes with `takesTextBefore` take it as the text before it. */
  readonly textBefore?: string;
}

/** Filled by the bulk path, reused for every row: no BigInt, no allocation. */
export interface RowTime {
  /** Whole seconds since 0001-01-01T00:00:00Z, exact in a double. */
  seconds: number;
  /** Ticks within the second, 0 .. 9,999,999. */
  fraction: number;
}

/** Bytes, and a view of the same. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** `rowTime` and `groupOf` of PartitionKeys that are ASCII, from their bytes [from, to): making texts costs more. */
export interface PartitionBytes {
  readonly rowTime: (source: ByteSource, from: number, to: number, into: RowTime) => boolean;
  /** An integer >= -1. Keys with equal numbers have equal groups. */
  readonly groupNumber: (source: ByteSource, from: number, to: number) => number;
}

/** Keys that a writer would produce for an instant. */
export interface EncodedKeys {
  readonly tableName?: string;
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

export interface EncodeOptions {
  readonly prefix?: number;
  readonly roundingTicks?: bigint;
  readonly tableName?: string;
}

/** Schemes that a list shows together. */
export type SchemeFamily =
  | 'agent'
  | 'ticks'
  | 'invertedTicks'
  | 'metrics'
  | 'functions'
  | 'logger'
  | 'unix'
  | 'date'
  | 'textThenTime'
  | 'id'
  | 'dotNetNumber'
  | 'snowflake'
  | 'framework';

/** How many of a table's PartitionKeys begin with a prefix. */
export type PrefixUse = 'all' | 'some' | 'no';

/** A PartitionKey that may be any text: the name of a logger, a stream, a cluster. */
export interface AnyPartition {
  /** What the text is. */
  readonly field: string;
  /** Another field that such a key implies, and its value. */
  readonly implied?: readonly [field: string, value: string];
  /** What such names usually look like. */
  readonly looksLike?: RegExp;
}

/** A way of keying. One file in schemes/, its test beside it, one line in the registry. */
export interface KeyScheme {
  readonly id: string;
  /** Names the scheme everywhere: combobox option, reading, accessible name. */
  readonly title: string;
  readonly writer: string;
  /** Where the rule was read. */
  readonly source: string;
  /** Absent: 'framework'. */
  readonly family?: SchemeFamily;
  readonly timeSource: TimeSource;
  /**
   * In words, for the user. `rounding.ts` relies on two forms: "exact" alone if keys state the tick, and "floor ..." if they
   * state the start of an interval.
   */
  readonly rounding: string;
  readonly order: 'ascending' | 'descending' | 'none';
  readonly grammar: { readonly table?: string; readonly partition?: string; readonly row?: string };
  /**
   * Set if its writers choose an interval to round to. 'floor': they round down, and keyRanges takes care of it. 'own':
   * they do something else, which the scheme's `ranges` and `encode` apply. Absent: keyRanges still covers a chosen
   * interval, and says that it reads more.
   */
  readonly chosenRounding?: 'floor' | 'own';
  /** What its writers round to if they do not choose, in ticks; absent: nothing beyond what the key can hold. */
  readonly usualRoundingTicks?: bigint;
  /** Whether event volume (1, 10, 100 prefixes) applies. */
  readonly prefixed: boolean;
  /** The tables that it is proposed for, by their prefixes; absent: all or some if it is `prefixed`, else no prefixes. */
  readonly prefixUses?: readonly PrefixUse[];
  /** Which texts to try it on, if no table is named. Absent: every text, which is slow. */
  readonly shapes?: KeyShapes;
  /** The highest confidence of its readings if no table is named; absent: 1. The surer schemes are asked first. */
  readonly mostConfidence?: number;
  /** Its readings are texts known by heart, such as DateTime.MinValue: they come first, whatever their time or table. */
  readonly isConstant?: boolean;
  /** Set if its PartitionKey may be any text: then it is a last guess for texts that no scheme reads. */
  readonly anyPartition?: AnyPartition;
  /** Writes every row twice, under two RowKeys. */
  readonly writesTwice?: boolean;
  /** Reads a whole key; undefined if it is not of this scheme. Never throws. */
  readonly read: (text: string, part: KeyPart, hint: KeyHint) => KeyReading | undefined;
  /** Cuts a key of this scheme into coloured segments; undefined if it is not of this scheme. */
  readonly segments: (text: string, part: KeyPart) => readonly KeySegment[] | undefined;
  readonly encode?: (ticks: Ticks, options: EncodeOptions) => EncodedKeys;
  /**
   * The key ranges of a window, in ascending key order. Call keyRanges() instead: it clamps the window to
   * 0 .. MAX_TICKS + 1, drops empty windows, moves it by the writer's clock and widens it to the rounding first.
   */
  readonly ranges: (interval: TickSpan, options: KeyRangeOptions) => readonly TableKeyRange[];
  /**
   * The ranges that hold all rows of this scheme, of any time, in ascending order. Undefined if the scheme cannot say.
   */
  readonly homes: (options: KeyRangeOptions) => readonly TableKeyRange[] | undefined;
  /** Bulk path: the time in a row's keys. False if there is none. */
  readonly rowTime: (partitionKey: string, rowKey: string, into: RowTime) => boolean;
  /**
   * Whether `rowTime` and `groupOf` need the PartitionKey alone. Then they are called once for all neighbouring rows of a
   * partition, with an empty RowKey.
   */
  readonly perPartition?: boolean;
  /** `rowTime` and `groupOf` from bytes, for schemes that are read by the million. Needs `perPartition`. */
  readonly partitionBytes?: PartitionBytes;
  /** Properties that hold the exact event time if the key is rounded, best first: Int64 ticks or DateTime. */
  readonly eventTimeProperties: readonly string[];
  /** Matches the names of this writer's tables, if they are known. Anchored. */
  readonly tablePattern?: RegExp;
  /**
   * Set if a time of this scheme may be one of several parts of a key: its place, and how many characters it has ('any': it
   * may have marks). Read alike in both keys.
   */
  readonly beside?: { readonly where: 'first' | 'after'; readonly widths: readonly number[] | 'any' };
  /** Whether keys have text before the time, so that narrow ranges need `textBefore`. */
  readonly takesTextBefore?: boolean;
  /** The text before the time in a key of this scheme, with its separator; undefined for other keys. */
  readonly textBefore?: (text: string) => string | undefined;
  /** What the text before the time in the RowKey is, in words. Set if ranges take `rowKeyPrefix`. */
  readonly rowKeyPrefixName?: string;
  /** Set on a variant: the id of the scheme that has the same time in the other key. A variant gives no readings. */
  readonly variantOf?: string;
  /** The scheme's `ranges` apply clockOffsetTicks, because only one of its keys is in local time. */
  readonly ownsClock?: boolean;
  /** The heat-map row of an entity: the prefix ("37"), or the partition. */
  readonly groupOf: (partitionKey: string, rowKey: string) => string;
}
