/** Two ways to do the same thing, measured in turn on the same data. */
export interface Contest {
  readonly name: string;
  readonly baseline: { readonly name: string; readonly run: (round: number) => number };
  /** Each run returns how many items it handled. The two sides may handle different numbers. */
  readonly ours: { readonly name: string; readonly run: (round: number) => number };
  /** Compares all results with an independent oracle before anything is timed. Returns what is wrong. */
  readonly verify: () => readonly string[];
  /** Least ratio of the two speeds; undefined if it is only shown. */
  readonly goal?: number;
  readonly aim?: number;
}

export interface ContestResult {
  readonly name: string;
  readonly baselineName: string;
  readonly oursName: string;
  /** Items per second in the best quarter of the rounds. */
  readonly baselinePerSecond: number;
  readonly oursPerSecond: number;
  readonly ratio: number;
  readonly goal?: number;
  readonly aim?: number;
  /** Wrong results. If there are any, the figures are void. */
  readonly faults: readonly string[];
}

const WARM_UP_ROUNDS = 6;

function perSecond(run: (round: number) => number, round: number): number {
  const startedAtMs = performance.now();
  const items = run(round);
  return (items * 1000) / (performance.now() - startedAtMs);
}

/** Mean of the best quarter: the speed of an otherwise idle machine, without relying on one lucky round. */
function bestQuarter(speeds: readonly number[]): number {
  const best = speeds.toSorted((a, b) => b - a).slice(0, Math.max(1, speeds.length >> 2));
  return best.reduce((sum, speed) => sum + speed, 0) / Math.max(1, best.length);
}

/** Measures both sides in turn, round by round, so that both run under the same load; see bestQuarter. */
export function measure(contest: Contest, rounds: number): ContestResult {
  const { name, baseline, ours, goal, aim } = contest;
  const faults = contest.verify();
  const theirs: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds && faults.length === 0; round++) {
    const speeds = [perSecond(baseline.run, round), perSecond(ours.run, round)] as const;
    if (round < WARM_UP_ROUNDS) continue;
    theirs.push(speeds[0]);
    own.push(speeds[1]);
  }
  const [baselinePerSecond, oursPerSecond] = [bestQuarter(theirs), bestQuarter(own)];
  return {
    name,
    baselineName: baseline.name,
    oursName: ours.name,
    baselinePerSecond,
    oursPerSecond,
    ratio: faults.length === 0 ? oursPerSecond / baselinePerSecond : 0,
    ...(goal === undefined ? {} : { goal }),
    ...(aim === undefined ? {} : { aim }),
    faults,
  };
}
