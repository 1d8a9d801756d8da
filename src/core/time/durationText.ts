import { addUnits } from './calendar.ts';
import { fractionText } from './civil.ts';
import { TICKS_PER_DAY, TICKS_PER_HOUR, TICKS_PER_MINUTE, TICKS_PER_MS, TICKS_PER_SECOND } from './ticks.ts';

/** Units from days down to milliseconds. */
export const DURATION_UNITS: readonly { readonly ticks: bigint; readonly name: string }[] = [
  { ticks: TICKS_PER_DAY, name: 'd' },
  { ticks: TICKS_PER_HOUR, name: 'h' },
  { ticks: TICKS_PER_MINUTE, name: 'min' },
  { ticks: TICKS_PER_SECOND, name: 's' },
  { ticks: TICKS_PER_MS, name: 'ms' },
];

/** A length in some unit as a decimal without trailing zeros. */
function decimal(ticks: bigint, unit: bigint): string {
  const scaled = Number(((ticks % unit) * TICKS_PER_SECOND) / unit);
  const digits = fractionText(scaled).replace(/0{1,7}$/, '');
  return digits === '' ? String(ticks / unit) : `${ticks / unit}.${digits}`;
}

/** An exact length in words: "1 d 2 h 3 min 4.5 s", "16 min 40 s", "1.5 ms", "3 ticks", "0 s". */
export function durationText(ticks: bigint): string {
  if (ticks < 0n) return `-${durationText(-ticks)}`;
  if (ticks === 0n) return '0 s';
  if (ticks < TICKS_PER_MS) return ticks === 1n ? '1 tick' : `${ticks} ticks`;
  if (ticks < TICKS_PER_SECOND) return `${decimal(ticks, TICKS_PER_MS)} ms`;
  const words: string[] = [];
  let rest = ticks;
  for (const unit of DURATION_UNITS.slice(0, 3)) {
    if (rest >= unit.ticks) {
      words.push(`${rest / unit.ticks} ${unit.name}`);
      rest %= unit.ticks;
    }
  }
  if (rest > 0n) words.push(`${decimal(rest, TICKS_PER_SECOND)} s`);
  return words.join(' ');
}

/** A power of two above the number of months in 9,999 years. The binary search for the largest number of months that fits starts here. */
const MONTH_SEARCH_FROM = 2 ** 17;

const SHORTEST_MONTH = 28n * TICKS_PER_DAY;

/** The number of whole months between two instants, by the calendar. */
function monthsBetween(earlier: bigint, later: bigint): number {
  let months = 0;
  for (let step = MONTH_SEARCH_FROM; step >= 1; step /= 2) {
    const moved = addUnits(earlier, months + step, 'M');
    if (moved !== undefined && moved <= later) months += step;
  }
  return months;
}

/** A distance rounded down to its two largest units. Years and months are those of the calendar. */
function distanceWords(earlier: bigint, later: bigint): string {
  const months = later - earlier < SHORTEST_MONTH ? 0 : monthsBetween(earlier, later);
  if (months >= 12) {
    const rest = months % 12;
    return `${Math.floor(months / 12)} y${rest === 0 ? '' : ` ${rest} mo`}`;
  }
  if (months > 0) {
    const days = (later - (addUnits(earlier, months, 'M') ?? later)) / TICKS_PER_DAY;
    return `${months} mo${days === 0n ? '' : ` ${days} d`}`;
  }
  const span = later - earlier;
  const index = DURATION_UNITS.findIndex((unit) => span >= unit.ticks);
  const first = DURATION_UNITS[index];
  if (first === undefined) return span === 1n ? '1 tick' : `${span} ticks`;
  const second = first.name === 'ms' || first.name === 's' ? undefined : DURATION_UNITS[index + 1];
  const head = `${span / first.ticks} ${first.name}`;
  if (second === undefined) return head;
  const count = (span % first.ticks) / second.ticks;
  return count === 0n ? head : `${head} ${count} ${second.name}`;
}

/** The distance from now in words, cut to its two largest units: "1 h 24 min ago", "in 13 y 10 mo", "now". */
export function distanceText(ticks: bigint, nowTicks: bigint): string {
  if (ticks === nowTicks) return 'now';
  return ticks < nowTicks ? `${distanceWords(ticks, nowTicks)} ago` : `in ${distanceWords(nowTicks, ticks)}`;
}
