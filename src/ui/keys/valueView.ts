import { SLICE_BOUNDS, type VisiblePart, visibleText } from '../text/textParts.ts';

/** A piece of a value that is drawn in one task. UTF-16 offsets, half-open. */
export interface TextSlice {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly VisiblePart[];
}

/** The pieces of a value that are drawn, one after the other. */
export interface ValueView {
  readonly slices: readonly TextSlice[];
  readonly from: number;
  readonly to: number;
  /** Marks in all slices. */
  readonly marks: number;
}

/** Slices drawn at once: four times what a property of a table can hold (64 KiB, 32,768 characters). */
const MOST_SLICES = 32;
/** Marks drawn at once, each an element. */
const MOST_MARKS = 2000;

/** A view that begins at `from` and shows nothing yet. */
export function viewFrom(from: number): ValueView {
  return { slices: [], from, to: from, marks: 0 };
}

/** Whether a view holds as much as is drawn at once; what follows needs a view of its own. */
export function isFullView(view: ValueView): boolean {
  return view.slices.length >= MOST_SLICES || view.marks >= MOST_MARKS;
}

/** Whether a view is done: it reaches the end of the text, or is full. */
export function isGrown(view: ValueView, text: string): boolean {
  return view.to >= text.length || isFullView(view);
}

/** The view with one more slice: work of one short task. */
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
