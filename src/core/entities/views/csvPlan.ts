import { FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { type Column, isSharedColumn, type SharedColumn } from '../packed/packedBlock.ts';
import type { PlacedCell } from '../store/entityStore.ts';
import { formAround, type PatternForm, type PatternTexts } from '../packed/patternTexts.ts';
import { TAG_FORM_MASK } from '../page/decodedPage.ts';

const COMMA = 0x2c;
const QUOTE = 0x22;
const NO_BYTES = new Uint8Array(0);
const BEFORE = Uint8Array.of(COMMA);
const BEFORE_QUOTED = Uint8Array.of(COMMA, QUOTE);

/** Cells and forms that plans may have together: some hundred bytes each. */
const MOST_PARTS = 1 << 17;
const FORM_PARTS = 4;

/** A pattern with all that is around its values; 'careful': they are written one by one. */
type PlannedForm = PatternForm | 'careful';

/** A cell of rows that are packed by the same columns. */
export interface PlannedCell {
  /** How many absent cells are before it. */
  readonly gap: number;
  /** One of both is set. */
  readonly shared: SharedColumn | undefined;
  readonly patterns: PatternTexts | undefined;
  /** By code of a pattern, once it was needed. */
  readonly forms: (PlannedForm | undefined)[];
  /** It is no key: its type follows. */
  readonly hasType: boolean;
}

/** How rows that are packed by the same columns are written. */
export interface RowPlan {
  readonly columns: readonly Column[];
  readonly key: PlannedCell;
  /** Those that such rows have. */
  readonly cells: readonly PlannedCell[];
  /** How many absent cells are after them. */
  readonly gap: number;
}

/** First bytes with which no guard is needed: letters and digits. */
export function isHarmlessStart(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function plannedCell(column: Column, position: number, gap: number): PlannedCell {
  const isShared = isSharedColumn(column);
  return {
    gap,
    shared: isShared ? column : undefined,
    patterns: isShared ? undefined : column,
    forms: [],
    hasType: position > 0,
  };
}

/** What is known of packed cells before their values are: separators, quotes, types, and whether a guard may be needed. */
export class CsvPlans {
  private readonly formulaGuard: boolean;
  /** What follows a value of a type, by the type's code. */
  private readonly typeBytes: (type: number) => Uint8Array;
  private readonly plans = new Map<readonly Column[], RowPlan>();
  private parts = 0;

  constructor(formulaGuard: boolean, typeBytes: (type: number) => Uint8Array) {
    this.formulaGuard = formulaGuard;
    this.typeBytes = typeBytes;
  }

  find(columns: readonly Column[]): RowPlan | undefined {
    return this.plans.get(columns);
  }

  /** `placed`: the cells of such rows, of `width` places. Undefined: there are too many plans. */
  add(columns: readonly Column[], placed: readonly PlacedCell[], width: number): RowPlan | undefined {
    if (this.parts >= MOST_PARTS) return undefined;
    let next = 0;
    const cells = placed.map(({ place, position }) => {
      const gap = place - next;
      next = place + 1;
      return plannedCell(columns[position] as Column, position, gap);
    });
    const key = plannedCell(columns[0] as Column, 0, 0);
    const plan = { columns, key, cells, gap: width - next };
    this.plans.set(columns, plan);
    this.parts += cells.length + 2;
    return plan;
  }

  /** What `PlannedCell.forms` holds for a code. */
  formOf(cell: PlannedCell, code: number): PlannedForm {
    const { patterns, forms } = cell;
    const form = patterns?.formAt(code);
    if (form === undefined || this.parts >= MOST_PARTS) return 'careful';
    // Without holes: code after code.
    while (forms.length < code) forms.push(undefined);
    const made = this.isPlain(form) ? this.withAround(form, cell.hasType) : 'careful';
    forms[code] = made;
    this.parts += FORM_PARTS;
    return made;
  }

  private withAround(form: PatternForm, hasType: boolean): PatternForm {
    const after = hasType ? this.typeBytes(form.header >>> 8) : NO_BYTES;
    if (!form.hasComma) return formAround(form, BEFORE, after);
    return formAround(form, BEFORE_QUOTED, Uint8Array.from([QUOTE, ...after]));
  }

  /** Whether the bytes of its values are their text, but for quotes around it. */
  private isPlain({ header, first, hasBackslash }: PatternForm): boolean {
    const kind = header & TAG_FORM_MASK;
    if (hasBackslash) return false;
    return kind <= FORM_STRING ? !this.formulaGuard || isHarmlessStart(first) : kind === FORM_NUMBER;
  }
}
