/** Days of a century from March 1 on, if it ends in a leap day; other centuries are a day shorter. */
const DAYS_PER_CENTURY = 36_525;
const MONTH_DAYS: readonly number[] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * The dates of a century by day, from March 1 of a year that ends in 00: years since (0 .. 100) << 16, then the digits of
 * month and day, four bits each. Its last entry exists only every fourth time.
 */
export function centuryDays(): Int32Array {
  const days = new Int32Array(DAYS_PER_CENTURY);
  let [year, month, day] = [0, 3, 1];
  for (let index = 0; index < DAYS_PER_CENTURY; index++) {
    const monthDigits = (Math.floor(month / 10) << 4) | (month % 10);
    days[index] = (year << 16) | (monthDigits << 8) | (Math.floor(day / 10) << 4) | (day % 10);
    const isLeapDay = month === 2 && day === 28 && year % 4 === 0;
    const isLast = day >= (MONTH_DAYS[month] ?? 0) && !isLeapDay;
    day = isLast ? 1 : day + 1;
    if (isLast) month++;
    if (month === 13) [year, month] = [year + 1, 1];
  }
  return days;
}
