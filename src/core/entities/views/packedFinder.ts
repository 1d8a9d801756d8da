import { type Column, isSharedColumn, type PackedRow, type SharedColumn } from '../packed/packedBlock.ts';
import { type PatternTexts, RAW_CODE } from '../packed/patternTexts.ts';
import { newSlot } from '../packed/valueSlot.ts';
import type { TextFinder } from './textFinder.ts';

/** Verdicts on all values with one code. 0: there is none yet, or the value itself must be looked at. */
const YES = 1;
const NO = 2;

/** How many plans for columns are remembered. A block has few, and rows are searched block after block. */
const MOST_PLANS = 256;

interface SharedPlan {
  readonly shared: SharedColumn;
  /** The verdict on each code. */
  readonly verdicts: Uint8Array;
}

interface PatternPlan {
  readonly patterns: PatternTexts;
  /** The verdict on each code. */
  readonly verdicts: Uint8Array;
}

/** The columns of a block that may hold the text. */
interface ColumnsPlan {
  readonly columns: readonly Column[];
  readonly shared: readonly SharedPlan[];
  readonly patterns: readonly PatternPlan[];
}

/**
 * Looks for a text in rows that are packed by column: a pattern is looked at once for all of its values. Otherwise a search of a million
 * rows would take five times as long, which is more than half a second.
 */
export class PackedFinder {
  private readonly finder: TextFinder;
  private readonly isIn: (reference: number) => boolean;
  private readonly plans = new Map<readonly Column[], ColumnsPlan>();
  private readonly slot = newSlot();
  private last: ColumnsPlan | undefined;

  /** @param isIn whether the text is in the value of a shared reference */
  constructor(finder: TextFinder, isIn: (reference: number) => boolean) {
    this.finder = finder;
    this.isIn = isIn;
  }

  has({ columns, place }: PackedRow): boolean {
    const { shared, patterns } = this.planOf(columns);
    for (let at = 0; at < shared.length; at++)
      if (this.isInShared(shared[at] as SharedPlan, place)) return true;
    for (let at = 0; at < patterns.length; at++)
      if (this.isInPattern(patterns[at] as PatternPlan, place)) return true;
    return false;
  }

  private isInShared({ shared, verdicts }: SharedPlan, place: number): boolean {
    const code = shared.codes.at(place);
    if (verdicts[code] === 0) verdicts[code] = this.isIn(shared.references[code] as number) ? YES : NO;
    return verdicts[code] === YES;
  }

  private isInPattern({ patterns, verdicts }: PatternPlan, place: number): boolean {
    const verdict = verdicts[patterns.codeOf(place)];
    if (verdict !== 0) return verdict === YES;
    patterns.read(place, this.slot);
    return this.finder.isIn(this.slot);
  }

  private planOf(columns: readonly Column[]): ColumnsPlan {
    if (this.last?.columns === columns) return this.last;
    let plan = this.plans.get(columns);
    if (plan === undefined) {
      if (this.plans.size >= MOST_PLANS) this.plans.clear();
      plan = this.makePlan(columns);
      this.plans.set(columns, plan);
    }
    this.last = plan;
    return plan;
  }

  private makePlan(columns: readonly Column[]): ColumnsPlan {
    const shared: SharedPlan[] = [];
    const patterns: PatternPlan[] = [];
    for (const column of columns) {
      if (isSharedColumn(column)) {
        shared.push({ shared: column, verdicts: new Uint8Array(column.references.length) });
        continue;
      }
      const verdicts = this.verdictsOn(column);
      if (verdicts.some((verdict) => verdict !== NO)) patterns.push({ patterns: column, verdicts });
    }
    return { columns, shared, patterns };
  }

  /** Verdicts by code. Values without a pattern must be looked at one by one. */
  private verdictsOn({ forms, hasRaw }: PatternTexts): Uint8Array {
    const verdicts = new Uint8Array(hasRaw ? RAW_CODE + 1 : forms.length);
    for (const [code, form] of forms.entries()) {
      const isIn = this.finder.isInForm(form);
      if (isIn !== 'perhaps') verdicts[code] = isIn ? YES : NO;
    }
    return verdicts;
  }
}
