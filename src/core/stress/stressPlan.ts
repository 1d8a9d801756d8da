import type { EntityKey } from '../keys/base/entityKey.ts';
import type { RetryPolicy } from './retryPolicies.ts';

/** What an operation can do. A transaction is an entity group transaction; a range asks for at most `RANGE_ROWS` rows. */
export const OPERATION_KINDS = [
  'insert',
  'transaction',
  'upsert',
  'point read',
  'row range',
  'partition range',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** How many rows a range asks for: a single page, which does not take long. */
export const RANGE_ROWS = 100;

export function isWrite(kind: OperationKind): boolean {
  return kind === 'insert' || kind === 'transaction' || kind === 'upsert';
}

/** For how many entities an operation counts: those that it writes or asks for. */
export function countedEntities({
  kind,
  entities,
}: {
  readonly kind: OperationKind;
  readonly entities: number;
}) {
  return kind === 'row range' || kind === 'partition range' ? RANGE_ROWS : entities;
}

/** How keys are made. Groups are prefixes, or whatever else the first part of a template distinguishes. There are usually 1, 10 or 100. */
export type StressKeys =
  | { readonly kind: 'scheme'; readonly schemeId: string; readonly groups: number }
  | {
      readonly kind: 'templates';
      readonly partition: string;
      readonly row: string;
      readonly groups: number;
    };

/**
 * Which partitions are loaded. `one partition`: a single PartitionKey. `front`: the newest keys of every group, and some from just before,
 * like those of late writers. `spread`: all groups, with times of a whole day.
 */
export type LoadTarget = 'one partition' | 'front' | 'spread';

/** The rate over time, in entities per second as `countedEntities` counts them. `seconds` is for how long operations become due. */
export type LoadShape =
  | { readonly kind: 'steady'; readonly perSecond: number; readonly seconds: number }
  /** After each step the rate is multiplied by `factor` (above 1), until the service throttles or the rate reaches its maximum. */
  | {
      readonly kind: 'steps';
      readonly fromPerSecond: number;
      readonly factor: number;
      readonly stepSeconds: number;
      readonly mostPerSecond: number;
    }
  | {
      readonly kind: 'burst';
      readonly perSecond: number;
      readonly factor: number;
      readonly atSeconds: number;
      readonly lengthSeconds: number;
      readonly seconds: number;
    }
  /** A day compressed into `seconds`. `perSecond` is the mean rate; at night the rate is lower by the share `depth` (0 to 1). */
  | {
      readonly kind: 'day';
      readonly perSecond: number;
      readonly depth: number;
      readonly seconds: number;
    }
  /** `writers` writers with one operation each, all at the same moment, as after an outage. */
  | { readonly kind: 'storm'; readonly writers: number };

/** Limits that a load never exceeds. */
export interface LoadLimits {
  /** From the start to the end, including retries. */
  readonly seconds: number;
  /** Number of entities that may be stored. */
  readonly rows: number;
  /** Bytes of entities that may be sent, including retries. */
  readonly bytes: number;
  /** Number of requests in flight. A browser has six sockets for a host. */
  readonly lanes: number;
}

/** A load as data. The same plan always gives the same load. */
export interface StressPlan {
  readonly seed: number;
  readonly keys: StressKeys;
  readonly target: LoadTarget;
  readonly shape: LoadShape;
  /** Shares of operations (not of entities), in any unit. An absent one counts as 0. */
  readonly shares: Readonly<Partial<Record<OperationKind, number>>>;
  /** Number of entities in a transaction, 2 to 100. */
  readonly transactionEntities: number;
  /** Size of an entity in bytes, including its keys. The documented targets are for entities of up to 1 KiB. */
  readonly entityBytes: number;
  readonly policy: RetryPolicy;
  readonly limits: LoadLimits;
  /** The time in the first keys, in milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
}

/** Whether two plans are the same load, apart from the time in their keys. */
export function isSameLoad(one: StressPlan, other: StressPlan): boolean {
  return JSON.stringify({ ...one, startedAtMs: 0 }) === JSON.stringify({ ...other, startedAtMs: 0 });
}

export interface Operation {
  /** Numbered from 0, in the order of time. */
  readonly index: number;
  /** When it should be sent, in milliseconds after the start. */
  readonly dueMs: number;
  readonly kind: OperationKind;
  readonly group: number;
  /** For a write, the keys of its entities, all of one partition. For a read, the key of the row, or where the range begins. */
  readonly keys: readonly EntityKey[];
}

/** Size of a row without the text of its keys and its property: names, types and Timestamp. */
export const ROW_OTHER_BYTES = 60;

/** Size of a row's keys. The service stores UTF-16, which takes two bytes a character. */
export function keyBytes({ partitionKey, rowKey }: EntityKey): number {
  return 2 * (partitionKey.length + rowKey.length);
}

/**
 * The most entities that an entity group transaction may have. Source:
 * learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const MOST_TRANSACTION_ENTITIES = 100;
const MOST_TRANSACTION_BYTES = 4 * 1024 * 1024;

/** What is wrong with the operations of a plan, in words; undefined if nothing is. */
export function operationsFault(plan: StressPlan): string | undefined {
  const { shares, transactionEntities, entityBytes } = plan;
  const chosen = OPERATION_KINDS.filter((kind) => (shares[kind] ?? 0) > 0);
  if (chosen.length === 0) return 'Choose at least one kind of operation.';
  if (!chosen.some(isWrite)) return 'Reads need rows: add inserts, transactions or upserts.';
  return chosen.includes('transaction') && transactionEntities * entityBytes > MOST_TRANSACTION_BYTES
    ? 'A transaction may hold 4 MiB at most: use fewer or smaller entities.'
    : undefined;
}
