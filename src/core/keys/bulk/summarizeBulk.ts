import { clampTicks, type Ticks, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { agentStep } from '../forms/sampleFacts.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { BulkList, ListScheme } from './bulkList.ts';
import type { BulkSummary, PrefixCount, SchemeCount } from './bulkTypes.ts';
import { CommonTicks } from './commonTicks.ts';
import { DuplicateCount } from './duplicates.ts';
import type { KeyColumns } from './keyColumns.ts';
import { keyGaps } from './keyGaps.ts';
import { NO_PREFIX } from '../grammar/fixedBytes.ts';

/** Keys looked at per step, which takes a few milliseconds. */
const STEP_KEYS = 1 << 16;

/** What one pass over the keys collects. */
class KeyFacts {
  readonly bySchemes: readonly CommonTicks[];
  readonly all = new CommonTicks();
  readonly prefixes = new Uint32Array(NO_PREFIX + 1);
  timedKeys = 0;
  /** Entries with the first and the last instant; -1 if none. */
  first = -1;
  last = -1;
  private readonly columns: KeyColumns;

  constructor(list: BulkList) {
    this.columns = list.columns;
    this.bySchemes = list.schemes.map(() => new CommonTicks());
  }

  add(from: number, to: number): void {
    const { columns, prefixes } = this;
    for (let index = from; index < to; index++) {
      const prefix = columns.prefix[index] as number;
      prefixes[prefix] = (prefixes[prefix] as number) + 1;
      if (!columns.hasTime(index)) continue;
      this.timedKeys++;
      const seconds = columns.seconds[index] as number;
      const fraction = columns.fraction[index] as number;
      this.bySchemes[columns.scheme[index] as number]?.add(seconds, fraction);
      this.all.add(seconds, fraction);
      if (this.first < 0 || this.isBefore(index, this.first)) this.first = index;
      if (this.last < 0 || this.isBefore(this.last, index)) this.last = index;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const { seconds, fraction } = this.columns;
    const delta = (seconds[a] as number) - (seconds[b] as number);
    return delta < 0 || (delta === 0 && (fraction[a] as number) < (fraction[b] as number));
  }
}

/** The interval to which a scheme's keys are rounded, as far as their common divisor shows it. */
function roundingOf(schemeId: string, common: CommonTicks): bigint | undefined {
  const divisor = common.result();
  const rounded = divisor !== undefined && divisor >= TICKS_PER_SECOND ? divisor : undefined;
  // WAD and MDS keys are always rounded, to one of three intervals.
  if (schemeById(schemeId)?.prefixed === true) return agentStep(rounded);
  const first = common.first();
  return rounded !== undefined && first !== undefined && first % rounded === 0n ? rounded : undefined;
}

function setRounding(scheme: ListScheme, common: CommonTicks | undefined): void {
  if (common?.first() === undefined) return;
  const divisor = common.result();
  const rounding = roundingOf(scheme.schemeId, common);
  if (divisor !== undefined) scheme.commonTicks = divisor;
  if (rounding !== undefined) scheme.roundingTicks = rounding;
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

function spanOf(
  list: BulkList,
  facts: KeyFacts,
): { readonly first: Ticks; readonly last: Ticks } | undefined {
  if (facts.first < 0) return undefined;
  const first = list.ticks(facts.first);
  const last = list.ticks(facts.last);
  return first === undefined || last === undefined
    ? undefined
    : { first: clampTicks(first), last: clampTicks(last) };
}

/**
 * Summarizes a list: counts, span, rounding, gaps, duplicates. It also sets the rounding of the list's schemes, which the windows
 * of its keys depend on.
 * @yields between steps of some milliseconds
 */
export function* summarizeBulk(list: BulkList): Generator<undefined, BulkSummary, undefined> {
  const { columns } = list;
  const facts = new KeyFacts(list);
  const duplicates = new DuplicateCount(list);
  for (let from = 0; from < columns.count; from += STEP_KEYS) {
    const to = Math.min(columns.count, from + STEP_KEYS);
    facts.add(from, to);
    yield;
    duplicates.add(from, to);
    yield;
  }
  for (const [index, scheme] of list.schemes.entries()) setRounding(scheme, facts.bySchemes[index]);
  const divisor = facts.all.result();
  const gaps = keyGaps(columns, divisor);
  yield;
  const span = spanOf(list, facts);
  return {
    lines: list.lines,
    blankLines: list.blankLines,
    keys: columns.count,
    timedKeys: facts.timedKeys,
    schemes: schemeCounts(list.schemes),
    ...(span === undefined ? {} : { span }),
    prefixes: prefixCounts(facts.prefixes),
    unprefixedKeys: facts.prefixes[NO_PREFIX] as number,
    gaps,
    duplicates: duplicates.result(),
    unreadable: { total: list.unreadableTotal, first: list.unreadable },
  };
}
