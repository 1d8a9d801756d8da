/**
 * Names of time zones. Many of them mean different zones in different countries. Log levels, HTTP methods, `TST` (a test) and `WDT` (a
 * watchdog) are left out, because they are usually not zones.
 */
const NAMED = String.raw`(?:[ABCEHIJKMNPSW]ST|[ACEHIMNP]DT|(?:A[CEKW]|NZ)[SD]T|[CE]ES?T|MSK|HKT|SGT)(?![A-Za-z\d])`;
/** Western European time. It has no underscore before it, since `_WEST` in a key is the point of the compass. */
const WESTERN = String.raw` ?WES?T(?![A-Za-z\d])`;
const PLACE = String.raw`(?:Europe|A(?:merica|sia|frica|ustralia|tlantic)|Pacific|Indian|Etc)/`;
/** An offset of zero is UTC, so it is not another zone. */
const NOT_ZERO = String.raw`(?!00?(?::?00)?(?!\d))`;
const FROM_UTC = String.raw`(?:[Uu][Tt][Cc]|[Gg][Mm][Tt]) ?[+\-\u2212\u2013\uff0d]${NOT_ZERO}\d\d?(?::?[0-5]\d)?(?!\d)`;
const WORD = String.raw`[ _]?[([]?(?:${NAMED}|${PLACE}|${FROM_UTC})|${WESTERN}`;
const MINUS = String.raw`[\u2212\u2013\uff0d]`;
const HALF_DAY = String.raw` ?[AaPp]\.?[Mm](?![A-Za-z\d])`;
/** Offsets are at most 14 hours. Other numbers after a sign are values (`-67`, `-12.5`). */
const HOURS = String.raw`${NOT_ZERO}(?:0\d|1[0-4])`;
const MINUTES = String.raw`:?[0-5]\d`;
const OFFSET_END = String.raw`(?![\d-]|\.\d)`;
const OFFSET = `${HOURS}(?:${MINUTES})?${OFFSET_END}`;
/** A fraction that is not read as part of the time: more digits than ticks have, or digits after a comma. */
const FRACTION = String.raw`[.,]\d+`;
const BEHIND_TIME = new RegExp(
  `(?:${FRACTION})?(?:${WORD}|${HALF_DAY}|(?: [+-]| ?${MINUS})${OFFSET})|${FRACTION}[+-]${OFFSET}`,
  'y',
);
const BEHIND_DAY = new RegExp(`${WORD}|(?: -| ?\\+| ?${MINUS})${HOURS}${MINUTES}${OFFSET_END}`, 'y');

/**
 * The length of a zone other than UTC that follows a time of day (or a day) in a form that is not read as part of a key: the name of a
 * zone, an offset after GMT or a blank, an offset with a minus that is not ASCII, or AM and PM. 0 if there is none.
 */
export function zoneLength(text: string, at: number, behind: 'time' | 'day'): number {
  const zone = behind === 'time' ? BEHIND_TIME : BEHIND_DAY;
  zone.lastIndex = at;
  return zone.exec(text)?.[0].length ?? 0;
}
