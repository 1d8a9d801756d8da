import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_MS } from '../../core/time/ticks.ts';

/** How far this computer's clock is from another. */
export interface ClockReading {
  /** How far this computer is ahead, in milliseconds; negative: behind. Accurate to a second or two. */
  readonly aheadMs: number;
  readonly of: 'the server of this page' | 'the table service';
}

/** What an answer said of the time. All in milliseconds since the Unix epoch. */
interface SaidTime {
  readonly of: ClockReading['of'];
  readonly saidMs: number;
  /** By this computer: when the request left, and when the answer began. */
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** What is known of the time. A computer's clock may be wrong by minutes, an hour or days. */
export interface ServiceClock {
  /** The time by this computer. Jumps where somebody sets it. Milliseconds since the Unix epoch. */
  readonly computerMs: () => number;
  /**
   * How far this computer is from the best other clock that spoke: the table service's is better than the page's. Undefined
   * once somebody has set this computer's clock, until the next answer.
   */
  readonly reading: () => ClockReading | undefined;
  readonly learn: (said: SaidTime) => void;
}

/** Clocks closer than this agree: an answer takes a while. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** A slower answer says too little: it may have waited for a computer that slept. */
const MAX_ANSWER_MS = 30_000;
/** Smaller changes are ignored: a Date header has whole seconds. */
const SMALLEST_CHANGE_MS = 2000;
/** The table service is from 2008. A time outside of these years is not from a clock, and is never shown. */
const EARLIEST_MS = Date.UTC(2008, 0);
const LATEST_MS = Date.UTC(2200, 0);

/** The time of the table service, once one of its answers told it; until then this computer's, whatever the page's server says. */
export function createServiceClock(
  computerMs: () => number,
  monotonicMs: () => number,
): {
  readonly nowMs: () => number;
  readonly clock: ServiceClock;
} {
  let last: ClockReading | undefined;
  let lastSettingMs = 0;
  /** By how much the wall clock is ahead of the monotonic one. It changes if somebody sets it, and may if the computer sleeps. */
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

/** Whole minutes, or seconds below two minutes: clock differences are no more accurate. */
export function lengthWords(lengthMs: number): string {
  const unitMs = Math.abs(lengthMs) < 120_000 ? 1000 : 60_000;
  return durationText(BigInt(Math.round(Math.abs(lengthMs) / unitMs) * unitMs) * TICKS_PER_MS);
}

/** "This computer's clock is 3 h behind the table service." */
export function clockWords({ aheadMs, of }: ClockReading): string {
  return `This computer's clock is ${lengthWords(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${of}.`;
}

/** What to tell users about times if this computer's clock is wrong; undefined if no other clock disagrees. */
export function clockNote(clock: ClockReading | undefined): string | undefined {
  if (clock === undefined || Math.abs(clock.aheadMs) < CLOCK_TOLERANCE_MS) return undefined;
  return clock.of === 'the table service'
    ? `${clockWords(clock)} Here, now means the service's time.`
    : `${clockWords(clock)} Here, now means this computer's time: let it set its clock from the network.`;
}
