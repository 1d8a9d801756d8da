/*
 * Times as other programs print them (mail and HTTP headers, `date`, portals, Kibana, Kusto, Unix numbers), rewritten so that
 * `typedTime.ts` reads them. What could mean two times is not rewritten.
 */
import { daysFromCivil, MONTHS } from './civil.ts';
import { unixSecondText } from './formatInstant.ts';
import { scanIso } from './isoScan.ts';

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Matches the name of a day before a date. */
const DAY_NAME = new RegExp(
  `^(${DAYS.join('|')})(?:day|sday|nesday|rsday|urday)?,?\\s+(?=\\d{1,2}(?:st|nd|rd|th)?[ -]${MONTH}|${MONTH}|\\d{1,4}[/.-]\\d)`,
  'i',
);
/** How dates are printed, and which of the three numbers, or month names, is the year, the month and the day. */
const DATES: readonly (readonly [date: RegExp, year: 1 | 3, month: 1 | 2, day: 1 | 2 | 3])[] = [
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH}[ ,-]+(\\d{4})\\b`, 'i'), 3, 2, 1],
  [new RegExp(`^${MONTH} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})\\b`, 'i'), 3, 1, 2],
  [/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/, 1, 2, 3],
  [/^((?:19|20)\d\d)(\d\d)(\d\d)(?=$|T?\d{4}(?:\d\d)?(?:\.\d+)?(?:Z|[+-][\d:]+)?$)/i, 1, 2, 3],
];
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/;
/** Matches what `date` prints in UTC: the year follows the time of day. */
const YEAR_LAST = new RegExp(`^(${MONTH} +\\d{1,2}) ([\\d:]+)( UTC| GMT)? (\\d{4})$`, 'i');
export const TWELVE_HOURS =
  /(?<![\d:.,])(1[0-2]|0?[1-9])(?::(\d\d)(?::(\d\d(?:[.,]\d{1,7})?))?)?\s?([ap])\.?m\b\.?/i;
const CLOCK_DIGITS = /^T?(\d\d)(\d\d)(\d\d)?(?=\D|$)/i;
const UNIX = /^(1\d{9})(?:(\d{3})|(\.\d{1,7}))?$/;
/** Only in small letters, because `5M` could also be months. */
const AGO =
  /^(\d{1,9})\s*(?:(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)\s+ago$/;

/** A date or time in a literal of Kusto or OData, with Z: it is in UTC, if it does not say otherwise. */
export function inUtc(text: string): string {
  if (/(?:Z|:\d.*[+-]\d\d:?\d\d)$/i.test(text)) return text;
  return text.includes(':') ? `${text}Z` : `${text}T00:00Z`;
}

/** Takes a text out of its quotes, or out of a literal of Kusto or OData. `1 h ago` becomes `now-1h`, and `last hour` a length. */
export function unwrapped(text: string): string {
  const [, kusto, odata = kusto] = /^datetime\s*(?:\(([^()]*)\)|'([^']*)')$/i.exec(text) ?? [];
  const bare = (odata === undefined ? text : inUtc(odata.trim()))
    .replace(/^(["'`])([^"'`]*)\1$/, '$2')
    .replace(/^ago\((\d{1,9}[smhd])\)$/, 'now-$1')
    .replace(/^last (second|minute|hour|day|week)$/i, '1 $1')
    .trim();
  const [, count, ...units] = AGO.exec(bare) ?? [];
  return count === undefined ? bare : `now-${count}${units.join('')}`;
}

/** Rewrites a date in front, a clock of twelve hours, and a Unix time of 2001 to 2033 as in ISO 8601; all else stays as it is. */
export function isoOfPrinted(printed: string): string {
  const [, seconds, ms, fraction = ''] = UNIX.exec(printed) ?? [];
  if (seconds !== undefined)
    return unixSecondText(Number(seconds) * 1000).replace('Z', `${ms === undefined ? fraction : `.${ms}`}Z`);
  const [named = '', day] = DAY_NAME.exec(printed) ?? [];
  const iso = withIsoDate(
    printed
      .slice(named.length)
      .replace(/(GMT[+-]\d{4}) \([^)]*\)$/, '$1')
      .replace(TWELVE_HOURS, (_, hour: string, minute = '00', second = '00', half = '') => {
        const of24 = (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
        return `${String(of24).padStart(2, '0')}:${minute}:${second}`;
      })
      .replace(YEAR_LAST, '$1 $5 $3$4'),
  );
  return day === undefined || isOnDay(iso, day) ? iso : printed;
}

/** Whether a text names a day of the week and a date that do not fit together: one of them is wrong. Such a text is not rewritten. */
export function isOnWrongDay(printed: string): boolean {
  return DAY_NAME.test(printed) && isoOfPrinted(printed) === printed;
}

function isOnDay(iso: string, day: string): boolean {
  const [year, month, date] = iso.slice(0, 10).split('-').map(Number);
  // 0001-01-01 was a Monday.
  const days = daysFromCivil(year ?? 1, month ?? 1, date ?? 1);
  return days % 7 === DAYS.indexOf(day.toLowerCase());
}

function withIsoDate(text: string): string {
  for (const [date, year, month, day] of DATES) {
    const found = date.exec(text);
    if (found === null) continue;
    const [of = '', ...parts] = found;
    const [y, m, d] = [year, month, day].map((at) => parts[at - 1] ?? '');
    return isoDate(y, m, d) + afterDate(text.slice(of.length));
  }
  const [only, other] = datesOfNumbers(text) ?? [];
  return only === undefined || other !== undefined ? text : only + afterDate(text.replace(NUMBERS, ''));
}

/** The dates that a text such as `03/04/2024` may begin with, as yyyy-MM-dd; undefined if it begins with something else. */
export function datesOfNumbers(text: string): readonly string[] | undefined {
  const [, one, , other, year] = NUMBERS.exec(text) ?? [];
  if (year === undefined) return undefined;
  const all = new Set([isoDate(year, other, one), isoDate(year, one, other)]);
  return [...all].filter((date) => scanIso(date, 'lenient').ok);
}

/** `month`: a number or an English name. */
function isoDate(year = '', month = '', day = ''): string {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${(named > 0 ? String(named) : month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** What follows a date, with one blank in between. */
function afterDate(text: string): string {
  const clock = text
    .replace(/^(?:,|\s|at\b|@)+/i, '')
    .replace(CLOCK_DIGITS, (_, hour, minute, second = '00') => `${hour}:${minute}:${second}`);
  return clock === '' ? '' : ` ${clock}`;
}
