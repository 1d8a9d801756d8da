import type { EntityKey } from '../keys/base/entityKey.ts';
import type { RetryPolicy } from './retryPolicies.ts';

/** What an operation does. A transaction is an entity group transaction; a range asks for at most `RANGE_ROWS` rows. */
export const OPERATION_KINDS = [
  'insert',
  'transaction',
  'upsert',
  'point read',
  'row range',
  'partition range',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Rows that a range operation asks for: one page that no service takes long for. */
export const RANGE_ROWS = 100;

/** Whether an operation stores entities. */
export function isWrite(kind: OperationKind): boolean {
  return kind === 'insert' || kind === 'transaction' || kind === 'upsert';
}

/** Entities that an operation counts as: those that it writes or asks for. */
export function countedEntities({
  kind,
  entities,
}: {
  readonly kind: OperationKind;
  readonly entities: number;
}) {
  return kind === 'row range' || kind === 'partition range' ? RANGE_ROWS : entities;
}

/** How keys are made. A group is a prefix, or what else the first part of a template tells apart: 1, 10 or 100 as a rule. */
export type StressKeys =
  | { readonly kind: 'scheme'; readonly schemeId: string; readonly groups: number }
  | {
      readonly kind: 'templates';
      readonly partition: string;
      readonly row: string;
      readonly groups: number;
    };

/**
 * Which partitions are loaded. `one partition`: one PartitionKey. `front`: the newest keys of every group, and some just before them,
 * as late writers write them. `spread`: all groups, and times of a whole day.
 */
export type LoadTarget = 'one partition' | 'front' | 'spread';

/** Entities per second over time, as `countedEntities` counts them. `seconds`: how long operations become due. */
export type LoadShape =
  | { readonly kind: 'steady'; readonly perSecond: number; readonly seconds: number }
  /** The rate is multiplied by `factor` (above 1) after each step, until the service is throttled or the rate is at its most. */
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
  /** A day in `seconds`: `perSecond` is its mean, and the night falls below it by `depth` 0..1. */
  | {
      readonly kind: 'day';
      readonly perSecond: number;
      readonly depth: number;
      readonly seconds: number;
    }
  /** So many writers, each with one operation, all at the same moment: as after an outage. */
  | { readonly kind: 'storm'; readonly writers: number };

/** What a load never exceeds. */
export interface LoadLimits {
  /** From start to end, retries included. */
  readonly seconds: number;
  /** Entities that may be stored. */
  readonly rows: number;
  /** Bytes of entities that are sent, retries included. */
  readonly bytes: number;
  /** Requests in flight. A browser has six sockets for a host. */
  readonly lanes: number;
}

/** A load as data: the same plan is the same load. */
export interface StressPlan {
  readonly seed: number;
  readonly keys: StressKeys;
  readonly target: LoadTarget;
  readonly shape: LoadShape;
  /** Shares of operations (not of entities), in any unit; absent: 0. */
  readonly shares: Readonly<Partial<Record<OperationKind, number>>>;
  /** Entities of one transaction, 2 .. 100. */
  readonly transactionEntities: number;
  /** Bytes of an entity, keys included. Targets count entities of up to 1 KiB. */
  readonly entityBytes: number;
  readonly policy: RetryPolicy;
  readonly limits: LoadLimits;
  /** The time that the first keys hold, in milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
}

/** Whether two plans are the same load, at whatever times. */
export function isSameLoad(one: StressPlan, other: StressPlan): boolean {
  return JSON.stringify({ ...one, startedAtMs: 0 }) === JSON.stringify({ ...other, startedAtMs: 0 });
}

/** An operation of a load. */
export interface Operation {
  /** From 0 on, in order of time. */
  readonly index: number;
  /** When it should be sent, in milliseconds after the start. */
  readonly dueMs: number;
  readonly kind: OperationKind;
  readonly group: number;
  /** Of a write: its entities, all of one partition. Of a read: the row, or where the range begins. */
  readonly keys: readonly EntityKey[];
}

/** Bytes of a row besides the text of its keys and of its property: names, types, Timestamp. */
export const ROW_OTHER_BYTES = 60;

/** Bytes that the keys of a row take: UTF-16, two a character. */
export function keyBytes({ partitionKey, rowKey }: EntityKey): number {
  return 2 * (partitionKey.length + rowKey.length);
}

/** The largest entity group transaction. Source: learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions */
export const MOST_TRANSACTION_ENTITIES = 100;
const MOST_TRANSACTION_BYTES = 4 * 1024 * 1024;

/** What is wrong with the operations of a plan, in words; undefined: nothing. */
export function operationsFault(plan: StressPlan): string | undefined {
  const { shares, transactionEntities, entityBytes } = plan;
  const chosen = OPERATION_KINDS.filter((kind) => (shares[kind] ?? 0) > 0);
  if (chosen.length === 0) return 'Choose at least one kind of operation.';
  if (!chosen.some(isWrite)) return 'Reads need rows: add inserts, transactions or upserts.';
  return chosen.includes('transaction') && transactionEntities * entityBytes > MOST_TRANSACTION_BYTES
    ? 'A transaction may hold 4 MiB at most: use fewer or smaller entities.'
    : undefined;
}
