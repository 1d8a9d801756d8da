import { sumOf } from '../diagnosis/statistics.ts';
import type { ServerAssumptions } from './modelTypes.ts';

/**
 * Assumptions, since nothing is published: a server takes twice a partition's target, the balancer waits a minute, and a range is
 * offline for a few seconds.
 */
export const DEFAULT_SERVERS: ServerAssumptions = {
  count: 16,
  targetPerSecond: 4000,
  patienceSeconds: 60,
  splitOfflineSeconds: 5,
  moveOfflineSeconds: 10,
};

/** A server is busy if its load is above this share of its target. Assumed. */
export const BUSY_SHARE = 0.8;
/** A range with more than this share of its server's load is split; otherwise another range is moved away whole. Assumed. */
export const SPLIT_SHARE = 0.7;
/**
 * If one half of a split keeps at least this share of the load, the split did not help, and neither half is split again. Assumed.
 */
export const VAIN_SHARE = 0.9;
/** Splits and moves beyond this number are only counted, not listed. */
const MOST_LISTED = 500;

interface Range {
  from: number;
  to: number;
  server: number;
  offlineUntilSeconds: number;
  /** True if the range is the result of a split that did not help: a moving front stays hot after any number of splits. */
  isVain: boolean;
}

interface Server {
  /** Load in units per second, smoothed over the balancer's patience. */
  load: number;
  busySeconds: number;
  actedAtSeconds: number;
}

/** The ranges of matrix rows and the servers that hold them. A new table is one range on one server. */
export class PartitionServers {
  /** Times of the first splits and moves, in order, in seconds after the start. */
  readonly events: number[] = [];
  splits = 0;
  moves = 0;
  offlineSeconds = 0;
  private readonly ranges: Range[];
  private readonly servers: Server[];
  private readonly assumed: ServerAssumptions;
  private readonly rowLoads: Float64Array;
  /** Load by row in the last step, which shows where a front is now. */
  private rowsNow: Float64Array;
  private readonly rangeOfRow: Int32Array;

  constructor(rowCount: number, assumed: ServerAssumptions) {
    this.assumed = assumed;
    this.ranges = [{ from: 0, to: rowCount, server: 0, offlineUntilSeconds: 0, isVain: false }];
    this.servers = Array.from({ length: Math.max(1, assumed.count) }, () => ({
      load: 0,
      busySeconds: 0,
      actedAtSeconds: Number.NEGATIVE_INFINITY,
    }));
    this.rowLoads = new Float64Array(rowCount);
    this.rowsNow = this.rowLoads;
    this.rangeOfRow = new Int32Array(rowCount);
  }

  get rangeCount(): number {
    return this.ranges.length;
  }

  private rangeOf(row: number): Range {
    return this.ranges[this.rangeOfRow[row] as number] as Range;
  }

  serverOf(row: number): number {
    return this.rangeOf(row).server;
  }

  /** The share of [atSeconds, atSeconds + stepSeconds) in which a row's range answers. */
  onlineShare(row: number, atSeconds: number, stepSeconds: number): number {
    const { offlineUntilSeconds } = this.rangeOf(row);
    return Math.min(1, Math.max(0, (atSeconds + stepSeconds - offlineUntilSeconds) / stepSeconds));
  }

  /**
   * Returns how many of the offered entities the servers accept, by row. An overloaded server cuts all its rows in proportion.
   * `seconds`: length of the step divided by the units (`entityUnits`) of one entity, because the target is in entities of 1 KiB.
   */
  takenOf(counts: Float64Array, seconds: number): Float64Array {
    const sums = new Float64Array(this.servers.length);
    for (const [row, count] of counts.entries())
      sums[this.serverOf(row)] = (sums[this.serverOf(row)] as number) + count;
    const most = this.assumed.targetPerSecond * seconds;
    return counts.map((count, row) => {
      const sum = sums[this.serverOf(row)] as number;
      return sum > most ? count * (most / sum) : count;
    });
  }

  /** Takes the load offered in a step, by row in units (entities of 1 KiB) per second, and lets the balancer act. */
  balance(rowUnits: Float64Array, atSeconds: number, stepSeconds: number): void {
    const { patienceSeconds, targetPerSecond } = this.assumed;
    const weight = Math.min(1, stepSeconds / Math.max(1, patienceSeconds));
    this.rowsNow = rowUnits;
    const now = new Float64Array(this.servers.length);
    for (const [row, units] of rowUnits.entries()) {
      this.rowLoads[row] = (this.rowLoads[row] as number) * (1 - weight) + units * weight;
      const server = this.serverOf(row);
      now[server] = (now[server] as number) + units;
    }
    for (const [at, server] of this.servers.entries()) {
      server.load = server.load * (1 - weight) + (now[at] as number) * weight;
      const isBusy = (now[at] as number) > targetPerSecond * BUSY_SHARE;
      server.busySeconds = isBusy ? server.busySeconds + stepSeconds : 0;
      const isDue = atSeconds - server.actedAtSeconds >= patienceSeconds;
      if (server.busySeconds >= patienceSeconds && isDue) this.relieve(at, atSeconds + stepSeconds);
    }
  }

  /** Moves a range away from a server, or splits the busiest range and moves one half. */
  private relieve(at: number, seconds: number): void {
    const server = this.servers[at];
    const own = this.ranges.filter((range) => range.server === at);
    const target = this.idlest();
    if (server === undefined || target === at) return;
    const byLoad = own.toSorted((a, b) => this.loadOf(b) - this.loadOf(a));
    const busiest = byLoad[0];
    if (busiest === undefined) return;
    const isSplit = this.loadOf(busiest) > server.load * SPLIT_SHARE && !busiest.isVain;
    const half = isSplit ? this.split(busiest, seconds) : undefined;
    const moved = half ?? byLoad[1];
    if (moved === undefined) return;
    // A range that is not split moves only if its new server is then less busy than the old one.
    const after = (this.servers[target] as Server).load + this.loadOf(moved);
    if (half === undefined && after >= server.load) return;
    server.actedAtSeconds = seconds;
    this.move(moved, target, seconds);
  }

  private idlest(): number {
    let best = 0;
    for (const [at, { load }] of this.servers.entries()) {
      if (load < (this.servers[best] as Server).load) best = at;
    }
    return best;
  }

  private loadOf({ from, to }: Range, ofRows = this.rowLoads): number {
    return sumOf(ofRows.subarray(from, to));
  }

  /** Splits a range so that about half of its load is on each side. Returns the upper half, or undefined if the range is one row. */
  private split(range: Range, seconds: number): Range | undefined {
    if (range.to - range.from < 2) return undefined;
    const half = this.loadOf(range) / 2;
    let cut = range.from + 1;
    let sum = this.rowLoads[range.from] as number;
    while (cut < range.to - 1 && sum + (this.rowLoads[cut] as number) <= half) {
      sum += this.rowLoads[cut] as number;
      cut++;
    }
    const offlineSeconds = this.assumed.splitOfflineSeconds;
    this.splits += 1;
    this.record(seconds, offlineSeconds);
    range.offlineUntilSeconds = Math.max(range.offlineUntilSeconds, seconds + offlineSeconds);
    const upper: Range = { ...range, from: cut };
    range.to = cut;
    const [lowerNow, upperNow] = [this.loadOf(range, this.rowsNow), this.loadOf(upper, this.rowsNow)];
    range.isVain = Math.max(lowerNow, upperNow) >= (lowerNow + upperNow) * VAIN_SHARE;
    upper.isVain = range.isVain;
    this.ranges.push(upper);
    this.rangeOfRow.fill(this.ranges.length - 1, upper.from, upper.to);
    return upper;
  }

  private move(range: Range, server: number, seconds: number): void {
    const offlineSeconds = this.assumed.moveOfflineSeconds;
    const after = Math.max(seconds, range.offlineUntilSeconds);
    this.moves += 1;
    this.record(seconds, offlineSeconds);
    range.offlineUntilSeconds = after + offlineSeconds;
    range.server = server;
  }

  private record(atSeconds: number, offlineSeconds: number): void {
    this.offlineSeconds += offlineSeconds;
    if (this.events.length < MOST_LISTED) this.events.push(atSeconds);
  }
}
