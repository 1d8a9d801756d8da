import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { EncodeOptions, KeyPart, KeyScheme, SchemeFamily } from '../../core/keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../../core/keys/schemeRegistry.ts';
import type { Ticks } from '../../core/time/ticks.ts';

/** One key that a writer gives to an instant. */
export interface TimeKey {
  readonly scheme: KeyScheme;
  readonly part: KeyPart;
  /** The whole key, or what it begins with: ids and identities follow. */
  readonly key: string;
  readonly isWhole: boolean;
}

/** Keys of schemes that belong together. */
export interface TimeKeyFamily {
  readonly title: string;
  readonly keys: readonly TimeKey[];
}

/** Which order of time the keys have: newest last, newest first, or either. */
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
  textThenTime: 'A time behind text',
  id: 'Sortable ids and UUIDs',
  dotNetNumber: '.NET numbers',
  snowflake: 'Snowflakes',
  framework: 'Frameworks',
};

function titleOf({ family = 'framework' }: KeyScheme): string {
  return FAMILIES[family];
}

/** The title of a scheme's family; empty for an unknown scheme. */
export function familyOf(schemeId: string): string {
  const scheme = schemeById(schemeId);
  return scheme === undefined ? '' : titleOf(scheme);
}

/** Whether the writer can write an instant: FILETIME begins in 1601, an ObjectId ends in 2106. */
function canWrite(scheme: KeyScheme, ticks: Ticks): boolean {
  return scheme.timeSource === 'none' || keyRanges(scheme.id, { from: ticks, to: ticks + 1n }).length > 0;
}

/** Whether an encoded number is below its epoch: a negative number that its own scheme does not read. */
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
  // A writer of unprefixed keys has no use for a prefix.
  const { prefix: _, ...plain } = options;
  const unprefixed = encoded(scheme, ticks, plain);
  return unprefixed.every((key) => key.isWhole) ? unprefixed : keys;
}

export interface TimeKeyChoice {
  readonly options: EncodeOptions;
  readonly order: KeyOrder;
  /** Words that a scheme's title, writer, family or key must hold, all of them; case does not matter. */
  readonly search: string;
}

/** The keys that writers give to an instant, by family. */
export function timeKeys(ticks: Ticks, choice: TimeKeyChoice): readonly TimeKeyFamily[] {
  const words = choice.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const families = new Map<string, TimeKey[]>(Object.values(FAMILIES).map((title) => [title, []]));
  for (const scheme of KEY_SCHEMES) {
    if (scheme.variantOf !== undefined && scheme.timeSource !== 'both') continue;
    if (choice.order !== 'any' && scheme.order !== choice.order) continue;
    const family = titleOf(scheme);
    for (const key of keysOfScheme(scheme, ticks, choice.options)) {
      const text = `${scheme.title} ${scheme.writer} ${scheme.id} ${family} ${key.key}`.toLowerCase();
      if (words.every((word) => text.includes(word))) families.get(family)?.push(key);
    }
  }
  return [...families].filter(([, keys]) => keys.length > 0).map(([title, keys]) => ({ title, keys }));
}
