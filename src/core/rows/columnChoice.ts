import type { CellFormat } from './cellFormats.ts';

/**
 * How the user arranged the columns of a table: ids of grid columns, never values. Everything else is
 * automatic.
 */
export interface ColumnChoice {
  /** Ids in the chosen order; all other columns follow in their own order. Empty: automatic. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns that are shown although every row has the same value, which would otherwise fold them. */
  readonly shown: readonly string[];
  /** Columns that come before all others and stay in sight while these scroll. Undefined: automatic. */
  readonly pinned?: readonly string[];
  /** Widths in CSS px, by id. */
  readonly widths: ReadonlyMap<string, number>;
  /** Whether long texts take several lines. */
  readonly wraps: boolean;
  /** Formats by id; a column that is not in it is automatic. */
  readonly formats: ReadonlyMap<string, CellFormat>;
}

export const NO_CHOICE: ColumnChoice = {
  order: [],
  hidden: [],
  shown: [],
  widths: new Map(),
  wraps: false,
  formats: new Map(),
};

/** The columns that are pinned by default. */
const PINNED: readonly string[] = ['time'];

export function pinnedIds({ pinned = PINNED }: ColumnChoice): readonly string[] {
  return pinned;
}

/** All columns in the chosen order, the pinned ones first; hidden ones are among them. */
export function orderedIds(ids: readonly string[], choice: ColumnChoice): readonly string[] {
  const known = new Set(ids);
  const chosen = [...new Set(choice.order)].filter((id) => known.has(id));
  const isChosen = new Set(chosen);
  const all = [...chosen, ...ids.filter((id) => !isChosen.has(id))];
  const pinned = new Set(pinnedIds(choice));
  return [...all.filter((id) => pinned.has(id)), ...all.filter((id) => !pinned.has(id))];
}

/** The visible columns, and how many of them are pinned. If all are hidden, the first one is shown nevertheless. */
export function shownIds(
  ids: readonly string[],
  choice: ColumnChoice,
): { readonly ids: readonly string[]; readonly pinned: number } {
  const hidden = new Set(choice.hidden);
  const ordered = orderedIds(ids, choice);
  const seen = ordered.filter((id) => !hidden.has(id));
  const shown = seen.length > 0 ? seen : ordered.slice(0, 1);
  const pins = new Set(pinnedIds(choice));
  return { ids: shown, pinned: shown.filter((id) => pins.has(id)).length };
}

/** Moves a column before another, or to the end if `before` is undefined. Before a pinned column, it becomes pinned itself. */
export function moved(
  ids: readonly string[],
  choice: ColumnChoice,
  id: string,
  before: string | undefined,
): ColumnChoice {
  if (id === before) return choice;
  const others = orderedIds(ids, choice).filter((each) => each !== id);
  const at = before === undefined ? others.length : others.indexOf(before);
  if (at < 0) return choice;
  const order = [...others.slice(0, at), id, ...others.slice(at)];
  const pins = pinnedIds(choice).filter((each) => each !== id);
  const joins = before !== undefined && pins.includes(before);
  // At the border between pinned and other columns, the moved column keeps its state.
  const stays = pinnedIds(choice).includes(id) && at === others.filter((each) => pins.includes(each)).length;
  return { ...choice, order, pinned: joins || stays ? [...pins, id] : pins };
}

/** Moves a column one step to the left or right among the visible columns. */
export function stepped(ids: readonly string[], choice: ColumnChoice, id: string, by: -1 | 1): ColumnChoice {
  const { ids: shown } = shownIds(ids, choice);
  const at = shown.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= shown.length) return choice;
  return moved(ids, choice, id, by < 0 ? shown[to] : shown[to + 1]);
}

export function withHidden(choice: ColumnChoice, ids: readonly string[], isHidden: boolean): ColumnChoice {
  const hidden = new Set(choice.hidden);
  for (const id of ids) {
    if (isHidden) hidden.add(id);
    else hidden.delete(id);
  }
  return { ...choice, hidden: [...hidden] };
}

export function withPinned(choice: ColumnChoice, id: string, isPinned: boolean): ColumnChoice {
  const others = pinnedIds(choice).filter((each) => each !== id);
  return { ...choice, pinned: isPinned ? [...others, id] : others };
}

export function withWidths(choice: ColumnChoice, widths: Iterable<readonly [string, number]>): ColumnChoice {
  return { ...choice, widths: new Map([...choice.widths, ...widths]) };
}

/** Shows a property with one value in all rows as a column, or folds it again. */
export function withShown(choice: ColumnChoice, id: string, isShown: boolean): ColumnChoice {
  const shown = choice.shown.filter((each) => each !== id);
  return { ...choice, shown: isShown ? [...shown, id] : shown };
}

/** `width`: the column's width in this format, in CSS px; undefined: unchanged. */
export function withFormat(
  choice: ColumnChoice,
  id: string,
  format: CellFormat,
  width?: number,
): ColumnChoice {
  const formatted = { ...choice, formats: new Map(choice.formats).set(id, format) };
  return width === undefined ? formatted : withWidths(formatted, [[id, width]]);
}
