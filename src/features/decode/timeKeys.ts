import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { EncodeOptions, KeyPart, KeyScheme } from '../../core/keys/base/scheme.ts';
import { KEY_SCHEMES } from '../../core/keys/schemeRegistry.ts';
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

/** Families by the beginning of a scheme's id, the most common first. */
const FAMILIES: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['Agents: Geneva, MDS, Azure Diagnostics', ['mds', 'lad', 'wad']],
  ['.NET ticks', ['ticks']],
  ['Inverted ticks, newest first', ['inverted-ticks']],
  ['Azure metrics and Storage Analytics', ['wadmetrics', 'storage-analytics']],
  ['Functions, WebJobs, App Service', ['functions', 'webjobs', 'appservice', 'iisnode']],
  ['Loggers', ['serilog', 'nlog', 'log4net', 'elmah', 'slab', 'fabric']],
  ['Unix time', ['unix', 'inverted-unix', 'inverted-js']],
  ['Dates as text', ['date', 'iso']],
  ['A time behind text', ['text']],
  ['Sortable ids and UUIDs', ['ulid', 'ksuid', 'objectid', 'uuid']],
  ['.NET numbers', ['filetime', 'tobinary']],
  ['Snowflakes', ['snowflake']],
  ['Frameworks', ['']],
];

/** The family of a scheme, in words: the one that names most of its id. */
export function familyOf(schemeId: string): string {
  let best = { title: '', length: -1 };
  for (const [title, ids] of FAMILIES) {
    for (const id of ids) {
      if (schemeId.startsWith(id) && id.length > best.length) best = { title, length: id.length };
    }
  }
  return best.title;
}

/** Whether the writer can write an instant: FILETIME begins in 1601, an ObjectId ends in 2106. */
function canWrite(scheme: KeyScheme, ticks: Ticks): boolean {
  return scheme.timeSource === 'none' || keyRanges(scheme.id, { from: ticks, to: ticks + 1n }).length > 0;
}

/** A number below its epoch, which the writer's own type cannot hold; ToBinary of a local time is meant to be negative. */
function isNegative(scheme: KeyScheme, key: string): boolean {
  return key.startsWith('-') && !scheme.id.startsWith('tobinary');
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
    if (key === undefined || isNegative(scheme, key)) return [];
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
  const families = new Map<string, TimeKey[]>(FAMILIES.map(([title]) => [title, []]));
  for (const scheme of KEY_SCHEMES) {
    if (scheme.variantOf !== undefined && scheme.timeSource !== 'both') continue;
    if (choice.order !== 'any' && scheme.order !== choice.order) continue;
    const family = familyOf(scheme.id);
    for (const key of keysOfScheme(scheme, ticks, choice.options)) {
      const text = `${scheme.title} ${scheme.writer} ${scheme.id} ${family} ${key.key}`.toLowerCase();
      if (words.every((word) => text.includes(word))) families.get(family)?.push(key);
    }
  }
  return [...families].filter(([, keys]) => keys.length > 0).map(([title, keys]) => ({ title, keys }));
}
