import { DEFAULT_SERVICE, serviceModel } from '../core/stress/serviceModel.ts';
import { simulateLoad } from '../core/stress/simulateLoad.ts';
import type { KeyMaker } from '../core/stress/stressKeys.ts';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';

/** Longest piece of work between two frames, in milliseconds. */
const PIECE_MS = 12;

/**
 * What the model of the service expects of a load: the same schedule, and no request is sent. Calls back with the whole record, in pieces
 * that leave the page responsive. Returns the function that gives it up.
 */
export function expectLoad(
  plan: StressPlan,
  keysOf: KeyMaker,
  onDone: (record: StressRecord) => void,
): () => void {
  const steps = simulateLoad(
    plan,
    keysOf,
    serviceModel({ ...DEFAULT_SERVICE, seed: plan.seed }, plan.keys.groups),
  );
  let timer: number | undefined;
  const piece = (): void => {
    const endMs = performance.now() + PIECE_MS;
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        onDone(value);
        return;
      }
      if (performance.now() > endMs) break;
    }
    timer = window.setTimeout(piece, 0);
  };
  timer = window.setTimeout(piece, 0);
  return () => window.clearTimeout(timer);
}
