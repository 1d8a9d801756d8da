import { TICKS_PER_MS, TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { CROCKFORD, crockfordAt, inBase } from '../base/baseDigits.ts';
import { afterPrefix, floorTo } from '../base/digits.ts';
import type { TimeText } from '../base/keySpan.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { beginsWithOne, every, hasLength } from '../base/shapeTests.ts';
import { hasCloseTimes } from '../forms/closeTimes.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';
import { setUnixMs, unixMsTicks } from './sortableIds.ts';

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Base 32 "hex" of RFC 4648, lower case, as xid uses it. */
const BASE32_HEX = BASE36.slice(0, 32);
/** Of Firebase's push ids. */
const PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** 2010-01-01 and 2045-01-01 in Unix milliseconds. Text with a time outside only looks like such an id. */
const FROM_MS = 1_262_304_000_000;
const TO_MS = 2_366_841_600_000;

/** Confidence of a short id whose neighbours are no times. */
const OTHERS_CONFIDENCE = 0.1;

/** The number in `count` (<= 10) digits of an alphabet, or -1. */
function numberIn(alphabet: string, text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = alphabet.indexOf(text.charAt(index));
    if (digit < 0) return -1;
    value = value * alphabet.length + digit;
  }
  return value;
}

/** An id with Unix milliseconds in a fixed place. */
interface TimedId extends Pick<TimeForm, 'id' | 'title' | 'grammar' | 'confidence' | 'reason' | 'shapes'> {
  readonly unit: bigint;
  readonly isOne: (text: string) => boolean;
  /** Unix milliseconds, or less than 0. */
  readonly unixMs: (text: string) => number;
  readonly timeText: (step: bigint) => TimeText;
  readonly writableMs: readonly [from: number, to: number];
  readonly home: { readonly from: string; readonly to: string };
  readonly timeAt?: { readonly from: number; readonly to: number };
  /** Confidence if the neighbours are times that are close to each other. */
  readonly closeConfidence?: number;
  readonly isAlone?: boolean;
}

function timedId(spec: TimedId): TimeForm {
  const { id, unit, isOne, unixMs, writableMs, closeConfidence } = spec;
  const msOf = (text: string): number => {
    const ms = isOne(text) ? unixMs(text) : -1;
    return ms >= FROM_MS && ms < TO_MS ? ms : -1;
  };
  const ticksOf = (text: string): bigint | undefined => {
    const ms = msOf(text);
    return ms < 0 ? undefined : unixMsTicks(ms);
  };
  return {
    ...spec,
    family: 'id',
    writer: 'any',
    rounding: unit === TICKS_PER_MS ? 'floor to 1 ms' : 'floor to 1 s',
    mostConfidence: closeConfidence ?? spec.confidence,
    part: 'row',
    parse: (text, sample) => {
      const ticks = ticksOf(text);
      if (ticks === undefined) return undefined;
      const isClose = closeConfidence === undefined ? undefined : hasCloseTimes(id, sample, ticksOf);
      const own = isClose === false ? OTHERS_CONFIDENCE : spec.confidence;
      return {
        ticks,
        fields: [['unixMs', String(msOf(text))]],
        confidence: isClose === true ? (closeConfidence ?? own) : own,
      };
    },
    resolution: unit,
    writable: { from: unixMsTicks(writableMs[0]), to: unixMsTicks(writableMs[1]) },
    rowTime: (text, into) => setUnixMs(msOf(text), into),
  };
}

/** Texts that begin with milliseconds, whatever follows. */
function msText(step: bigint, write: (ms: bigint) => string): TimeText {
  const msOf = (bucket: bigint): bigint => (bucket - UNIX_EPOCH_TICKS) / TICKS_PER_MS;
  return {
    bucket: (ticks) => UNIX_EPOCH_TICKS + floorTo(ticks - UNIX_EPOCH_TICKS, step),
    text: (bucket) => write(msOf(bucket)),
    after: (bucket) => afterPrefix(write(msOf(bucket + step) - 1n)) ?? '',
    isDescending: false,
  };
}

/** Numbers of fixed width: the bound of a window is the number of the next bucket. */
function numberText(step: bigint, write: (ticks: bigint) => string): TimeText {
  return {
    bucket: (ticks) => UNIX_EPOCH_TICKS + floorTo(ticks - UNIX_EPOCH_TICKS, step),
    text: write,
    after: (bucket) => write(bucket + step),
    isDescending: false,
  };
}

/** Milliseconds in eight digits of a sorted alphabet, behind a fixed text. */
function eightDigits(alphabet: string, before = ''): Pick<TimedId, 'unit' | 'unixMs' | 'timeText'> {
  return {
    unit: TICKS_PER_MS,
    unixMs: (text) => numberIn(alphabet, text, before.length, 8),
    timeText: (step) => msText(step, (ms) => before + inBase(ms, alphabet, 8)),
  };
}

const LOWER_ID = /^(?=.*[a-z])(?![a-z]+\d*$)[\da-z]{8}$/;

/** `Date.now().toString(36)`. A name with a number at its end (`printer1`) is none. */
const BASE36_MS: TimedId = {
  id: 'base36-unix-ms',
  title: 'Unix milliseconds in base 36',
  grammar: '8 characters of base 36',
  shapes: { both: hasLength(8) },
  confidence: 0.28,
  closeConfidence: 0.84,
  isAlone: true,
  reason: '8 digits and letters can be Unix milliseconds in base 36, or any id',
  ...eightDigits(BASE36),
  isOne: (text) => LOWER_ID.test(text),
  writableMs: [36 ** 7, 36 ** 8],
  home: { from: '1', to: '{' },
};

/** github.com/paralleldrive/cuid: c, milliseconds in base 36, a counter, a fingerprint and random digits. */
const CUID: TimedId = {
  id: 'cuid',
  title: 'CUID',
  grammar: 'c and 24 characters of base 36',
  shapes: { both: every(hasLength(25), beginsWithOne('c')) },
  confidence: 0.85,
  reason: 'c and 24 characters of base 36; the first eight are Unix milliseconds',
  ...eightDigits(BASE36, 'c'),
  isOne: (text) => /^c[\da-z]{24}$/.test(text),
  writableMs: [36 ** 7, 36 ** 8],
  home: { from: 'cg', to: 'cs' },
  timeAt: { from: 1, to: 9 },
};

const XID_SHIFT = 68n;

function xidText(ticks: bigint): string {
  return inBase(((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND) << XID_SHIFT, BASE32_HEX, 20);
}

/** github.com/rs/xid: 4 bytes of Unix seconds, 5 of machine and process, 3 of a counter, in base 32 "hex". */
const XID: TimedId = {
  id: 'xid',
  title: 'xid',
  grammar: '20 characters of base 32 "hex"',
  shapes: { both: hasLength(20) },
  confidence: 0.84,
  reason: '20 characters of base 32 "hex"; the upper 32 bits are Unix seconds',
  unit: TICKS_PER_SECOND,
  // The last four of 100 bits are zero. Without a letter behind f it is a hexadecimal number: of xids, one in half a million is so.
  isOne: (text) => /^(?=.*[g-v])[\da-v]{19}[0g]$/.test(text),
  // 35 bits, of which the lower three belong to the machine.
  unixMs: (text) => Math.floor(numberIn(BASE32_HEX, text, 0, 7) / 8) * 1000,
  timeText: (step) => numberText(step, xidText),
  writableMs: [0, (2 ** 32 - 1) * 1000],
  home: { from: '9', to: 'w' },
};

/** 2020-01-01 in Unix milliseconds. */
const TSID_EPOCH_MS = 1_577_836_800_000;
const TSID_SHIFT = 22n;

function tsidText(ticks: bigint): string {
  const ms = (ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS - BigInt(TSID_EPOCH_MS);
  return inBase(ms << TSID_SHIFT, CROCKFORD, 13);
}

/** github.com/f4b6a3/tsid-creator: 42 bits of milliseconds since 2020, 22 random bits, Crockford base 32. */
const TSID: TimedId = {
  id: 'tsid',
  title: 'TSID',
  isAlone: true,
  grammar: '13 characters of Crockford base 32',
  shapes: { both: every(hasLength(13), beginsWithOne('01')) },
  confidence: 0.5,
  reason: '13 characters of Crockford base 32 can be milliseconds since 2020 and random bits',
  unit: TICKS_PER_MS,
  isOne: (text) => /^(?=.*[A-Z].*[A-Z])[01][\dA-HJKMNP-TV-Z]{12}$/.test(text),
  // 45 bits of the first nine characters: the lower two are below the millisecond, and so is all that follows.
  unixMs: (text) => TSID_EPOCH_MS + Math.floor(crockfordAt(text, 0, 9) / 4),
  timeText: (step) => numberText(step, tsidText),
  writableMs: [TSID_EPOCH_MS, TSID_EPOCH_MS + 2 ** 42],
  home: { from: '0', to: '2' },
};

/** Firebase's push ids: eight characters of milliseconds, twelve random ones. */
const PUSH_ID: TimedId = {
  id: 'firebase-push-id',
  title: 'Firebase push id',
  grammar: '- and 19 characters of an alphabet of 64',
  shapes: { both: every(hasLength(20), beginsWithOne('-')) },
  confidence: 0.84,
  reason: '20 characters; the first eight are Unix milliseconds in an alphabet of 64',
  ...eightDigits(PUSH),
  isOne: (text) => /^-[\w-]{19}$/.test(text),
  writableMs: [0, 2 ** 48],
  home: { from: '-I', to: '-a' },
  timeAt: { from: 0, to: 8 },
};

/** Ids of libraries that begin with a time and sort by it. */
export const otherIdSchemes: readonly KeyScheme[] = [BASE36_MS, CUID, XID, TSID, PUSH_ID].flatMap((spec) =>
  timeFormSchemes(timedId(spec)),
);
