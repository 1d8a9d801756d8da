import { Latencies, PERCENTILES } from './latencies.ts';
import { type Answer, isThrottled } from './answer.ts';

export type LoadEnd =
  | 'schedule'
  /** The load in steps had increased until the service throttled. */
  | 'throttled'
  | 'stopped'
  /** The tab was hidden. Browsers slow down the timers of hidden tabs. */
  | 'hidden'
  | 'seconds'
  | 'rows'
  | 'bytes'
  /** The credential is refused or has expired, or the table is gone. */
  | 'refused'
  /** The service stopped answering. */
  | 'offline';

export class LoadSecond {
  readonly atSeconds: number;
  /** How many operations were sent for the first time, and how many requests were sent, including retries. */
  sent = 0;
  attempts = 0;
  /** How many operations and how many entities the service served. */
  served = 0;
  entities = 0;
  /** Number of answers 503 and 429. */
  throttled = 0;
  /** Number of timeouts of the service, other transient errors, and requests without an answer. */
  failed = 0;
  lost = 0;
  /** How many requests had to wait because all lanes were in use, and the longest such wait in milliseconds. */
  heldBack = 0;
  heldBackMs = 0;
  /** How many requests were answered, and the sum of their latencies in milliseconds, from when each was sent. */
  answered = 0;
  answeredMs = 0;
  /** How many operations wait for a retry at the end of the second. */
  waiting = 0;
  /** Number of entities served, and of requests throttled, for each group. */
  readonly entitiesOf: Uint32Array;
  readonly throttledOf: Uint32Array;
  /** Percentiles of the latency, in milliseconds from when they were due, of the operations that ended in this second. */
  p50 = 0;
  p95 = 0;
  p99 = 0;

  constructor(atSeconds: number, groups: number) {
    this.atSeconds = atSeconds;
    this.entitiesOf = new Uint32Array(groups);
    this.throttledOf = new Uint32Array(groups);
  }
}

/** Everything that a load measured. Times are milliseconds after its start. */
export class StressRecord {
  readonly groups: number;
  readonly seconds: LoadSecond[] = [];
  /** Counts for the whole load. operations = served + lost + unanswered + unsent. */
  readonly totals = {
    /** Operations that became due before the end. */
    operations: 0,
    served: 0,
    /** Operations that were given up because their retries were used up or they were refused for good. */
    lost: 0,
    /** Operations that were sent, but the load ended before their last answer. */
    unanswered: 0,
    /** Operations that were due but never sent, because no lane was free or the load ended. */
    unsent: 0,
    attempts: 0,
    /** Entities that were stored or read. */
    entities: 0,
    throttled: 0,
    failed: 0,
    /** Entities and bytes of the writes that were sent. The limits apply to these. */
    rowsSent: 0,
    bytesSent: 0,
  };
  /** For example "503 ServerBusy" -> 12. */
  readonly answers = new Map<string, number>();
  /**
   * Latency of every operation from when it was due, including all waits. Operations that were not served count with the time for which
   * they waited. Without them, a service that stalls would seem fast (coordinated omission).
   */
  readonly fromDue = new Latencies();
  /** Latency of every answered request from when it was sent, which is the time that the service took. */
  readonly fromSent = new Latencies();
  /** How late requests were sent although a lane was free: the error of the schedule itself. */
  readonly scheduleError = new Latencies();
  /** How late timers of the page fired. A busy page also reads answers late. */
  readonly timerError = new Latencies();
  endedBy: LoadEnd | undefined;
  endedMs = 0;
  /** When operations stopped becoming due. */
  scheduleEndMs = 0;
  /** Time from the end of the peak until its last operation had ended; undefined if that was not reached. */
  drainMs: number | undefined;
  /** The longest time that an operation took, including waits. */
  longestMs = 0;
  /** The answer that ended the load, if one did. */
  refusal: Answer | undefined;
  private readonly ofSecond = new Latencies();

  constructor(groups: number) {
    this.groups = groups;
  }

  get unserved(): number {
    return this.totals.operations - this.totals.served;
  }

  /** Average number of requests for each operation that was sent. */
  get amplification(): number {
    const { attempts, operations, unsent } = this.totals;
    return attempts === 0 ? 1 : attempts / (operations - unsent);
  }

  /** The record of the second to which a time belongs. Earlier seconds are closed. */
  second(nowMs: number, waiting: number): LoadSecond {
    const at = Math.floor(nowMs / 1000);
    while (this.seconds.length <= at) {
      this.closeSecond(waiting);
      this.seconds.push(new LoadSecond(this.seconds.length, this.groups));
    }
    return this.seconds[at] as LoadSecond;
  }

  /** Completes the record of the last second. */
  closeSecond(waiting: number): void {
    const last = this.seconds.at(-1);
    if (last === undefined) return;
    last.waiting = waiting;
    if (this.ofSecond.count === 0) return;
    const [p50, p95, p99] = PERCENTILES.map((share) => this.ofSecond.at(share));
    Object.assign(last, { p50, p95, p99 });
    this.ofSecond.reset();
  }

  /** Counts an answer, whatever happens to its operation. */
  answered(second: LoadSecond, group: number, answer: Answer, tookMs: number): void {
    const { status, code } = answer;
    const name = status === 0 ? 'no answer' : [status, code].filter((text) => text !== undefined).join(' ');
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    if (status !== 0) {
      this.fromSent.add(tookMs);
      second.answered += 1;
      second.answeredMs += tookMs;
    }
    if (isThrottled(answer)) {
      second.throttled += 1;
      second.throttledOf[group] = (second.throttledOf[group] as number) + 1;
      this.totals.throttled += 1;
    } else if (status === 0 || status >= 500 || status === 408) {
      second.failed += 1;
      this.totals.failed += 1;
    }
  }

  /** Counts the end of an operation, `tookMs` milliseconds after it was due. */
  settled(second: LoadSecond, outcome: 'served' | 'lost', tookMs: number): void {
    second[outcome] += 1;
    this.totals[outcome] += 1;
    this.waited(tookMs);
    this.ofSecond.add(tookMs);
  }

  /** Counts the latency of an operation that has ended or can no longer be served. */
  waited(ms: number): void {
    this.fromDue.add(ms);
    this.longestMs = Math.max(this.longestMs, ms);
  }
}
