import { fail, ok, type Result, type TextFault } from '../result.ts';
import {
  MAX_TICKS,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
} from './ticks.ts';

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['tick', 1n],
  ['ticks', 1n],
  ['ms', TICKS_PER_MS],
  ['s', TICKS_PER_SECOND],
  ['min', TICKS_PER_MINUTE],
  ['m', TICKS_PER_MINUTE],
  ['h', TICKS_PER_HOUR],
  ['d', TICKS_PER_DAY],
  ['w', 7n * TICKS_PER_DAY],
]);

const NEXT_STEP = 'Type a length such as 1s, 4min, 1h 30min or 250ms.';
/** Longer texts are refused without being read. */
const LONGEST_TEXT = 100;
const PART = /\s*(\d{1,18})(?:\.(\d{1,7}))?\s*([a-z]*)/y;

function fault(message: string, from: number, to: number): Result<never, TextFault> {
  return fail({ message, from, to, nextStep: NEXT_STEP });
}

/**
 * Reads a typed length of time into ticks: numbers with units, such as `1h 30min` or `0.5s`, and all that `durationText` prints. It must be
 * above zero and a whole number of ticks.
 */
export function parseLength(typed: string): Result<bigint, TextFault> {
  const text = typed.trimEnd();
  if (text.trim() === '') return fault('No length is typed.', 0, 0);
  if (text.length > LONGEST_TEXT) return fault('That is too long for a length.', LONGEST_TEXT, text.length);
  let ticks = 0n;
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const [part, whole, fraction = '', unit = ''] = PART.exec(text) ?? [];
    if (part === undefined || whole === undefined) return fault('A number is missing.', at, text.length);
    const end = at + part.length;
    const size = UNITS.get(unit);
    if (size === undefined)
      return fault(unit === '' ? 'A unit is missing.' : `"${unit}" is not a unit.`, end - unit.length, end);
    const scaled = BigInt(whole + fraction) * size;
    const scale = 10n ** BigInt(fraction.length);
    if (scaled % scale !== 0n) return fault('This is not a whole number of ticks (100 ns).', at, end);
    ticks += scaled / scale;
    at = end;
  }
  if (ticks === 0n) return fault('A length must be above zero.', 0, text.length);
  return ticks > MAX_TICKS ? fault('This is longer than all of time.', 0, text.length) : ok(ticks);
}
