import type { KeyScheme, SchemeEntry } from './base/keyScheme.ts';
import { FUNCTIONS_ENTRIES, WEB_SITE_ENTRIES } from './schemes/azure.ts';
import { WEB_JOBS_ENTRIES } from './schemes/webJobs.ts';
import { compileSchemes } from './grammar/compileScheme.ts';
import { textThenTimeSchemes } from './grammar/textThenTime.ts';
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
import { constantScheme, filetimeZeroScheme } from './schemes/constants.ts';
import { DURABLE_ENTRIES } from './schemes/durableTask.ts';
import { LOGGER_ENTRIES } from './schemes/loggers.ts';
import { mdsSchemes } from './schemes/mds.ts';
import { AUDIT_ENTRIES, MESSAGING_ENTRIES, STORE_ENTRIES } from './schemes/messaging.ts';
import { noneScheme } from './schemes/none.ts';
import { ORLEANS_ENTRIES } from './schemes/orleans.ts';
import { SERILOG_ENTRIES } from './schemes/serilog.ts';
import { wadSchemes } from './schemes/wad.ts';
import { ANALYTICS_ENTRIES, METRIC_ENTRIES } from './schemes/metrics.ts';

/** The entries of all schemes that are data. */
export const ALL_ENTRIES: readonly SchemeEntry[] = [
  ...TICKS_ENTRIES,
  ...INVERTED_ENTRIES,
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
  ...METRIC_ENTRIES,
  ...ANALYTICS_ENTRIES,
  ...WEB_SITE_ENTRIES,
  ...FUNCTIONS_ENTRIES,
  ...WEB_JOBS_ENTRIES,
  ...AUDIT_ENTRIES,
  ...SERILOG_ENTRIES,
  ...LOGGER_ENTRIES,
  ...DURABLE_ENTRIES,
  ...ORLEANS_ENTRIES,
  ...MESSAGING_ENTRIES,
  ...STORE_ENTRIES,
];

/**
 * All known schemes, the most common first. This order decides between equally sure readings.
 * @public
 */
export const KEY_SCHEMES: readonly KeyScheme[] = [
  ...mdsSchemes,
  ...wadSchemes,
  ...compileSchemes(TICKS_ENTRIES),
  ...compileSchemes(INVERTED_ENTRIES),
  noneScheme,
  constantScheme,
  ...compileSchemes(METRIC_ENTRIES),
  ...compileSchemes(ANALYTICS_ENTRIES),
  ...compileSchemes(WEB_SITE_ENTRIES),
  ...compileSchemes(FUNCTIONS_ENTRIES),
  ...compileSchemes(WEB_JOBS_ENTRIES),
  ...compileSchemes(SERILOG_ENTRIES),
  ...compileSchemes(LOGGER_ENTRIES),
  ...compileSchemes(DURABLE_ENTRIES),
  ...compileSchemes(ORLEANS_ENTRIES),
  ...compileSchemes(AUDIT_ENTRIES),
  ...compileSchemes(MESSAGING_ENTRIES),
  ...compileSchemes(STORE_ENTRIES),
  ...compileSchemes(UNIX_ENTRIES),
  ...compileSchemes(DATE_ENTRIES),
  ...compileSchemes(SORTABLE_ENTRIES),
  ...compileSchemes(UUID_ENTRIES),
  ...compileSchemes(DOT_NET_ENTRIES.slice(0, 1)),
  filetimeZeroScheme,
  ...compileSchemes(DOT_NET_ENTRIES.slice(1)),
  ...compileSchemes(SNOWFLAKE_ENTRIES),
  ...compileSchemes(CULTURE_ENTRIES),
  ...compileSchemes(HEX_ENTRIES),
  ...compileSchemes(PADDED_ENTRIES),
  ...compileSchemes(OTHER_ID_ENTRIES),
  ...compileSchemes(DAY_ENTRIES),
  ...compileSchemes(CALENDAR_ENTRIES),
  ...compileSchemes(SEQUENTIAL_ENTRIES),
  ...compileSchemes(TENANT_ENTRIES),
  ...textThenTimeSchemes(ALL_ENTRIES),
];

const BY_ID: ReadonlyMap<string, KeyScheme> = new Map(KEY_SCHEMES.map((scheme) => [scheme.id, scheme]));

let ofTemplates: ((id: string) => KeyScheme | undefined) | undefined;

/** Lets `schemeById` find the schemes of key templates. Their code loads with the views that use them, not with the first screen. */
export function addTemplateSchemes(find: (id: string) => KeyScheme | undefined): void {
  ofTemplates = find;
}

/** The scheme with this id, or that of the key templates in it; undefined if there is none. */
export function schemeById(id: string): KeyScheme | undefined {
  return BY_ID.get(id) ?? ofTemplates?.(id);
}
