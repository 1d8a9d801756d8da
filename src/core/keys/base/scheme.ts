import type { Ticks } from '../../time/ticks.ts';
import type { SchemeEntry } from '../grammar/schemeEntry.ts';
import type { TimeCodec } from '../grammar/timeCodec.ts';
import type { KeyShapes } from './shapeTests.ts';

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
  readonly tableName?: string;
  readonly part?: KeyPart;
  /** Other keys of the same kind from the same table. They show rounding and inversion. */
  readonly sample?: readonly string[];
  /** Schemes of the user's own templates, which are tried too. */
  readonly templates?: readonly KeyScheme[];
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
  /** The prefix number of this range; undefined if the range has no prefix. */
  readonly prefix?: number;
  /** False if the range holds more than the window. The rows outside the window are filtered out later. */
  readonly exact: boolean;
  readonly reason?: string;
}

export interface KeyRangeOptions {
  readonly volume?: EventVolume;
  readonly unprefixed?: boolean;
  readonly partitionKey?: string;
  /** The interval to which the writer rounds times in keys, at least one tick. */
  readonly roundingTicks?: bigint;
  /** The writer's clock minus UTC, for keys written in local time. */
  readonly clockOffsetTicks?: bigint;
  readonly tableName?: string;
  /** The text before the time in the RowKey, if a scheme has one: `host-function`, a metric, an instance. */
  readonly rowKeyPrefix?: string;
  /** The beginning of the key that holds the time, as typed. Schemes with `textBefore` use it as the text before the time. */
  readonly textBefore?: string;
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
  readonly tableName?: string;
  readonly partitionKey?: string;
  readonly rowKey?: string;
}

export interface EncodeOptions {
  readonly prefix?: number;
  readonly roundingTicks?: bigint;
  readonly tableName?: string;
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
  /** Which texts to try it on if no table is named, and how sure it can be of them. Absent: every text, which is slow. */
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
