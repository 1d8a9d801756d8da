import { MAX_TICKS, TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { hexNumberAt } from '../base/baseDigits.ts';
import { afterPrefix, floorTo } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, RowTime } from '../base/scheme.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';
import { setUnixMs, unixMsTicks } from './sortableIds.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { hasLength } from '../base/shapeTests.ts';

/** 1582-10-15T00:00:00Z, the start of the Gregorian calendar, from which UUID 1 and 6 count (RFC 9562). */
const GREGORIAN_TICKS = 499163040000000000n;
const GREGORIAN_SECONDS = 49_916_304_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const END = MAX_TICKS + 1n;

function isVersion(text: string, version: string): boolean {
  return text.length === 36 && UUID.exec(text)?.[1] === version;
}

/** Writes 60 bits as hexadecimal, most significant digit first, in the order in which the version stores them. */
function gregorianHex(text: string, version: '1' | '6'): string {
  return version === '6'
    ? text.slice(0, 8) + text.slice(9, 13) + text.slice(15, 18)
    : text.slice(15, 18) + text.slice(9, 13) + text.slice(0, 8);
}

function gregorianParse(text: string, version: '1' | '6') {
  if (!isVersion(text, version)) return undefined;
  const count = BigInt(`0x${gregorianHex(text, version)}`);
  return { ticks: GREGORIAN_TICKS + count, fields: [['gregorian100ns', String(count)] as const] };
}

/** Sets a time from the high and low part of the 60 bits: high * 2^28 + low, divided by 1e7 exactly. False if a part is negative. */
function gregorianRowTime(high: number, low: number, into: RowTime): boolean {
  if (high < 0 || low < 0) return false;
  const second = 10_000_000;
  const highSeconds = Math.floor(high / second);
  const carried = (high - highSeconds * second) * 2 ** 28 + low;
  const carriedSeconds = Math.floor(carried / second);
  into.seconds = GREGORIAN_SECONDS + highSeconds * 2 ** 28 + carriedSeconds;
  into.fraction = carried - carriedSeconds * second;
  return into.seconds <= 315_537_897_599;
}

/**
 * .NET prints Guids in lower case, other writers in upper case, and the two sort differently. So a range covers both, from the
 * upper-case text of its start to the lower-case text of its end.
 */
export function eitherCase(bucketText: (bucket: bigint) => string, step: bigint, from: bigint): TimeText {
  return {
    bucket: (ticks) => from + floorTo(ticks - from, step),
    text: (bucket) => bucketText(bucket).toUpperCase(),
    after: (bucket) => afterPrefix(bucketText(bucket + step - 1n)) ?? '',
    isDescending: false,
  };
}

export const CASE_REASON =
  'Hexadecimal letters sort by case: the range covers both, and rows outside the window are filtered out afterwards.';

function v7Text(ticks: bigint): string {
  const hex = ((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

const V7: TimeForm = {
  id: 'uuidv7',
  title: 'UUID version 7',
  family: 'id',
  shapes: { both: hasLength(36) },
  writer: 'any',
  // Source: RFC 9562: 48 bits of Unix milliseconds
  rounding: 'floor to 1 ms',
  grammar: 'xxxxxxxx-xxxx-7xxx-xxxx-xxxxxxxxxxxx',
  confidence: 0.95,
  reason: 'a UUID of version 7 begins with Unix milliseconds',
  part: 'row',
  parse: (text) => {
    if (!isVersion(text, '7')) return undefined;
    const unixMs = hexNumberAt(text, 0, 8) * 65_536 + hexNumberAt(text, 9, 4);
    return { ticks: unixMsTicks(unixMs), fields: [['unixMs', String(unixMs)]] };
  },
  resolution: TICKS_PER_MS,
  timeText: (step) => eitherCase(v7Text, step, UNIX_EPOCH_TICKS),
  writable: { from: UNIX_EPOCH_TICKS, to: END },
  inexact: () => CASE_REASON,
  home: { from: '0', to: 'g' },
  rowTime: (text, into) => {
    if (text.charAt(14) !== '7' || text.length !== 36) return false;
    const high = hexNumberAt(text, 0, 8);
    const low = hexNumberAt(text, 9, 4);
    // A high part that is none makes the sum negative.
    return low >= 0 && setUnixMs(high * 65_536 + low, into);
  },
  timeAt: { from: 0, to: 13 },
};

function v6Text(ticks: bigint): string {
  const hex = (ticks - GREGORIAN_TICKS).toString(16).padStart(15, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-6${hex.slice(12)}`;
}

const V6: TimeForm = {
  id: 'uuidv6',
  title: 'UUID version 6',
  family: 'id',
  shapes: { both: hasLength(36) },
  writer: 'any',
  // Source: RFC 9562: 60 bits of 100 ns since 1582-10-15, most significant first
  rounding: 'exact',
  grammar: 'xxxxxxxx-xxxx-6xxx-xxxx-xxxxxxxxxxxx',
  confidence: 0.95,
  reason: 'a UUID of version 6 begins with 100 ns since 1582-10-15',
  part: 'row',
  parse: (text) => gregorianParse(text, '6'),
  resolution: 1n,
  timeText: (step) => eitherCase(v6Text, step, GREGORIAN_TICKS),
  writable: { from: GREGORIAN_TICKS, to: GREGORIAN_TICKS + (1n << 60n) },
  inexact: () => CASE_REASON,
  home: { from: '0', to: 'g' },
  rowTime: (text, into) => {
    if (text.charAt(14) !== '6' || text.length !== 36) return false;
    const top = hexNumberAt(text, 0, 8);
    const middle = hexNumberAt(text, 9, 4);
    const low = hexNumberAt(text, 15, 3);
    // A middle part that is none makes the sum negative.
    return low >= 0 && gregorianRowTime(top, middle * 4096 + low, into);
  },
  timeAt: { from: 0, to: 18 },
};

const V1: TimeForm = {
  ...V6,
  id: 'uuidv1',
  title: 'UUID version 1',
  // Source: RFC 9562: 60 bits of 100 ns since 1582-10-15, least significant first
  grammar: 'xxxxxxxx-xxxx-1xxx-xxxx-xxxxxxxxxxxx',
  reason: 'a UUID of version 1 holds 100 ns since 1582-10-15, lowest part first, so it does not sort by time',
  parse: (text) => gregorianParse(text, '1'),
  timeText: undefined,
  rowTime: (text, into) => {
    if (text.charAt(14) !== '1' || text.length !== 36) return false;
    const low = hexNumberAt(text, 0, 8);
    const middle = hexNumberAt(text, 9, 4);
    const top = hexNumberAt(text, 15, 3);
    if (low < 0 || middle < 0 || top < 0) return false;
    const all = 2 ** 28;
    const lowHigh = Math.floor(low / all);
    return gregorianRowTime(top * 2 ** 20 + middle * 16 + lowHigh, low - lowHigh * all, into);
  },
};

/** UUIDs that hold a time. */
export const uuidSchemes: readonly KeyScheme[] = [V7, V6, V1].flatMap(timeFormSchemes);
