import { SLICE_BOUNDS, type VisiblePart, visibleText } from '../text/textParts.ts';

/** A piece of a value that is drawn in one task. UTF-16 offsets, half-open. */
export interface TextSlice {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly VisiblePart[];
}

/** The pieces of a value that are drawn, in order. */
export interface ValueView {
  readonly slices: readonly TextSlice[];
  readonly from: number;
  readonly to: number;
  readonly marks: number;
}

/** Maximum number of slices: four times a property's maximum size (64 KiB, 32,768 characters). */
const MOST_SLICES = 32;
/** Maximum number of marks, because each is an element. */
const MOST_MARKS = 2000;

/** An empty view that begins at `from`. */
export function viewFrom(from: number): ValueView {
  return { slices: [], from, to: from, marks: 0 };
}

/** Whether a view is full. What follows needs another view. */
export function isFullView(view: ValueView): boolean {
  return view.slices.length >= MOST_SLICES || view.marks >= MOST_MARKS;
}

/** Whether a view is finished: it reaches the end of the text, or is full. */
export function isGrown(view: ValueView, text: string): boolean {
  return view.to >= text.length || isFullView(view);
}

/** The view with one more slice, which is the work of one short task. */
export function grownView(view: ValueView, text: string): ValueView {
  if (isGrown(view, text)) return view;
  const { parts, to } = visibleText(text, SLICE_BOUNDS, view.to);
  return {
    slices: [...view.slices, { from: view.to, to, parts }],
    from: view.from,
    to,
    marks: view.marks + parts.filter((part) => part.kind === 'mark').length,
  };
}
