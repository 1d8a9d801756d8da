/**
 * Rows that may not have come over yet when a window is read from the secondary endpoint: its copy is behind by less than
 * 15 min as a rule, with no promise (learn.microsoft.com/azure/storage/common/storage-redundancy). Its Last Sync Time is
 * not known here.
 */
export const SECONDARY_MARGIN_MS = 900_000;

interface SecondaryFacts {
  readonly readsSecondary?: boolean;
}

/** Whether some pages came from the secondary endpoint. */
export function readsSecondary(queries: readonly SecondaryFacts[]): boolean {
  return queries.some((query) => query.readsSecondary === true);
}

/** What a result owes to the secondary endpoint, in words; undefined: nothing. `failure`: why it was given up, a sentence. */
export function secondaryNoteOf(
  queries: readonly SecondaryFacts[],
  failure: string | undefined,
): string | undefined {
  const read = queries.filter((query) => query.readsSecondary === true).length;
  const sentences = [
    ...(read === 0
      ? []
      : [
          `${read === 1 ? '1 query was' : `${read} queries were`} read from the secondary endpoint: rows newer than its last sync, which is not known, may be missing.`,
        ]),
    ...(failure === undefined
      ? []
      : [`The secondary endpoint was given up, and the primary was read instead: ${failure}`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
