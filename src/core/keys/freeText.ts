import type { KeyReading, KeyScheme } from './base/scheme.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { makeReading } from './base/schemeSpec.ts';

/** Schemes that know more about such keys come first; otherwise the order of the registry. */
function knowledge({ anyPartition }: KeyScheme): number {
  return (anyPartition?.implied === undefined ? 0 : 2) + (anyPartition?.looksLike === undefined ? 0 : 1);
}

const SCHEMES = KEY_SCHEMES.filter(({ anyPartition }) => anyPartition !== undefined).toSorted(
  (a, b) => knowledge(b) - knowledge(a),
);

/** An id has no blanks; text with blanks is prose. */
const ID_TEXT = /^[^\s\p{Cc}]{1,512}$/u;

/**
 * Guesses for a text that no scheme reads: the writers that accept any PartitionKey. Their confidence is very low, but they tell
 * which key would hold the time.
 */
export function freeTextReadings(text: string): readonly KeyReading[] {
  if (!ID_TEXT.test(text)) return [];
  const readings: KeyReading[] = [];
  for (const scheme of SCHEMES) {
    if (scheme.anyPartition === undefined) continue;
    const { field, implied, looksLike } = scheme.anyPartition;
    const isAlike = looksLike?.test(text) === true;
    const place = scheme.timeSource === 'none' ? 'its keys hold no time' : 'the time is in the RowKey';
    const reading = makeReading(scheme, {
      fields: [[field, text], ...(implied === undefined ? [] : [implied])],
      confidence: isAlike ? 0.12 : 0.02,
      reason: `any text can be the PartitionKey of this writer (${field})${isAlike ? ', and this looks like one' : ''}; ${place}`,
    });
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}
