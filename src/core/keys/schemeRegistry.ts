import type { KeyScheme } from './base/scheme.ts';
import { aspNetIdentityScheme } from './schemes/aspNetIdentity.ts';
import { azureFunctionsSchemes } from './schemes/azureFunctions.ts';
import { constantScheme } from './schemes/constants.ts';
import { cultureDateSchemes } from './schemes/cultureDates.ts';
import { dateTextSchemes } from './schemes/dateTexts.ts';
import { dayNumberSchemes } from './schemes/dayNumbers.ts';
import { dotNetNumberSchemes } from './schemes/dotNetNumbers.ts';
import { durableTaskSchemes } from './schemes/durableTask.ts';
import { eventStoreSchemes } from './schemes/eventStores.ts';
import { hexNumberSchemes } from './schemes/hexNumbers.ts';
import { invertedTicksSchemes } from './schemes/invertedTicks.ts';
import { loggerSchemes } from './schemes/loggers.ts';
import { mdsSchemes } from './schemes/mds.ts';
import { messagingSchemes } from './schemes/messaging.ts';
import { noneScheme } from './schemes/none.ts';
import { orleansSchemes } from './schemes/orleans.ts';
import { otherIdSchemes } from './schemes/otherIds.ts';
import { paddedUnixSchemes } from './schemes/paddedUnix.ts';
import { plainTicksSchemes } from './schemes/plainTicks.ts';
import { serilogSchemes } from './schemes/serilog.ts';
import { fabricDcaScheme } from './schemes/serviceFabric.ts';
import { snowflakeSchemes } from './schemes/snowflakes.ts';
import { sortableIdSchemes } from './schemes/sortableIds.ts';
import { storageAnalyticsSchemes } from './schemes/storageAnalytics.ts';
import { textThenTimeSchemes } from './schemes/textThenTime.ts';
import { unixTimeSchemes } from './schemes/unixTime.ts';
import { uuidSchemes } from './schemes/uuids.ts';
import { wadSchemes } from './schemes/wad.ts';
import { wadMetricsSchemes } from './schemes/wadMetrics.ts';
import { webJobsSchemes } from './schemes/webJobs.ts';
import { webSiteSchemes } from './schemes/webSites.ts';

/**
 * All known schemes, the most common first. This order decides between equally sure readings.
 * @public
 */
export const KEY_SCHEMES: readonly KeyScheme[] = [
  ...mdsSchemes,
  ...wadSchemes,
  ...plainTicksSchemes,
  ...invertedTicksSchemes,
  noneScheme,
  constantScheme,
  ...wadMetricsSchemes,
  ...storageAnalyticsSchemes,
  ...webSiteSchemes,
  ...azureFunctionsSchemes,
  ...webJobsSchemes,
  ...serilogSchemes,
  ...loggerSchemes,
  fabricDcaScheme,
  ...durableTaskSchemes,
  ...orleansSchemes,
  ...messagingSchemes,
  ...eventStoreSchemes,
  aspNetIdentityScheme,
  ...unixTimeSchemes,
  ...dateTextSchemes,
  ...sortableIdSchemes,
  ...uuidSchemes,
  ...dotNetNumberSchemes,
  ...snowflakeSchemes,
  ...cultureDateSchemes,
  ...hexNumberSchemes,
  ...paddedUnixSchemes,
  ...otherIdSchemes,
  ...dayNumberSchemes,
  ...textThenTimeSchemes,
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
