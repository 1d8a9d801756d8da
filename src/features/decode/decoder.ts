import type { Decoded } from './decoded.ts';
import { createDecodeMemory } from './decodeMemory.ts';
import { decodeSteps } from './decodeText.ts';
import { isDateText } from './isDateText.ts';

/**
 * The code that reads texts. It holds all key schemes, so it loads right after the first screen, from a file
 * of its own.
 */
export const decoder = { createDecodeMemory, decodeSteps, isTime } as const;

export type Decoder = typeof decoder;

/** A time and nothing else: as the grammar of times reads it, or as a date that could be a key. */
function isTime(decoded: Decoded): boolean {
  if (decoded.kind !== 'keys') return decoded.kind === 'time';
  const [key, ...others] = decoded.keys;
  return key !== undefined && others.length === 0 && key.part === undefined && isDateText(key.readings[0]);
}
