import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

/**
 * The minute before that of the event, as SLAB writes it in the PartitionKey: it rounds down the instant one minute earlier. The limit to
 * the years before 5000 keeps plain and inverted ticks apart.
 */
export function earlyMinute(isAscending: boolean): TimeCodec {
  const codec = codecOf(`{${isAscending ? '' : 'Inverted'}Ticks/1m in 0001-5000}`);
  return {
    ...codec,
    write: (ticks) => (ticks < TICKS_PER_MINUTE ? '' : (codec.write?.(ticks - TICKS_PER_MINUTE) ?? '')),
    facts: (_text, ticks) => ({
      window: { from: ticks + TICKS_PER_MINUTE, to: ticks + 2n * TICKS_PER_MINUTE },
    }),
    orders: codec.orders.map((order) => ({
      ...order,
      // The first minute of the calendar has no minute before it.
      writable: { ...order.writable, from: TICKS_PER_MINUTE },
      texts: (step) => {
        const texts = order.texts(step);
        return {
          ...texts,
          bucket: (ticks) => texts.bucket(ticks < TICKS_PER_MINUTE ? 0n : ticks - TICKS_PER_MINUTE),
        };
      },
    })),
  };
}
