import { type ColumnRef, columnRefName } from '../entities/columns/columnRef.ts';
import { KIND_NULL, KIND_TWICE } from '../entities/columns/sortKey.ts';
import { kindOf, type ValueColumn } from '../entities/columns/valueColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';

/** A regular expression that is tested on the values of a column, in another worker. */
export interface RegexQuestion extends ColumnRef {
  readonly pattern: string;
}

/** The next values of a column that the expression has not been tested on. */
export interface TextSlice {
  /** The number of the open column, counted over all columns, so that a late verdict on an earlier one is not taken for this one. */
  readonly opened: number;
  /** Index of the first text among the column's values. All values before it have been tested. */
  readonly from: number;
  /** Empty: all have been tested. */
  readonly texts: readonly string[];
  /** How many rows the column covers. */
  readonly columnRows: number;
  /** How many rows the store had when the slice was taken: more than `columnRows` if some arrived after the column was built. */
  readonly rowCount: number;
}

/** Which values of a slice the expression matches. */
export interface RegexVerdict extends RegexQuestion {
  /** `opened` and `from` of its slice. */
  readonly opened: number;
  readonly from: number;
  /** By value of the slice: 1 if it matches. */
  readonly passes: Uint8Array;
}

export interface JudgedColumn {
  readonly column: ValueColumn;
  readonly passes: Uint8Array;
}

interface Open extends JudgedColumn {
  readonly opened: number;
  tried: number;
}

/** What is handed out when all values have been tested. */
export const NO_TEXTS: TextSlice = { opened: 0, from: 0, texts: [], columnRows: 0, rowCount: 0 };

/** Limits of a slice in UTF-16 units and in values. They are small, so that an expression which never ends is stopped soon. */
const SLICE_UNITS = 1 << 16;
const SLICE_VALUES = 2048;
/** How many expressions keep their verdicts besides those of the current list: the last few that were typed, and those of a second list. */
const MOST_OTHERS = 8;

function nameOf(question: RegexQuestion): string {
  return `${columnRefName(question)} ${question.pattern}`;
}

/**
 * Knows which values of columns match regular expressions. The row store never runs a user's expression: it hands out texts in slices and
 * keeps the verdicts that it gets back.
 */
export class RegexVerdicts {
  /** Counted over all runs, because a verdict may arrive after its run. */
  private static opened = 0;
  private readonly store: EntityStore;
  /** Complete verdicts; the one used last is at the end. */
  private readonly judged = new Map<string, JudgedColumn>();
  private readonly open = new Map<string, Open>();

  constructor(store: EntityStore) {
    this.store = store;
  }

  /** The verdict that covers the most rows; undefined if the expression has not been tested on all values of any column. */
  of(question: RegexQuestion): JudgedColumn | undefined {
    const name = nameOf(question);
    const judged = this.judged.get(name);
    if (judged === undefined) return undefined;
    this.judged.delete(name);
    this.judged.set(name, judged);
    return judged;
  }

  /**
   * Frees old verdicts once a list has used its own. Until then all stay, because a list may have any number of expressions.
   * @param used how many expressions the list has; their verdicts were used last
   */
  keepThose(used: number): void {
    for (const [oldest] of this.judged) {
      if (this.judged.size <= used + MOST_OTHERS) break;
      this.judged.delete(oldest);
    }
  }

  /** Whether the values of a column are being tested. That column stays open until all of them have been. */
  isOpen(question: RegexQuestion): boolean {
    return this.open.has(nameOf(question));
  }

  /**
   * Hands out the next texts.
   * @param column covers the rows that are there now; not needed while a column is open
   */
  next(question: RegexQuestion, column: ValueColumn | undefined): TextSlice {
    const name = nameOf(question);
    let open = this.open.get(name);
    if (open === undefined) {
      // Two lists may build their columns at different times. The verdict that covers more rows is kept.
      const known = this.judged.get(name)?.column.rowCount ?? -1;
      if (column === undefined || known >= column.rowCount)
        return { ...NO_TEXTS, columnRows: Math.max(known, 0), rowCount: this.store.rowCount };
      RegexVerdicts.opened += 1;
      open = {
        opened: RegexVerdicts.opened,
        column,
        passes: new Uint8Array(column.distinct + 1),
        tried: 0,
      };
      this.open.set(name, open);
    }
    return this.slice(name, open);
  }

  private slice(name: string, open: Open): TextSlice {
    const { column } = open;
    const { reader } = column;
    const texts: string[] = [];
    let units = 0;
    for (
      let value = open.tried;
      value < column.distinct && texts.length < SLICE_VALUES && units < SLICE_UNITS;
      value++
    ) {
      const kind = kindOf(column, value);
      const text =
        kind === KIND_NULL || kind === KIND_TWICE
          ? undefined
          : reader.valueOf(column.references[value] as number);
      // A value without text is sent as an empty text, which the expression may match, so `take` ignores the verdict on it.
      texts.push(text?.text ?? '');
      units += text?.text.length ?? 0;
    }
    if (texts.length === 0) this.finish(name, open);
    const { opened } = open;
    return { opened, from: open.tried, texts, columnRows: column.rowCount, rowCount: this.store.rowCount };
  }

  /**
   * Takes a verdict, and returns whether all values of the column have been tested. It returns false if more values follow, or if another
   * list was faster and this verdict is not needed.
   */
  take(verdict: RegexVerdict): boolean {
    const name = nameOf(verdict);
    const open = this.open.get(name);
    // The last slice was tested for another list, or there are new rows that have not been tested yet.
    if (open === undefined) return this.judged.has(name);
    if (open.opened !== verdict.opened || open.tried !== verdict.from) return false;
    for (const [at, passes] of verdict.passes.entries()) {
      const kind = kindOf(open.column, open.tried + at);
      open.passes[open.tried + at] = kind === KIND_NULL || kind === KIND_TWICE ? 0 : passes;
    }
    open.tried += verdict.passes.length;
    const isDone = open.tried >= open.column.distinct;
    if (isDone) this.finish(name, open);
    return isDone;
  }

  private finish(name: string, { column, passes }: Open): void {
    this.open.delete(name);
    this.judged.delete(name);
    this.judged.set(name, { column, passes });
  }
}
