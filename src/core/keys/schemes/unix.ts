import { startOf } from '../base/timeCodec.ts';
import { entriesWith, type Judge, key, type SchemeEntry } from '../base/keyScheme.ts';
import { isLikelyInstant, plausibility } from '../base/schemeSpec.ts';
import { numberOf } from '../base/digits.ts';
import { isChecked, isLowSequence, neighbourKind, YEAR_2030 } from '../forms/neighbours.ts';

/** The year in which Azure tables were introduced. Nanoseconds before that are more likely an id. */
const FIRST_TABLES = startOf(2010);

/** Later times are rarely meant, since any number of ten digits can be a time before 2286. */
const YEAR_2050 = startOf(2050);
const LATE_SHARE = 0.5;
/** Matches a telephone number of North America. Unix seconds look like one from 2033 on. */
const PHONE = /^[2-7]\d\d[2-9]\d{6}$/;

/** A number of 19 digits is Unix nanoseconds or an id with a time. Its time, the precision of the clock and the neighbours decide. */
const nanoseconds: Judge = (text, ticks, { sample }) => {
  const neighbours = neighbourKind(sample);
  if (neighbours !== undefined) return plausibility(ticks) * (neighbours === 'nanoseconds' ? 0.82 : 0.4);
  if (ticks < FIRST_TABLES) return plausibility(ticks) * 0.5;
  if (ticks >= YEAR_2050) return plausibility(ticks) * 0.29;
  if (ticks >= YEAR_2030 && !text.endsWith('00')) return plausibility(ticks) * 0.29;
  if (text.endsWith('00')) return plausibility(ticks) * 0.82;
  return plausibility(ticks) * (isLowSequence(text, Number(numberOf(text) & 0xfffn)) ? 0.45 : 0.72);
};

/** Whether a number looks like an article, a card or a telephone number. One in ten real times also has the right check digit. */
function isOther(text: string): boolean {
  return isChecked(text) || PHONE.test(text);
}

/**
 * The confidence of a time, lowered if this number and all its neighbours look like something else, most of all if it is of no year of today:
 * nearly all numbers of books (978...) are 1976 to 1979, counted down.
 */
const unlessOther =
  (sure: number): Judge =>
  (text, ticks, { sample }) => {
    const isLikelyOther = isOther(text) && sample?.some((other) => !isOther(other)) !== true;
    return (
      plausibility(ticks) *
      (isLikelyOther ? (isLikelyInstant(ticks) && ticks < YEAR_2030 ? 0.6 : 0.29) : sure)
    );
  };

const count =
  (sure: number): Judge =>
  (text, ticks, hint) =>
    unlessOther(ticks < YEAR_2050 ? sure : sure * LATE_SHARE)(text, ticks, hint);

/** The units, each with the number of digits that a current time has, and the confidence that such a number is a time. */
const UNITS: readonly (readonly [
  unit: string,
  words: string,
  digits: number,
  confidence: Judge,
  most: number,
])[] = [
  ['s', 'seconds', 10, count(0.82), 0.82],
  ['ms', 'milliseconds', 13, count(0.85), 0.85],
  ['us', 'microseconds', 16, count(0.82), 0.82],
  ['ns', 'nanoseconds', 19, nanoseconds, 0.82],
];

const INVERTED: readonly (readonly [id: string, title: string, unit: string, top: bigint, sure: number])[] = [
  ['unix-s-9999999999', 'Unix seconds', 's since 1970', 9_999_999_999n, 0.75],
  ['unix-ms-9999999999999', 'Unix milliseconds', 'ms since 1970', 9_999_999_999_999n, 0.75],
  ['js-max-date-ms', 'JavaScript milliseconds (8.64e15)', 'ms since 1970', 8_640_000_000_000_000n, 0.86],
  ['int64-ms', 'Unix milliseconds (Int64)', 'ms since 1970', 9_223_372_036_854_775_807n, 0.86],
  ['int64-ticks', 'ticks (Int64)', 'ticks', 9_223_372_036_854_775_807n, 0.86],
];

/** The digits of the example, and its time to the precision of a unit. */
const EXAMPLE = '1709633862123456700';
const EXAMPLE_TICKS = 638_452_306_621_234_567n;
function timeOf(places: number): string {
  return `2024-03-05T10:17:42${places === 0 ? '' : `.${'1234567'.slice(0, places)}`}Z`;
}

/** Low, because such a short number is often something else. */
const short: Judge = () => 0.28;
/** With a time before 1990 or after 2100, a padded number is more likely a counter. */
const padded: Judge = (_text, ticks) => (isLikelyInstant(ticks) ? 0.62 : 0.1);

const UNIX = { family: 'unix', source: 'arithmetic: time since 1970-01-01T00:00:00Z' } as const;

/** Unix time without padding, plain and inverted. Before 2001-09-09, seconds and milliseconds have one digit less. */
export const UNIX_ENTRIES: readonly SchemeEntry[] = entriesWith(UNIX, [
  ...UNITS.map(([unit, words, digits, confidence, most]) => {
    const title = `Unix ${words}`;
    const hasFraction = digits <= 13;
    const form = (width: number): string => `{${unit} since 1970:${width}${hasFraction ? '.f' : ''}}`;
    const own = key(form(digits), confidence, `${digits} digits are ${title} since 1970`, { most });
    const fewer = key(form(digits - 1), short, `${digits - 1} digits are ${title} before 2001-09-09`, {
      isExtra: true,
      most: 0.28,
    });
    return {
      id: `unix-${unit}`,
      title,
      partition: hasFraction ? [own, fewer] : own,
      either: unit === 'ms' ? most : ('parts' as const),
      ...(unit === 'ns' && { rounding: 'exact (1 ns, finer than a tick)' }),
      example: { partition: EXAMPLE.slice(0, digits), time: timeOf(Math.min(digits - 10, 7)) },
    };
  }),
  ...INVERTED.map(([id, title, unit, top, confidence]) => {
    const digits = String(top).length;
    const places = unit === 'ticks' ? 7 : unit === 'ms since 1970' ? 3 : 0;
    const shown = unit === 'ticks' ? EXAMPLE_TICKS : BigInt(EXAMPLE.slice(0, 10 + places));
    return {
      id: `inverted-${id}`,
      title: `Inverted ${title}`,
      partition: key(
        `{${unit} from ${top}:${digits}}`,
        unlessOther(confidence),
        `${digits} digits are ${top} minus the time, newest first`,
        { most: confidence },
      ),
      either: 'parts' as const,
      example: { partition: String(top - shown), time: timeOf(places) },
    };
  }),
]);

/** Unix time with leading zeros, up to 20 digits wide, as ToString("D19") or padStart print it. */
export const PADDED_ENTRIES: readonly SchemeEntry[] = entriesWith(
  UNIX,
  UNITS.slice(0, 3).map(([unit, words, digits]) => ({
    id: `unix-${unit}-padded`,
    title: `Unix ${words} after zeros`,
    partition: key(
      `{${unit} since 1970:D${digits + 1}-20 =${digits}}`,
      padded,
      `zeros, then ${digits} digits that are time since 1970`,
      { most: 0.62 },
    ),
    either: 'whole',
    example: { partition: EXAMPLE.slice(0, digits).padStart(19, '0'), time: timeOf(digits - 10) },
  })),
);
