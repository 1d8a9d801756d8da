import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type BucketRange, bucketAt, movedRange } from './stripShape.ts';

export interface BucketTarget {
  readonly bucketCount: number;
  /** Where the keyboard begins; default: at the left. */
  readonly start?: number | undefined;
  /** The cursor of the keyboard moved. */
  readonly onMoved: (range: BucketRange) => void;
  /** Another bucket is under the pointer or the cursor. */
  readonly onPoint?: ((bucket: number) => void) | undefined;
  /** Buckets were chosen, `continues`: by the same drag as before; undefined: they can only be read. */
  readonly onChoose: ((range: BucketRange, continues?: boolean) => void) | undefined;
}

/** Buckets along the width of an element: Left and Right move a cursor over them, with Shift they take several; a drag, a click or Enter chooses. */
export function useBucketRange({ bucketCount, start, onMoved, onPoint, onChoose }: BucketTarget) {
  const [hover, setHover] = useState<number>();
  /** `isTaken`: it has chosen; all that it chooses is one step of undo. */
  const [drag, setDrag] = useState<BucketRange & { readonly isTaken: boolean }>();
  const [keyed, setKeyed] = useState<BucketRange>();
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return bucketAt((event.clientX - left) / Math.max(1, width), bucketCount);
  };
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
    /** The bucket that is read. */
    at: drag?.end ?? hover ?? keyed?.end,
    /** What a drag or the keyboard takes. */
    range: drag ?? keyed,
    isKeyed: drag === undefined && keyed !== undefined,
    handlers: {
      onKeyDown,
      onBlur: () => setKeyed(undefined),
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = placeOf(event);
        if (at !== hover) onPoint?.(at);
        setHover(at);
        if (drag === undefined || drag.end === at) return;
        const next = { anchor: drag.anchor, end: at };
        onChoose?.(next, drag.isTaken);
        setDrag({ ...next, isTaken: true });
      },
      onPointerLeave: () => setHover(undefined),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || onChoose === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeOf(event);
        setKeyed(undefined);
        setDrag({ anchor: at, end: at, isTaken: false });
      },
      onPointerUp: () => {
        setDrag(undefined);
        if (drag?.isTaken === false) onChoose?.(drag);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
