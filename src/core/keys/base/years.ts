import { daysFromCivil } from '../../time/civil.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import type { TickSpan } from './scheme.ts';

/** The first instant of a year, in ticks. */
export function startOf(year: number): bigint {
  return BigInt(daysFromCivil(year, 1, 1)) * TICKS_PER_DAY;
}

/** All instants from the first year on, up to the second, which is not among them. */
export function years(from: number, to: number): TickSpan {
  return { from: startOf(from), to: startOf(to) };
}
