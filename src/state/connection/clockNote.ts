import { CLOCK_TOLERANCE_MS, type ClockReading, clockWords } from '../../tables/base/serviceClock.ts';

/** What to tell users about times if this computer's clock is wrong; undefined if no other clock disagrees. */
export function clockNote(clock: ClockReading | undefined): string | undefined {
  if (clock === undefined || Math.abs(clock.aheadMs) < CLOCK_TOLERANCE_MS) return undefined;
  return clock.of === 'the table service'
    ? `${clockWords(clock)} Here, now means the service's time.`
    : `${clockWords(clock)} Here, now means this computer's time: let it set its clock from the network.`;
}
