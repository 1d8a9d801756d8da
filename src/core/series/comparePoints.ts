import { grouped } from '../grouped.ts';

/** The parts of a point that are compared. */
export interface ComparedPoint {
  readonly ticks: bigint;
  /** The value as the service wrote it. */
  readonly text: string;
}

/** How two readings of one series differ, by instant. */
export interface PointDifference {
  /** Instants with the same value in both. */
  readonly same: number;
  /** Instants that both have, but with different values, and the earliest of them. */
  readonly different: number;
  readonly firstDifferent?: bigint | undefined;
  readonly onlyInFirst: number;
  readonly onlyInSecond: number;
}

const WHOLE = /^-?\d{1,400}$/;

/** 5 and 5.0 are the same value. Whole numbers are compared to the last digit. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  if (WHOLE.test(a) && WHOLE.test(b)) return BigInt(a) === BigInt(b);
  return a.trim() !== '' && Number(a) === Number(b);
}

/** The points that all readings can have if some of them were cut: those up to the last instant of the reading that was cut first. */
export function upToCut<P extends ComparedPoint>(
  readings: readonly { readonly points: readonly P[]; readonly isCut: boolean }[],
): readonly (readonly P[])[] {
  const ends = readings.flatMap(({ points, isCut }) => (isCut ? [points.at(-1)?.ticks ?? 0n] : []));
  const end = ends.reduce<bigint | undefined>(
    (least, each) => (least === undefined || each < least ? each : least),
    undefined,
  );
  return readings.map(({ points }) =>
    end === undefined ? points : points.filter(({ ticks }) => ticks <= end),
  );
}

function byTicks(points: readonly ComparedPoint[]): ReadonlyMap<bigint, readonly string[]> {
  return grouped(
    points,
    ({ ticks }) => ticks,
    ({ text }) => text,
  );
}

/** Compares two readings of one series. An instant with several points is the same if the values are, in order. */
export function comparePoints(
  first: readonly ComparedPoint[],
  second: readonly ComparedPoint[],
): PointDifference {
  const [a, b] = [byTicks(first), byTicks(second)];
  let same = 0;
  let different = 0;
  let firstDifferent: bigint | undefined;
  for (const [ticks, texts] of a) {
    const others = b.get(ticks);
    if (others === undefined) continue;
    const isEqual =
      texts.length === others.length && texts.every((text, at) => isSame(text, others[at] ?? ''));
    if (isEqual) same += 1;
    else {
      different += 1;
      if (firstDifferent === undefined || ticks < firstDifferent) firstDifferent = ticks;
    }
  }
  const both = same + different;
  return { same, different, firstDifferent, onlyInFirst: a.size - both, onlyInSecond: b.size - both };
}
