import type { TableKeyRange } from '../keys/base/scheme.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { countText } from '../words.ts';
import { cutConditions, keyQueries } from './keyQueries.ts';
import { followKeys, isEverywhere, type KeyRegion, MOST_REGIONS, narrowed } from './keyRegions.ts';
import { MAX_QUERIES } from './requestChecks.ts';
import { holdsNone, keysNode, keysWithin } from './spans.ts';
import { sharedKeysNote } from './planNotes.ts';
import { fitsLimits } from './splitToFit.ts';

/** What one query of a plan reads: a range, and the conditions on its rows. */
export interface PlannedPiece {
  readonly range: TableKeyRange;
  /** Undefined if every row of the range matches. */
  readonly condition: FilterNode | undefined;
  /** True if another piece reads the same range, so that both may return the same row. */
  readonly sharesRows: boolean;
}

function sharesKeys(range: TableKeyRange, region: KeyRegion): boolean {
  return !holdsNone(keysWithin(range, region));
}

/** The queries of one range. `regions`: the regions of the filter alone. */
function piecesOf(
  range: TableKeyRange,
  filter: FilterNode,
  regions: readonly KeyRegion[],
): readonly PlannedPiece[] {
  const whole = [{ range, condition: filter, sharesRows: false }];
  const node = keysNode(range, filter) ?? filter;
  if (regions.every(isEverywhere) && fitsLimits(node)) return whole;
  // In a long filter, most conditions are about keys in other ranges.
  const own = narrowed(filter, range);
  if (own === false) return [];
  if (own === true) return whole;
  const queries = keyQueries(keysNode(range, own) ?? own, node);
  if (queries === undefined || queries.parts.length > MAX_QUERIES) return whole;
  // Since regions do not overlap, each key is read at most once.
  return queries.parts.map(({ region, condition, sharesRows }) => ({
    range: keysWithin(range, region),
    condition,
    sharesRows,
  }));
}

/** The ranges of a plan, split by the filter, and the notes on that. */
export interface PlannedPieces {
  readonly pieces: readonly PlannedPiece[];
  readonly notes: readonly string[];
}

/** Whether reading every region in every range would take too many queries. */
function areTooMany(ranges: readonly TableKeyRange[], regions: readonly KeyRegion[]): boolean {
  let queries = 0;
  for (const range of ranges) {
    for (const region of regions) if (sharesKeys(range, region)) queries += 1;
    if (queries > MAX_QUERIES) return true;
  }
  return false;
}

/** Splits the filter to the limits of the service in each range, without following its keys, because there are too many. */
function cutPieces(ranges: readonly TableKeyRange[], filter: FilterNode): readonly PlannedPiece[] {
  const { conditions, sharesRows } = cutConditions(filter);
  if (conditions.length * ranges.length > MAX_QUERIES) return [];
  return ranges.flatMap((range): readonly PlannedPiece[] => {
    const left = conditions.map((condition) => narrowed(condition, range));
    if (left.includes(true)) return [{ range, condition: undefined, sharesRows: false }];
    const open = left.filter((condition) => typeof condition !== 'boolean');
    return open.map((condition) => ({ range, condition, sharesRows: sharesRows && open.length > 1 }));
  });
}

/** The note on a filter that names too many keys. */
const UNFOLLOWED = (count: string): string =>
  `The filter names ${count}, too many to read one by one, so not all of them narrow what is read. Split the list over several filters.`;

/**
 * Narrows ranges to the keys that the filter can match. There is one query for each point, row range or range of partitions where that is
 * cheaper for the service, or where one filter would be over its limits. Ranges in which no key can match are left out. If that leaves
 * none, the plan stays as it is, and its verdict says so. If there would be too many queries, the filter is only split to the limits of the
 * service, as far as that is possible.
 */
export function planPieces(ranges: readonly TableKeyRange[], filter: FilterNode | undefined): PlannedPieces {
  const whole = ranges.map((range) => ({ range, condition: filter, sharesRows: false }));
  if (filter === undefined) return { pieces: whole, notes: [] };
  const { regions, isCut } = followKeys(filter);
  const notes = isCut ? [UNFOLLOWED(`more than ${countText(MOST_REGIONS)} keys or key ranges`)] : [];
  const matching = ranges.filter((range) => regions.some((region) => sharesKeys(range, region)));
  if (matching.length === 0) return { pieces: whole, notes };
  const isTooMany = areTooMany(matching, regions);
  // A filter that names no keys splits in the same way in every range, so it is split once for all.
  const isUnkeyed = regions.every(isEverywhere) && !fitsLimits(filter);
  const pieces =
    isTooMany || isUnkeyed
      ? cutPieces(matching, filter)
      : matching.flatMap((range) => piecesOf(range, filter, regions));
  const isLong = isTooMany && !fitsLimits(filter);
  const all = isLong
    ? [UNFOLLOWED(`${countText(regions.length)} keys or key ranges for each prefix or table`)]
    : notes;
  return { pieces: pieces.length === 0 || pieces.length > MAX_QUERIES ? whole : pieces, notes: all };
}

/** Notes on a filter that became several queries, and what these cannot promise. `ranges`: how many queries there would be without it. */
export function pieceNotes(pieces: readonly PlannedPiece[], ranges: number): readonly string[] {
  const changing = sharedKeysNote(pieces);
  if (changing === undefined && pieces.length <= ranges) return [];
  const sent = `The filter is sent as ${countText(pieces.length)} queries`;
  return changing === undefined
    ? [`${sent} that together return the same rows.`]
    : [`${sent}. A row that two of them return counts once.`, changing];
}
