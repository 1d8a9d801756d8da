import { type KeyScheme, type ReadHint, formList } from './base/keyScheme.ts';
import { LONGEST_KEY } from './base/entityKey.ts';
import { isDigits } from './base/digits.ts';
import { besideCandidates, type Candidate, everyCandidate, keyCandidates } from './keyCandidates.ts';
import type { KeyHint, KeyPart, KeyReading } from './base/scheme.ts';
import { isLikelyInstant, isTimed, readingOf } from './base/schemeSpec.ts';
import { isBeside, isSamePart } from './grammar/timeBeside.ts';
import { isConstant, readConstantPart } from './schemes/constants.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { compileForm } from './grammar/keyForm.ts';

/** From this confidence on, a reading means more than that the key could be any text. */
const LIKELY = 0.3;

function ownsTable(scheme: KeyScheme, tableName: string | undefined): boolean {
  return tableName !== undefined && scheme.entry.tables?.test(tableName) === true;
}

/** How far a reading is moved below another one in confidence. */
const STEP = 0.001;

function instantOf({ ticks, window }: KeyReading): bigint {
  return ticks ?? window?.from ?? 0n;
}

/** Whether a reading has a plausible time (1990 .. 2099), regardless of its confidence. */
function isLikelyTime(reading: KeyReading): boolean {
  return isTimed(reading) && !isConstant(reading) && isLikelyInstant(instantOf(reading));
}

/** Moves a constant in one part of a key below readings that find a time in another part. */
function belowOtherTimes(constant: KeyReading, readings: readonly KeyReading[]): KeyReading {
  let below = 1;
  for (const reading of readings) {
    if (!isLikelyTime(reading) || reading.confidence < LIKELY) continue;
    if (!isBeside(reading) || !isSamePart(reading, constant)) below = Math.min(below, reading.confidence);
  }
  return lowered(constant, below);
}

/**
 * Sorts readings, the best first. A time in 1990 .. 2099 beats one outside, unless that is a constant or was read by the writer of the
 * table. A reading of the whole key beats a reading of one part with the same instant. A time in a part beats a reading without a time.
 */
function ranked(readings: KeyReading[], owned: ReadonlySet<KeyReading>): readonly KeyReading[] {
  let likely = 1;
  let beside = 0;
  for (const reading of readings) {
    if (!isLikelyTime(reading)) continue;
    likely = Math.min(likely, reading.confidence);
    if (isBeside(reading)) beside = Math.max(beside, reading.confidence);
  }
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index] as KeyReading;
    if (owned.has(reading)) continue;
    if (isConstant(reading)) {
      if (isBeside(reading)) readings[index] = belowOtherTimes(reading, readings);
    } else if (!isTimed(reading)) {
      if (beside >= LIKELY) readings[index] = lowered(reading, beside);
    } else if (!isLikelyInstant(instantOf(reading))) {
      readings[index] = lowered(reading, likely);
    } else if (isBeside(reading)) {
      const whole = wholeWithTime(readings, instantOf(reading));
      if (whole === undefined) continue;
      const sure = aboveOthers(whole, reading, readings);
      readings[readings.indexOf(whole)] = sure;
      readings[index] = lowered(reading, sure.confidence);
    }
  }
  return readings.toSorted((a, b) => b.confidence - a.confidence);
}

function lowered(reading: KeyReading, below: number): KeyReading {
  return reading.confidence < below ? reading : { ...reading, confidence: Math.max(0, below - STEP) };
}

/**
 * A reading of the whole key gets the confidence of the reading of its part, if a reading with another instant would otherwise come between
 * the two.
 */
function aboveOthers(whole: KeyReading, part: KeyReading, readings: readonly KeyReading[]): KeyReading {
  const isOvertaken = readings.some(
    (other) =>
      isTimed(other) &&
      instantOf(other) !== instantOf(part) &&
      other.confidence > whole.confidence &&
      other.confidence < part.confidence,
  );
  return isOvertaken ? { ...whole, confidence: part.confidence } : whole;
}

/** The most certain reading of the whole key that has this instant. */
function wholeWithTime(readings: readonly KeyReading[], ticks: bigint): KeyReading | undefined {
  return readings
    .filter((reading) => reading.ticks === ticks && !isBeside(reading) && reading.confidence >= LIKELY)
    .toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** One scheme's reading of a text: as the given kind of key, otherwise as the kind that is read with the most confidence. */
function readAs(
  { scheme, parts, isAlike }: Pick<Candidate, 'scheme' | 'parts' | 'isAlike'>,
  text: string,
  hint: KeyHint,
): KeyReading | undefined {
  let best: KeyReading | undefined;
  for (const part of parts) {
    if (isAlike && part === 'row' && best !== undefined) continue;
    const reading = scheme.read(text, part, hint);
    if (reading !== undefined && (best === undefined || reading.confidence > best.confidence)) best = reading;
  }
  return best;
}

/** From this confidence on, the time of a whole key is certain enough not to search its parts for one. */
const SURE = 0.55;

function isSure(reading: KeyReading): boolean {
  if (isConstant(reading)) return !isBeside(reading);
  return (
    reading.confidence >= SURE &&
    isTimed(reading) &&
    isLikelyInstant(instantOf(reading)) &&
    !isBeside(reading)
  );
}

/** A reading, with the index of its scheme in the registry. */
type Placed = readonly [order: number, reading: KeyReading];

/** Orders readings of whole keys before those of parts, and within each by the registry, which decides between equal confidence. */
function inOrder(placed: readonly Placed[]): KeyReading[] {
  return placed
    .toSorted((a, b) => Number(isBeside(a[1])) - Number(isBeside(b[1])) || a[0] - b[0])
    .map(([, reading]) => reading);
}

/**
 * The readings of the whole text, then of its parts. Readings by the writer of the named table are added to `owned`, because in its own
 * tables that writer may use any text.
 */
function readingsOf(text: string, hint: KeyHint, owned: Set<KeyReading>): KeyReading[] {
  const owners =
    hint.tableName === undefined
      ? []
      : everyCandidate(hint.part).filter(({ scheme }) => ownsTable(scheme, hint.tableName));
  const placed: Placed[] = [];
  const add = (candidates: readonly Candidate[]): void => {
    for (const candidate of candidates) {
      const isRead = placed.some(([order]) => order === candidate.order);
      const reading = isRead ? undefined : readAs(candidate, text, hint);
      if (reading === undefined) continue;
      const { confidence } = reading;
      const isOwn = owners.includes(candidate);
      const weighed = isOwn ? 0.9 + confidence / 10 : confidence * 0.6;
      const isWeighed = owners.length > 0 && !isConstant(reading);
      const own = isWeighed ? { ...reading, confidence: weighed } : reading;
      placed.push([candidate.order, own]);
      if (isOwn) owned.add(own);
    }
  };
  add(owners);
  add(keyCandidates(text, hint.part));
  if (isDigits(text) || placed.some(([, reading]) => isSure(reading))) return inOrder(placed);
  add(besideCandidates(text, hint.part));
  const constant = readConstantPart(text, hint);
  return constant === undefined ? inOrder(placed) : [...inOrder(placed), constant];
}

/** What the user's own templates read. If the caller does not say which kind of key it is, both kinds are tried. */
function templateReadings(text: string, all: ReadHint): readonly KeyReading[] {
  if (all.templates === undefined || all.part === 'table') return [];
  const { templates, ...hint } = all;
  const parts: readonly KeyPart[] = hint.part === undefined ? ['partition', 'row'] : [hint.part];
  return templates.flatMap((scheme) => {
    const order = scheme.timeSource === 'row' ? parts.toReversed() : parts;
    return readAs({ scheme, parts: order, isAlike: false }, text, hint) ?? [];
  });
}

/** Drops times in parts if the whole key has one, adds guesses for free text if nothing else is likely, and sorts. */
function completed(
  text: string,
  hint: KeyHint,
  found: KeyReading[],
  owned: ReadonlySet<KeyReading>,
): readonly KeyReading[] {
  const readings = found.some(isSure) ? found.filter((reading) => !isBeside(reading)) : found;
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
 * All ways to understand a key, best first. The table's name, the kind of key and a sample of other keys improve the order. Text that no
 * scheme recognises gets guesses with a confidence below 0.15: the writers that accept any PartitionKey. Never throws; linear in the text.
 * All instants are in the years 0001 .. 9999.
 * @public
 */
export function readKey(text: string, hint: ReadHint = {}): readonly KeyReading[] {
  if (text.length > LONGEST_KEY) return [];
  // They come first, so that they win against readings of equal confidence.
  const ofTemplates = templateReadings(text, hint);
  const owned = new Set(ofTemplates);
  return completed(text, hint, [...ofTemplates, ...readingsOf(text, hint, owned)], owned);
}

/**
 * Returns the first of readKey's readings, but faster: it skips schemes that cannot be more certain than the best reading so far. It falls
 * back to readKey if no reading of the whole key has a certain time.
 */
export function readBest(text: string, hint: ReadHint = {}): KeyReading | undefined {
  if (text.length > LONGEST_KEY) return undefined;
  if (hint.tableName !== undefined || hint.templates !== undefined) return readKey(text, hint)[0];
  return surestOf(text, hint) ?? readKey(text, hint)[0];
}

/** The most certain reading of the whole key; undefined if no reading has a certain time. */
function surestOf(text: string, hint: KeyHint): KeyReading | undefined {
  let best: KeyReading | undefined;
  let order = 0;
  /** Among equally certain readings, the scheme that is earlier in the registry wins. */
  const isBeaten = (confidence: number, by: number): boolean =>
    best !== undefined && (best.confidence > confidence || (best.confidence === confidence && order < by));
  for (const candidate of keyCandidates(text, hint.part)) {
    if (isBeaten(candidate.most, candidate.order)) continue;
    const reading = readAs(candidate, text, hint);
    if (reading === undefined || isBeaten(reading.confidence, candidate.order)) continue;
    best = reading;
    ({ order } = candidate);
  }
  return best !== undefined && isSure(best) ? best : undefined;
}

/** Schemes whose PartitionKey may be any text. Those that know most about it come first, then the order of the registry decides. */
const GUESSES = KEY_SCHEMES.flatMap((scheme) => {
  const form = formList(scheme.entry.partition).find(({ isGuess }) => isGuess);
  const { parts = [], match } = form === undefined ? {} : compileForm(form);
  const [part] = parts;
  if (part?.kind !== 'property' || match === undefined) return [];
  const implied = parts.flatMap((fact) => (fact.kind === 'fact' ? [[fact.name, fact.value] as const] : []));
  const isAny = /^\.[*+]$/.test(part.pattern);
  const isAlike = (text: string): boolean => !isAny && match(text) !== undefined;
  return [{ scheme, field: part.name, implied, isAlike, knowledge: implied.length * 2 + (isAny ? 0 : 1) }];
}).toSorted((a, b) => b.knowledge - a.knowledge);

/** Matches what may be an id: it has a letter or a digit, and no blanks, because text with blanks is prose. */
const ID_TEXT = /^(?=.*[\p{L}\p{N}])[^\s\p{Cc}]+$/u;

/**
 * Guesses for a text that no scheme reads: the writers that accept any PartitionKey. Their confidence is very low, but they tell which key
 * would contain the time.
 */
function freeTextReadings(text: string): readonly KeyReading[] {
  if (!ID_TEXT.test(text)) return [];
  return GUESSES.flatMap(({ scheme, field, implied, isAlike }) => {
    const isLike = isAlike(text);
    const place = scheme.timeSource === 'none' ? 'its keys hold no time' : 'the time is in the RowKey';
    const reason = `any text can be the PartitionKey of this writer (${field})${isLike ? ', and this looks like one' : ''}; ${place}`;
    const fields = [[field, text] as const, ...implied];
    return readingOf(scheme, undefined, undefined, fields, isLike ? 0.12 : 0.02, reason) ?? [];
  });
}
