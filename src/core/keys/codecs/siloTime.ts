import { startOf } from '../base/years.ts';
import { type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';

/** Silo generations count from 2022-01-01 since Orleans 7 (SiloAddress.cs); before, they counted from 2010-01-01 (commit 22469b708). */
const [EPOCH, OLD_EPOCH] = [startOf(2022), startOf(2010)];
/** The number for 2030 in the new epoch, or 2018 in the old one. From here on, the old epoch is more likely. */
const OLD_FROM = 252_460_800n;

/** The start of a silo in whole seconds, which follows the silo's address in a key. */
export const siloTime: TimeCodec = {
  widths: Array.from({ length: 10 }, (_, at) => at + 1),
  step: TICKS_PER_SECOND,
  isDescending: false,
  isUnordered: true,
  read: ticksReader((text) => {
    if (!isDigits(text) || text.length > 10) return undefined;
    return (BigInt(text) >= OLD_FROM ? OLD_EPOCH : EPOCH) + BigInt(text) * TICKS_PER_SECOND;
  }),
  facts: (text) => ({
    fields: [
      ['generation', String(Number(text))],
      ['epoch', BigInt(text) >= OLD_FROM ? '2010-01-01' : '2022-01-01'],
    ],
    note:
      BigInt(text) >= OLD_FROM
        ? 'since 2010-01-01 (Orleans before 7)'
        : 'since 2022-01-01 (Orleans 7 and later)',
  }),
  orders: [],
};
