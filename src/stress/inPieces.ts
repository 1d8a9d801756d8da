/** Longest piece of work between two frames, in milliseconds. */
const PIECE_MS = 12;

/** Runs a generator in pieces, so that the page stays responsive, and calls back with its result. Returns a function that cancels it. */
export function inPieces<T>(steps: Generator<undefined, T>, onDone: (found: T) => void): () => void {
  const piece = (): void => {
    const endMs = performance.now() + PIECE_MS;
    do {
      const { done, value } = steps.next();
      if (done === true) {
        onDone(value);
        return;
      }
    } while (performance.now() < endMs);
    timer = window.setTimeout(piece, 0);
  };
  let timer = window.setTimeout(piece, 0);
  return () => window.clearTimeout(timer);
}
