import { Latencies, PERCENTILES } from './latencies.ts';
import { type Answer, isThrottled } from './answer.ts';

/** Why a load ended. */
export type LoadEnd =
  | 'schedule'
  /** The steps went up until the service was throttled. */
  | 'throttled'
  | 'stopped'
  /** The tab was hidden, and browsers slow the timers of hidden tabs. */
  | 'hidden'
  | 'seconds'
  | 'rows'
  | 'bytes'
  /** The credential is refused or has expired, or the table is gone. */
  | 'refused'
  /** No request got an answer any more. */
  | 'offline';

/** What happened in one second after the start. */
export class LoadSecond {
  readonly atSeconds: number;
  /** Operations that were first sent, and requests, retries included. */
  sent = 0;
  attempts = 0;
  /** Operations and entities that the service served. */
  served = 0;
  entities = 0;
  /** 503 and 429. */
  throttled = 0;
  /** Timeouts of the service, other errors that may pass, and requests without an answer. */
  failed = 0;
  lost = 0;
  /** Requests that were due while all lanes were taken, and the longest that one waited for a lane, in milliseconds. */
  heldBack = 0;
  heldBackMs = 0;
  /** Requests answered, and the sum of what the service took for them, from sent, in milliseconds. */
  answered = 0;
  answeredMs = 0;
  /** Operations that wait for a retry, at the end of the second. */
  waiting = 0;
  /** Entities served, and requests throttled, by group. */
  readonly entitiesOf: Uint32Array;
  readonly throttledOf: Uint32Array;
  /** Latency from due, in milliseconds, of operations that ended in the second. */
  p50 = 0;
  p95 = 0;
  p99 = 0;

  constructor(atSeconds: number, groups: number) {
    this.atSeconds = atSeconds;
    this.entitiesOf = new Uint32Array(groups);
    this.throttledOf = new Uint32Array(groups);
  }
}

/** All that a load measured. Times are milliseconds after its start. */
export class StressRecord {
  readonly groups: number;
  readonly seconds: LoadSecond[] = [];
  /** Counts of the whole load. operations = served + lost + unanswered + unsent. */
  readonly totals = {
    /** Operations that were due before the end. */
    operations: 0,
    served: 0,
    /** Given up: retries used up, or refused for good. */
    lost: 0,
    /** Sent, but the load ended before their last answer. */
    unanswered: 0,
    /** Due, but never sent, because no lane was free or the load ended. */
    unsent: 0,
    attempts: 0,
    /** Entities stored or read. */
    entities: 0,
    throttled: 0,
    failed: 0,
    /** Entities and bytes of writes that were sent, as the limits count them. */
    rowsSent: 0,
    bytesSent: 0,
  };
  /** Requests by their answer: "503 ServerBusy". */
  readonly answers = new Map<string, number>();
  /**
   * Latency of every operation from when it was due, with all waiting; one that was not served counts with the time it waited. So a
   * service that stalls cannot hide the operations that it held up (coordinated omission).
   */
  readonly fromDue = new Latencies();
  /** Latency of every answered request from when it was sent: what the service took. */
  readonly fromSent = new Latencies();
  /** How late requests were sent although they were due and a lane was free: the error of the schedule itself. */
  readonly scheduleError = new Latencies();
  /** How late the page's own timers were: a page that is busy reads answers late too. */
  readonly timerError = new Latencies();
  endedBy: LoadEnd | undefined;
  endedMs = 0;
  /** When operations stopped becoming due. */
  scheduleEndMs = 0;
  /** From the end of the peak until its last operation was settled; undefined if that was not reached. */
  drainMs: number | undefined;
  /** The longest that an operation took, waits included. */
  longestMs = 0;
  /** The answer that ended the load. */
  refusal: Answer | undefined;
  private readonly ofSecond = new Latencies();

  constructor(groups: number) {
    this.groups = groups;
  }

  /** Operations given up, or not served before the end. */
  get unserved(): number {
    return this.totals.operations - this.totals.served;
  }

  /** Requests per operation that was sent. */
  get amplification(): number {
    const { attempts, operations, unsent } = this.totals;
    return attempts === 0 ? 1 : attempts / (operations - unsent);
  }

  /** The second of this time. Earlier ones are closed. */
  second(nowMs: number, waiting: number): LoadSecond {
    const at = Math.floor(nowMs / 1000);
    while (this.seconds.length <= at) {
      this.closeSecond(waiting);
      this.seconds.push(new LoadSecond(this.seconds.length, this.groups));
    }
    return this.seconds[at] as LoadSecond;
  }

  /** Sums up the last second. */
  closeSecond(waiting: number): void {
    const last = this.seconds.at(-1);
    if (last === undefined) return;
    last.waiting = waiting;
    if (this.ofSecond.count === 0) return;
    const [p50, p95, p99] = PERCENTILES.map((share) => this.ofSecond.at(share));
    Object.assign(last, { p50, p95, p99 });
    this.ofSecond.reset();
  }

  /** Counts an answer, whatever becomes of its operation. */
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

  /** Counts the end of an operation that was `tookMs` on its way since it was due. */
  settled(second: LoadSecond, outcome: 'served' | 'lost', tookMs: number): void {
    second[outcome] += 1;
    this.totals[outcome] += 1;
    this.waited(tookMs);
    this.ofSecond.add(tookMs);
  }

  /** Counts the latency of an operation that has ended, or can go no further. */
  waited(ms: number): void {
    this.fromDue.add(ms);
    this.longestMs = Math.max(this.longestMs, ms);
  }
}
