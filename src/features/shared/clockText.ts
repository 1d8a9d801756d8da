import { formatInstant } from '../../core/time/formatInstant.ts';

/** A time of day without zeros at its end, to the second at least: still exact. `timeZone` undefined: UTC. */
export function clockText(ticks: bigint, timeZone: string | undefined): string {
  return formatInstant(ticks, timeZone).timeOfDay.replace(/\.?0+$/, '');
}
