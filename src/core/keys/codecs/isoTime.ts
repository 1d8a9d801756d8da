import { ALL_TIME, finerField, type TimeCodec, type TimeFacts } from '../base/timeCodec.ts';
import { scanIso } from '../../time/isoScan.ts';
import { MAX_TICKS, TICKS_PER_HOUR, TICKS_PER_MINUTE, ticksToIso } from '../../time/ticks.ts';
import { floorTo } from '../base/digits.ts';
import type { RowTime, TickSpan } from '../base/scheme.ts';
import { HYPHEN } from '../base/keyShape.ts';

/**
 * An instant without the fields at its end that are zero: `2024-03-05T14:00`. No key of this or a later instant sorts below it, however
 * long the key is: `2024-03-05T14:00:00` sorts before `2024-03-05T14:00:00.0000000`.
 */
function shortIso(ticks: bigint): string {
  return ticksToIso(ticks)
    .slice(0, 27)
    .replace(/(?:\.|(?<=\.\d{1,6}))0+$/u, '')
    .replace(/(?<=T\d\d:\d\d):00$/u, '');
}

/** The next whole minute, or the instant itself if it is one. */
function minuteFrom(ticks: bigint): bigint {
  return floorTo(ticks + TICKS_PER_MINUTE - 1n, TICKS_PER_MINUTE);
}

/**
 * A text above the keys of all instants before this one. It is the next whole minute, since `Z` sorts above `:`, `.` and digits:
 * `2024-03-05T14:00Z` sorts after `2024-03-05T14:00:59.9Z`. After the last minute of the calendar, it is a text above every date.
 */
function isoAfter(ticks: bigint): string {
  const minute = minuteFrom(ticks);
  return minute <= MAX_TICKS ? shortIso(minute) : ':';
}

/** Why a window that does not begin and end on whole minutes reads rows outside it: keys may leave out the seconds and end in `Z`. */
function isoExcess({ from, to }: TickSpan): string | undefined {
  return from === minuteFrom(from) && to === minuteFrom(to)
    ? undefined
    : 'ISO 8601 keys of different lengths sort by time only from minute to minute: the last minute is read to its end, and rows outside the window are filtered out afterwards.';
}

/** Four digits after a sign that are not a multiple of 15 minutes are a counter, not an offset. */
const COUNTER = /[+-]\d\d(?!00|15|30|45)\d\d$/;

/**
 * Whether a text has the marks of ISO 8601. With another mark between date and time, such as a space, keys sort outside these ranges. A
 * counter must not be taken for an offset, because the time would be minutes off.
 */
function hasIsoMarks(text: string): boolean {
  return (
    text.length >= 16 &&
    text.charAt(4) === '-' &&
    text.charAt(10) === 'T' &&
    !(text.length >= 21 && COUNTER.test(text))
  );
}

/** Whether a text ends with an offset other than zero. */
export function isLocal(text: string): boolean {
  return /[+-](?:\d[1-9]|[1-9]\d|\d\d:?(?:\d[1-9]|[1-9]\d))/u.test(text.slice(16));
}

/** Reads a key. Nanoseconds, as Go and Java write them, are cut to whole ticks. */
function scanIsoKey(text: string): ReturnType<typeof scanIso> {
  return scanIso(text.replace(/^(.{19}\.\d{7})\d\d?(?!\d)/, '$1'), 'lenient');
}

function readIso(text: string, into: RowTime): boolean {
  const scanned = scanIsoKey(text);
  if (!scanned.ok) return false;
  into.seconds = scanned.value.seconds;
  into.fraction = scanned.value.fraction;
  return true;
}

/** The title of the scheme for keys with an offset, to which the scheme for UTC refers. */
export const OFFSET_TITLE = 'ISO 8601 with an offset';

function zoneOf(text: string): string | undefined {
  const scanned = hasIsoMarks(text) ? scanIsoKey(text) : undefined;
  return scanned?.ok === true ? scanned.value.zone : undefined;
}

/** The zone of a text, and the time that it covers if digits are left out. */
function factsOf(text: string, ticks: bigint, zone: string): TimeFacts {
  const [, second, fraction = ''] = /^.{16}(:\d\d)?(?:\.(\d+))?/.exec(text) ?? [];
  const unit = 10n ** BigInt(Math.max(0, 7 - fraction.length));
  const window = { from: ticks, to: ticks + (second === undefined ? TICKS_PER_MINUTE : unit) };
  return { window, fields: [['zone', zone], ...finerField(fraction.slice(7))] };
}

/** Ranges that are wider than the window by `margin` at each end. */
function ordersOf(margin: bigint): TimeCodec['orders'] {
  return [
    {
      texts: (step) => ({
        bucket: (ticks) => ticks - (ticks % step),
        text: (bucket) => shortIso(bucket < margin ? 0n : bucket - margin),
        after: (bucket) => isoAfter(bucket + step + margin),
      }),
      writable: ALL_TIME,
      home: { from: '1', to: '3' },
    },
  ];
}

/**
 * ISO 8601 with a time in UTC: .NET "o" and its shorter forms. Ranges of whole minutes are exact for keys of every length. Keys with an
 * offset sort by local time, so they are a form of their own; but the bulk path reads keys with and without one, in case a table has both.
 */
export const ISO: TimeCodec = {
  widths: 'any',
  shape: ({ lead, kinds }) => lead === 4 && (kinds & HYPHEN) !== 0,
  step: 1n,
  isDescending: false,
  read: (text, from, to, into) => {
    const own = text.slice(from, to);
    return hasIsoMarks(own) && readIso(own, into);
  },
  facts: (text, ticks) => {
    const zone = zoneOf(text);
    return zone === undefined || (zone === 'offset' && isLocal(text))
      ? undefined
      : factsOf(text, ticks, zone);
  },
  orders: ordersOf(0n),
  excess: isoExcess,
  misses: `ISO 8601 keys with an offset, such as +02:00, sort by local time, so this window may miss some. For such keys choose "${OFFSET_TITLE}".`,
  write: (ticks) => ticksToIso(ticks),
};

/** The largest offset that a .NET DateTimeOffset allows, in either direction. */
const MAX_OFFSET = 14n * TICKS_PER_HOUR;

/** ISO 8601 with an offset, as DateTimeOffset writes it. Its keys sort by local time, and nobody knows the offset before reading them. */
export const ISO_OFFSET: TimeCodec = {
  widths: 'any',
  shape: ({ lead, kinds }) => lead === 4 && (kinds & HYPHEN) !== 0,
  step: 1n,
  isDescending: false,
  isUnordered: true,
  read: ISO.read,
  facts: (text, ticks) => (zoneOf(text) === 'offset' ? factsOf(text, ticks, 'offset') : undefined),
  orders: ordersOf(MAX_OFFSET),
  excess: () =>
    'Keys with an offset sort by local time: 14 h before and after the window are read too, and rows outside the window are filtered out afterwards.',
  write: (ticks) => ticksToIso(ticks).replace('Z', '+00:00'),
};
