import { useEffect, useState } from 'react';

/** A piece of work between two frames ends with the first step after this many milliseconds. */
const PIECE_MS = 12;

/**
 * The result of a simulation, which runs in pieces so that the page stays responsive. Undefined until it has ended. It starts again when
 * `of` changes; `begin` must always be the same function.
 */
export function useInPieces<K, T>(
  of: K | undefined,
  begin: (of: K) => Generator<undefined, T>,
): T | undefined {
  const [found, setFound] = useState<{ readonly of: K; readonly result: T }>();
  useEffect(() => {
    if (of === undefined) return undefined;
    const steps = begin(of);
    const piece = (): void => {
      const endMs = performance.now() + PIECE_MS;
      do {
        const { done, value } = steps.next();
        if (done === true) return setFound({ of, result: value });
      } while (performance.now() < endMs);
      timer = window.setTimeout(piece, 0);
    };
    let timer = window.setTimeout(piece, 0);
    return () => window.clearTimeout(timer);
  }, [of, begin]);
  return found !== undefined && found.of === of ? found.result : undefined;
}
