import type { CellRange } from './cellGrid.ts';

/** Levels of labels beside the map, as key visualizers show at most (TiDB dashboard: 4). */
const MAX_LABEL_LEVELS = 4;

/** Neighbouring rows that share the first levels of their labels. */
export interface LabelSpan {
  /** The part of the label at this level. */
  readonly text: string;
  /** The label up to and with this part, separators included: what the rows' labels begin with. */
  readonly path: string;
  readonly rows: CellRange;
}

/**
 * The labels of rows cut at a separator, level by level from the outside in: each level covers every row once, in order.
 * The last level of `levels` (1 .. 4) holds what is left, separators and all. A separator of '' gives one level.
 */
export function labelLevels(
  labels: readonly string[],
  separator: string,
  levels: number = MAX_LABEL_LEVELS,
): readonly (readonly LabelSpan[])[] {
  const depth = Math.min(MAX_LABEL_LEVELS, Math.max(1, Math.floor(levels)));
  const parts = labels.map((label) => cut(label, separator, depth));
  const most = parts.reduce((deepest, { length }) => Math.max(deepest, length), 1);
  return Array.from({ length: most }, (_, level) => spansAt(parts, separator, level));
}

function cut(label: string, separator: string, depth: number): readonly string[] {
  if (separator === '') return [label];
  const pieces = label.split(separator);
  return pieces.length <= depth
    ? pieces
    : [...pieces.slice(0, depth - 1), pieces.slice(depth - 1).join(separator)];
}

function spansAt(
  parts: readonly (readonly string[])[],
  separator: string,
  level: number,
): readonly LabelSpan[] {
  const spans: LabelSpan[] = [];
  for (const [row, pieces] of parts.entries()) {
    const path = pieces.slice(0, level + 1).join(separator);
    // A short label keeps its own span at deeper levels, without text.
    const text = pieces[level] ?? '';
    const last = spans.at(-1);
    const isSame = last !== undefined && last.path === path && last.text === text;
    if (isSame) spans[spans.length - 1] = { ...last, rows: { from: last.rows.from, to: row + 1 } };
    else spans.push({ text, path, rows: { from: row, to: row + 1 } });
  }
  return spans;
}
