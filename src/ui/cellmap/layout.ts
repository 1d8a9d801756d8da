import { TEXT_SCALE } from '../theme/textScale.ts';

/** CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface MapLayout {
  /** Totals of columns, above the map and as wide. */
  readonly histogram: Box;
  readonly map: Box;
  /** Totals of rows, at the right of the map and as high. */
  readonly totals: Box;
  readonly axis: Box;
  /** Row labels, at the left of the map. */
  readonly labels: Box;
}

const AXIS_HEIGHT = 30 * TEXT_SCALE;
const AXIS_GAP = 3;
const HISTOGRAM_HEIGHT = 72;
const SMALL_HISTOGRAM_HEIGHT = 40;
const GAP = 8;
const TOTALS_WIDTH = 72;
const MAX_ROW_HEIGHT = 28 * TEXT_SCALE;
const LABEL_CHAR_WIDTH = 6.4 * TEXT_SCALE;
const MIN_LABEL_WIDTH = 40 * TEXT_SCALE;
const MAX_LABEL_WIDTH = 148 * TEXT_SCALE;

/**
 * Splits the space: row labels left, histogram on top, the time axis between it and the map, row totals right, the map gets the rest.
 * `labelChars`: the longest row label, in characters.
 */
export function mapLayout({
  width,
  height,
  rows,
  labelChars,
}: Record<'width' | 'height' | 'rows' | 'labelChars', number>): MapLayout {
  const labelWidth = Math.min(
    MAX_LABEL_WIDTH,
    width / 4,
    Math.max(MIN_LABEL_WIDTH, Math.ceil(labelChars * LABEL_CHAR_WIDTH) + GAP),
  );
  const totalsWidth = width < 480 ? 0 : TOTALS_WIDTH;
  const histogramHeight = height < 240 ? SMALL_HISTOGRAM_HEIGHT : HISTOGRAM_HEIGHT;
  const mapLeft = labelWidth;
  const mapTop = histogramHeight + AXIS_HEIGHT + AXIS_GAP;
  const mapWidth = Math.max(1, width - mapLeft - totalsWidth - (totalsWidth === 0 ? 0 : GAP));
  const room = Math.max(1, height - mapTop);
  const mapHeight = Math.max(1, Math.min(room, rows * MAX_ROW_HEIGHT));
  return {
    histogram: { left: mapLeft, top: 0, width: mapWidth, height: histogramHeight },
    map: { left: mapLeft, top: mapTop, width: mapWidth, height: mapHeight },
    totals: { left: mapLeft + mapWidth + GAP, top: mapTop, width: totalsWidth, height: mapHeight },
    axis: { left: mapLeft, top: histogramHeight, width: mapWidth, height: AXIS_HEIGHT },
    labels: { left: 0, top: mapTop, width: labelWidth - GAP, height: mapHeight },
  };
}

/** A layout further to the right and further down, in CSS px. */
export function movedLayout(layout: MapLayout, right: number, down: number): MapLayout {
  const { histogram, map, totals, axis, labels } = layout;
  const move = (box: Box): Box => ({ ...box, left: box.left + right, top: box.top + down });
  return {
    histogram: move(histogram),
    map: move(map),
    totals: move(totals),
    axis: move(axis),
    labels: move(labels),
  };
}

/** A box in whole device px. */
export function deviceBox(box: Box, ratio: number): Box {
  const left = Math.round(box.left * ratio);
  const top = Math.round(box.top * ratio);
  return {
    left,
    top,
    width: Math.round((box.left + box.width) * ratio) - left,
    height: Math.round((box.top + box.height) * ratio) - top,
  };
}
