import { median } from '../keyspace/diagnosis/statistics.ts';
import { peakRate } from './loadSchedule.ts';
import type { StressPlan } from './stressPlan.ts';
import type { LoadSecond, StressRecord } from './stressRecord.ts';

/** What a load showed about the limits of service and browser. Rates are entities per second. */
export interface LoadFacts {
  /** The highest rate that the plan asks for. */
  readonly asked: number;
  /** The highest mean of `PROOF_SECONDS` seconds in a row, and of the single partition or group that took most. */
  readonly proved: number;
  /** What was served while the service was throttled; undefined: it never was. */
  readonly throttled?: ThrottledFacts;
  /** Seconds in which almost nothing was served, as while a partition is split or moved. */
  readonly movedSeconds: number;
  /** Requests waited for a lane; undefined: there was always a free one. */
  readonly heldBack?: HeldBack;
  /** True if the page was busy or its timers are slowed: the schedule was late although lanes were free, or timers were while none was. */
  readonly isLate: boolean;
}

export interface HeldBack {
  /** When that began, and what was served then. */
  readonly atSeconds: number;
  readonly perSecond: number;
  /** Mean latency from sent while requests waited; and before, undefined if they always did. */
  readonly tookMs: number;
  readonly quietMs?: number | undefined;
  /** The lanes were full because answers were slow, not because six are few. */
  readonly isSlow: boolean;
}

export interface ThrottledFacts {
  /** The median of all groups together, its quartiles, and that of one group. */
  readonly perSecond: number;
  readonly low: number;
  readonly high: number;
  readonly perGroup: number;
  readonly groups: number;
  readonly sinceSeconds: number;
  readonly seconds: number;
}

/** From this share of throttled requests in a second on, the service counts as throttled. */
const THROTTLED_SHARE = 0.05;
/** A service that is throttled serves what it can: less than this share of its best second is something else. */
const MOVED_SHARE = 0.2;
/** A shorter peak may be a burst that the service takes once. */
const PROOF_SECONDS = 3;
/** From this multiple on, a later rate is truly higher: noise from second to second is smaller. */
const EXCEEDED = 1.1;
/** A request that waits longer for a lane was held back; shorter waits are those of any queue. */
const HELD_BACK_MS = 100;
/** From this share of requests on. */
const HELD_BACK_SHARE = 0.1;
/** A schedule that is this late is not the one that was asked for, in milliseconds. */
const LATE_MS = 50;
/** Answers that take so long are slow from anywhere on earth, in milliseconds. */
const SLOW_MS = 500;
/** So are those that take this multiple of what they took before the lanes were full. */
const SLOWER = 3;

function sustained(seconds: readonly LoadSecond[]): number {
  const length = Math.min(PROOF_SECONDS, seconds.length);
  const means = seconds
    .slice(0, seconds.length - length + 1)
    .map((_, at) => seconds.slice(at, at + length).reduce((sum, { entities }) => sum + entities, 0) / length);
  return Math.max(0, ...means);
}

/** Whether a second has enough throttled requests to call the service throttled. */
function isThrottledSecond({ throttled, attempts }: LoadSecond): boolean {
  return throttled > 0 && throttled >= attempts * THROTTLED_SHARE;
}

/**
 * Seconds in which the service served less than it can, because it was throttled. While a partition is split or moved to another server
 * it answers 503 too, and serves almost nothing, which says nothing about what it takes: such seconds are `moved`, and those beside
 * them, which are partly so, are left out.
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
  // Groups that serve nothing are offline: no rate was measured.
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

/** Whether the service served more afterwards without throttling: then what it served while it throttled is no limit. */
function isExceeded(
  { perSecond }: ThrottledFacts,
  throttled: readonly LoadSecond[],
  seconds: readonly LoadSecond[],
): boolean {
  const lastAt = throttled.at(-1)?.atSeconds ?? 0;
  const after = seconds.filter(({ atSeconds }) => atSeconds > lastAt);
  return after.length >= PROOF_SECONDS && sustained(after) > perSecond * EXCEEDED;
}

/** Since when requests waited for a lane, and how long answers took before and since. */
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

/** Mean latency from sent; undefined if nothing was answered. */
function meanMs(seconds: readonly LoadSecond[]): number | undefined {
  const answered = seconds.reduce((sum, second) => sum + second.answered, 0);
  return answered === 0 ? undefined : seconds.reduce((sum, second) => sum + second.answeredMs, 0) / answered;
}

/** Reads the limits from a record, by its whole seconds in which operations became due; of a storm, by all that followed. */
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
