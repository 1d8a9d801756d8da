/** Rows [from, to). */
export interface RowStretch {
  readonly from: number;
  readonly to: number;
}

/** An element that shows a row. */
export interface RowElement {
  /** Stays with the element, whichever row it shows. */
  readonly key: number;
  readonly row: number;
}

/** In the order of the document, which screen readers follow. */
export type RowElements = readonly RowElement[];

export function allRows({ from, to }: RowStretch): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

function isWithin({ from, to }: RowStretch, row: number): boolean {
  return row >= from && row < to;
}

function lastKeyOf(elements: RowElements): number {
  return Math.max(0, ...elements.map(({ key }) => key));
}

/**
 * New elements for rows, each behind that of the nearest row before it, or before that of the first one.
 * @param isPlaced whether an element is where it belongs; others say nothing about the places of rows
 * @param lastKey keys up to this one are not given again: the same key is the same element
 */
function withNew(
  elements: RowElements,
  rows: readonly number[],
  isPlaced: (element: RowElement) => boolean,
  lastKey: number,
): RowElements {
  const all = [...elements];
  const placed = elements.filter((element) => isPlaced(element));
  let key = lastKey;
  for (const row of rows) {
    let before: RowElement | undefined;
    let first: RowElement | undefined;
    for (const element of placed) {
      if (element.row < row && element.row > (before?.row ?? -1)) before = element;
      if (first === undefined || element.row < first.row) first = element;
    }
    key += 1;
    const added = { key, row };
    placed.push(added);
    if (before !== undefined) all.splice(all.indexOf(before) + 1, 0, added);
    else all.splice(first === undefined ? all.length : all.indexOf(first), 0, added);
  }
  return all;
}

function missingRows(elements: RowElements, stretch: RowStretch): readonly number[] {
  const shown = new Set(elements.map(({ row }) => row));
  return allRows(stretch).filter((row) => !shown.has(row));
}

/** Elements of rows that stay are kept; rows that come get new ones. The same array if the rows are the same. */
export function withRows(before: RowElements, stretch: RowStretch): RowElements {
  const kept = before.filter(({ row }) => isWithin(stretch, row));
  const missing = missingRows(kept, stretch);
  if (missing.length === 0 && kept.length === before.length) return before;
  return withNew(kept, missing, () => true, lastKeyOf(before));
}

/**
 * The same, but elements whose rows leave show rows that come, wherever in the document they are: a new element costs several times as
 * much, and one that is thrown away must be collected. `inOrder` mends the order later.
 */
export function withRowsReused(before: RowElements, stretch: RowStretch): RowElements {
  const missing = missingRows(before, stretch);
  if (missing.length === 0) return withRows(before, stretch);
  let used = 0;
  const all = before.map((element) => {
    const row = missing[used];
    if (row === undefined || isWithin(stretch, element.row)) return element;
    used += 1;
    return { key: element.key, row };
  });
  return withRows(all, stretch);
}

/** The end of a series of elements whose rows ascend. */
interface Series {
  readonly last: RowElement;
  readonly length: number;
  readonly before: Series | undefined;
}

function longest(all: readonly Series[]): Series | undefined {
  return all.reduce<Series | undefined>(
    (best, each) => (best !== undefined && best.length >= each.length ? best : each),
    undefined,
  );
}

/** A longest series of elements whose rows ascend. */
function ascending(elements: RowElements): ReadonlySet<RowElement> {
  const all: Series[] = [];
  for (const last of elements) {
    const before = longest(all.filter((each) => each.last.row < last.row));
    all.push({ last, length: (before?.length ?? 0) + 1, before });
  }
  const series = new Set<RowElement>();
  for (let at = longest(all); at !== undefined; at = at.before) series.add(at.last);
  return series;
}

/**
 * Puts a few elements where their rows belong, as new ones: to move an element costs the browser as much. The same array if the
 * order of the document is that of the rows.
 */
export function inOrder(elements: RowElements, most: number): RowElements {
  if (elements.every(({ row }, at) => at === 0 || row > (elements[at - 1]?.row ?? row))) return elements;
  const series = ascending(elements);
  const wrong = elements.filter((element) => !series.has(element)).slice(0, most);
  const rows = wrong.map(({ row }) => row).toSorted((a, b) => a - b);
  const moved = new Set(wrong);
  return withNew(
    elements.filter((element) => !moved.has(element)),
    rows,
    (element) => series.has(element),
    lastKeyOf(elements),
  );
}
