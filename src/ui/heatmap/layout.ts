/** CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface HeatLayout {
  readonly rows: number;
  readonly columns: number;
  /** Totals of columns, above the map and as wide. */
  readonly histogram: Box;
  readonly map: Box;
  /** Totals of rows, at the right of the map and as high. */
  readonly totals: Box;
  readonly axis: Box;
  /** Row labels, at the left of the map. */
  readonly labels: Box;
}

export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly rows: number;
  readonly columns: number;
  /** The longest row label, in characters. */
  readonly labelChars: number;
}

const AXIS_HEIGHT = 30;
const HISTOGRAM_HEIGHT = 72;
const SMALL_HISTOGRAM_HEIGHT = 40;
const GAP = 8;
const TOTALS_WIDTH = 72;
const MAX_ROW_HEIGHT = 28;
const LABEL_CHAR_WIDTH = 6.4;
const MIN_LABEL_WIDTH = 40;
const MAX_LABEL_WIDTH = 148;

/** Splits the space: row labels left, histogram on top, row totals right, time axis below, the map gets the rest. */
export function heatLayout(input: LayoutInput): HeatLayout {
  const { width, height, rows, columns } = input;
  const labelWidth = Math.min(
    MAX_LABEL_WIDTH,
    width / 4,
    Math.max(MIN_LABEL_WIDTH, Math.ceil(input.labelChars * LABEL_CHAR_WIDTH) + GAP),
  );
  const totalsWidth = width < 480 ? 0 : TOTALS_WIDTH;
  const histogramHeight = height < 240 ? SMALL_HISTOGRAM_HEIGHT : HISTOGRAM_HEIGHT;
  const mapLeft = labelWidth;
  const mapTop = histogramHeight + GAP;
  const mapWidth = Math.max(1, width - mapLeft - totalsWidth - (totalsWidth === 0 ? 0 : GAP));
  const room = Math.max(1, height - mapTop - AXIS_HEIGHT);
  const mapHeight = Math.max(1, Math.min(room, rows * MAX_ROW_HEIGHT));
  return {
    rows,
    columns,
    histogram: { left: mapLeft, top: 0, width: mapWidth, height: histogramHeight },
    map: { left: mapLeft, top: mapTop, width: mapWidth, height: mapHeight },
    totals: { left: mapLeft + mapWidth + GAP, top: mapTop, width: totalsWidth, height: mapHeight },
    axis: { left: mapLeft, top: mapTop + mapHeight, width: mapWidth, height: AXIS_HEIGHT },
    labels: { left: 0, top: mapTop, width: labelWidth - GAP, height: mapHeight },
  };
}

function clampIndex(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(value)));
}

/** The column at an x, clamped to the map: a drag may leave it. */
export function columnAt(layout: HeatLayout, x: number): number {
  return clampIndex(((x - layout.map.left) / layout.map.width) * layout.columns, layout.columns);
}

export interface HeatCell {
  readonly row: number;
  readonly column: number;
}

/** The cell under a point; undefined outside the map. */
export function cellAt(layout: HeatLayout, x: number, y: number): HeatCell | undefined {
  const { left, top, width, height } = layout.map;
  const inside = x >= left && x < left + width && y >= top && y < top + height;
  if (!inside || layout.rows === 0 || layout.columns === 0) return undefined;
  return { row: clampIndex(((y - top) / height) * layout.rows, layout.rows), column: columnAt(layout, x) };
}

/** Whether a point lies where a drag selects time: the map or the histogram above it. */
export function isOnTime(layout: HeatLayout, x: number, y: number): boolean {
  const { left, width } = layout.map;
  return x >= left && x < left + width && y >= 0 && y < layout.map.top + layout.map.height;
}

/** The box of columns [from, to), over the full height of the map. */
export function columnsBox(layout: HeatLayout, from: number, to: number): Box {
  const columnWidth = layout.map.width / Math.max(1, layout.columns);
  return {
    left: layout.map.left + from * columnWidth,
    top: layout.map.top,
    width: (to - from) * columnWidth,
    height: layout.map.height,
  };
}

/** The box of a cell, never thinner than `least` px, so that a cursor on it can be seen. */
export function cellBox(layout: HeatLayout, cell: HeatCell, least = 0): Box {
  const columns = columnsBox(layout, cell.column, cell.column + 1);
  const rowHeight = layout.map.height / Math.max(1, layout.rows);
  const width = Math.max(least, columns.width);
  const height = Math.max(least, rowHeight);
  return {
    left: columns.left - (width - columns.width) / 2,
    top: layout.map.top + cell.row * rowHeight - (height - rowHeight) / 2,
    width,
    height,
  };
}

export interface RowLabel {
  /** First row that it stands for. */
  readonly row: number;
  readonly text: string;
  /** CSS px from the top of the map to the middle of the label. */
  readonly middle: number;
}

const LABEL_LINE_HEIGHT = 13;
const LABEL_STEPS: readonly number[] = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** "00-09" where both ends are short numbers, else the first label. */
function groupText(first: string, last: string): string {
  const short = /^\d{1,4}$/;
  return first !== last && short.test(first) && short.test(last) ? `${first}\u2013${last}` : first;
}

/** Row labels that fit: one for each row, or one for each group of 2, 5, 10 ... rows. */
export function rowLabels(layout: HeatLayout, labels: readonly string[]): readonly RowLabel[] {
  const rowHeight = layout.map.height / Math.max(1, layout.rows);
  const every = LABEL_STEPS.find((step) => step * rowHeight >= LABEL_LINE_HEIGHT) ?? layout.rows;
  const shown: RowLabel[] = [];
  for (let row = 0; row < layout.rows; row += Math.max(1, every)) {
    const last = Math.min(layout.rows, row + every) - 1;
    const isWhole = (last - row + 1) * rowHeight >= LABEL_LINE_HEIGHT;
    if (!isWhole) break;
    shown.push({
      row,
      text: groupText(labels[row] ?? '', labels[last] ?? ''),
      middle: ((row + last + 1) / 2) * rowHeight,
    });
  }
  return shown;
}
