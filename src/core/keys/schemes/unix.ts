import { type Judge, type SchemeEntry, key } from '../base/keyScheme.ts';
import { isLikelyInstant, plausibility } from '../base/schemeSpec.ts';
import { numberOf } from '../base/digits.ts';
import { isArticle } from '../forms/randomNumbers.ts';
import { isLowSequence, neighbourKind, YEAR_2030 } from '../forms/snowflakeSample.ts';

const SOURCE = 'arithmetic: time since 1970-01-01T00:00:00Z';
/** Low, since such a short number is often something else. */
const short: Judge = () => 0.28;
/** Azure tables began in 2008. Earlier nanoseconds are more likely an id. */
const FIRST_TABLES = 633_979_008_000_000_000n;

/** 19 digits are nanoseconds, or an id that holds a time: the time, the clock's precision and the neighbours tell. */
const nanoseconds: Judge = (text, ticks, { sample }) => {
  const neighbours = neighbourKind(sample);
  if (neighbours !== undefined) return plausibility(ticks) * (neighbours === 'nanoseconds' ? 0.82 : 0.4);
  if (ticks < FIRST_TABLES) return plausibility(ticks) * 0.5;
  if (ticks >= YEAR_2030 && !text.endsWith('00')) return plausibility(ticks) * 0.29;
  if (text.endsWith('00')) return plausibility(ticks) * 0.82;
  return plausibility(ticks) * (isLowSequence(text, Number(numberOf(text) & 0xfffn)) ? 0.45 : 0.72);
};

/** An article's number (EAN-13) looks like milliseconds, unless its neighbours are none. One in ten times has its check digit. */
const milliseconds: Judge = (text, ticks, { sample }) => {
  const isLikelyArticle = isArticle(text) && sample?.some((other) => !isArticle(other)) !== true;
  return plausibility(ticks) * (isLikelyArticle ? 0.6 : 0.85);
};

type Row = readonly [
  id: string,
  title: string,
  template: string,
  confidence: number | Judge,
  example: string,
];

/** Of 2024-03-05T10:17:42, with as many digits as the number holds. */
const PLAIN: readonly (readonly [...Row, time: string])[] = [
  ['unix-s', 'Unix seconds', '{s since 1970:10.f}', 0.82, '1709633862', '2024-03-05T10:17:42Z'],
  [
    'unix-ms',
    'Unix milliseconds',
    '{ms since 1970:13.f}',
    milliseconds,
    '1709633862123',
    '2024-03-05T10:17:42.123Z',
  ],
  [
    'unix-us',
    'Unix microseconds',
    '{us since 1970:16}',
    0.82,
    '1709633862123456',
    '2024-03-05T10:17:42.123456Z',
  ],
  [
    'unix-ns',
    'Unix nanoseconds',
    '{ns since 1970:19}',
    nanoseconds,
    '1709633862123456700',
    '2024-03-05T10:17:42.1234567Z',
  ],
];

const INVERTED: readonly (readonly [...Row, time: string])[] = [
  [
    'inverted-unix-s-9999999999',
    'Inverted Unix seconds',
    '{s since 1970 from 9999999999:10}',
    0.75,
    '8290366137',
    '2024-03-05T10:17:42Z',
  ],
  [
    'inverted-unix-ms-9999999999999',
    'Inverted Unix milliseconds',
    '{ms since 1970 from 9999999999999:13}',
    0.75,
    '8290366137876',
    '2024-03-05T10:17:42.123Z',
  ],
  [
    'inverted-js-max-date-ms',
    'Inverted JavaScript milliseconds (8.64e15)',
    '{ms since 1970 from 8640000000000000:16}',
    0.86,
    '8638290366137877',
    '2024-03-05T10:17:42.123Z',
  ],
  [
    'inverted-int64-ms',
    'Inverted Unix milliseconds (Int64)',
    '{ms since 1970 from 9223372036854775807:19}',
    0.86,
    '9223370327220913684',
    '2024-03-05T10:17:42.123Z',
  ],
  [
    'inverted-int64-ticks',
    'Inverted ticks (Int64)',
    '{ticks from 9223372036854775807:19}',
    0.86,
    '8584919730233541240',
    '2024-03-05T10:17:42.1234567Z',
  ],
];

/** Unix time, plain and inverted, without padding. Before 2001-09-09 seconds and milliseconds have one digit less. */
export const UNIX_ENTRIES: readonly SchemeEntry[] = [
  ...PLAIN.map(([id, title, template, confidence, partition, time]): SchemeEntry => {
    const digits = partition.length;
    const own = key(template, confidence, `${digits} digits are ${title} since 1970`, {
      most: typeof confidence === 'number' ? confidence : confidence === milliseconds ? 0.85 : 0.82,
    });
    const fewer = template.replace(`:${digits}`, `:${digits - 1}`);
    return {
      id,
      title,
      family: 'unix',
      source: SOURCE,
      partition: fewer.endsWith('.f}')
        ? [
            own,
            key(fewer, short, `${digits - 1} digits are ${title} before 2001-09-09`, {
              isExtra: true,
              most: 0.28,
            }),
          ]
        : own,
      either: confidence === milliseconds ? 0.85 : 'parts',
      ...(digits === 19 && { rounding: 'exact (1 ns, finer than a tick)' }),
      example: { partition, time },
    };
  }),
  ...INVERTED.map(
    ([id, title, template, confidence, partition, time]): SchemeEntry => ({
      id,
      title,
      family: 'unix',
      source: SOURCE,
      partition: key(
        template,
        confidence,
        `${partition.length} digits are ${/from (\d+)/.exec(template)?.[1]} minus the time, newest first`,
      ),
      either: 'parts',
      example: { partition, time },
    }),
  ),
];

/** A padded counter is as likely as a time before 1990 or after 2100. */
const padded: Judge = (_text, ticks) => (isLikelyInstant(ticks) ? 0.62 : 0.1);

/** Unix time with zeros before it, in any width up to 20 digits, as ToString("D19") or padStart print it. */
export const PADDED_ENTRIES: readonly SchemeEntry[] = (
  [
    ['s', 10, 'seconds', '0000000001709633862', '2024-03-05T10:17:42Z'],
    ['ms', 13, 'milliseconds', '0000001709633862123', '2024-03-05T10:17:42.123Z'],
    ['us', 16, 'microseconds', '0001709633862123456', '2024-03-05T10:17:42.123456Z'],
  ] as const
).map(([unit, digits, words, partition, time]) => ({
  id: `unix-${unit}-padded`,
  title: `Unix ${words} after zeros`,
  family: 'unix',
  source: SOURCE,
  partition: key(
    `{${unit} since 1970:D${digits + 1}-20 =${digits}}`,
    padded,
    `zeros, then ${digits} digits that are time since 1970`,
    { most: 0.62 },
  ),
  either: 'whole',
  example: { partition, time },
}));
