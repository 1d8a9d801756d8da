import type { KeyScheme, SchemeEntry } from './base/keyScheme.ts';
import { FUNCTIONS_ENTRIES, WEB_SITE_ENTRIES } from './schemes/azure.ts';
import { WEB_JOBS_ENTRIES } from './schemes/webJobs.ts';
import { compileSchemes, textThenTimeSchemes } from './grammar/compileScheme.ts';
import { CALENDAR_ENTRIES, CULTURE_ENTRIES, DATE_ENTRIES } from './schemes/dates.ts';
import {
  HEX_ENTRIES,
  OTHER_ID_ENTRIES,
  SEQUENTIAL_ENTRIES,
  TENANT_ENTRIES,
  SNOWFLAKE_ENTRIES,
  SORTABLE_ENTRIES,
  UUID_ENTRIES,
} from './schemes/ids.ts';
import { DAY_ENTRIES, DOT_NET_ENTRIES } from './schemes/numbers.ts';
import { INVERTED_ENTRIES, TICKS_ENTRIES } from './schemes/ticks.ts';
import { PADDED_ENTRIES, UNIX_ENTRIES } from './schemes/unix.ts';
import { CONSTANT_ENTRY } from './schemes/constants.ts';
import { DURABLE_ENTRIES } from './schemes/durableTask.ts';
import { LOGGER_ENTRIES } from './schemes/loggers.ts';
import { MDS_ENTRIES, WAD_ENTRIES } from './schemes/agents.ts';
import { AUDIT_ENTRIES, MESSAGING_ENTRIES, STORE_ENTRIES } from './schemes/messaging.ts';
import { NO_TIME } from './schemes/none.ts';
import { ORLEANS_ENTRIES } from './schemes/orleans.ts';
import { SERILOG_ENTRIES } from './schemes/serilog.ts';
import { ANALYTICS_ENTRIES, METRIC_ENTRIES } from './schemes/metrics.ts';

/** The entries of all schemes, the most common first. This order decides between readings of equal confidence. */
export const ALL_ENTRIES: readonly SchemeEntry[] = [
  ...MDS_ENTRIES,
  ...WAD_ENTRIES,
  ...TICKS_ENTRIES,
  ...INVERTED_ENTRIES,
  NO_TIME,
  CONSTANT_ENTRY,
  ...METRIC_ENTRIES,
  ...ANALYTICS_ENTRIES,
  ...WEB_SITE_ENTRIES,
  ...FUNCTIONS_ENTRIES,
  ...WEB_JOBS_ENTRIES,
  ...SERILOG_ENTRIES,
  ...LOGGER_ENTRIES,
  ...DURABLE_ENTRIES,
  ...ORLEANS_ENTRIES,
  ...AUDIT_ENTRIES,
  ...MESSAGING_ENTRIES,
  ...STORE_ENTRIES,
  ...UNIX_ENTRIES,
  ...DATE_ENTRIES,
  ...SORTABLE_ENTRIES,
  ...UUID_ENTRIES,
  ...DOT_NET_ENTRIES,
  ...SNOWFLAKE_ENTRIES,
  ...CULTURE_ENTRIES,
  ...HEX_ENTRIES,
  ...PADDED_ENTRIES,
  ...OTHER_ID_ENTRIES,
  ...DAY_ENTRIES,
  ...CALENDAR_ENTRIES,
  ...SEQUENTIAL_ENTRIES,
  ...TENANT_ENTRIES,
];

/**
 * All known schemes, in the order of their entries.
 * @public
 */
export const KEY_SCHEMES: readonly KeyScheme[] = [
  ...compileSchemes(ALL_ENTRIES),
  ...textThenTimeSchemes(ALL_ENTRIES),
];

const BY_ID: ReadonlyMap<string, KeyScheme> = new Map(KEY_SCHEMES.map((scheme) => [scheme.id, scheme]));

let ofTemplates: ((id: string) => KeyScheme | undefined) | undefined;

/**
 * Lets `schemeById` find the schemes of key templates. Their code is not loaded with the first screen, but with the views that use them.
 */
export function addTemplateSchemes(find: (id: string) => KeyScheme | undefined): void {
  ofTemplates = find;
}

/** The scheme with this id, which may also contain key templates; undefined if there is none. */
export function schemeById(id: string): KeyScheme | undefined {
  return BY_ID.get(id) ?? ofTemplates?.(id);
}
