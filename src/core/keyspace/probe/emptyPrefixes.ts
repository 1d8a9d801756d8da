import { NO_ROWS } from './estimate.ts';
import { prefixText } from '../../keys/forms/prefixedKey.ts';
import type { SasKeys } from '../../plan/sasReach.ts';
import type { ProbeGroup } from './probeTypes.ts';

/** Numbers of prefixes by event volume (Microsoft, Windows Azure Diagnostics). Small has only one, so it has no empty ones. */
const VOLUMES: readonly number[] = [10, 100];

/**
 * Adds a row for each prefix that the event volume has and that was not found: those between two found prefixes, and the others
 * if the SAS reaches the whole table. One that nobody looked at is unknown; of the others it is proven that they hold no rows,
 * because the scan went from key to key.
 */
export function withAllPrefixes(
  groups: readonly ProbeGroup[],
  reach: SasKeys | undefined,
  unlooked: ReadonlySet<number>,
): readonly ProbeGroup[] {
  const numbers = groups.map(numberOf);
  const found = numbers.filter((number) => number !== undefined);
  const last = Math.max(...found);
  const volume = last > 0 ? VOLUMES.find((prefixes) => last < prefixes) : undefined;
  const [first] = found;
  if (volume === undefined || first === undefined) return groups;
  const own = new Map(numbers.map((number, at) => [number, groups[at]]));
  const [from, to] = reach === undefined ? [0, volume] : [first, last + 1];
  const { schemeId = '' } = own.get(first) ?? {};
  const rows = Array.from({ length: to - from }, (_, at): ProbeGroup => {
    const number = from + at;
    return own.get(number) ?? otherPrefix(number, schemeId, unlooked.has(number));
  });
  // Keys of another kind come before or after all prefixes.
  const start = numbers.indexOf(first);
  return [...groups.slice(0, start), ...rows, ...groups.slice(numbers.lastIndexOf(last) + 1)];
}

function numberOf({ kind, label }: ProbeGroup): number | undefined {
  return kind === 'prefix' ? Number(label) : undefined;
}

function otherPrefix(prefix: number, schemeId: string, isUnknown: boolean): ProbeGroup {
  const rows = isUnknown ? undefined : NO_ROWS;
  return {
    label: String(prefix),
    kind: 'prefix',
    presence: isUnknown ? 'unknown' : 'empty',
    schemeId,
    partitionKey: prefixText(prefix),
    gaps: [],
    hasStrangers: false,
    rows,
    rowsIn: () => rows,
  };
}
