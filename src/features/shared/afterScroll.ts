/** A scroll counts as over after this time without a scroll event. */
const REST_MS = 500;
/** A scroll that does not end delays nothing for longer than this. */
const MOST_MS = 10_000;

/** Runs a function at once, or once nothing is scrolled any more. In that case it returns a function that cancels it. */
export type AfterScroll = (run: () => void) => (() => void) | undefined;

/**
 * Delays work that can wait while something is scrolled. Drawing a frame of a scroll takes most of its time already: if a clock redrew half
 * of the page, that frame would be late.
 * @param page receives the scroll events of all its elements
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
  // Scroll events of elements do not bubble, so they must be captured.
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
