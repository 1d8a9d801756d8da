import type { Ticks } from '../../time/ticks.ts';

/**
 * A half-open window in ticks. `to` may be MAX_TICKS + 1, so that a window can include the last tick of 9999; therefore both ends are plain
 * bigints, not Ticks.
 */
export interface TickSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** Which of an entity's names a text is. */
export type KeyPart = 'partition' | 'row' | 'table';

/** Which of an entity's names hold the time. */
export type TimeSource = 'table' | 'partition' | 'row' | 'both' | 'none';

/** Number of prefixes over which a writer spreads its rows: eventVolume Small, Medium, Large (mdsd CfgCtxManagement.cc). */
export type EventVolume = 1 | 10 | 100;

export interface KeyHint {
  readonly tableName?: string | undefined;
  readonly part?: KeyPart | undefined;
  /** Other keys of the same kind from the same table: they can show rounding, inversion, and numbers that are not times. */
  readonly sample?: readonly string[];
}

/** One way to understand a key. */
export interface KeyReading {
  readonly schemeId: string;
  readonly title: string;
  readonly ticks?: Ticks;
  /** The time that the key covers if it is rounded or cut short; half-open. */
  readonly window?: { readonly from: Ticks; readonly to: Ticks };
  /** What the key holds besides the time, by name. Numbers are in decimal, lists are joined with `___`. */
  readonly fields: ReadonlyMap<string, string>;
  /** 0..1 */
  readonly confidence: number;
  readonly reason: string;
}

/** The role of a piece of a key. Each has one colour everywhere. */
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

/** A piece of a key. The texts of all segments, joined, are the key. */
export interface KeySegment {
  readonly kind: SegmentKind;
  readonly text: string;
  /** What the piece is, in words: "prefix of 100", "ticks, seconds part". */
  readonly label: string;
  /** What the piece means, in words or as a time, if that differs from its text. */
  readonly value?: string | undefined;
}

/** A half-open range of keys in ordinal UTF-16 order; an exact key k is [k, k + U+0000). */
export interface KeySpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TableKeyRange {
  readonly tableName?: string | undefined;
  readonly partition: KeySpan;
  readonly row?: KeySpan | undefined;
  /** The prefix number of this range; undefined if the range has no prefix. */
  readonly prefix?: number | undefined;
  /** False if the range also holds rows outside the window, which are filtered out later. */
  readonly exact: boolean;
  readonly reason?: string | undefined;
}

export interface KeyRangeOptions {
  readonly volume?: EventVolume;
  readonly unprefixed?: boolean;
  readonly partitionKey?: string | undefined;
  /** The interval to which the writer rounds times in keys, at least one tick. */
  readonly roundingTicks?: bigint | undefined;
  /** The writer's clock minus UTC, for keys written in local time. */
  readonly clockOffsetTicks?: bigint;
  readonly tableName?: string | undefined;
  /** The text before the time in the RowKey, if a scheme has one: `host-function`, a metric, an instance. */
  readonly rowKeyPrefix?: string;
  /** The beginning of the key that holds the time, as the user typed it. Schemes with `textBefore` take it as the text before the time. */
  readonly textBefore?: string | undefined;
}

/** A time that is filled in again for every row, so that reading millions of keys needs no BigInt and no allocation. */
export interface RowTime {
  /** Whole seconds since 0001-01-01T00:00:00Z, exact in a double. */
  seconds: number;
  /** Ticks within the second, 0 .. 9,999,999. */
  fraction: number;
}

/** The keys that a writer would write for an instant. */
export interface EncodedKeys {
  readonly tableName?: string | undefined;
  readonly partitionKey?: string | undefined;
  readonly rowKey?: string | undefined;
}

export interface EncodeOptions {
  readonly prefix?: number;
  readonly roundingTicks?: bigint | undefined;
  readonly tableName?: string | undefined;
}

/** The groups in which lists show schemes. */
export type SchemeFamily =
  | 'agent'
  | 'ticks'
  | 'invertedTicks'
  | 'metrics'
  | 'functions'
  | 'logger'
  | 'unix'
  | 'date'
  | 'id'
  | 'dotNetNumber'
  | 'snowflake'
  | 'framework';
