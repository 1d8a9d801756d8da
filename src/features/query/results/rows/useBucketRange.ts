import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useDrag } from '../../../../ui/gestures.ts';
import { type BucketRange, bucketAt, movedRange } from './stripShape.ts';

export interface BucketTarget {
  readonly bucketCount: number;
  /** The bucket at which the keyboard begins; default: the left end. */
  readonly start?: number | undefined;
  readonly onMoved: (range: BucketRange) => void;
  /** Called when another bucket is under the pointer or the cursor. */
  readonly onPoint?: ((bucket: number) => void) | undefined;
  /** Called when buckets were chosen. `continues`: by the same drag as before. Undefined if buckets can only be looked at. */
  readonly onChoose: ((range: BucketRange, continues?: boolean) => void) | undefined;
}

/**
 * Buckets along the width of an element. Left and Right move a cursor over them, with Shift they extend a range, and a drag, a click or
 * Enter chooses.
 */
export function useBucketRange({ bucketCount, start, onMoved, onPoint, onChoose }: BucketTarget) {
  const [hover, setHover] = useState<number>();
  const [keyed, setKeyed] = useState<BucketRange>();
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return bucketAt((event.clientX - left) / Math.max(1, width), bucketCount);
  };
  /** `isTaken`: the drag has already chosen something, so whatever it chooses next belongs to the same undo step. */
  const { drag, handlers } = useDrag<BucketRange & { readonly isTaken: boolean }>({
    begin: (event) => {
      if (onChoose === undefined) return undefined;
      setKeyed(undefined);
      return { anchor: placeOf(event), end: placeOf(event), isTaken: false };
    },
    move: (before, event) => {
      const end = placeOf(event);
      if (before.end === end) return before;
      onChoose?.({ anchor: before.anchor, end }, before.isTaken);
      return { anchor: before.anchor, end, isTaken: true };
    },
    end: (range) => {
      if (!range.isTaken) onChoose?.(range);
    },
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = keyed ?? (start === undefined ? undefined : { anchor: start, end: start });
    const moved = movedRange(event.key, event.shiftKey && onChoose !== undefined, from, bucketCount);
    if (moved !== undefined) {
      event.preventDefault();
      setKeyed(moved);
      onPoint?.(moved.end);
      onMoved(moved);
    } else if (event.key === 'Enter' && !event.shiftKey && keyed !== undefined && onChoose !== undefined) {
      event.preventDefault();
      onChoose(keyed);
    } else if (event.key === 'Escape' && keyed !== undefined) {
      event.preventDefault();
      setKeyed(undefined);
    }
  };
  return {
    /** The bucket that the cursor or the pointer shows. */
    at: drag?.end ?? hover ?? keyed?.end,
    range: drag ?? keyed,
    isKeyed: drag === undefined && keyed !== undefined,
    handlers: {
      onKeyDown,
      onBlur: () => setKeyed(undefined),
      ...handlers,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = placeOf(event);
        if (at !== hover) onPoint?.(at);
        setHover(at);
        handlers.onPointerMove(event);
      },
      onPointerLeave: () => setHover(undefined),
    },
  };
}
