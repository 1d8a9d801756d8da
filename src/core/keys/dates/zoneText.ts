/** Means another zone in another country. Log levels, methods of HTTP, `TST` for a test and `WDT` for a watchdog are none. */
const NAMED = String.raw`(?:[ABCEHIJKMNPSW]ST|[ACEHIMNP]DT|(?:A[CEKW]|NZ)[SD]T|[CE]ES?T|MSK|HKT|SGT)(?![A-Za-z\d])`;
/** Behind an underscore it is the west. */
const WESTERN = String.raw` ?WES?T(?![A-Za-z\d])`;
const PLACE = String.raw`(?:Europe|A(?:merica|sia|frica|ustralia|tlantic)|Pacific|Indian|Etc)/`;
/** An offset of nothing is UTC. */
const NOT_ZERO = String.raw`(?!00?(?::?00)?(?!\d))`;
const FROM_UTC = String.raw`(?:[Uu][Tt][Cc]|[Gg][Mm][Tt]) ?[+\-\u2212\u2013\uff0d]${NOT_ZERO}\d\d?(?::?[0-5]\d)?(?!\d)`;
const WORD = String.raw`[ _]?[([]?(?:${NAMED}|${PLACE}|${FROM_UTC})|${WESTERN}`;
const MINUS = String.raw`[\u2212\u2013\uff0d]`;
const HALF_DAY = String.raw` ?[AaPp]\.?[Mm](?![A-Za-z\d])`;
/** At most 14 hours: other numbers behind a sign are values (`-67`, `-12.5`). */
const HOURS = String.raw`${NOT_ZERO}(?:0\d|1[0-4])`;
const MINUTES = String.raw`:?[0-5]\d`;
const OFFSET_END = String.raw`(?![\d-]|\.\d)`;
const OFFSET = `${HOURS}(?:${MINUTES})?${OFFSET_END}`;
/** Digits that a time does not take: more than ticks have, or behind a comma. */
const FRACTION = String.raw`[.,]\d+`;
const BEHIND_TIME = new RegExp(
  `(?:${FRACTION})?(?:${WORD}|${HALF_DAY}|(?: [+-]| ?${MINUS})${OFFSET})|${FRACTION}[+-]${OFFSET}`,
  'y',
);
const BEHIND_DAY = new RegExp(`${WORD}|(?: -| ?\\+| ?${MINUS})${HOURS}${MINUTES}${OFFSET_END}`, 'y');

/**
 * Length of what follows a time of day (or a day) and says that it is not in UTC, in a form that keys are not read with: a zone by
 * its name, an offset behind GMT, a blank or another minus than that of ASCII, and halves of a day. 0: nothing does.
 */
export function zoneLength(text: string, at: number, behind: 'time' | 'day'): number {
  const zone = behind === 'time' ? BEHIND_TIME : BEHIND_DAY;
  zone.lastIndex = at;
  return zone.exec(text)?.[0].length ?? 0;
}
