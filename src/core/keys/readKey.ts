import { freeTextReadings } from './freeText.ts';
import { type Candidate, everyCandidate, keyCandidates } from './keyCandidates.ts';
import type { KeyHint, KeyReading, KeyScheme } from './scheme.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { isLikelyInstant } from './schemeSpec.ts';
import { isBeside } from './timeBeside.ts';

/** No key is longer: the docs say 1,024 characters, services accept 512 UTF-16 units. */
const LONGEST_KEY = 1024;
/** From here on a reading is worth more than "any text can be this". */
const LIKELY = 0.3;

/** How much of its own confidence a reading keeps by the table that the key is said to come from. */
function tableWeight(owner: KeyScheme | undefined, isOwnTable: boolean, confidence: number): number {
  if (isOwnTable) return 0.9 + confidence / 10;
  return owner === undefined ? confidence : confidence * 0.6;
}

function ownsTable(scheme: KeyScheme, tableName: string | undefined): boolean {
  return tableName !== undefined && scheme.tablePattern?.test(tableName) === true;
}

/** The least step between two confidences: what a reading is lowered below another one. */
const STEP = 0.001;

function isTimed({ ticks, window }: KeyReading): boolean {
  return ticks !== undefined || window !== undefined;
}

/** Known by heart, and so named first whatever the table. */
function isConstant({ schemeId }: Pick<KeyReading, 'schemeId'>): boolean {
  return schemeId === 'constant' || schemeId === 'filetime-ft0-in-ticks';
}

function instantOf({ ticks, window }: KeyReading): bigint {
  return ticks ?? window?.from ?? 0n;
}

/**
 * A time inside 1990 .. 2100 beats one outside, but for constants and for what the table's own writer says. A form that
 * takes the whole key beats a time among parts that says the same instant.
 */
function ranked(readings: KeyReading[], owned: ReadonlySet<KeyReading>): readonly KeyReading[] {
  const likely = readings
    .filter((reading) => isTimed(reading) && !isConstant(reading) && isLikelyInstant(instantOf(reading)))
    .reduce((least, reading) => Math.min(least, reading.confidence), 1);
  return readings
    .map((reading) => {
      if (isConstant(reading) || owned.has(reading) || !isTimed(reading)) return reading;
      const isUnlikely = !isLikelyInstant(instantOf(reading));
      if (isUnlikely) return lowered(reading, likely);
      const whole = isBeside(reading) ? wholeWithTime(readings, instantOf(reading)) : undefined;
      return whole === undefined ? reading : lowered(reading, whole.confidence);
    })
    .toSorted((a, b) => b.confidence - a.confidence);
}

function lowered(reading: KeyReading, below: number): KeyReading {
  return reading.confidence < below ? reading : { ...reading, confidence: Math.max(0, below - STEP) };
}

/** The surest reading that takes the whole key and says this instant, where it is likely at all. */
function wholeWithTime(readings: readonly KeyReading[], ticks: bigint): KeyReading | undefined {
  return readings
    .filter((reading) => reading.ticks === ticks && !isBeside(reading) && reading.confidence >= LIKELY)
    .toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** The reading of one scheme: of the part that is known, else of the part that reads best. */
function readAs({ scheme, parts }: Candidate, text: string, hint: KeyHint): KeyReading | undefined {
  let best: KeyReading | undefined;
  for (const part of parts) {
    const reading = scheme.read(text, part, hint);
    if (reading !== undefined && (best === undefined || reading.confidence > best.confidence)) best = reading;
  }
  return best;
}

/** Readings where no table is named: of the schemes that the shape of the text leaves. */
function readingsOf(text: string, hint: KeyHint, candidates: readonly Candidate[]): KeyReading[] {
  const readings: KeyReading[] = [];
  for (const candidate of candidates) {
    const reading = readAs(candidate, text, hint);
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}

/** Readings where a table is named: its own writer's come first, and some schemes read whatever is in their tables. */
function readingsInTable(text: string, hint: KeyHint): { readings: KeyReading[]; owned: Set<KeyReading> } {
  const owner = KEY_SCHEMES.find((scheme) => ownsTable(scheme, hint.tableName));
  const readings: KeyReading[] = [];
  const owned = new Set<KeyReading>();
  for (const candidate of everyCandidate(hint.part)) {
    const reading = readAs(candidate, text, hint);
    if (reading === undefined) continue;
    const isOwnTable = ownsTable(candidate.scheme, hint.tableName);
    const confidence = isConstant(reading)
      ? reading.confidence
      : tableWeight(owner, isOwnTable, reading.confidence);
    const weighed = { ...reading, confidence };
    readings.push(weighed);
    if (isOwnTable) owned.add(weighed);
  }
  return { readings, owned };
}

const NONE_OWNED: ReadonlySet<KeyReading> = new Set();

/** Adds what any text may be, where nothing likely was read; ranks. */
function completed(
  text: string,
  hint: KeyHint,
  readings: KeyReading[],
  owned: ReadonlySet<KeyReading>,
): readonly KeyReading[] {
  if (
    hint.part !== 'row' &&
    hint.part !== 'table' &&
    !readings.some((reading) => reading.confidence >= LIKELY)
  ) {
    const known = new Set(readings.map((reading) => reading.schemeId));
    readings.push(...freeTextReadings(text).filter((reading) => !known.has(reading.schemeId)));
  }
  return ranked(readings, owned);
}

/**
 * All ways to understand a key, best first. A table name, the key's part and a sample of other keys sharpen the ranking.
 * Text that no grammar knows may be the PartitionKey of a writer that takes any text: such readings are below 0.15.
 * Never throws; linear in the text. No instant lies outside 0001 .. 9999.
 */
export function readKey(text: string, hint: KeyHint = {}): readonly KeyReading[] {
  if (text.length > LONGEST_KEY) return [];
  if (hint.tableName === undefined) {
    return completed(text, hint, readingsOf(text, hint, keyCandidates(text, hint.part)), NONE_OWNED);
  }
  const { readings, owned } = readingsInTable(text, hint);
  return completed(text, hint, readings, owned);
}

/** As readKey, by trying every scheme: what the choice of candidates is held against. */
export function readKeyByAll(text: string, hint: KeyHint = {}): readonly KeyReading[] {
  if (text.length > LONGEST_KEY) return [];
  return completed(text, hint, readingsOf(text, hint, everyCandidate(hint.part)), NONE_OWNED);
}
