import { LONGEST_KEY } from '../keys/base/entityKey.ts';
import type { KeyPart, KeyReading } from '../keys/base/scheme.ts';
import { isLikelyInstant } from '../keys/base/schemeSpec.ts';
import { readKey } from '../keys/readKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import type { FormattedCell } from './cellFormats.ts';

/**
 * From this confidence (0..1) on, a key that the chosen scheme cannot read has the time that another scheme reads. Ids that merely look
 * like times stay below it.
 */
export const SURE = 0.7;

/** The instant of a reading, or the start of the time that it covers. */
export function instantOf({ ticks, window }: KeyReading): bigint | undefined {
  return ticks ?? window?.from;
}

/**
 * The instant in a key, or the start of the time that it covers. It is a guess if the scheme of the query does not read the key. Undefined:
 * the key holds no time.
 */
export function keyInstant(
  schemeId: string | undefined,
  part: KeyPart,
  text: string,
): Extract<FormattedCell, { kind: 'instant' }> | undefined {
  if (text === '' || text.length > LONGEST_KEY) return undefined;
  const own = schemeId === undefined ? undefined : schemeById(schemeId)?.read(text, part, {});
  const known = own && instantOf(own);
  if (known !== undefined) return { kind: 'instant', ticks: known, isGuess: false };
  const [best] = readKey(text, { part });
  if (best === undefined || best.confidence < SURE) return undefined;
  const ticks = instantOf(best);
  return ticks === undefined || !isLikelyInstant(ticks)
    ? undefined
    : { kind: 'instant', ticks, isGuess: true };
}
