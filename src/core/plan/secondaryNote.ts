import { ticksFromUnixMs, type Ticks } from '../time/ticks.ts';

/** What of a query says which copy it was read from. */
export interface SecondaryFacts {
  readonly label: string;
  /** Some of its pages came from the secondary endpoint. */
  readonly readsSecondary?: boolean;
  /**
   * Last Sync Time of the copy before those pages were asked for, milliseconds since the Unix epoch: it holds what was
   * written until then (learn.microsoft.com/rest/api/storageservices/get-table-service-stats). 0 or undefined: not known.
   */
  readonly secondarySyncMs?: number;
}

function readThere(queries: readonly SecondaryFacts[]): readonly SecondaryFacts[] {
  return queries.filter((query) => query.readsSecondary === true);
}

/** The oldest Last Sync Time; 0: one is not known; undefined: all was read from the primary. */
export function oldestSyncMs(queries: readonly SecondaryFacts[]): number | undefined {
  const read = readThere(queries);
  return read.length === 0 ? undefined : Math.min(...read.map(({ secondarySyncMs = 0 }) => secondarySyncMs));
}

function isoOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

function wereRead(count: number): string {
  return `${count === 1 ? '1 query was' : `${count} queries were`} read from the secondary endpoint`;
}

/**
 * What a result owes to the secondary endpoint, in words; undefined: nothing. `failure`: why it was given up, a sentence.
 * `isSaid`: what was read there stands in a reason already.
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
      : ` as of its last sync, ${isoOf(syncMs)}.`;
  const sentences = [
    ...(read === 0 || isSaid ? [] : [`${wereRead(read)}${asOf}`]),
    ...(failure === undefined
      ? []
      : [`The secondary endpoint was given up, and the primary was read instead: ${failure}`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/**
 * Why the copy may lack rows of the window, in words with the next step, and of which queries; undefined: it holds them.
 * Where its Last Sync Time is not known, it may lack any: it is behind by less than 15 min as a rule, with no promise, and
 * while it is filled for the first time by far more (learn.microsoft.com/azure/storage/common/storage-redundancy).
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
    ? `${read}, which holds what was written until ${isoOf(syncMs)}, and ${asked}: newer rows may be missing. Connect without it and run again, or choose a window that ends before.`
    : `${read}, and when it was last in sync is not known: rows may be missing. Connect without it and run again, or with a SAS whose resource types (srt) hold service: that one can read the last sync.`;
  return { text, queries: readThere(queries).map(({ label }) => label) };
}
