// How long the scripted service takes, and when it says that it is too busy. Targets:
// https://learn.microsoft.com/azure/storage/tables/scalability-targets

export interface LoadModel {
  /** Milliseconds that every page takes, without the time for its rows. */
  readonly latencyMs?: number;
  /** Largest random extra time per page, in milliseconds. */
  readonly jitterMs?: number;
  /** Random source, 0..1, for the jitter. */
  readonly random?: () => number;
  /** Entities per second of one partition; the documented target is 2,000. */
  readonly partitionRowsPerSecond?: number;
  /** Pages per second of the account; the documented target is 20,000 operations. */
  readonly requestsPerSecond?: number;
  /** The Retry-After of a 503, in seconds. If undefined, there is no such header, as with the real service. */
  readonly retryAfterSeconds?: number;
  /** While partitions are split or moved, they answer 503. Half-open; times are by `nowMs`. */
  readonly moves?: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** How much of each allowance has been used, for the life of a service. */
export interface LoadState {
  readonly buckets: Map<string, { level: number; atMs: number }>;
}

export function createLoadState(): LoadState {
  return { buckets: new Map() };
}

/** Milliseconds that one page takes. `scanMs` is the time for its rows. */
export function latencyMs(model: LoadModel | undefined, scanMs: number): number {
  if (model === undefined) return scanMs;
  const jitterMs = (model.jitterMs ?? 0) * (model.random ?? Math.random)();
  return (model.latencyMs ?? 0) + jitterMs + scanMs;
}

/** Admits a page and counts it. If the allowance of a second is used up, returns the service's error and counts nothing. */
export function admit(
  model: LoadModel | undefined,
  state: LoadState,
  nowMs: number,
  partitionRows: ReadonlyMap<string, number>,
): string | undefined {
  const { partitionRowsPerSecond, requestsPerSecond, moves = [] } = model ?? {};
  if (moves.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs)) return 'The server is busy.';
  if (partitionRowsPerSecond !== undefined) {
    for (const partition of partitionRows.keys()) {
      if (levelOf(state, `partition ${partition}`, partitionRowsPerSecond, nowMs) >= partitionRowsPerSecond)
        return 'Operations per second is over the partition limit.';
    }
  }
  if (requestsPerSecond !== undefined) {
    if (levelOf(state, 'account', requestsPerSecond, nowMs) >= requestsPerSecond)
      return 'Operations per second is over the account limit.';
    fill(state, 'account', 1, nowMs);
  }
  if (partitionRowsPerSecond !== undefined) {
    for (const [partition, rows] of partitionRows) fill(state, `partition ${partition}`, rows, nowMs);
  }
  return undefined;
}

/** A leaky bucket: what was admitted, minus what has drained since. */
function levelOf({ buckets }: LoadState, name: string, perSecond: number, nowMs: number): number {
  const bucket = buckets.get(name);
  if (bucket === undefined) return 0;
  const level = Math.max(0, bucket.level - (perSecond * (nowMs - bucket.atMs)) / 1000);
  buckets.set(name, { level, atMs: nowMs });
  return level;
}

function fill({ buckets }: LoadState, name: string, amount: number, nowMs: number): void {
  buckets.set(name, { level: (buckets.get(name)?.level ?? 0) + amount, atMs: nowMs });
}
