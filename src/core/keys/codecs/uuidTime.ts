import { ALL_TIME, type TimeCodec, ticksReader, startOf, years } from '../base/timeCodec.ts';
import { TICKS_PER_MS, UNIX_EPOCH_TICKS, TICKS_PER_DAY, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { afterPrefix, floorTo, rowTimeTicks } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import { CASE_REASON } from '../grammar/numberTime.ts';

/** 1582-10-15T00:00:00Z, the start of the Gregorian calendar, from which UUID versions 1 and 6 count (RFC 9562). */
const GREGORIAN_TICKS = 499163040000000000n;
const TEXT = {
  1: /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}$/i,
  6: /^[0-9a-f]{8}-[0-9a-f]{4}-6[0-9a-f]{3}$/i,
  7: /^[0-9a-f]{8}-[0-9a-f]{4}$/i,
};

/** The time of a UUID as hexadecimal digits, the highest first. */
function hexOf(text: string, version: 1 | 6 | 7): string {
  const [low = '', middle = '', high = ''] = text.split('-');
  return version === 1 ? high.slice(1) + middle + low : low + middle + high.slice(1);
}

function countOf(ticks: bigint, version: 1 | 6 | 7, epoch: bigint): bigint {
  return (ticks - epoch) / (version === 7 ? TICKS_PER_MS : 1n);
}

/** How the UUIDs of an instant begin. */
function textOf(ticks: bigint, version: 6 | 7, epoch: bigint): string {
  const hex = countOf(ticks, version, epoch)
    .toString(16)
    .padStart(version === 7 ? 12 : 15, '0');
  const head = `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
  return version === 7 ? head : `${head}-6${hex.slice(12)}`;
}

/** A range covers both cases: .NET prints GUIDs in lower case, other writers in upper case, and the two sort differently. */
function eitherCase(version: 6 | 7, step: bigint, from: bigint): TimeText {
  return {
    bucket: (ticks) => from + floorTo(ticks - from, step),
    text: (bucket) => textOf(bucket, version, from).toUpperCase(),
    after: (bucket) => afterPrefix(textOf(bucket + step - 1n, version, from)) ?? '',
  };
}

/**
 * The time at the beginning of a UUID: its first 13 characters in version 7, the first 18 (with the version) in the others. Version 1 does
 * not sort by time. Some writers count milliseconds from another `epoch` where version 7 has Unix milliseconds.
 */
export function uuidTime(
  version: 1 | 6 | 7,
  epoch = version === 7 ? UNIX_EPOCH_TICKS : GREGORIAN_TICKS,
): TimeCodec {
  const unit = version === 7 ? TICKS_PER_MS : 1n;
  const to = version === 7 ? ALL_TIME.to : GREGORIAN_TICKS + (1n << 60n);
  return {
    widths: [version === 7 ? 13 : 18],
    step: unit,
    isDescending: false,
    read: ticksReader((text) =>
      TEXT[version].test(text) ? epoch + BigInt(`0x${hexOf(text, version)}`) * unit : undefined,
    ),
    facts: (_text, ticks) => ({
      fields: [
        [
          version === 7 ? (epoch === 0n ? 'ms' : 'unixMs') : 'gregorian100ns',
          String(countOf(ticks, version, epoch)),
        ],
      ],
    }),
    orders:
      version === 1
        ? []
        : [
            {
              texts: (step) => eitherCase(version, step, epoch),
              writable: { from: epoch, to: to > ALL_TIME.to ? ALL_TIME.to : to },
              home: { from: '0', to: 'g' },
            },
          ],
    ...(version !== 1 && {
      excess: () => CASE_REASON,
      write: (ticks: bigint) => textOf(ticks, version, epoch),
    }),
  };
}

/** 1900-01-01, from which SQL Server counts days. */
const EPOCH = startOf(1900);
/** SQL Server's DATETIME counts in units of 1/300 s. */
const PER_SECOND = 300n;
const END = /^[0-9a-fA-F]{12}$/;

/** The instant in the last twelve digits of a COMB GUID: days since 1900, then 1/300 s since midnight. */
export function combTicks(text: string): bigint | undefined {
  if (!END.test(text)) return undefined;
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
