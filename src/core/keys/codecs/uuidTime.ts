import { ALL_TIME, type TimeCodec, ticksReader } from '../base/timeCodec.ts';
import { TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { afterPrefix, floorTo } from '../base/digits.ts';
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
