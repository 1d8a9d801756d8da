import { keysBeginningWith } from '../../keys/base/keySpan.ts';
import { prefixText } from '../../keys/forms/prefixedKey.ts';
import type { DensityCell, ProbeGroup, ProbePicture, ProbeReach } from './probeTypes.ts';

/** Numbers of prefixes by event volume (Microsoft, Windows Azure Diagnostics). Small has only one, so it has no empty ones. */
const VOLUMES: readonly number[] = [10, 100];

/** A probe's result with one row for each prefix of the event volume. */
export interface PrefixRows {
  readonly picture: ProbePicture;
  /** The group number of each row; undefined for a prefix without rows. */
  readonly groupOf: readonly (number | undefined)[];
}

/**
 * Adds a row for each prefix that the event volume has and that holds no rows: those between two found prefixes, and the others
 * if the whole table was scanned. That they are empty is proven, because the scan went from key to key. `time` is the time of the
 * map.
 */
export function withEmptyPrefixes(
  picture: ProbePicture,
  reach: ProbeReach | undefined,
  time: { readonly from: bigint; readonly to: bigint },
): PrefixRows {
  const { groups } = picture;
  const isAll = reach === undefined && picture.incomplete === undefined && picture.stage !== 'finding';
  const numbers = groups.map(numberOf);
  const found = numbers.filter((number) => number !== undefined);
  const last = Math.max(...found);
  const volume = last > 0 ? VOLUMES.find((prefixes) => last < prefixes) : undefined;
  if (volume === undefined || !found.every((number, at) => at === 0 || number > (found[at - 1] as number)))
    return { picture, groupOf: [...groups.keys()] };
  const rows: ProbeGroup[] = [];
  const groupOf: (number | undefined)[] = [];
  let next = isAll ? 0 : (found[0] ?? 0);
  const fill = (to: number, { schemeId }: ProbeGroup): void => {
    for (; next < to; next++) {
      rows.push(emptyGroup(next, schemeId));
      groupOf.push(undefined);
    }
  };
  for (const [at, group] of groups.entries()) {
    const number = numbers[at];
    if (number !== undefined) {
      fill(number, group);
      next = number + 1;
    }
    rows.push(group);
    groupOf.push(at);
    // Keys of another kind come after all prefixes.
    if (number === last && isAll) fill(volume, group);
  }
  return { picture: inRows(picture, rows, groupOf, time), groupOf };
}

function numberOf({ kind, label }: ProbeGroup): number | undefined {
  return kind === 'prefix' && /^\d{1,4}$/.test(label) ? Number(label) : undefined;
}

function emptyGroup(prefix: number, schemeId: string): ProbeGroup {
  const start = prefixText(prefix);
  return {
    label: String(prefix),
    kind: 'prefix',
    partition: keysBeginningWith(start),
    schemeId,
    firstKey: { partitionKey: start, rowKey: '' },
    gaps: [],
    hasStrangers: false,
    rows: { rows: 0, isCount: true, standardError: 0 },
    isEmpty: true,
    endRequests: 0,
  };
}

function inRows(
  picture: ProbePicture,
  groups: readonly ProbeGroup[],
  groupOf: PrefixRows['groupOf'],
  { from, to }: { readonly from: bigint; readonly to: bigint },
): ProbePicture {
  const rowOf = new Map(groupOf.flatMap((group, row) => (group === undefined ? [] : [[group, row]])));
  const moved = <T extends { readonly group: number }>(cell: T): T => ({
    ...cell,
    group: rowOf.get(cell.group) ?? 0,
  });
  // Columns extend beyond the first and the last row, by less than the whole time.
  const span = { from: from - (to - from), to: to + (to - from) };
  const empty = groupOf.flatMap((group, row): readonly DensityCell[] =>
    group === undefined ? [{ group: row, ...span, rows: 0, isCount: true, standardError: 0 }] : [],
  );
  return {
    ...picture,
    groups,
    cells: [...empty, ...picture.cells.map(moved)],
    pending: picture.pending.map(moved),
  };
}
