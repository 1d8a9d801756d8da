/** Means another zone in another country. Log levels, methods of HTTP and `TST` for a test are none. */
const NAMED = String.raw`(?:[ABCEHIJKMNPSW][SD]T|(?:A[CEKW]|NZ)[SD]T|[CE]ES?T|MSK|[HS][GK]T)(?![A-Za-z\d])`;
/** Behind an underscore it is the west. */
const WESTERN = String.raw` ?WES?T(?![A-Za-z\d])`;
const PLACE = String.raw`(?:Europe|A(?:merica|sia|frica|ustralia|tlantic)|Pacific|Indian|Etc)/`;
const FROM_UTC = String.raw`(?:[Uu][Tt][Cc]|[Gg][Mm][Tt]) ?[+\-\u2212\u2013\uff0d]\d`;
const WORD = String.raw`[ _]?[([]?(?:${NAMED}|${PLACE}|${FROM_UTC})|${WESTERN}`;
const MINUS = String.raw`[\u2212\u2013\uff0d]`;
const HALF_DAY = String.raw` ?[AaPp]\.?[Mm](?![A-Za-z\d])`;
const HOURS = String.raw`\d\d(?::?[0-5]\d)?(?![\d-])`;
/** Digits that a time does not take: more than ticks have, or behind a comma. */
const FRACTION = String.raw`[.,]\d+`;
const BEHIND_TIME = new RegExp(
  `(?:${FRACTION})?(?:${WORD}|${HALF_DAY}|(?: [+-]| ?${MINUS})${HOURS})|${FRACTION}[+-]${HOURS}`,
  'y',
);
const BEHIND_DAY = new RegExp(String.raw`${WORD}|(?: -| ?\+| ?${MINUS})\d\d:?[0-5]\d(?![\d-])`, 'y');

/**
 * Length of what follows a time of day (or a day) and says that it is not in UTC, in a form that keys are not read with: a zone by
 * its name, an offset behind GMT, a blank or another minus than that of ASCII, and halves of a day. 0: nothing does.
 */
export function zoneLength(text: string, at: number, behind: 'time' | 'day'): number {
  const zone = behind === 'time' ? BEHIND_TIME : BEHIND_DAY;
  zone.lastIndex = at;
  return zone.exec(text)?.[0].length ?? 0;
}
