// Runs in each thread of scripts/soak.mjs.
import { parentPort, workerData } from 'node:worker_threads';
import { fuzzParsers, type FuzzReport } from './fuzzParsers.ts';
import { makeSchedule } from './schedule.ts';
import { faultsOf, shrink } from './shrink.ts';

/** The seeds `from`, `from + step` and so on below `to`, then this many inputs for parsers. */
export interface SoakShare {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly fuzzInputs: number;
}

export type SoakReport =
  | { readonly kind: 'ran'; readonly seeds: number }
  | {
      readonly kind: 'violation';
      readonly seed: number;
      readonly wrong: readonly string[];
      readonly entry: string;
    }
  | { readonly kind: 'fuzzed'; readonly report: FuzzReport };

const REPORT_EVERY = 50;
const FUZZ_PART = 10_000;

async function work(
  { from, to, step, fuzzInputs }: SoakShare,
  post: (report: SoakReport) => void,
): Promise<void> {
  let seeds = 0;
  for (let seed = from; seed < to; seed += step) {
    const schedule = makeSchedule(seed);
    const wrong = await faultsOf(seed, schedule);
    if (wrong.length > 0) {
      post({ kind: 'violation', seed, wrong, entry: JSON.stringify(await shrink(seed, schedule)) });
    }
    seeds += 1;
    if (seeds % REPORT_EVERY !== 0 && seed + step < to) continue;
    post({ kind: 'ran', seeds });
    seeds = 0;
  }
  for (let left = fuzzInputs; left > 0; left -= FUZZ_PART) {
    const seed = from + left * step;
    post({ kind: 'fuzzed', report: fuzzParsers(Math.min(left, FUZZ_PART), seed) });
  }
}

const port = parentPort;
if (port !== null) {
  await work(workerData as SoakShare, (report) => {
    port.postMessage(report);
  });
}
