import type { KeyScheme } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { timeSpan } from '../base/keySpan.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { dateKeyText, dateTimeText } from '../dates/dateLayouts.ts';
import { dateTime } from '../grammar/dateTime.ts';

const LAYOUT = 'yyyyMMddTHHmm';

/** The time that one row counts, by the table's name. Keys of hour tables always end in 00. */
function stepOf(tableName: string | undefined): bigint | undefined {
  const [, unit] = /^\$Metrics(?:(Hour|Minute)(?:Primary|Secondary))?Transactions/i.exec(tableName ?? '') ?? [
    '',
    'unknown',
  ];
  if (unit === 'unknown') return undefined;
  return unit?.toLowerCase() === 'minute' ? TICKS_PER_MINUTE : TICKS_PER_HOUR;
}

/** The start of the minute or of the hour whose requests a row counts: the name of the table tells which. */
export const COUNTED_TIME: TimeCodec = {
  ...dateTime(LAYOUT),
  facts: (_text, ticks, { tableName }) => ({
    window: { from: ticks, to: ticks + (stepOf(tableName) ?? TICKS_PER_MINUTE) },
  }),
};

export const countedRanges: Required<Pick<KeyScheme, 'ranges' | 'encode'>> = {
  ranges: ({ from, to }, { tableName }) => {
    const step = stepOf(tableName);
    const window = { from: step === undefined ? from - (from % TICKS_PER_HOUR) : from, to };
    return [
      tableRange({
        tableName,
        partition: timeSpan(dateTimeText(LAYOUT, step), window),
        reason:
          step === undefined
            ? 'Without the table name it is unknown whether rows count hours or minutes: the range begins at the hour.'
            : undefined,
      }),
    ];
  },
  encode: (ticks, { tableName }) => ({
    partitionKey: dateKeyText(ticks - (ticks % (stepOf(tableName) ?? TICKS_PER_MINUTE)), LAYOUT),
  }),
};
