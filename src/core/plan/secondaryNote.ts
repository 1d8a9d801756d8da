import { ticksFromUnixMs, type Ticks } from '../time/ticks.ts';
import { unixSecondText } from '../time/formatInstant.ts';

/** Whether a query was read from the secondary, and how old that copy was. */
export interface SecondaryFacts {
  readonly label: string;
  /** Set if some pages came from the secondary endpoint. */
  readonly readsSecondary?: boolean;
  /**
   * Last Sync Time of the secondary before those pages were requested, in milliseconds since the Unix epoch. The secondary holds everything
   * that was written before that time (learn.microsoft.com/rest/api/storageservices/get-table-service-stats). 0 or undefined if it is not
   * known.
   */
  readonly secondarySyncMs?: number;
}

function readThere(queries: readonly SecondaryFacts[]): readonly SecondaryFacts[] {
  return queries.filter((query) => query.readsSecondary === true);
}

/** The oldest Last Sync Time of the queries; 0 if one of them is not known, undefined if only the primary was read. */
export function oldestSyncMs(queries: readonly SecondaryFacts[]): number | undefined {
  const read = readThere(queries);
  return read.length === 0 ? undefined : Math.min(...read.map(({ secondarySyncMs = 0 }) => secondarySyncMs));
}

function wereRead(count: number): string {
  return `${count === 1 ? '1 query was' : `${count} queries were`} read from the secondary endpoint`;
}

/**
 * The note on reading the secondary endpoint; undefined if none is needed. `failure`: a sentence on why it was given up. `isSaid`: some
 * reason already mentions that it was read.
 */
export function secondaryNoteOf(
  queries: readonly SecondaryFacts[],
  failure: string | undefined,
  isSaid: boolean,
): string | undefined {
  const read = readThere(queries).length;
  const syncMs = oldestSyncMs(queries);
  const asOf =
    syncMs === undefined || syncMs === 0
      ? '; when it was last in sync is not known.'
      : ` as of its last sync, ${unixSecondText(syncMs)}.`;
  const sentences = [
    ...(read === 0 || isSaid ? [] : [`${wereRead(read)}${asOf}`]),
    ...(failure === undefined
      ? []
      : [`The secondary endpoint was given up, and the primary was read instead: ${failure}`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/**
 * Why the secondary may lack rows of the window, with the next step and the queries concerned; undefined if it holds them all. If its Last
 * Sync Time is not known, any row may be missing. The lag is usually below 15 min, but that is not promised, and it is far longer while the
 * copy is first filled (learn.microsoft.com/azure/storage/common/storage-redundancy).
 */
export function secondaryLag(
  queries: readonly SecondaryFacts[],
  windowTo: Ticks | undefined,
): { readonly text: string; readonly queries: readonly string[] } | undefined {
  const syncMs = oldestSyncMs(queries);
  if (syncMs === undefined) return undefined;
  const isKnown = syncMs > 0;
  if (isKnown && windowTo !== undefined && windowTo <= ticksFromUnixMs(syncMs)) return undefined;
  const asked = windowTo === undefined ? 'the query has no end in time' : 'the window ends later';
  const read = wereRead(readThere(queries).length);
  const text = isKnown
    ? `${read}, which holds what was written until ${unixSecondText(syncMs)}, and ${asked}: newer rows may be missing. Connect without it and run again, or choose a window that ends before.`
    : `${read}, and when it was last in sync is not known: rows may be missing. Connect without it and run again, or with a SAS whose resource types (srt) hold service: that one can read the last sync.`;
  return { text, queries: readThere(queries).map(({ label }) => label) };
}
