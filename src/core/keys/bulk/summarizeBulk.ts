import { clampTicks, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { agentStep, commonStep } from '../forms/neighbours.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { BulkList, ListScheme } from './bulkList.ts';
import type { BulkSummary, PrefixCount, SchemeCount } from './bulkTypes.ts';
import { DuplicateCount } from './duplicates.ts';
import { keyGaps, sortedInstants } from './keyGaps.ts';
import { NO_PREFIX } from '../grammar/fixedBytes.ts';

/** Keys looked at per step, which takes a few milliseconds. */
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
 * Summarizes a list: counts, span, rounding, gaps, duplicates. It also sets the rounding of the list's schemes, which the windows
 * of its keys depend on.
 * @yields between steps of some milliseconds
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
