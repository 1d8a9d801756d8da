import { TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { isDigits, numberAt, numberOf, padNumber } from '../base/digits.ts';
import type { KeyScheme, RowTime } from '../base/scheme.ts';
import { isLikelyInstant } from '../base/schemeSpec.ts';
import { beginsWithOne, every, isDigitsOf } from '../base/shapeTests.ts';
import type { TimeForm } from '../forms/timeForm.ts';
import { timeFormSchemes } from '../forms/timeFormSchemes.ts';

/** 1970-01-01 in seconds since 0001-01-01. */
const UNIX_SECONDS = 62_135_596_800;
/** Int64 and UInt64 need at most 19 and 20 digits. */
const WIDEST = 20;
const ZERO = 48;

interface PaddedUnit {
  readonly id: string;
  readonly title: string;
  /** Digits of today's numbers, without the zeros before them. */
  readonly digits: 10 | 13 | 16;
  readonly unit: bigint;
}

function padded({ id, title, digits, unit }: PaddedUnit): TimeForm {
  /** Where the number begins; 0 if a text is no padded number of this unit. */
  const startOf = (text: string): number => {
    const at = text.length - digits;
    if (at < 1 || text.length > WIDEST || text.charCodeAt(at) === ZERO || !isDigits(text, at)) return 0;
    for (let index = 0; index < at; index++) if (text.charCodeAt(index) !== ZERO) return 0;
    return at;
  };
  const valueOf = (ticks: bigint): bigint => (ticks - UNIX_EPOCH_TICKS) / unit;
  const ofWidth = (width: number) => ({
    timeText: (step: bigint) => ({
      bucket: (ticks: bigint) => UNIX_EPOCH_TICKS + ((ticks - UNIX_EPOCH_TICKS) / step) * step,
      text: (bucket: bigint) => padNumber(valueOf(bucket), width),
      after: (bucket: bigint) => padNumber(valueOf(bucket + step), width),
      isDescending: false,
    }),
    home: { from: '0'.repeat(width - digits) + '1', to: '0'.repeat(width - digits) + ':' },
  });
  const widths = Array.from({ length: WIDEST - digits }, (_, at) => WIDEST - at);
  const narrowest = ofWidth(digits + 1);
  return {
    id,
    title,
    family: 'unix',
    shapes: { both: every(isDigitsOf(digits + 1, WIDEST), beginsWithOne('0')) },
    mostConfidence: 0.62,
    writer: 'any',
    // Source: arithmetic: time since 1970-01-01T00:00:00Z, as ToString("D19") or padStart print it
    rounding: 'floor to its unit',
    grammar: `${digits + 1} to ${WIDEST} digits, with zeros before ${digits}`,
    confidence: 0.62,
    reason: `zeros, then ${digits} digits that are time since 1970`,
    part: 'partition',
    parse: (text) => {
      const at = startOf(text);
      if (at === 0) return undefined;
      const ticks = UNIX_EPOCH_TICKS + numberOf(text.slice(at)) * unit;
      // A padded counter is as likely as a time before 1990 or after 2100.
      return isLikelyInstant(ticks) ? { ticks } : { ticks, confidence: 0.1 };
    },
    resolution: unit,
    ...narrowest,
    twins: widths.slice(0, -1).map(ofWidth),
    writable: { from: UNIX_EPOCH_TICKS, to: UNIX_EPOCH_TICKS + 10n ** 10n * TICKS_PER_SECOND },
    rowTime: (text, into: RowTime) => {
      const at = startOf(text);
      if (at === 0) return false;
      into.seconds = UNIX_SECONDS + numberAt(text, at, 10);
      into.fraction = digits === 10 ? 0 : numberAt(text, at + 10, digits - 10) * Number(unit);
      return true;
    },
    encode: (ticks) => padNumber(valueOf(ticks), WIDEST),
  };
}

/** Unix time with zeros before it, in any width up to 20 digits. */
export const paddedUnixSchemes: readonly KeyScheme[] = [
  padded({ id: 'unix-s-padded', title: 'Unix seconds after zeros', digits: 10, unit: 10_000_000n }),
  padded({ id: 'unix-ms-padded', title: 'Unix milliseconds after zeros', digits: 13, unit: 10_000n }),
  padded({ id: 'unix-us-padded', title: 'Unix microseconds after zeros', digits: 16, unit: 10n }),
].flatMap(timeFormSchemes);
