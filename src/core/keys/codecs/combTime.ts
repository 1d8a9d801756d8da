import { startOf, years } from '../base/years.ts';
import { type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { TICKS_PER_DAY, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { rowTimeTicks } from '../base/digits.ts';

/** 1900-01-01, from which SQL Server counts days. */
const EPOCH = startOf(1900);
/** SQL Server's DATETIME counts in units of 1/300 s. */
const PER_SECOND = 300n;
const TEXT = /^[0-9a-fA-F]{12}$/;

/** The instant in the last twelve digits of a COMB GUID: days since 1900, then 1/300 s since midnight. */
export function combTicks(text: string): bigint | undefined {
  if (!TEXT.test(text)) return undefined;
  const [day, clock] = [BigInt(`0x${text.slice(0, 4)}`), BigInt(`0x${text.slice(4)}`)];
  const ticks = (clock * TICKS_PER_SECOND + PER_SECOND / 2n) / PER_SECOND;
  return ticks < TICKS_PER_DAY ? EPOCH + day * TICKS_PER_DAY + ticks : undefined;
}

/** A GUID whose digits give a time outside these years is a random one. */
const YEARS = years(2010, 2045);

/** Restricts a codec to recent times (YEARS). */
export function ofToday(codec: TimeCodec): TimeCodec {
  return {
    ...codec,
    read: (text, from, to, into) => {
      if (!codec.read(text, from, to, into)) return false;
      const ticks = rowTimeTicks(into);
      return ticks >= YEARS.from && ticks < YEARS.to;
    },
    isOfYears: true,
    orders: codec.orders.map((order) => ({ ...order, writable: YEARS })),
  };
}

/** The codec for a time in the last twelve digits of a GUID, where GUIDs for SQL Server have it, because it compares those digits first. */
export function guidEnd(ticksOf: (text: string) => bigint | undefined, step: bigint): TimeCodec {
  return ofToday({
    widths: [12],
    step,
    isDescending: false,
    read: ticksReader(ticksOf),
    orders: [],
    whyAll: 'The time is at the end of these GUIDs, so they do not sort by it: all keys are read.',
  });
}
