import { freeTextReadings } from './freeText.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme } from './scheme.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';

/** No key is longer: the docs say 1,024 characters, services accept 512 UTF-16 units. */
const LONGEST_KEY = 1024;
/** From here on a reading is worth more than "any text can be this". */
const LIKELY = 0.3;
const PARTS: readonly KeyPart[] = ['partition', 'row', 'table'];

/** How much of its own confidence a reading keeps by the table that the key is said to come from. */
function tableWeight(owner: KeyScheme | undefined, isOwnTable: boolean, confidence: number): number {
  if (isOwnTable) return 0.9 + confidence / 10;
  return owner === undefined ? confidence : confidence * 0.6;
}

function ownsTable(scheme: KeyScheme, tableName: string | undefined): boolean {
  return tableName !== undefined && scheme.tablePattern?.test(tableName) === true;
}

/** The reading of one scheme: of the part that is known, else of the part that reads best. */
function readAs(scheme: KeyScheme, text: string, hint: KeyHint): KeyReading | undefined {
  if (hint.part !== undefined) return scheme.read(text, hint.part, hint);
  let best: KeyReading | undefined;
  for (const part of PARTS) {
    const reading = scheme.read(text, part, hint);
    if (reading !== undefined && (best === undefined || reading.confidence > best.confidence)) best = reading;
  }
  return best;
}

/**
 * All ways to understand a key, best first. A table name, the key's part and a sample of other keys sharpen the ranking.
 * Text that no grammar knows may be the PartitionKey of a writer that takes any text: such readings are below 0.15.
 * Never throws; linear in the text. No instant lies outside 0001 .. 9999.
 */
export function readKey(text: string, hint: KeyHint = {}): readonly KeyReading[] {
  if (text.length > LONGEST_KEY) return [];
  const owner = KEY_SCHEMES.find((scheme) => ownsTable(scheme, hint.tableName));
  const readings: KeyReading[] = [];
  for (const scheme of KEY_SCHEMES) {
    if (scheme.variantOf !== undefined) continue;
    const reading = readAs(scheme, text, hint);
    if (reading === undefined) continue;
    const isOwnTable = ownsTable(scheme, hint.tableName);
    readings.push({ ...reading, confidence: tableWeight(owner, isOwnTable, reading.confidence) });
  }
  if (
    hint.part !== 'row' &&
    hint.part !== 'table' &&
    !readings.some((reading) => reading.confidence >= LIKELY)
  ) {
    const known = new Set(readings.map((reading) => reading.schemeId));
    readings.push(...freeTextReadings(text).filter((reading) => !known.has(reading.schemeId)));
  }
  return readings.toSorted((a, b) => b.confidence - a.confidence);
}
