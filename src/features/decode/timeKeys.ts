import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { isAfterText, isVariant } from '../../core/keys/base/schemeSpec.ts';
import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { EncodeOptions, KeyPart, SchemeFamily } from '../../core/keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../../core/keys/schemeRegistry.ts';
import type { Ticks } from '../../core/time/ticks.ts';

/** A key that a writer would give to an instant. */
export interface TimeKey {
  readonly scheme: KeyScheme;
  readonly part: KeyPart;
  /** The whole key, or its beginning if an id or an identity follows. */
  readonly key: string;
  readonly isWhole: boolean;
}

/** Keys of schemes that belong together. */
export interface TimeKeyFamily {
  readonly title: string;
  readonly keys: readonly TimeKey[];
}

/** The order of the keys in time: newest last, newest first, or any. */
export type KeyOrder = 'any' | 'ascending' | 'descending';

/** Titles of the families, in the order in which they are shown. */
const FAMILIES: Readonly<Record<SchemeFamily, string>> = {
  agent: 'Agents: Geneva, MDS, Azure Diagnostics',
  ticks: '.NET ticks',
  invertedTicks: 'Inverted ticks, newest first',
  metrics: 'Azure metrics and Storage Analytics',
  functions: 'Functions, WebJobs, App Service',
  logger: 'Loggers',
  unix: 'Unix time',
  date: 'Dates as text',
  id: 'Sortable ids and UUIDs',
  dotNetNumber: '.NET numbers',
  snowflake: 'Snowflakes',
  framework: 'Frameworks',
};

const AFTER_TEXT = 'A time behind text';
const TITLES = Object.values(FAMILIES).flatMap((title) =>
  title === FAMILIES.id ? [AFTER_TEXT, title] : [title],
);

function titleOf(scheme: KeyScheme): string {
  return isAfterText(scheme) ? AFTER_TEXT : FAMILIES[scheme.entry.family];
}

/** The title of a scheme's family; empty for an unknown scheme. */
export function familyOf(schemeId: string): string {
  const scheme = schemeById(schemeId);
  return scheme === undefined ? '' : titleOf(scheme);
}

/** Whether a scheme can write an instant. FILETIME begins in 1601, and an ObjectId ends in 2106. */
function canWrite(scheme: KeyScheme, ticks: Ticks): boolean {
  return scheme.timeSource === 'none' || keyRanges(scheme.id, { from: ticks, to: ticks + 1n }).length > 0;
}

/** Whether an encoded number is negative, because the instant is before its epoch, and the scheme itself cannot read it. */
function isBelowEpoch(scheme: KeyScheme, part: KeyPart, key: string): boolean {
  return key.startsWith('-') && scheme.read(key, part, {}) === undefined;
}

function encoded(scheme: KeyScheme, ticks: Ticks, options: EncodeOptions): readonly TimeKey[] {
  const keys = scheme.encode?.(ticks, options);
  if (keys === undefined) return [];
  const all: readonly (readonly [KeyPart, string | undefined])[] = [
    ['table', keys.tableName],
    ['partition', keys.partitionKey],
    ['row', keys.rowKey],
  ];
  return all.flatMap(([part, key]) => {
    if (key === undefined || isBelowEpoch(scheme, part, key)) return [];
    return [{ scheme, part, key, isWhole: scheme.read(key, part, {}) !== undefined }];
  });
}

function keysOfScheme(scheme: KeyScheme, ticks: Ticks, options: EncodeOptions): readonly TimeKey[] {
  if (!canWrite(scheme, ticks)) return [];
  const keys = encoded(scheme, ticks, options);
  if (options.prefix === undefined || keys.every((key) => key.isWhole)) return keys;
  // A writer of keys without prefixes cannot use one, so encode without it.
  const { prefix: _, ...plain } = options;
  const unprefixed = encoded(scheme, ticks, plain);
  return unprefixed.every((key) => key.isWhole) ? unprefixed : keys;
}

export interface TimeKeyChoice {
  readonly options: EncodeOptions;
  readonly order: KeyOrder;
}

/** The keys that writers give to an instant, by family. */
export function timeKeys(ticks: Ticks, { options, order }: TimeKeyChoice): readonly TimeKeyFamily[] {
  const families = new Map<string, TimeKey[]>(TITLES.map((title) => [title, []]));
  for (const scheme of KEY_SCHEMES) {
    if (isVariant(scheme) && scheme.timeSource !== 'both') continue;
    if (order !== 'any' && scheme.order !== order) continue;
    families.get(titleOf(scheme))?.push(...keysOfScheme(scheme, ticks, options));
  }
  return filled([...families].map(([title, keys]) => ({ title, keys })));
}

/**
 * The keys for which each word of `search` is in the key or in its scheme's title, writer or family, ignoring case. It is separate from
 * `timeKeys`, because encoding all schemes again takes longer than a keystroke.
 */
export function searchKeys(families: readonly TimeKeyFamily[], search: string): readonly TimeKeyFamily[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isMatch = ({ scheme, key }: TimeKey, title: string): boolean => {
    const text = `${scheme.title} ${scheme.entry.writer ?? 'any'} ${scheme.id} ${title} ${key}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return filled(
    families.map(({ title, keys }) => ({ title, keys: keys.filter((key) => isMatch(key, title)) })),
  );
}

function filled(families: readonly TimeKeyFamily[]): readonly TimeKeyFamily[] {
  return families.filter(({ keys }) => keys.length > 0);
}
