/** Without a scroll for so long, it is over. */
const REST_MS = 150;
/** Of the row under the pointer. */
const MARK = 'data-hovered';

type Marked = Pick<Element, 'closest' | 'setAttribute' | 'removeAttribute'>;

/** Where the pointer was last. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Marks the row under the pointer, except during a scroll: then another one is there in each frame, and `:hover` would restyle both, which
 * took a fifth of the frame. A finger marks none.
 * @param grid in which the rows are
 * @param elementAt what is at a place of the window, in CSS px
 * @returns ends it
 */
export function markHoveredRow(
  grid: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  elementAt: (x: number, y: number) => Pick<Element, 'closest'> | null,
): () => void {
  let marked: Marked | null = null;
  let pointer: Place | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const mark = (row: Marked | null): void => {
    if (row === marked) return;
    marked?.removeAttribute(MARK);
    row?.setAttribute(MARK, '');
    marked = row;
  };
  const look = (): void => {
    rest = undefined;
    mark(pointer === undefined ? null : (elementAt(pointer.x, pointer.y)?.closest('[data-row]') ?? null));
  };
  const onMove = (event: Event): void => {
    const { pointerType, clientX, clientY } = event as PointerEvent;
    pointer = pointerType === 'touch' ? undefined : { x: clientX, y: clientY };
    if (rest === undefined) look();
  };
  const onLeave = (): void => {
    pointer = undefined;
    mark(null);
  };
  const onScroll = (): void => {
    mark(null);
    clearTimeout(rest);
    rest = setTimeout(look, REST_MS);
  };
  // Rows may come under a pointer that rests: then only `pointerover` tells.
  const listeners = { pointermove: onMove, pointerover: onMove, pointerleave: onLeave, scroll: onScroll };
  for (const [kind, listener] of Object.entries(listeners))
    grid.addEventListener(kind, listener, { passive: true });
  return () => {
    for (const [kind, listener] of Object.entries(listeners)) grid.removeEventListener(kind, listener);
    clearTimeout(rest);
    mark(null);
  };
}
