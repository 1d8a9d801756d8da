import { noText, type TimeCodec } from '../base/timeCodec.ts';
import { clampTicks, TICKS_PER_HOUR } from '../../time/ticks.ts';
import { dateTime } from '../grammar/dateTime.ts';

/** No zone is more than 14 h from UTC. */
const FARTHEST_ZONE = 14n * TICKS_PER_HOUR;
const DAYS = dateTime('yyyyMMdd');

/** A day of the writer's calendar, in an unknown zone. So the range of a window includes the days that may contain it anywhere on Earth. */
export const LOCAL_DAY: TimeCodec = {
  ...DAYS,
  rounds: 'clock',
  orders: DAYS.orders.map((order) => ({
    ...order,
    texts: (step) => {
      const { bucket, text, after } = order.texts(step);
      return {
        bucket: (ticks) => ticks,
        text: (ticks) => text(bucket(clampTicks(ticks - FARTHEST_ZONE))),
        after: (ticks) => after(bucket(clampTicks(ticks + FARTHEST_ZONE))),
      };
    },
  })),
  write: noText,
};
