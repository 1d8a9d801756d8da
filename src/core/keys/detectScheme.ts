import type { KeyScheme } from './base/keyScheme.ts';
import type { EntityKey } from './base/entityKey.ts';
import { scanIso } from '../time/isoScan.ts';
import { TICKS_PER_SECOND } from '../time/ticks.ts';
import { isMultiple, newRowTime, rowTimeTicks } from './base/digits.ts';
import { roundingInForce, roundsItself, takesRounding } from './base/rounding.ts';
import { isNumber, isVariant } from './base/schemeSpec.ts';
import { prefixOf } from './forms/prefixedKey.ts';
import type { EventVolume, RowTime } from './base/scheme.ts';
import { doubtOf, type StampedTime } from './sampleDoubt.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { noneScheme } from './schemes/none.ts';

export interface SampleRow extends EntityKey {
  /** ISO 8601, as the service prints it. */
  readonly timestamp?: string | undefined;
}

/** A scheme that fits a sample, with the options for a query. */
export interface SchemeProposal {
  readonly schemeId: string;
  /** The lowest event volume that explains the sampled prefixes. */
  readonly volume: EventVolume;
  /** True if some sampled keys have a prefix and others have none. */
  readonly unprefixed: boolean;
  /**
   * An interval of which all sampled times are whole multiples. Only set if there are enough different times, if the scheme's writers
   * choose an interval, and if it is not the usual one.
   */
  readonly roundingTicks?: bigint | undefined;
  /** The text before the time, if the scheme has one and it is the same in all sampled keys. */
  readonly textBefore?: string | undefined;
  /** 0 .. 1 */
  readonly confidence: number;
  readonly reason: string;
}

/** The least share of the rows that the scheme must read. */
const LEAST_SHARE = 0.8;
/** Below this confidence, "no time in keys" is the better guess. */
const LEAST_CONFIDENCE = 0.3;
/** How many keys are scored. More keys of the same page add nothing. */
const SCORED_KEYS = 24;
/** About how many rows are checked for times. They are spread over the page, so that checking a page takes less than a frame. */
const TIMED_ROWS = 256;
/** A common step of all sampled times counts as the writer's rounding if it is less likely than this to occur by chance. */
const CHANCE = 1e-6;
/**
 * The longest delay in seconds between the time in a key and the Timestamp of its row. Agents send within minutes, so a week is generous.
 */
const LONGEST_DELAY_S = 7 * 86_400;
/** How many seconds the time in a key may be later than the Timestamp of its row, because of the writer's rounding and time zone. */
const LONGEST_LEAD_S = 15 * 3600;
/** Usual roundings in seconds, the coarsest first. */
const ROUNDING_STEPS_S = [86_400n, 3600n, 1800n, 900n, 600n, 300n, 240n, 120n, 60n];

/** A usual rounding below this is the resolution of a number, not an interval that a writer chose. */
const LEAST_STEP_TICKS = 60n * TICKS_PER_SECOND;

interface TimedRows {
  readonly times: readonly (StampedTime & RowTime)[];
  /** The share of the rows with a time in their keys. */
  readonly share: number;
  /** Whether the Timestamps follow the times in the keys; undefined if there are no Timestamps. */
  readonly follows: boolean | undefined;
}

function timeRows(scheme: KeyScheme, sample: readonly SampleRow[]): TimedRows {
  const times = sample.flatMap((row) => {
    const time = newRowTime();
    if (!scheme.rowTime(row.partitionKey, row.rowKey, time)) return [];
    const arrival = row.timestamp === undefined ? undefined : scanIso(row.timestamp, 'lenient');
    const stamp = arrival?.ok === true ? arrival.value.seconds : undefined;
    return [{ ...time, key: timedKey(scheme, row), stamp }];
  });
  const delays = times.flatMap(({ seconds, stamp }) => (stamp === undefined ? [] : [stamp - seconds]));
  const arrived = delays.filter((delay) => delay >= -LONGEST_LEAD_S && delay <= LONGEST_DELAY_S);
  return {
    times,
    share: sample.length === 0 ? 0 : times.length / sample.length,
    follows: delays.length === 0 ? undefined : arrived.length > delays.length / 2,
  };
}

function timePart(scheme: KeyScheme): 'partition' | 'row' {
  return scheme.timeSource === 'row' ? 'row' : 'partition';
}

function timedKey(scheme: KeyScheme, row: SampleRow): string {
  return row[`${timePart(scheme)}Key`];
}

/**
 * The mean confidence with which the scheme reads distinct sampled keys. If both keys hold the time, each confirms the other, unless the
 * name of the table must confirm them.
 */
function readScore(scheme: KeyScheme, tableName: string, sample: readonly SampleRow[]): number {
  const scoreOf = (part: 'partition' | 'row'): number => {
    const keys = [...new Set(sample.map((row) => row[`${part}Key`]))].slice(0, SCORED_KEYS);
    const scores = keys.map(
      (key) => scheme.read(key, part, { tableName, part, sample: keys })?.confidence ?? 0,
    );
    return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  };
  const score = scoreOf(timePart(scheme));
  const isConfirmed = scheme.timeSource === 'both' && scheme.entry.table === undefined;
  return isConfirmed ? 1 - (1 - score) * (1 - scoreOf('row')) : score;
}

interface Prefixes {
  readonly volume: EventVolume;
  readonly hasPrefixed: boolean;
  readonly hasUnprefixed: boolean;
  readonly words: string;
}

function prefixesOf(sample: readonly SampleRow[]): Prefixes {
  const prefixes = sample.map((row) => prefixOf(row.partitionKey));
  const highest = prefixes.reduce((most, prefix) => Math.max(most, prefix), -1);
  const volume = highest >= 10 ? 100 : highest >= 1 ? 10 : 1;
  const hasUnprefixed = prefixes.includes(-1);
  const hasPrefixed = highest >= 0;
  const seen = `highest prefix seen: ${highest}`;
  const order = 'a page of keys is in key order, so higher prefixes may exist';
  const words = !hasPrefixed
    ? 'no prefix'
    : volume === 100
      ? `${seen}, so event volume is Large`
      : volume === 10
        ? `${seen}, so event volume is at least Medium; ${order}`
        : `${seen}; ${order}`;
  return { volume, hasPrefixed, hasUnprefixed, words };
}

/**
 * The coarsest usual step of which every sampled time is a whole multiple. Undefined if times of whole seconds would be such multiples by
 * chance more often than CHANCE: two instants are enough to show an hour, four to show a minute.
 * A step that is too coarse makes a query read too much, never too little. So if all sampled rows have the same time, on a whole minute or
 * coarser, it counts as rounded, unless the scheme has a usual rounding.
 */
function roundingTicksOf(instants: readonly RowTime[], isUsuallyRounded: boolean): bigint | undefined {
  const distinct = [...new Set(instants.map(rowTimeTicks))];
  const step = ROUNDING_STEPS_S.find((seconds) =>
    distinct.every((ticks) => ticks % (seconds * TICKS_PER_SECOND) === 0n),
  );
  if (step === undefined) return undefined;
  // If a single time counted as exact, a query for a later window in the same interval would find no rows and look complete.
  const isOnly = distinct.length === 1 && !isUsuallyRounded;
  if (!isOnly && (distinct.length < 2 || Number(step) ** -distinct.length > CHANCE)) return undefined;
  return step * TICKS_PER_SECOND;
}

/** Whether the prefixes of a scheme suit the sample. Keys both with and without a prefix suit a writer that may write either. */
function suitsPrefixes({ entry: { volume } }: KeyScheme, prefixes: Prefixes): boolean {
  const { hasPrefixed, hasUnprefixed } = prefixes;
  if (volume === undefined) return !hasPrefixed;
  if (!hasPrefixed) return volume.includes(0);
  return hasUnprefixed ? volume.some((count) => count < 10) : !volume.includes(0);
}

/**
 * How doubtful the sampled times are. For numbers, everything counts that distinguishes them from other numbers; for dates and ticks, only
 * Timestamps do.
 */
function doubtOfRows(scheme: KeyScheme, rows: TimedRows): ReturnType<typeof doubtOf> {
  if (isNumber(scheme.entry)) return doubtOf(rows.times, rows.follows);
  return rows.follows === false
    ? { share: 0.7, words: 'Timestamp does not follow the time in the key' }
    : { share: 1 };
}

function reasonOf(
  scheme: KeyScheme,
  rows: TimedRows,
  sampled: number,
  isOwnTable: boolean,
  prefixes: Prefixes,
  doubt: string | undefined,
): string {
  const reasons = [`${rows.times.length} of ${sampled} sampled rows have this time in their keys`];
  if (isOwnTable) reasons.push('the table name is one of this writer');
  if (rows.follows === true) reasons.push('Timestamp follows the time in the key');
  if (doubt !== undefined) reasons.push(doubt);
  if (scheme.prefixed) reasons.push(prefixes.words);
  return reasons.join('; ');
}

/** The text before the time, if the scheme has one and it is the same in all sampled keys. */
function textBeforeOf(scheme: KeyScheme, sample: readonly SampleRow[]): string | undefined {
  const { textBefore } = scheme;
  if (textBefore === undefined) return undefined;
  const [text, more] = new Set(sample.flatMap((row) => textBefore(timedKey(scheme, row)) ?? []));
  return more === undefined ? text : undefined;
}

/** The confidence of numbers that Timestamps follow, which rarely happens by chance. The order of schemes is kept. */
function surer(confidence: number): number {
  return Math.max(confidence, 0.45 + confidence / 10);
}

/** A proposal, and whether Timestamps follow its times. */
interface Weighed {
  readonly proposal: SchemeProposal;
  readonly follows: boolean | undefined;
}

/** If Timestamps follow the times of one scheme, times that they do not follow are wrong, as with ids that fit two epochs. */
function agreeing(found: readonly Weighed[]): readonly SchemeProposal[] {
  const isOneFollowed = found.some(({ follows }) => follows === true);
  return found.map(({ proposal, follows }) =>
    isOneFollowed && follows === false
      ? { ...proposal, confidence: rounded(Math.min(proposal.confidence, 0.3 * proposal.confidence + 0.1)) }
      : proposal,
  );
}

/** Rounded to three digits, so that rounding errors do not decide the order. */
function rounded(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}

/** Shorter intervals, to which no writer rounds down. */
const SHORT_STEPS_S = [30n, 10n, 1n];

/**
 * The interval of a writer that rounds in its own way: the one with which it writes the sampled PartitionKeys at the times of their rows.
 * With another one, even a coarser one, a query would ask for keys that the writer never wrote.
 */
function ownRounding({ rowTime, encode }: KeyScheme, sample: readonly SampleRow[]): bigint | undefined {
  const time = newRowTime();
  const isOf = (roundingTicks?: bigint): boolean =>
    sample.every(
      ({ partitionKey, rowKey }) =>
        !rowTime(partitionKey, rowKey, time) ||
        encode?.(rowTimeTicks(time), { roundingTicks }).partitionKey === partitionKey,
    );
  const steps = [...ROUNDING_STEPS_S, ...SHORT_STEPS_S].map((seconds) => seconds * TICKS_PER_SECOND);
  return isOf() ? undefined : steps.find(isOf);
}

/**
 * The rounding that the times show, if the scheme's writers choose one and it is not the usual one. In another table than those of an
 * agent, its keys may be those of anybody, who rounds to any interval.
 */
function unusualRounding(
  scheme: KeyScheme,
  rows: TimedRows,
  sample: readonly SampleRow[],
  isOwnTable: boolean,
): bigint | undefined {
  if (roundsItself(scheme)) return ownRounding(scheme, sample);
  const { choices } = scheme.time ?? {};
  const usual = roundingInForce(scheme, undefined) ?? 1n;
  const isSure = usual >= LEAST_STEP_TICKS && (isOwnTable || scheme.entry.volume === undefined);
  const shown =
    choices?.find((step) => rows.times.every((time) => isMultiple(time, step))) ??
    (takesRounding(scheme) ? roundingTicksOf(rows.times, isSure) : undefined);
  return shown === usual ? undefined : shown;
}

function propose(
  scheme: KeyScheme,
  tableName: string,
  sample: readonly SampleRow[],
  prefixes: Prefixes,
): Weighed | undefined {
  const rows = timeRows(scheme, sample);
  if (rows.share < LEAST_SHARE) return undefined;
  const isOwnTable = scheme.entry.tables?.test(tableName) === true;
  const read = readScore(scheme, tableName, sample);
  if (read === 0) return undefined;
  const doubt = doubtOfRows(scheme, rows);
  if (doubt.share === 0) return undefined;
  const shown = rows.share * doubt.share * (isOwnTable ? 0.9 + read / 10 : read * 0.9);
  const confidence = rows.follows === true && isNumber(scheme.entry) ? surer(shown) : shown;
  const roundingTicks = unusualRounding(scheme, rows, sample, isOwnTable);
  const textBefore = textBeforeOf(scheme, sample);
  const proposal: SchemeProposal = {
    schemeId: scheme.id,
    textBefore,
    volume: scheme.prefixed ? prefixes.volume : 1,
    unprefixed: scheme.prefixed && prefixes.hasPrefixed && prefixes.hasUnprefixed,
    roundingTicks,
    confidence: rounded(confidence),
    reason: reasonOf(scheme, rows, sample.length, isOwnTable, prefixes, doubt.words),
  };
  return { proposal, follows: rows.follows };
}

function byNameOnly(tableName: string): readonly SchemeProposal[] {
  return KEY_SCHEMES.filter((scheme) => scheme.timeSource !== 'table' && !isVariant(scheme))
    .filter((scheme) => scheme.entry.tables?.test(tableName) === true)
    .map((scheme) => ({
      schemeId: scheme.id,
      volume: 1,
      unprefixed: false,
      confidence: 0.5,
      reason: 'the table name is one of this writer; no row was sampled',
    }));
}

/**
 * The schemes that fit a sampled page of a table, best first. "No time in keys" is always included. Volume and prefixes are only what the
 * sample proves. `templates`: schemes of the user's own templates, which come first among equals.
 */
export function detectScheme(
  tableName: string,
  page: readonly SampleRow[],
  templates: readonly KeyScheme[] = [],
): readonly SchemeProposal[] {
  const prefixes = prefixesOf(page);
  const stride = Math.max(1, Math.floor(page.length / TIMED_ROWS));
  const sample = page.filter((_, index) => index % stride === 0);
  const found =
    sample.length === 0
      ? byNameOnly(tableName)
      : agreeing(
          [
            // A template's text before the time is not proposed: the sample is only the beginning of a table, and keys that begin otherwise
            // may follow.
            ...templates.map(({ textBefore: _text, ...scheme }) =>
              propose(scheme, tableName, sample, prefixes),
            ),
            ...KEY_SCHEMES.filter((scheme) => suitsPrefixes(scheme, prefixes)).map((scheme) =>
              propose(scheme, tableName, sample, prefixes),
            ),
          ].filter((proposal) => proposal !== undefined),
        );
  const isTimed = found.some((proposal) => proposal.confidence >= LEAST_CONFIDENCE);
  const none: SchemeProposal = {
    schemeId: noneScheme.id,
    volume: 1,
    unprefixed: false,
    confidence: isTimed ? 0.05 : 0.5,
    reason: isTimed
      ? 'for a scan, which ignores the keys'
      : sample.length === 0
        ? 'no row was sampled'
        : 'no likely time was found in the keys',
  };
  return [...found, none].toSorted((a, b) => b.confidence - a.confidence);
}
