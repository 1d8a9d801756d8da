import { memo, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { formatCount } from '../format.ts';
import css from './keys.module.css';
import { blankMark, TextParts, VisibleText } from '../text/VisibleText.tsx';
import { isPlainText, VALUE_BOUNDS, visibleText, SLICE_BOUNDS, type VisiblePart } from '../text/textParts.ts';

const Slice = memo(
  ({ slice }: { readonly slice: TextSlice }): ReactNode => (
    <span className={css.slice}>
      <TextParts parts={slice.parts} />
    </span>
  ),
);

/**
 * Shows a value of any length: its beginning first, then on request all of it, in slices so that no task takes long. A
 * very long value is shown in sections.
 */
export function ValueText({ text }: { readonly text: string }): ReactNode {
  const [shown, setShown] = useState<{ readonly text: string; readonly view: ValueView }>();
  // An expanded value may have been replaced by a new one since.
  const view = shown?.text === text ? shown.view : undefined;
  const isGrowing = view !== undefined && !isGrown(view, text);
  useEffect(() => {
    if (view === undefined || isGrown(view, text)) return undefined;
    const frame = requestAnimationFrame(() => setShown({ text, view: grownView(view, text) }));
    return () => cancelAnimationFrame(frame);
  }, [view, text]);
  const open = (from: number): void => setShown({ text, view: grownView(viewFrom(from), text) });

  if (view === undefined) {
    const mark = blankMark(text);
    if (mark !== undefined) return mark;
    const isCut = !isPlainText(text, VALUE_BOUNDS) && visibleText(text, VALUE_BOUNDS).to < text.length;
    return (
      <>
        <VisibleText text={text} bounds={VALUE_BOUNDS} />
        {isCut && (
          <Button look="link" size="small" onPress={() => open(0)}>
            {`Show all ${formatCount(text.length)} characters`}
          </Button>
        )}
      </>
    );
  }
  const isWhole = view.from === 0 && view.to === text.length;
  return (
    <>
      <bdi className={css.slices}>
        {view.slices.map((slice) => (
          <Slice key={slice.from} slice={slice} />
        ))}
      </bdi>
      {!isGrowing && !isWhole && (
        <span className="third">
          {`Characters ${formatCount(view.from + 1)} to ${formatCount(view.to)} of ${formatCount(text.length)} `}
        </span>
      )}
      {!isGrowing && view.to < text.length && (
        <Button look="link" size="small" onPress={() => open(view.to)}>
          Next part
        </Button>
      )}
      {!isGrowing && view.from > 0 && (
        <Button look="link" size="small" onPress={() => open(0)}>
          First part
        </Button>
      )}
      <Button look="link" size="small" onPress={() => setShown(undefined)}>
        Show less
      </Button>
    </>
  );
}

/** A piece of a value that is drawn in one task. UTF-16 offsets, half-open. */
interface TextSlice {
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
