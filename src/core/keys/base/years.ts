import { daysFromCivil } from '../../time/civil.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import type { TickSpan } from './scheme.ts';

export function startOf(year: number): bigint {
  return BigInt(daysFromCivil(year, 1, 1)) * TICKS_PER_DAY;
}

/** The instants from the start of one year to the start of another, which is not included. */
export function years(from: number, to: number): TickSpan {
  return { from: startOf(from), to: startOf(to) };
}
