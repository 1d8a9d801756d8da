import { seededRandom } from '../seededRandom.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisInput, Finding } from './finding.ts';
import { longestPauses } from './pauses.ts';
import type { Trial } from './trial.fixture.ts';

/* Compares the findings of a trial with what was planted in it. */

const SECOND = 10_000_000n;
/** 2026-01-05T00:00:00Z, a Monday. */
const MONDAY = 639_031_680_000_000_000n;

/** What the map of a list shows, in about `columns` columns. */
function inputOfTrial(trial: Trial, columns: number): DiagnosisInput {
  const { times, rounding, seconds, start, now } = trial;
  const unit = Math.max(1, rounding);
  const width = Math.max(unit, Math.ceil(seconds / columns / unit) * unit);
  const columnCount = Math.ceil(seconds / width);
  const counts = new Uint32Array(times.length * columnCount);
  const offsets: number[] = [];
  const groups: number[] = [];
  for (const [row, own] of times.entries())
    for (const second of own) {
      const at = row * columnCount + Math.floor(second / width);
      counts[at] = (counts[at] as number) + 1;
      offsets.push(Math.round(second * 1e7));
      groups.push(row);
    }
  const from = MONDAY + BigInt(start) * SECOND;
  const stepTicks = rounding === 0 ? undefined : BigInt(rounding) * SECOND;
  const pauses = longestPauses({
    count: offsets.length,
    baseTicks: from,
    offsets: Float64Array.from(offsets),
    groups,
    groupCount: times.length,
    stepTicks,
  });
  return {
    grid: {
      rowCount: times.length,
      columnCount,
      from,
      bucketTicks: BigInt(width) * SECOND,
      counts,
      states: new Uint8Array(counts.length).fill(3),
    },
    labels: times.map((_, row) => String(row)),
    rowsAre: 'prefix',
    facts: {
      nowTicks: from + BigInt(now ?? seconds * 1000) * SECOND,
      spansRowsOnly: now === undefined ? true : undefined,
      reads: 'every partition',
      timeSource: 'both',
      front: 'none',
      roundingTicks: stepTicks,
      pauses: pauses.length > 0 ? pauses : undefined,
    },
  };
}

/** A Poisson process of a rate that changes with time, at most `most`. */
export function poissonTimes(
  seed: number,
  seconds: number,
  most: number,
  rate: (second: number) => number,
): readonly number[] {
  const random = seededRandom(seed);
  const times: number[] = [];
  for (let at = 0; ; ) {
    at -= Math.log(1 - random()) / most;
    if (at >= seconds) return times;
    if (random() * most < rate(at)) times.push(at);
  }
}

interface Verdict {
  /** Whether a finding of the right kind shows each planted stretch. */
  readonly isFound: boolean;
  /** How far the worst edge is off, in columns: from the row beside a silence, or from what was planted. */
  readonly off: number;
  /** The same in seconds, for silences. */
  readonly offSeconds: number;
  /** Faults that nobody planted. */
  readonly accused: readonly string[];
  readonly notes: readonly string[];
}

/** The end of the time of the row before the middle of a planted silence, and the time of the row after it, in seconds. */
function rowsAround(
  { times, rounding }: Trial,
  from: number,
  to: number,
  prefix?: number,
): readonly [number, number] {
  const middle = (from + to) / 2;
  let [before, after] = [0, Number.POSITIVE_INFINITY];
  for (const [row, own] of times.entries()) {
    if (prefix !== undefined && row !== prefix) continue;
    for (const second of own) {
      if (second <= middle) before = Math.max(before, second);
      else after = Math.min(after, second);
    }
  }
  return [before + rounding, after];
}

/** A stretch that is this much wider or farther away is not the planted one. In columns, and as a share of its length. */
const NEAR = { columns: 2, share: 0.15 };

export function verdictOf(trial: Trial, columns = 300): Verdict {
  const { id, truth, seconds } = trial;
  const { grid, ...more } = inputOfTrial(trial, columns);
  const found = diagnose({ grid, ...more });
  const width = Number(grid.bucketTicks) / 1e7;
  const second = (ticks: bigint) => Number(ticks - grid.from) / 1e7;
  const isSilence = id === 'silent-prefix' || id === 'gap-for-all';
  const mustBeFault = isSilence || id === 'drop-for-all';
  const ofKind = found.filter((one) => one.id === id && (one.severity === 'fault' || !mustBeFault));
  const offs = truth.map(({ from, to, prefix }) => {
    const [begin, end] = isSilence ? rowsAround(trial, from, to, prefix) : [from, to];
    const near = ofKind
      .flatMap(({ cells }) => cells)
      .filter(({ rows }) => prefix === undefined || rows === undefined || rows.includes(prefix))
      // A stretch that goes on to the end has only one edge to compare.
      .map((cell) =>
        Math.max(Math.abs(second(cell.from) - begin), to < seconds ? Math.abs(second(cell.to) - end) : 0),
      );
    const off = Math.min(...near, Number.POSITIVE_INFINITY);
    return off <= Math.max(NEAR.columns * width, NEAR.share * (to - from)) ? off : Number.POSITIVE_INFINITY;
  });
  const worst = Math.max(0, ...offs);
  const text = ({ title, cells: [cell] }: Finding) =>
    cell === undefined ? title : `${title} ${Math.round(second(cell.from))}-${Math.round(second(cell.to))} s`;
  // A skewed load has a hot prefix too.
  const others = found.filter((one) => one.id !== id && !(id === 'skew' && one.id === 'hot-prefix'));
  return {
    isFound: ofKind.length > 0 && Number.isFinite(worst),
    off: worst / width,
    offSeconds: isSilence ? worst : 0,
    accused: others.filter(({ severity }) => severity === 'fault').map(text),
    notes: others.filter(({ severity }) => severity === 'note').map(text),
  };
}
