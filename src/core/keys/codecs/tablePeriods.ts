import { ALL_TIME, type TimeCodec } from '../base/timeCodec.ts';
import { FILETIME_EPOCH_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { floorTo, numberAt, rowTimeTicks } from '../base/digits.ts';
import { dateKeyText, dateTime } from '../dates/dateLayouts.ts';

const months = dateTime('yyyyMM');
const DAYS = dateTime('yyyyMMdd');

/** The month at the end of a table's name. Only 2010 to 2099 are read; other digits there are not a month. */
export const MONTH_OF_TABLE: TimeCodec = {
  ...months,
  read: (text, from, to, into) => {
    const year = numberAt(text, from, 4);
    return year >= 2010 && year <= 2099 && months.read(text, from, to, into);
  },
  facts: (text, ticks, hint) => ({ ...months.facts?.(text, ticks, hint), fields: [['epochSuffix', text]] }),
};

/** Periods of ten days. They are whole multiples since 1601-01-01 (mdsd MdsTime::RoundTenDay; checked with four real names). */
const TEN_DAYS = 10n * TICKS_PER_DAY;
const PERIOD = [['period', 'P10D']] as const;

/** The first day of a table's ten days, at the end of its name. `isStrict`: refuses a day on which no such period begins. */
export function tenDaysOfTable(isStrict: boolean): TimeCodec {
  const isStart = (ticks: bigint): boolean => (ticks - FILETIME_EPOCH_TICKS) % TEN_DAYS === 0n;
  return {
    widths: [8],
    step: TEN_DAYS,
    isDescending: false,
    read: (text, from, to, into) =>
      DAYS.read(text, from, to, into) && (!isStrict || isStart(rowTimeTicks(into))),
    facts: (_text, ticks) => ({
      fields: PERIOD,
      ...(!isStart(ticks) && {
        note: 'real names count whole ten days from 1601-01-01, this one does not',
      }),
    }),
    orders: [
      {
        texts: (step) => ({
          bucket: (ticks) => FILETIME_EPOCH_TICKS + floorTo(ticks - FILETIME_EPOCH_TICKS, step),
          text: (bucket) => dateKeyText(bucket, 'yyyyMMdd'),
          after: (bucket) => dateKeyText(bucket + step, 'yyyyMMdd'),
        }),
        writable: { from: FILETIME_EPOCH_TICKS, to: ALL_TIME.to },
        home: { from: '1', to: '3' },
      },
    ],
  };
}
