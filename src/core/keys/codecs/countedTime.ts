import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { floorTo } from '../base/digits.ts';
import { dateKeyText } from '../dates/dateLayouts.ts';
import { dateTime } from '../grammar/dateTime.ts';

const LAYOUT = 'yyyyMMddTHHmm';

/** How much time a row covers, by the table's name; undefined if the name does not tell. The keys of hour tables always end in 00. */
function stepOf(tableName: string | undefined): bigint | undefined {
  const [, unit] = /^\$Metrics(?:(Hour|Minute)(?:Primary|Secondary))?Transactions/i.exec(tableName ?? '') ?? [
    '',
    'unknown',
  ];
  if (unit === 'unknown') return undefined;
  return unit?.toLowerCase() === 'minute' ? TICKS_PER_MINUTE : TICKS_PER_HOUR;
}

const OF_MINUTES = dateTime(LAYOUT);

/** For a table whose name is not known: ranges begin at the full hour, where the key of a row that covers the hour lies. */
const OF_ANY: TimeCodec = {
  ...OF_MINUTES,
  orders: OF_MINUTES.orders.map((order) => ({
    ...order,
    texts: (step) => ({
      ...order.texts(step),
      text: (bucket) => dateKeyText(floorTo(bucket, TICKS_PER_HOUR), LAYOUT),
    }),
  })),
  excess: () =>
    'Without the table name it is unknown whether rows count hours or minutes: the range begins at the hour.',
  write: (ticks) => dateKeyText(ticks, LAYOUT),
};

/** The start of the minute or hour whose requests a row counts. The name of the table tells which it is. */
export const COUNTED_TIME: TimeCodec = {
  ...OF_MINUTES,
  facts: (_text, ticks, { tableName }) => ({
    window: { from: ticks, to: ticks + (stepOf(tableName) ?? TICKS_PER_MINUTE) },
  }),
  ofTable: (tableName) => {
    const step = stepOf(tableName);
    return step === undefined ? OF_ANY : dateTime(LAYOUT, step);
  },
};
