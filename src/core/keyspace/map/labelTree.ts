import type { CellRange } from './cellGrid.ts';

/** Levels of labels beside the map. Key visualizers show at most four (TiDB dashboard). */
const MAX_LABEL_LEVELS = 4;

/** Neighbouring rows whose labels begin with the same levels. */
export interface LabelSpan {
  /** The piece of the label at this level. */
  readonly text: string;
  /** The label up to the end of this piece, with separators: the common start of the rows' labels. */
  readonly path: string;
  readonly rows: CellRange;
}

/**
 * Splits the rows' labels at a separator into levels, outermost first. Each level covers every row once, in order. The last
 * possible level holds the rest of the label, separators included. A separator of '' gives one level.
 */
export function labelLevels(labels: readonly string[], separator: string): readonly (readonly LabelSpan[])[] {
  const parts = labels.map((label) => cut(label, separator));
  const most = parts.reduce((deepest, { length }) => Math.max(deepest, length), 1);
  return Array.from({ length: most }, (_, level) => spansAt(parts, separator, level));
}

function cut(label: string, separator: string): readonly string[] {
  if (separator === '') return [label];
  const pieces = label.split(separator);
  return pieces.length <= MAX_LABEL_LEVELS
    ? pieces
    : [...pieces.slice(0, MAX_LABEL_LEVELS - 1), pieces.slice(MAX_LABEL_LEVELS - 1).join(separator)];
}

function spansAt(
  parts: readonly (readonly string[])[],
  separator: string,
  level: number,
): readonly LabelSpan[] {
  const spans: LabelSpan[] = [];
  for (const [row, pieces] of parts.entries()) {
    const path = pieces.slice(0, level + 1).join(separator);
    // A label with fewer pieces keeps its own span at deeper levels, with empty text.
    const text = pieces[level] ?? '';
    const last = spans.at(-1);
    const isSame = last !== undefined && last.path === path && last.text === text;
    if (isSame) spans[spans.length - 1] = { ...last, rows: { from: last.rows.from, to: row + 1 } };
    else spans.push({ text, path, rows: { from: row, to: row + 1 } });
  }
  return spans;
}
