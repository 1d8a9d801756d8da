import { type Answer, isRefusal } from './answer.ts';
import { ok } from '../result.ts';
import { seededRandom } from '../keyspace/seededRandom.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';
import { throttledSeconds } from './loadFacts.ts';
import { type DueOperation, dueOperations, peakEndSeconds, shapeSeconds, storedBy } from './loadSchedule.ts';
import { retryWaitMs } from './retryPolicies.ts';
import type { KeyMaker } from './stressKeys.ts';
import { isWrite, type Operation, type StressPlan } from './stressPlan.ts';
import { TimeQueue } from './timeQueue.ts';
import { type LoadEnd, type LoadSecond, StressRecord } from './stressRecord.ts';

export interface Attempt {
  readonly operation: Operation;
  /** Number of retries before it. */
  readonly retries: number;
  /** When the request should be sent, and when it was, in milliseconds after the start. */
  readonly dueMs: number;
  readonly sentMs: number;
}

interface Retry {
  readonly operation: Operation;
  /** Number of retries, including this one. */
  readonly retries: number;
}

/** Steps end after this many throttled seconds, which are enough to measure what the service serves while it throttles. */
const THROTTLED_SECONDS = 8;
/** After this many requests in a row without an answer, the service counts as unreachable. */
const UNANSWERED_MOST = 30;
/** How many stored rows are remembered, from which reads choose. */
const KNOWN_ROWS = 1000;
/** Waits of retries use random numbers of their own, so that the load is the same for every policy. */
const RETRY_STREAM = 0x5bd1e995;
/**
 * An operation that could not be sent within this many milliseconds after the end of the schedule is given up. This does not apply to a
 * storm, whose schedule is a single moment.
 */
const GRACE_MS = 1000;

/**
 * A load as a state machine without a clock or network: it says what to send and when, and takes the answers. `runLoad` drives it in real
 * time, `simulateLoad` with a model of the service. All times are milliseconds after the start and never decrease.
 */
export class LoadState {
  readonly record: StressRecord;
  private readonly plan: StressPlan;
  private readonly keysOf: KeyMaker;
  private readonly schedule: Generator<DueOperation, undefined>;
  private next: DueOperation | undefined;
  private readonly retries = new TimeQueue<Retry>();
  private readonly random: () => number;
  private readonly inFlight = new Set<Attempt>();
  /** When a lane was last given back while all lanes were in use. */
  private freedMs = 0;
  /** Rows that were stored, for reads to choose from. The newest replace the oldest. */
  private readonly known: { readonly group: number; readonly keys: readonly EntityKey[] }[] = [];
  private readonly peakEndMs: number;
  /** Number of operations of the peak that have begun and not ended, including those that never will because they were not sent. */
  private peakLeft = 0;
  private unanswered = 0;
  /** Why no more operations become due. */
  private reason: LoadEnd = 'schedule';

  constructor(plan: StressPlan, keysOf: KeyMaker) {
    this.plan = plan;
    this.keysOf = keysOf;
    this.record = new StressRecord(plan.keys.groups);
    this.schedule = dueOperations(plan);
    this.next = this.schedule.next().value;
    this.random = seededRandom(plan.seed ^ RETRY_STREAM);
    this.peakEndMs = peakEndSeconds(plan.shape) * 1000;
    this.record.scheduleEndMs = shapeSeconds(plan.shape) * 1000;
  }
  get isOver(): boolean {
    return this.record.endedBy !== undefined;
  }

  /** When something must be done next if no answer arrives before: at the latest, at the load's limit of time. */
  get nextMs(): number {
    const { limits } = this.plan;
    const limitMs = limits.seconds * 1000;
    return this.inFlight.size >= limits.lanes ? limitMs : Math.min(this.dueMs, limitMs);
  }

  private get dueMs(): number {
    return Math.min(this.retries.nextMs, this.next?.dueMs ?? Number.POSITIVE_INFINITY);
  }

  /** Moves the time forward. Ends the load if its limit of time is reached or nothing is left to do. */
  advance(nowMs: number): void {
    if (this.isOver) return;
    const limitMs = this.plan.limits.seconds * 1000;
    this.enterSecond(Math.min(nowMs, limitMs));
    if (nowMs >= limitMs) {
      this.end('seconds', limitMs);
      return;
    }
    const isLate = this.plan.shape.kind !== 'storm' && nowMs > this.record.scheduleEndMs + GRACE_MS;
    if (this.next !== undefined && isLate) this.endSchedule('schedule', nowMs);
    this.endIfDone(nowMs);
  }

  /** The next request to send now, whose answer must be passed to `settle`. Undefined if none is due or all lanes are in use. */
  take(nowMs: number): Attempt | undefined {
    this.advance(nowMs);
    const { limits } = this.plan;
    const { dueMs } = this;
    if (this.isOver || dueMs > nowMs || this.inFlight.size >= limits.lanes) return undefined;
    const isRetry = this.retries.nextMs === dueMs;
    const retry = isRetry ? this.retries.take() : this.firstTry(nowMs);
    // The first try ended the schedule because of a limit, but a retry may be due.
    if (retry === undefined) return this.take(nowMs);
    const { operation } = retry;
    const bytes = isWrite(operation.kind) ? operation.keys.length * this.plan.entityBytes : 0;
    if (isRetry && this.leftBytes < bytes) {
      this.retries.add(dueMs, retry);
      this.end('bytes', nowMs);
      return undefined;
    }
    this.record.totals.bytesSent += bytes;
    if (!isRetry) this.countFirst(operation, nowMs);
    const attempt = { ...retry, dueMs, sentMs: nowMs };
    this.inFlight.add(attempt);
    this.countAttempt(attempt);
    return attempt;
  }

  /** Takes the answer to a request. Answers that arrive after the end of the load are ignored. */
  settle(attempt: Attempt, answer: Answer, nowMs: number): void {
    this.advance(nowMs);
    if (this.isOver || !this.inFlight.delete(attempt)) return;
    const { record, plan } = this;
    if (this.inFlight.size === plan.limits.lanes - 1) this.freedMs = nowMs;
    const { operation, retries } = attempt;
    const second = this.enterSecond(nowMs);
    record.answered(second, operation.group, answer, nowMs - attempt.sentMs);
    this.unanswered = answer.status === 0 ? this.unanswered + 1 : 0;
    const served = entitiesServed(attempt, answer);
    const waitMs = served === undefined ? retryWaitMs(plan.policy, retries, answer, this.random) : undefined;
    if (served !== undefined) this.serve(attempt, served, nowMs);
    else if (waitMs !== undefined && !isRefusal(answer))
      this.retries.add(nowMs + waitMs, { operation, retries: retries + 1 });
    else this.settled(operation, 'lost', nowMs);
    if (isRefusal(answer)) {
      record.refusal = answer;
      this.end('refused', nowMs);
    } else if (this.unanswered >= UNANSWERED_MOST) this.end('offline', nowMs);
    this.endIfDone(nowMs);
  }

  /** Ends the load now. Requests in flight, and operations that wait for a retry, count as unanswered. */
  end(reason: LoadEnd, nowMs: number): void {
    const { record } = this;
    if (this.isOver) return;
    this.endSchedule(reason, nowMs);
    const open = [...this.retries.rest(), ...this.inFlight];
    for (const { operation } of open) record.waited(nowMs - operation.dueMs);
    record.totals.unanswered = open.length;
    record.closeSecond(this.retries.size);
    record.endedBy = this.reason;
    record.endedMs = nowMs;
    this.inFlight.clear();
  }

  /**
   * From now on no operations become due. Those that were due and could not be sent count as unsent, with the time for which they waited.
   */
  private endSchedule(reason: LoadEnd, nowMs: number): void {
    const { record } = this;
    this.reason = reason;
    while (this.next !== undefined && this.next.dueMs < nowMs) {
      record.totals.operations += 1;
      record.totals.unsent += 1;
      // It will never end, so the peak cannot have drained.
      if (this.next.dueMs <= this.peakEndMs) this.peakLeft += 1;
      record.waited(nowMs - this.next.dueMs);
      this.next = this.schedule.next().value;
    }
    if (this.next !== undefined) record.scheduleEndMs = Math.min(record.scheduleEndMs, nowMs);
    this.next = undefined;
  }

  private endIfDone(nowMs: number): void {
    if (this.next === undefined && this.retries.size === 0 && this.inFlight.size === 0)
      this.end(this.reason, nowMs);
  }

  private get leftBytes(): number {
    return this.plan.limits.bytes - this.record.totals.bytesSent;
  }

  /** The operation that is due, with its keys. Undefined if the limit of rows or bytes does not allow another one. */
  private firstTry(nowMs: number): Retry | undefined {
    const { plan, next, known } = this;
    if (next === undefined) return undefined;
    const rows = storedBy(next);
    const isFull = this.record.totals.rowsSent + rows > plan.limits.rows;
    if (isFull || this.leftBytes < rows * plan.entityBytes) {
      this.endSchedule(isFull ? 'rows' : 'bytes', nowMs);
      this.endIfDone(nowMs);
      return undefined;
    }
    const { index, dueMs, kind, group } = next;
    const read = isWrite(kind) ? undefined : known[Math.floor(next.random * known.length)];
    const made = read === undefined ? this.keysOf(next) : ok(read.keys);
    // Cannot happen: the keys of the first operations were made before the load, and later ones differ only in their numbers.
    if (!made.ok) throw new Error(made.error);
    this.next = this.schedule.next().value;
    const operation = { index, dueMs, kind, group: read?.group ?? group, keys: made.value };
    return { operation, retries: 0 };
  }

  private countFirst({ kind, dueMs, keys }: Operation, nowMs: number): void {
    const { totals } = this.record;
    totals.operations += 1;
    totals.rowsSent += isWrite(kind) ? keys.length : 0;
    if (dueMs <= this.peakEndMs) this.peakLeft += 1;
    this.enterSecond(nowMs).sent += 1;
  }

  private countAttempt({ dueMs, sentMs }: Attempt): void {
    const { record, freedMs } = this;
    const second = this.enterSecond(sentMs);
    record.totals.attempts += 1;
    second.attempts += 1;
    record.scheduleError.add(sentMs - Math.max(dueMs, freedMs));
    if (freedMs <= dueMs) return;
    second.heldBack += 1;
    second.heldBackMs = Math.max(second.heldBackMs, freedMs - dueMs);
  }

  private serve({ operation }: Attempt, entities: number, nowMs: number): void {
    const { record, known } = this;
    const second = this.enterSecond(nowMs);
    second.entities += entities;
    second.entitiesOf[operation.group] = (second.entitiesOf[operation.group] as number) + entities;
    record.totals.entities += entities;
    const [key] = operation.keys;
    if (isWrite(operation.kind) && key !== undefined)
      known[operation.index % KNOWN_ROWS] = { group: operation.group, keys: [key] };
    this.settled(operation, 'served', nowMs);
  }

  private settled({ dueMs }: Operation, outcome: 'served' | 'lost', nowMs: number): void {
    const { record, peakEndMs } = this;
    record.settled(this.enterSecond(nowMs), outcome, nowMs - dueMs);
    if (dueMs <= peakEndMs) this.peakLeft -= 1;
    const isPeakSent = this.next === undefined || this.next.dueMs > peakEndMs;
    if (isPeakSent && this.peakLeft === 0) record.drainMs ??= Math.max(0, nowMs - peakEndMs);
  }

  /** The record of the current second. At its start, a load in steps ends if enough earlier seconds were throttled. */
  private enterSecond(nowMs: number): LoadSecond {
    const { record } = this;
    const before = record.seconds.length;
    const second = record.second(nowMs, this.retries.size);
    const isNew = record.seconds.length > before && this.plan.shape.kind === 'steps';
    if (isNew && this.next !== undefined) {
      const { throttled } = throttledSeconds(record.seconds.slice(0, -1));
      if (throttled.length >= THROTTLED_SECONDS) this.endSchedule('throttled', nowMs);
    }
    return second;
  }
}

/**
 * How many entities an answer served; undefined if it served none. If the retry of an insert finds that the row exists, an earlier request
 * stored it and its answer was lost. A point read of a missing row was served too, with 0 entities.
 */
function entitiesServed(
  { operation, retries }: Attempt,
  { status, code, entities }: Answer,
): number | undefined {
  if (status >= 200 && status < 300) return entities;
  if (code === 'EntityAlreadyExists' && retries > 0 && isWrite(operation.kind)) return operation.keys.length;
  return status === 404 && code !== 'TableNotFound' && operation.kind === 'point read' ? 0 : undefined;
}
