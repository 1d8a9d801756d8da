import { plainName } from '../entities/columns/columnRef.ts';
import type { ColumnSummary } from './columnProfile.ts';

/** How bad a row is, worst first. */
export type SeverityRank = 'critical' | 'error' | 'warning' | 'info' | 'verbose';

export interface Severity {
  readonly rank: SeverityRank;
  /** What the number or the word means, such as "Critical". */
  readonly word: string;
}

type Scale = ReadonlyMap<string, Severity>;

function scale(entries: readonly (readonly [text: string, rank: SeverityRank, word: string])[]): Scale {
  return new Map(entries.map(([text, rank, word]) => [text, { rank, word }]));
}

/** The levels of ETW and Windows events, which Azure Diagnostics (WAD) and Geneva use too. */
const ETW_LEVELS = scale([
  ['0', 'info', 'Always'],
  ['1', 'critical', 'Critical'],
  ['2', 'error', 'Error'],
  ['3', 'warning', 'Warning'],
  ['4', 'info', 'Information'],
  ['5', 'verbose', 'Verbose'],
]);
/** Application Insights counts the other way round. */
const INSIGHTS_LEVELS = scale([
  ['0', 'verbose', 'Verbose'],
  ['1', 'info', 'Information'],
  ['2', 'warning', 'Warning'],
  ['3', 'error', 'Error'],
  ['4', 'critical', 'Critical'],
]);

const WORDS: ReadonlyMap<string, SeverityRank> = new Map([
  ...['critical', 'crit', 'fatal', 'emergency', 'emerg', 'alert', 'panic'].map(
    (w) => [w, 'critical'] as const,
  ),
  ...['error', 'err', 'severe', 'failure'].map((w) => [w, 'error'] as const),
  ...['warning', 'warn'].map((w) => [w, 'warning'] as const),
  ...['information', 'informational', 'info', 'notice', 'always'].map((w) => [w, 'info'] as const),
  ...['verbose', 'debug', 'trace', 'fine', 'finer', 'finest'].map((w) => [w, 'verbose'] as const),
]);

/** Names of severity properties without case and punctuation, the surest first. Each has the meaning of its numbers, if that is fixed. */
const NAMES: ReadonlyMap<string, Scale | undefined> = new Map<string, Scale | undefined>([
  ['level', ETW_LEVELS],
  ['eventlevel', ETW_LEVELS],
  ['severitylevel', INSIGHTS_LEVELS],
  ['severity', undefined],
  ['loglevel', undefined],
  ['severitytext', undefined],
  ['levelname', undefined],
  ['lvl', undefined],
]);

function severityOfWord(text: string): Severity | undefined {
  const rank = WORDS.get(text.toLowerCase());
  return rank && { rank, word: text };
}

/**
 * Tells the severity of each value of a column. Undefined if the column does not hold severities, or if the meaning of its values is
 * unknown.
 */
export function severityReader(profile: {
  readonly name: string;
  readonly values: readonly { readonly text: string }[] | undefined;
}): ((text: string) => Severity | undefined) | undefined {
  const name = plainName(profile.name);
  const { values } = profile;
  if (!NAMES.has(name) || values === undefined || values.length === 0) return undefined;
  // A column with a number outside the scale does not use this scale.
  const numbers = NAMES.get(name);
  if (numbers !== undefined && values.every(({ text }) => numbers.has(text)))
    return (text) => numbers.get(text);
  return values.every(({ text }) => severityOfWord(text) !== undefined) ? severityOfWord : undefined;
}

const NAME_RANKS: ReadonlyMap<string, number> = new Map([...NAMES.keys()].map((name, rank) => [name, rank]));

/** How likely a name is that of a severity, 0 the likeliest; undefined: it is not. */
export function severityNameRank(name: string): number | undefined {
  return NAME_RANKS.get(plainName(name));
}

/**
 * The values that mark a row as an error or worse, with those of the scale that no row has yet, because rows may still arrive. None if no row
 * is an error.
 */
export function errorTexts(profile: Pick<ColumnSummary, 'name' | 'values'>): readonly string[] {
  const read = severityReader(profile);
  const isBad = (text: string): boolean => ['critical', 'error'].includes(read?.(text)?.rank ?? '');
  const bad = (profile.values ?? []).map(({ text }) => text).filter(isBad);
  const scaleTexts = [...(NAMES.get(plainName(profile.name))?.keys() ?? [])];
  return bad.length === 0 ? [] : [...new Set([...scaleTexts.filter(isBad), ...bad])];
}
