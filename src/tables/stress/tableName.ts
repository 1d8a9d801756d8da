/*
 * Names of the tables of the stress lab: a fixed word, when the table was made, and a number by chance. The time is in the name so that
 * a later visit can say how old a table is that was left behind.
 */

const HEAD = 'keyscopestress';
/** Milliseconds since the Unix epoch in base 36: nine digits until the year 5188. */
const TIME_DIGITS = 9;
const CHANCE_DIGITS = 6;
const NAME = new RegExp(`^${HEAD}([0-9a-z]{${TIME_DIGITS}})[0-9a-z]{${CHANCE_DIGITS}}$`, 'u');

/** A new name. `nowMs`: since the Unix epoch. `random`: 0 (included) to 1 (excluded). */
export function newTableName(nowMs: number, random: number): string {
  const digits = (value: number, count: number): string =>
    Math.floor(value).toString(36).padStart(count, '0');
  return `${HEAD}${digits(nowMs, TIME_DIGITS)}${digits(random * 36 ** CHANCE_DIGITS, CHANCE_DIGITS)}`;
}

/** When a table of the stress lab was made, milliseconds since the Unix epoch; undefined for every other table. */
export function madeAtMs(name: string): number | undefined {
  const time = NAME.exec(name)?.[1];
  return time === undefined ? undefined : Number.parseInt(time, 36);
}
