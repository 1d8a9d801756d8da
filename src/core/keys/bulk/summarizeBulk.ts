import { clampTicks, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { agentStep, commonStep } from '../forms/neighbours.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { BulkList, ListScheme } from './bulkList.ts';
import {
  type BulkSummary,
  type PrefixCount,
  type SchemeCount,
  type KeyGap,
  type KeyGaps,
  MOST_GAPS,
  type KeyDuplicates,
  MOST_DUPLICATES,
} from './bulkTypes.ts';
import { NO_PREFIX } from '../grammar/fixedBytes.ts';
import type { KeyColumns } from './keyColumns.ts';

/** How many keys a step looks at, which takes a few milliseconds. */
const STEP_KEYS = 1 << 16;

/** The interval to which the keys of a scheme are rounded, as far as they show it. */
function roundingOf(schemeId: string, instants: BigInt64Array): bigint | undefined {
  const [first] = instants;
  if (first === undefined) return undefined;
  const common = commonStep(instants);
  const rounded = common !== undefined && common >= TICKS_PER_SECOND ? common : undefined;
  // WAD and MDS keys are always rounded, to one of three intervals.
  if (schemeById(schemeId)?.prefixed === true) return agentStep(rounded);
  return rounded !== undefined && first % rounded === 0n ? rounded : undefined;
}

function schemeCounts(schemes: readonly ListScheme[]): readonly SchemeCount[] {
  return schemes.map((scheme) => ({ ...scheme })).toSorted((a, b) => b.keys - a.keys);
}

function prefixCounts(prefixes: Uint32Array): readonly PrefixCount[] {
  const counts: PrefixCount[] = [];
  for (let prefix = 0; prefix < NO_PREFIX; prefix++) {
    const keys = prefixes[prefix] as number;
    if (keys > 0) counts.push({ prefix, keys });
  }
  return counts;
}

/**
 * Summarizes a list: counts, span, rounding, gaps, duplicates. It also sets the rounding of the list's schemes, on which the windows of its
 * keys depend.
 * @yields every few milliseconds
 */
export function* summarizeBulk(list: BulkList): Generator<undefined, BulkSummary, undefined> {
  const { columns } = list;
  const prefixes = new Uint32Array(NO_PREFIX + 1);
  const duplicates = new DuplicateCount(list);
  let timedKeys = 0;
  for (let from = 0; from < columns.count; from += STEP_KEYS) {
    const to = Math.min(columns.count, from + STEP_KEYS);
    for (let index = from; index < to; index++) {
      const prefix = columns.prefix[index] as number;
      prefixes[prefix] = (prefixes[prefix] as number) + 1;
      if (columns.hasTime(index)) timedKeys++;
    }
    yield;
    duplicates.add(from, to);
    yield;
  }
  for (const [index, scheme] of list.schemes.entries()) {
    const rounding = roundingOf(scheme.schemeId, sortedInstants(columns, index));
    if (rounding !== undefined) scheme.roundingTicks = rounding;
    yield;
  }
  const instants = sortedInstants(columns);
  yield;
  const gaps = keyGaps(instants);
  yield;
  const [first, last] = [instants[0], instants.at(-1)];
  return {
    lines: list.lines,
    blankLines: list.blankLines,
    keys: columns.count,
    timedKeys,
    schemes: schemeCounts(list.schemes),
    ...(first !== undefined &&
      last !== undefined && { span: { first: clampTicks(first), last: clampTicks(last) } }),
    prefixes: prefixCounts(prefixes),
    unprefixedKeys: prefixes[NO_PREFIX] as number,
    gaps,
    duplicates: duplicates.result(),
    unreadable: { total: list.unreadableTotal, first: list.unreadable },
  };
}

/** If keys have no fixed interval, a distance above this many times the median is a gap. */
const GAP_MEDIANS = 10n;

/** The distinct instants of the keys of one scheme, or of all, in order. A BigInt64Array is used because engines sort it natively. */
function sortedInstants(columns: KeyColumns, scheme?: number): BigInt64Array {
  const instants = new BigInt64Array(columns.count);
  let count = 0;
  for (let index = 0; index < columns.count; index++) {
    const ticks = columns.ticks(index);
    if (ticks === undefined || (scheme !== undefined && columns.scheme[index] !== scheme)) continue;
    instants[count] = ticks;
    count++;
  }
  return instants
    .subarray(0, count)
    .sort()
    .filter((ticks, at, all) => ticks !== all[at - 1]);
}

/**
 * Finds times without keys. If the median distance equals the rounding, every missing interval is a gap; otherwise only distances above ten
 * times the median are.
 */
function keyGaps(instants: BigInt64Array): KeyGaps {
  const rounding = commonStep(instants);
  if (rounding === undefined) return { total: 0, longest: [] };
  const distances = instants.subarray(1).map((ticks, at) => ticks - (instants[at] as bigint));
  const median = distances.toSorted()[distances.length >> 1] as bigint;
  const isDense = rounding === median;
  const above = isDense ? median : median * GAP_MEDIANS;
  const places: number[] = [];
  for (let index = 0; index < distances.length; index++) {
    if ((distances[index] as bigint) > above) places.push(index);
  }
  const longest = places
    .toSorted((a, b) => Number((distances[b] as bigint) - (distances[a] as bigint)))
    .slice(0, MOST_GAPS)
    .toSorted((a, b) => a - b)
    .map((index): KeyGap => {
      const last = instants[index] as bigint;
      return { from: isDense ? last + rounding : last, to: instants[index + 1] as bigint };
    });
  return { aboveTicks: above, total: places.length, longest };
}

/** FNV-1a (32 bits) of some bytes. Source: Fowler, Noll, Vo. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  // The slot is chosen by the lower bits, so the upper bits are mixed into them.
  return hash ^ (hash >>> 15);
}

/** Counts keys that repeat an earlier one, by a hash table with open addressing that holds the first entry of each key. */
class DuplicateCount {
  private readonly list: BulkList;
  /** The index of the entry + 1; 0 if the slot is free. */
  private readonly slots: Int32Array;
  private readonly mask: number;
  /** How often a key is repeated, by the index of its first entry. */
  private readonly repeats: Map<number, number> = new Map();
  private total = 0;

  constructor(list: BulkList) {
    this.list = list;
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, list.columns.count * 2)));
    this.slots = new Int32Array(size);
    this.mask = size - 1;
  }

  add(from: number, to: number): void {
    const { slots, mask, list } = this;
    const { start, length } = list.columns;
    for (let index = from; index < to; index++) {
      const at = start[index] as number;
      let slot = hashOf(list.bytes, at, at + (length[index] as number)) & mask;
      let taken = slots[slot] as number;
      while (taken !== 0 && !this.isSame(taken - 1, index)) {
        slot = (slot + 1) & mask;
        taken = slots[slot] as number;
      }
      if (taken === 0) {
        slots[slot] = index + 1;
      } else {
        this.total++;
        this.repeats.set(taken - 1, (this.repeats.get(taken - 1) ?? 0) + 1);
      }
    }
  }

  result(): KeyDuplicates {
    const { list } = this;
    const most = [...this.repeats]
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_DUPLICATES)
      .map(([index, repeats]) => ({
        text: list.key(index)?.text ?? list.written(index),
        count: repeats + 1,
        firstLine: list.columns.line[index] as number,
      }));
    return { repeats: this.total, repeatedKeys: this.repeats.size, most };
  }

  private isSame(first: number, second: number): boolean {
    const { bytes, columns } = this.list;
    const size = columns.length[first] as number;
    if (size !== columns.length[second]) return false;
    const a = columns.start[first] as number;
    const b = columns.start[second] as number;
    for (let index = 0; index < size; index++) if (bytes[a + index] !== bytes[b + index]) return false;
    return true;
  }
}
