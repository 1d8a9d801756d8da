import { civilFromDays, daysFromCivil, daysInMonth } from './civil.ts';
import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE, TICKS_PER_SECOND } from './ticks.ts';

/** Units of relative times in Grafana's notation: second, minute, hour, day, week, month, year. */
export type CalendarUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

const FIXED_TICKS: Readonly<Record<'s' | 'm' | 'h' | 'd' | 'w', bigint>> = {
  s: TICKS_PER_SECOND,
  m: TICKS_PER_MINUTE,
  h: TICKS_PER_HOUR,
  d: TICKS_PER_DAY,
  w: 7n * TICKS_PER_DAY,
};

/**
 * Moves an instant by whole units, in UTC. Months and years keep the day of the month if it exists, else they take the last
 * day (31 January + 1 M = 28 or 29 February). Undefined if the result is outside the years 1..9999.
 */
export function addUnits(ticks: bigint, count: number, unit: CalendarUnit): bigint | undefined {
  if (unit !== 'M' && unit !== 'y') return ticks + BigInt(count) * FIXED_TICKS[unit];
  const days = Number(ticks / TICKS_PER_DAY);
  const { year, month, day } = civilFromDays(days);
  const months = year * 12 + (month - 1) + count * (unit === 'y' ? 12 : 1);
  const newYear = Math.floor(months / 12);
  if (newYear < 1 || newYear > 9999) return undefined;
  const newMonth = months - newYear * 12 + 1;
  const newDay = Math.min(day, daysInMonth(newYear, newMonth));
  return BigInt(daysFromCivil(newYear, newMonth, newDay)) * TICKS_PER_DAY + (ticks % TICKS_PER_DAY);
}

/** The start of the unit that contains an instant, in UTC. Weeks begin on Monday, as in ISO 8601; 0001-01-01 was a Monday. */
export function startOfUnit(ticks: bigint, unit: CalendarUnit): bigint {
  if (unit !== 'M' && unit !== 'y') return ticks - (ticks % FIXED_TICKS[unit]);
  const { year, month } = civilFromDays(Number(ticks / TICKS_PER_DAY));
  return BigInt(daysFromCivil(year, unit === 'y' ? 1 : month, 1)) * TICKS_PER_DAY;
}
