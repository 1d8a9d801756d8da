import { TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../core/time/ticks.ts';

/** No zone is further from UTC. */
const FARTHEST_HOURS = 14;
const OFFSET = /^([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/;

/**
 * A writer's clock minus UTC, in ticks, as people type it (`+02:00`, `-8`, `UTC`); undefined for any other
 * text.
 */
export function clockOffsetTicks(text: string): bigint | undefined {
  const typed = text.trim().toUpperCase();
  if (typed === '' || typed === 'UTC' || typed === 'Z') return 0n;
  const match = OFFSET.exec(typed);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const ticks = BigInt(hours ?? '0') * TICKS_PER_HOUR + BigInt(minutes) * TICKS_PER_MINUTE;
  if (ticks > BigInt(FARTHEST_HOURS) * TICKS_PER_HOUR) return undefined;
  return sign === '+' ? ticks : -ticks;
}
