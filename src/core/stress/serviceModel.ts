import { DEFAULT_SERVERS, PartitionServers } from '../keyspace/model/servers.ts';
import type { ServerAssumptions } from '../keyspace/model/modelTypes.ts';
import { seededRandom } from '../keyspace/seededRandom.ts';
import { ACCOUNT_TARGET_PER_SECOND, PARTITION_TARGET_PER_SECOND } from '../keyspace/target.ts';
import type { Answer } from './answer.ts';
import { countedEntities, isWrite, type Operation } from './stressPlan.ts';

/**
 * The limits of a modelled service. Targets, splits and moves of partitions are those of Keyspace's model of a table (`keyspace/model`).
 * That model counts rows in steps of a second or more, while a load needs an answer to each request.
 */
export interface ServiceAssumptions {
  /** Entities per second that one partition takes, and that the account takes. */
  readonly partitionPerSecond: number;
  readonly accountPerSecond: number;
  /** How many entities above the target are accepted at once after a quiet time, in seconds of the target. */
  readonly burstSeconds: number;
  readonly servers: ServerAssumptions;
  /** Duration of a request in milliseconds: `latencyMs`, plus a random part of `jitterMs`. */
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** The Retry-After of a 503; undefined if it has none. */
  readonly retryAfterMs?: number;
  readonly seed: number;
}

/**
 * Uses the documented targets as limits, although the service guarantees neither that it takes so much nor that it takes no more. Latency
 * and burst are guesses.
 */
export const DEFAULT_SERVICE: ServiceAssumptions = {
  partitionPerSecond: PARTITION_TARGET_PER_SECOND,
  accountPerSecond: ACCOUNT_TARGET_PER_SECOND,
  burstSeconds: 1,
  servers: DEFAULT_SERVERS,
  latencyMs: 10,
  jitterMs: 10,
  seed: 1,
};

/** Answers single requests. Times are milliseconds after the start and never decrease. */
export interface ServiceModel {
  readonly answer: (
    operation: Operation,
    nowMs: number,
  ) => { readonly answer: Answer; readonly takesMs: number };
}

/** With more buckets than this, idle ones are forgotten. */
const MOST_BUCKETS = 10_000;

interface Bucket {
  level: number;
  atMs: number;
}

/** Leaky buckets by name: what was accepted, minus what has drained since. */
class Buckets {
  private readonly perSecond: number;
  private readonly most: number;
  private readonly buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burstSeconds: number) {
    this.perSecond = perSecond;
    this.most = perSecond * burstSeconds;
  }

  private bucket(name: string, nowMs: number): Bucket {
    const { buckets, perSecond } = this;
    if (buckets.size > MOST_BUCKETS) {
      for (const [idle, { level, atMs }] of buckets)
        if (level <= ((nowMs - atMs) * perSecond) / 1000) buckets.delete(idle);
    }
    const bucket = buckets.get(name) ?? { level: 0, atMs: nowMs };
    bucket.level = Math.max(0, bucket.level - ((nowMs - bucket.atMs) * perSecond) / 1000);
    bucket.atMs = nowMs;
    buckets.set(name, bucket);
    return bucket;
  }

  hasRoom(name: string, nowMs: number): boolean {
    return this.bucket(name, nowMs).level < this.most;
  }

  fill(name: string, amount: number, nowMs: number): void {
    this.bucket(name, nowMs).level += amount;
  }
}

/** A model of the service for a table whose keys have `groups` groups. */
export function serviceModel(assumed: ServiceAssumptions, groups: number): ServiceModel {
  const { burstSeconds, servers, latencyMs, jitterMs, retryAfterMs } = assumed;
  const random = seededRandom(assumed.seed);
  const partitions = new Buckets(assumed.partitionPerSecond, burstSeconds);
  const account = new Buckets(assumed.accountPerSecond, burstSeconds);
  const perServer = new Buckets(servers.targetPerSecond, burstSeconds);
  const ranges = new PartitionServers(groups, servers);
  /** Number of entities requested in the current second, by group. */
  let offered = new Float64Array(groups);
  let second = 0;
  return {
    answer: (operation, nowMs) => {
      for (; second < Math.floor(nowMs / 1000); second++) {
        ranges.balance(offered, second, 1);
        offered = new Float64Array(groups);
      }
      const { kind, group, keys } = operation;
      const entities = countedEntities({ kind, entities: keys.length });
      offered[group] = (offered[group] as number) + entities;
      const takesMs = latencyMs + jitterMs * random();
      const used = [
        [partitions, keys[0]?.partitionKey ?? ''],
        [perServer, String(ranges.serverOf(group))],
        [account, ''],
      ] as const;
      const isOnline = ranges.onlineShare(group, nowMs / 1000, 0.001) === 1;
      if (!isOnline || used.some(([buckets, name]) => !buckets.hasRoom(name, nowMs)))
        return { answer: { status: 503, code: 'ServerBusy', entities: 0, retryAfterMs }, takesMs };
      for (const [buckets, name] of used) buckets.fill(name, entities, nowMs);
      return { answer: { status: isWrite(kind) ? 204 : 200, entities }, takesMs };
    },
  };
}
