/** Without a scroll for so long, it is over. */
const REST_MS = 500;
/** A scroll that goes on delays nothing longer than this. */
const MOST_MS = 10_000;

/** Runs at once, or when what is scrolled rests: then it returns the function that takes it back. */
export type AfterScroll = (run: () => void) => (() => void) | undefined;

/**
 * For what can wait: a frame of a scroll has enough to do. A clock that draws half of the page again would be a late frame each time.
 * @param page hears of the scrolls of all its elements
 */
export function createAfterScroll(page: Pick<EventTarget, 'addEventListener'>): AfterScroll {
  const waiting = new Set<() => void>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const goOn = (): void => {
    rest = undefined;
    for (const run of waiting) run();
  };
  const onScroll = (): void => {
    clearTimeout(rest);
    rest = setTimeout(goOn, REST_MS);
  };
  // The event of an element does not bubble.
  page.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return (run) => {
    if (rest === undefined) {
      run();
      return undefined;
    }
    const takeBack = (): void => {
      clearTimeout(late);
      waiting.delete(runOnce);
    };
    const runOnce = (): void => {
      takeBack();
      run();
    };
    const late = setTimeout(runOnce, MOST_MS);
    waiting.add(runOnce);
    return takeBack;
  };
}
