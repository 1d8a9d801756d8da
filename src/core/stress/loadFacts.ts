import { median } from '../keyspace/diagnosis/statistics.ts';
import { peakRate } from './loadSchedule.ts';
import type { StressPlan } from './stressPlan.ts';
import type { LoadSecond, StressRecord } from './stressRecord.ts';

/** What a load showed about the limits of the service and the browser. Rates are in entities per second. */
export interface LoadFacts {
  /** The highest rate that the plan asks for. */
  readonly asked: number;
  /** What the service is proved to take: the highest mean rate over `PROOF_SECONDS` seconds in a row. */
  readonly proved: number;
  /** What was served while the service throttled; undefined if it never did. */
  readonly throttled?: ThrottledFacts;
  /** Seconds in which almost nothing was served, as while a partition is split or moved. */
  readonly movedSeconds: number;
  /** Set if requests had to wait for a lane. */
  readonly heldBack?: HeldBack;
  /**
   * Whether the page was late, because it was busy or its timers are slowed: requests were sent late although lanes were free, or timers
   * were late while no lane was.
   */
  readonly isLate: boolean;
}

export interface HeldBack {
  /** When requests began to wait, and how many entities per second were served then. */
  readonly atSeconds: number;
  readonly perSecond: number;
  /**
   * Mean latency of requests, from when they were sent, while requests had to wait for a lane (`tookMs`) and before that (`quietMs`,
   * undefined if they always had to).
   */
  readonly tookMs: number;
  readonly quietMs?: number | undefined;
  /** Whether the lanes were full because answers were slow, and not because six lanes are few. */
  readonly isSlow: boolean;
}

export interface ThrottledFacts {
  /** The median of all groups together, its quartiles, and the median of the busiest throttled group. */
  readonly perSecond: number;
  readonly low: number;
  readonly high: number;
  readonly perGroup: number;
  readonly groups: number;
  readonly sinceSeconds: number;
  readonly seconds: number;
}

/** If at least this share of the requests in a second is throttled, the service counts as throttling. */
const THROTTLED_SHARE = 0.05;
/**
 * A service that throttles still serves what it can. If it serves less than this share of its best second, something else is the matter.
 */
const MOVED_SHARE = 0.2;
/** A shorter peak may be a burst that the service accepts only once. */
const PROOF_SECONDS = 3;
/** A later rate counts as higher from this multiple on, because rates vary less than that from second to second. */
const EXCEEDED = 1.1;
/** A request that waits longer than this for a lane was held back. Shorter waits occur in any queue. */
const HELD_BACK_MS = 100;
/** Requests count as held back from this share of all requests on. */
const HELD_BACK_SHARE = 0.1;
/** If the page is late by more than this many milliseconds, the load is not the one that was asked for. */
const LATE_MS = 50;
/** Answers that take at least this many milliseconds are slow, even for a client on the other side of the earth. */
const SLOW_MS = 500;
/** Answers are also slow if they take this multiple of the time that they took before the lanes were full. */
const SLOWER = 3;

function sustained(seconds: readonly LoadSecond[]): number {
  const length = Math.min(PROOF_SECONDS, seconds.length);
  const means = seconds
    .slice(0, seconds.length - length + 1)
    .map((_, at) => seconds.slice(at, at + length).reduce((sum, { entities }) => sum + entities, 0) / length);
  return Math.max(0, ...means);
}

/** Whether so many requests of a second were throttled that the service counts as throttling. */
function isThrottledSecond({ throttled, attempts }: LoadSecond): boolean {
  return throttled > 0 && throttled >= attempts * THROTTLED_SHARE;
}

/**
 * Finds the seconds in which the service throttled and served what it can. While a partition is split or moved to another server, the
 * service also answers 503, but serves almost nothing, which says nothing about its limit. Such seconds are only counted, as `moved`, and
 * those next to them, which may be partly affected, are left out.
 */
export function throttledSeconds(seconds: readonly LoadSecond[]): {
  readonly throttled: readonly LoadSecond[];
  readonly moved: number;
} {
  const took = seconds.reduce((most, { entities }) => Math.max(most, entities), 0);
  const isMoved = (second: LoadSecond | undefined): boolean =>
    second !== undefined && isThrottledSecond(second) && second.entities <= took * MOVED_SHARE;
  return {
    throttled: seconds.filter(
      (second, at) =>
        isThrottledSecond(second) && ![at - 1, at, at + 1].some((near) => isMoved(seconds[near])),
    ),
    moved: seconds.filter(isMoved).length,
  };
}

function throttledFacts(throttled: readonly LoadSecond[]): ThrottledFacts | undefined {
  const [first] = throttled;
  if (first === undefined) return undefined;
  const rates = throttled.map(({ entities }) => entities).sort((a, b) => a - b);
  const hot = first.throttledOf.reduce<number[]>((groups, _, group) => {
    const refused = throttled.reduce((sum, { throttledOf }) => sum + (throttledOf[group] as number), 0);
    return refused > 0 ? [...groups, group] : groups;
  }, []);
  const ofGroup = hot.map((group) => median(throttled.map(({ entitiesOf }) => entitiesOf[group] as number)));
  const perGroup = Math.max(0, ...ofGroup);
  // If no group served anything, the partitions were offline and no rate was measured.
  if (perGroup === 0) return undefined;
  return {
    perSecond: median(rates),
    low: rates[Math.floor(rates.length / 4)] as number,
    high: rates[Math.floor((rates.length * 3) / 4)] as number,
    perGroup,
    groups: hot.length,
    sinceSeconds: first.atSeconds,
    seconds: throttled.length,
  };
}

/** Whether the service later served more without throttling. Then what it served while it throttled is not its limit. */
function isExceeded(
  { perSecond }: ThrottledFacts,
  throttled: readonly LoadSecond[],
  seconds: readonly LoadSecond[],
): boolean {
  const lastAt = throttled.at(-1)?.atSeconds ?? 0;
  const after = seconds.filter(({ atSeconds }) => atSeconds > lastAt);
  return after.length >= PROOF_SECONDS && sustained(after) > perSecond * EXCEEDED;
}

/** When requests began to wait for a lane, and how long answers took before and since. */
function heldBackIn(seconds: readonly LoadSecond[]): HeldBack | undefined {
  const isHeld = ({ heldBack, heldBackMs, attempts }: LoadSecond) =>
    heldBackMs > HELD_BACK_MS && heldBack >= attempts * HELD_BACK_SHARE;
  const first = seconds.findIndex(isHeld);
  const held = seconds[first];
  if (held === undefined) return undefined;
  const quietMs = meanMs(seconds.slice(0, first));
  const tookMs = meanMs(seconds.slice(first)) ?? 0;
  return {
    atSeconds: held.atSeconds,
    perSecond: held.entities,
    tookMs,
    quietMs,
    isSlow: tookMs >= Math.min(SLOW_MS, (quietMs ?? SLOW_MS) * SLOWER),
  };
}

/** Mean latency of requests, from when they were sent, in milliseconds. Undefined if none was answered. */
function meanMs(seconds: readonly LoadSecond[]): number | undefined {
  const answered = seconds.reduce((sum, second) => sum + second.answered, 0);
  return answered === 0 ? undefined : seconds.reduce((sum, second) => sum + second.answeredMs, 0) / answered;
}

/**
 * Derives the facts from the whole seconds of a record in which operations became due. For a storm, whose operations are all due at once,
 * from all seconds.
 */
export function loadFacts(record: StressRecord, plan: StressPlan): LoadFacts {
  const isStorm = plan.shape.kind === 'storm';
  const seconds = record.seconds.filter(
    ({ atSeconds }) => isStorm || (atSeconds + 1) * 1000 <= record.scheduleEndMs,
  );
  const refused = throttledSeconds(seconds);
  const found = throttledFacts(refused.throttled);
  const throttled = found !== undefined && isExceeded(found, refused.throttled, seconds) ? undefined : found;
  const heldBack = heldBackIn(seconds);
  const { scheduleError, timerError } = record;
  return {
    asked: peakRate(plan.shape),
    proved: sustained(seconds),
    ...(throttled !== undefined && { throttled }),
    movedSeconds: refused.moved,
    ...(heldBack !== undefined && { heldBack }),
    isLate: scheduleError.at(0.99) > LATE_MS || (heldBack !== undefined && timerError.at(0.95) > LATE_MS),
  };
}
