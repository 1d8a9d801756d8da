import { MONTHS } from '../../core/time/civil.ts';

const TIME = String.raw`(?<time>\d{2}:\d{2}:\d{2})`;
const MONTH = '(?<month>[a-z]{3})';

/** RFC 9110 5.6.7: IMF-fixdate, and the obsolete RFC 850 and asctime forms, which must be accepted too. */
const FORMS = [
  new RegExp(String.raw`^[a-z]{3}, (?<day>\d{2}) ${MONTH} (?<year>\d{4}) ${TIME} (?:gmt|utc)$`, 'iu'),
  new RegExp(String.raw`^[a-z]{6,9}, (?<day>\d{2})-${MONTH}-(?<year>\d{2}) ${TIME} (?:gmt|utc)$`, 'iu'),
  new RegExp(String.raw`^[a-z]{3} ${MONTH} (?<day>[ \d]\d) ${TIME} (?<year>\d{4})$`, 'iu'),
];

/**
 * Reads an HTTP date, in any letter case, as milliseconds since the Unix epoch. Undefined if the text is not one. A two-digit year is taken
 * as the latest year that is at most 50 years after `nowMs`. Date.parse alone would accept nearly any text.
 */
export function readHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of FORMS) {
    const found = form.exec(text.trim())?.groups;
    if (found === undefined) continue;
    const { day = '', month = '', year = '', time = '' } = found;
    const at = MONTHS.indexOf(month.toLowerCase()) + 1;
    const full = year.length === 4 ? year : String(yearOf(Number(year), nowMs));
    const iso = `${full}-${String(at).padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
    const atMs = Date.parse(`${iso}T${time}Z`);
    // Date.parse turns the 31st of a shorter month into a day of the next month, which this comparison finds.
    return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(iso) ? undefined : atMs;
  }
  return undefined;
}

function yearOf(twoDigits: number, nowMs: number): number {
  const latest = new Date(nowMs).getUTCFullYear() + 50;
  return latest - ((((latest - twoDigits) % 100) + 100) % 100);
}

/** A hundred years: longer than anybody waits, while the end is still a valid date. */
const MAX_RETRY_AFTER_MS = 100 * 365 * 86_400_000;

/**
 * The milliseconds that a Retry-After header asks for, which has seconds or an HTTP date. If a proxy joined several numbers, the largest
 * counts. Undefined if the header is absent or invalid.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\s*,\s*\d+)*$/u.test(text)) {
    return Math.min(Math.max(...text.split(',').map(Number)) * 1000, MAX_RETRY_AFTER_MS);
  }
  const atMs = readHttpDate(text, nowMs);
  return atMs === undefined ? undefined : Math.max(0, atMs - nowMs);
}
