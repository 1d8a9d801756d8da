import { MAX_TICKS, TICKS_PER_MS, TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { BASE62, base62Digit, CROCKFORD, crockfordAt, hexNumberAt, inBase } from '../base/baseDigits.ts';
import { afterPrefix, floorTo } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme, RowTime } from '../base/scheme.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { hasLength } from '../base/shapeTests.ts';

const UNIX_SECONDS = 62_135_596_800;
const MAX_UNIX_MS = Number((MAX_TICKS - UNIX_EPOCH_TICKS) / TICKS_PER_MS);
const END = MAX_TICKS + 1n;

/** Sets a time from Unix milliseconds >= 0; false after the year 9999. */
export function setUnixMs(unixMs: number, into: RowTime): boolean {
  if (unixMs < 0 || unixMs > MAX_UNIX_MS) return false;
  const seconds = Math.floor(unixMs / 1000);
  into.seconds = UNIX_SECONDS + seconds;
  into.fraction = (unixMs - seconds * 1000) * 10_000;
  return true;
}

/** Ticks of Unix milliseconds >= 0. */
export function unixMsTicks(unixMs: number): bigint {
  return UNIX_EPOCH_TICKS + BigInt(unixMs) * TICKS_PER_MS;
}

/** Texts that begin with a number of fixed width in a sorted alphabet, rounded down to `step` since the Unix epoch. */
function headText(step: bigint, unit: bigint, write: (units: bigint) => string): TimeText {
  const unitsOf = (bucket: bigint): bigint => (bucket - UNIX_EPOCH_TICKS) / unit;
  return {
    bucket: (ticks) => UNIX_EPOCH_TICKS + floorTo(ticks - UNIX_EPOCH_TICKS, step),
    text: (bucket) => write(unitsOf(bucket)),
    after: (bucket) => afterPrefix(write(unitsOf(bucket + step) - 1n)) ?? '',
    isDescending: false,
  };
}

const ULID_TEXT = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

const ULID: TimeForm = {
  id: 'ulid',
  title: 'ULID',
  family: 'id',
  shapes: { both: hasLength(26) },
  writer: 'any',
  // Source: github.com/ulid/spec: 48 bits of Unix milliseconds, then 80 random bits, Crockford base 32
  rounding: 'floor to 1 ms',
  grammar: '26 characters of Crockford base 32',
  confidence: 0.93,
  reason: '26 characters of Crockford base 32; the first ten are Unix milliseconds',
  part: 'row',
  parse: (text) => {
    if (!ULID_TEXT.test(text)) return undefined;
    const unixMs = crockfordAt(text, 0, 10);
    return { ticks: unixMsTicks(unixMs), fields: [['unixMs', String(unixMs)]] };
  },
  resolution: TICKS_PER_MS,
  timeText: (step) => headText(step, TICKS_PER_MS, (ms) => inBase(ms, CROCKFORD, 10)),
  writable: { from: UNIX_EPOCH_TICKS, to: END },
  home: { from: '0', to: '8' },
  rowTime: (text, into) => text.length === 26 && setUnixMs(crockfordAt(text, 0, 10), into),
  timeAt: { from: 0, to: 10 },
  encode: (ticks) => inBase((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS, CROCKFORD, 10),
};

/** The epoch of KSUID in Unix seconds (segmentio/ksuid ksuid.go, epochStamp): 2014-05-13T16:53:20Z. */
const KSUID_EPOCH_S = 1_400_000_000;
const KSUID_EPOCH_TICKS = UNIX_EPOCH_TICKS + BigInt(KSUID_EPOCH_S) * TICKS_PER_SECOND;
const KSUID_PAYLOAD_BITS = 128n;
const LIMB = 2 ** 32;

/** The upper 32 of the 160 bits in 27 base 62 digits, or -1. Uses five 32-bit limbs, no BigInt. */
function ksuidTimestamp(text: string): number {
  if (text.length !== 27) return -1;
  let [a, b, c, d, e] = [0, 0, 0, 0, 0];
  for (let index = 0; index < 27; index++) {
    const digit = base62Digit(text.charCodeAt(index));
    if (digit < 0) return -1;
    e = e * 62 + digit;
    d = d * 62 + Math.floor(e / LIMB);
    c = c * 62 + Math.floor(d / LIMB);
    b = b * 62 + Math.floor(c / LIMB);
    a = a * 62 + Math.floor(b / LIMB);
    e %= LIMB;
    d %= LIMB;
    c %= LIMB;
    b %= LIMB;
    if (a >= LIMB) return -1;
  }
  return a;
}

function ksuidValue(text: string): bigint {
  let value = 0n;
  for (let index = 0; index < text.length; index++) {
    value = value * 62n + BigInt(base62Digit(text.charCodeAt(index)));
  }
  return value;
}

function ksuidText(seconds: bigint): string {
  return inBase((seconds - BigInt(KSUID_EPOCH_S)) << KSUID_PAYLOAD_BITS, BASE62, 27);
}

const KSUID: TimeForm = {
  id: 'ksuid',
  title: 'KSUID',
  family: 'id',
  shapes: { both: hasLength(27) },
  writer: 'any',
  // Source: segmentio/ksuid: 32 bits of seconds since 1,400,000,000, then 128 random bits, base 62
  rounding: 'floor to 1 s',
  grammar: '27 characters of base 62',
  confidence: 0.9,
  reason: '27 characters of base 62; the upper 32 bits are seconds since 2014-05-13T16:53:20Z',
  part: 'row',
  parse: (text) => {
    const timestamp = ksuidTimestamp(text);
    if (timestamp < 0) return undefined;
    const payload = ksuidValue(text) & ((1n << KSUID_PAYLOAD_BITS) - 1n);
    return {
      ticks: KSUID_EPOCH_TICKS + BigInt(timestamp) * TICKS_PER_SECOND,
      fields: [
        ['timestamp', String(timestamp)],
        ['payload', payload.toString(16).toUpperCase().padStart(32, '0')],
      ],
    };
  },
  resolution: TICKS_PER_SECOND,
  timeText: (step) => ({
    bucket: (ticks) => KSUID_EPOCH_TICKS + floorTo(ticks - KSUID_EPOCH_TICKS, step),
    text: (bucket) => ksuidText((bucket - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND),
    after: (bucket) => ksuidText((bucket + step - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND),
    isDescending: false,
  }),
  writable: { from: KSUID_EPOCH_TICKS, to: KSUID_EPOCH_TICKS + ((1n << 32n) - 1n) * TICKS_PER_SECOND },
  home: { from: '0', to: 'b' },
  rowTime: (text, into) => {
    const timestamp = ksuidTimestamp(text);
    return timestamp >= 0 && setUnixMs((KSUID_EPOCH_S + timestamp) * 1000, into);
  },
  encode: (ticks) => ksuidText((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND),
};

const OBJECT_ID_TEXT = /^[0-9a-f]{24}$/;

const OBJECT_ID: TimeForm = {
  id: 'objectid',
  title: 'MongoDB ObjectId',
  family: 'id',
  shapes: { both: hasLength(24) },
  writer: 'any',
  // Source: MongoDB manual: 4 bytes of Unix seconds, 5 random bytes, 3 of a counter, lower-case hexadecimal
  rounding: 'floor to 1 s',
  grammar: '24 lower-case hexadecimal digits',
  confidence: 0.8,
  reason: '24 hexadecimal digits; the first eight are Unix seconds',
  part: 'row',
  parse: (text) => {
    if (!OBJECT_ID_TEXT.test(text)) return undefined;
    const unixS = hexNumberAt(text, 0, 8);
    return { ticks: unixMsTicks(unixS * 1000), fields: [['unixS', String(unixS)]] };
  },
  resolution: TICKS_PER_SECOND,
  timeText: (step) => headText(step, TICKS_PER_SECOND, (s) => s.toString(16).padStart(8, '0')),
  writable: { from: UNIX_EPOCH_TICKS, to: UNIX_EPOCH_TICKS + (1n << 32n) * TICKS_PER_SECOND },
  home: { from: '0', to: 'g' },
  rowTime: (text, into) => {
    const unixS = text.length === 24 ? hexNumberAt(text, 0, 8) : -1;
    return unixS >= 0 && setUnixMs(unixS * 1000, into);
  },
  timeAt: { from: 0, to: 8 },
  encode: (ticks) => ((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND).toString(16).padStart(8, '0'),
};

/** Ids that begin with a time and so sort by time. */
export const sortableIdSchemes: readonly KeyScheme[] = [ULID, KSUID, OBJECT_ID].flatMap(timeFormSchemes);
