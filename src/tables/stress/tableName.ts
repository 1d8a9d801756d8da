/*
 * Names of the stress lab's tables: a fixed word, the time at which the table was made, and a random number. The time allows a later visit
 * to say how old a table is that was left behind.
 */

const HEAD = 'keyscopestress';
/** Milliseconds since the Unix epoch in base 36 have nine digits until the year 5188. */
const TIME_DIGITS = 9;
const CHANCE_DIGITS = 6;
const NAME = new RegExp(`^${HEAD}([0-9a-z]{${TIME_DIGITS}})[0-9a-z]{${CHANCE_DIGITS}}$`, 'u');

/**
 * Makes a new name.
 * @param nowMs Milliseconds since the Unix epoch.
 * @param random At least 0 and less than 1.
 */
export function newTableName(nowMs: number, random: number): string {
  const digits = (value: number, count: number): string =>
    Math.floor(value).toString(36).padStart(count, '0');
  return `${HEAD}${digits(nowMs, TIME_DIGITS)}${digits(random * 36 ** CHANCE_DIGITS, CHANCE_DIGITS)}`;
}

/** When a table of the stress lab was made, in milliseconds since the Unix epoch. Undefined for every other table. */
export function madeAtMs(name: string): number | undefined {
  const time = NAME.exec(name)?.[1];
  return time === undefined ? undefined : Number.parseInt(time, 36);
}
