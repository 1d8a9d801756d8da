import { gcd } from '../../bigints.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { agentStep } from '../forms/neighbours.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { BulkList, ListScheme } from './bulkList.ts';
import type { BulkSummary, PrefixCount, SchemeCount } from './bulkTypes.ts';
import { DuplicateCount } from './duplicates.ts';
import type { KeyColumns } from './keyColumns.ts';
import { keyGaps } from './keyGaps.ts';
import { NO_PREFIX } from '../grammar/fixedBytes.ts';

/** Keys looked at per step, which takes a few milliseconds. */
const STEP_KEYS = 1 << 16;
const SECOND = Number(TICKS_PER_SECOND);

/** The greatest common divisor, in ticks, of the distances of instants from the first. BigInt is used only when it changes. */
class CommonTicks {
  /** Entries: the first, and the first that differs from it; -1: none. */
  first = -1;
  private other = -1;
  private hasThird = false;
  private common = 0n;
  private commonNumber = 0;
  private readonly list: BulkList;

  constructor(list: BulkList) {
    this.list = list;
  }

  add(index: number): void {
    if (this.first < 0) this.first = index;
    const distance = distanceOf(this.list.columns, this.first, index);
    if (distance === 0) return;
    if (this.other < 0) this.other = index;
    else this.hasThird ||= distanceOf(this.list.columns, this.other, index) !== 0;
    // A distance of more than 28 years is not exact in a double.
    if (Number.isSafeInteger(distance) && distance % this.commonNumber === 0) return;
    const exact = ticksAt(this.list, index) - ticksAt(this.list, this.first);
    this.common = gcd(this.common, exact < 0n ? -exact : exact);
    this.commonNumber = Number(this.common);
  }

  /** Undefined if fewer than three instants differ. */
  result(): bigint | undefined {
    return this.hasThird ? this.common : undefined;
  }
}

/** Ticks from one instant to another; those of 28 years and less are exact. */
function distanceOf({ seconds, fraction }: KeyColumns, from: number, to: number): number {
  const whole = (seconds[to] as number) - (seconds[from] as number);
  return whole * SECOND + (fraction[to] as number) - (fraction[from] as number);
}

function ticksAt(list: BulkList, index: number): bigint {
  return list.ticks(index) ?? 0n;
}

/** The interval to which a scheme's keys are rounded, as far as their common divisor shows it. */
function roundingOf(list: BulkList, schemeId: string, common: CommonTicks): bigint | undefined {
  if (common.first < 0) return undefined;
  const divisor = common.result();
  const rounded = divisor !== undefined && divisor >= TICKS_PER_SECOND ? divisor : undefined;
  // WAD and MDS keys are always rounded, to one of three intervals.
  if (schemeById(schemeId)?.prefixed === true) return agentStep(rounded);
  return rounded !== undefined && ticksAt(list, common.first) % rounded === 0n ? rounded : undefined;
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
 * Summarizes a list: counts, span, rounding, gaps, duplicates. It also sets the rounding of the list's schemes, which the windows
 * of its keys depend on.
 * @yields between steps of some milliseconds
 */
export function* summarizeBulk(list: BulkList): Generator<undefined, BulkSummary, undefined> {
  const { columns } = list;
  const bySchemes = list.schemes.map(() => new CommonTicks(list));
  const all = new CommonTicks(list);
  const prefixes = new Uint32Array(NO_PREFIX + 1);
  const duplicates = new DuplicateCount(list);
  let timedKeys = 0;
  // Entries with the first and the last instant; -1: none.
  let [firstAt, lastAt] = [-1, -1];
  for (let from = 0; from < columns.count; from += STEP_KEYS) {
    const to = Math.min(columns.count, from + STEP_KEYS);
    for (let index = from; index < to; index++) {
      const prefix = columns.prefix[index] as number;
      prefixes[prefix] = (prefixes[prefix] as number) + 1;
      if (!columns.hasTime(index)) continue;
      timedKeys++;
      bySchemes[columns.scheme[index] as number]?.add(index);
      all.add(index);
      if (firstAt < 0 || distanceOf(columns, index, firstAt) > 0) firstAt = index;
      if (lastAt < 0 || distanceOf(columns, lastAt, index) > 0) lastAt = index;
    }
    yield;
    duplicates.add(from, to);
    yield;
  }
  for (const [index, scheme] of list.schemes.entries()) {
    const rounding = roundingOf(list, scheme.schemeId, bySchemes[index] as CommonTicks);
    if (rounding !== undefined) scheme.roundingTicks = rounding;
  }
  const gaps = keyGaps(columns, all.result());
  yield;
  const [first, last] = [list.ticks(firstAt), list.ticks(lastAt)];
  return {
    lines: list.lines,
    blankLines: list.blankLines,
    keys: columns.count,
    timedKeys,
    schemes: schemeCounts(list.schemes),
    ...(first !== undefined && last !== undefined && { span: { first, last } }),
    prefixes: prefixCounts(prefixes),
    unprefixedKeys: prefixes[NO_PREFIX] as number,
    gaps,
    duplicates: duplicates.result(),
    unreadable: { total: list.unreadableTotal, first: list.unreadable },
  };
}
