import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_MS } from '../../core/time/ticks.ts';

/** How far this computer's clock is from another clock. */
export interface ClockReading {
  /** Milliseconds by which this computer's clock is ahead; negative if it is behind. Accurate to one or two seconds. */
  readonly aheadMs: number;
  readonly of: 'the server of this page' | 'the table service';
}

/**
 * The time that an answer stated, and when this computer sent the request and began to receive the answer. All in milliseconds since the
 * Unix epoch; `sentMs` and `receivedMs` are by this computer's clock.
 */
interface SaidTime {
  readonly of: ClockReading['of'];
  readonly saidMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** Compares this computer's clock, which may be wrong by minutes, hours or days, with those of the servers. */
export interface ServiceClock {
  /** This computer's time, in milliseconds since the Unix epoch. It jumps when somebody sets the clock. */
  readonly computerMs: () => number;
  /**
   * The difference from the most trusted clock so far: the table service's counts more than that of the page's server. Undefined before the
   * first answer, and from the moment somebody sets this computer's clock until the next answer.
   */
  readonly reading: () => ClockReading | undefined;
  readonly learn: (said: SaidTime) => void;
}

/** Clocks that differ by less count as equal, because an answer takes a while to arrive. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** The time in an answer that took longer is ignored: the computer may have slept meanwhile, so the estimate would be too rough. */
const MAX_ANSWER_MS = 30_000;
/** Smaller changes are ignored, because a Date header states whole seconds. */
const SMALLEST_CHANGE_MS = 2000;
/** The table service began in 2008. A time outside these years is an error of whoever sent it, and is ignored. */
const EARLIEST_MS = Date.UTC(2008, 0);
const LATEST_MS = Date.UTC(2200, 0);

/**
 * `nowMs` is the table service's time once one of its answers has stated it. Until then it is this computer's, even if the page's server
 * states another time: the service alone decides when a credential expires.
 */
export function createServiceClock(
  computerMs: () => number,
  monotonicMs: () => number,
): {
  readonly nowMs: () => number;
  readonly clock: ServiceClock;
} {
  let last: ClockReading | undefined;
  let lastSettingMs = 0;
  /**
   * By how much the wall clock is ahead of the monotonic one. This changes if somebody sets the clock, and may change if the computer
   * sleeps.
   */
  const settingMs = (): number => computerMs() - monotonicMs();
  const reading = (): ClockReading | undefined => {
    if (Math.abs(settingMs() - lastSettingMs) >= CLOCK_TOLERANCE_MS) last = undefined;
    return last;
  };
  const known = (of: ClockReading['of']): number | undefined => {
    const found = reading();
    return found?.of === of ? found.aheadMs : undefined;
  };
  return {
    nowMs: () => computerMs() - (known('the table service') ?? 0),
    clock: {
      computerMs,
      reading,
      learn: ({ of, saidMs, sentMs, receivedMs }) => {
        const tookMs = receivedMs - sentMs;
        if (tookMs < 0 || tookMs > MAX_ANSWER_MS || saidMs < EARLIEST_MS || saidMs > LATEST_MS) return;
        if (of !== 'the table service' && known('the table service') !== undefined) return;
        const aheadMs = sentMs + tookMs / 2 - saidMs;
        const before = known(of) ?? 0;
        last = { aheadMs: Math.abs(aheadMs - before) < SMALLEST_CHANGE_MS ? before : aheadMs, of };
        lastSettingMs = settingMs();
      },
    },
  };
}

/** Rounds to whole minutes, or to seconds below two minutes, since a clock difference is not known more precisely. */
export function lengthWords(lengthMs: number): string {
  const unitMs = Math.abs(lengthMs) < 120_000 ? 1000 : 60_000;
  return durationText(BigInt(Math.round(Math.abs(lengthMs) / unitMs) * unitMs) * TICKS_PER_MS);
}

/** "This computer's clock is 3 h behind the table service." */
export function clockWords({ aheadMs, of }: ClockReading): string {
  return `This computer's clock is ${lengthWords(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${of}.`;
}

/** Tells users that the clock of their computer is wrong. Undefined if no other clock disagrees with it. */
export function clockNote(clock: ClockReading | undefined): string | undefined {
  if (clock === undefined || Math.abs(clock.aheadMs) < CLOCK_TOLERANCE_MS) return undefined;
  return clock.of === 'the table service'
    ? `${clockWords(clock)} Here, now means the service's time.`
    : `${clockWords(clock)} Here, now means this computer's time: let it set its clock from the network.`;
}
