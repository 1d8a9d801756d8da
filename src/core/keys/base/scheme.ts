import type { Ticks } from '../../time/ticks.ts';

/**
 * A half-open window in ticks. `to` may be MAX_TICKS + 1, so that a window can include the last tick of 9999. That is why both
 * are plain bigints.
 */
export interface TickSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** Which name of an entity a text is. */
export type KeyPart = 'partition' | 'row' | 'table';

/** Which name of an entity holds the time. */
export type TimeSource = 'table' | 'partition' | 'row' | 'both' | 'none';

/** Number of prefixes over which a writer spreads its rows: eventVolume Small, Medium, Large (mdsd CfgCtxManagement.cc). */
export type EventVolume = 1 | 10 | 100;

export interface KeyHint {
  readonly tableName?: string | undefined;
  readonly part?: KeyPart | undefined;
  /** Other keys of the same kind from the same table. They show rounding and inversion. */
  readonly sample?: readonly string[];
}

/** One way to understand a key. */
export interface KeyReading {
  readonly schemeId: string;
  readonly title: string;
  /** The instant in the key, if there is one. */
  readonly ticks?: Ticks;
  /** The time that the key covers if it is rounded or cut short, half-open. */
  readonly window?: { readonly from: Ticks; readonly to: Ticks };
  /** Numbers in decimal, lists joined with `___`. */
  readonly fields: ReadonlyMap<string, string>;
  /** 0..1 */
  readonly confidence: number;
  readonly reason: string;
}

/** What a piece of a key is. Each kind has one colour everywhere. */
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
  /** Its value in words or as a time, if it has one. */
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
  /** False if the range holds more than the window. The rows outside the window are filtered out later. */
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
  /** The beginning of the key that holds the time, as typed. Schemes with `textBefore` use it as the text before the time. */
  readonly textBefore?: string | undefined;
}

/** A time that the bulk path fills in again for every row, to avoid BigInt and allocation. */
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

/** Groups of schemes in lists. */
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
