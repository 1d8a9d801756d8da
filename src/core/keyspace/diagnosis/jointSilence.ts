/*
 * Judges rows that fall silent at the same time together. Each silence may be too short to be sure of, but rows that do not
 * depend on each other are rarely silent at once.
 */
import type { ColumnRange } from './rhythm.ts';

/** Fewer rows may stop at once by habit, such as people of one office: each is judged by itself. */
const LEAST_TOGETHER = 8;

interface JudgedSilence extends ColumnRange {
  /** ln P of this silence alone. */
  readonly lnP: number;
}

/**
 * The same silences. Those that begin and end together get the ln P of the group where it is lower: the sum of their ln P,
 * corrected for the number of groups of this size that `rows` allow (Bonferroni). Edges closer than `near` columns are the same.
 */
export function withJoint<T extends JudgedSilence>(
  silences: readonly T[],
  { rows, near }: { readonly rows: number; readonly near: number },
): readonly T[] {
  const joint = new Map<T, number>();
  const inOrder = silences.toSorted((a, b) => a.from - b.from);
  for (const [at, first] of inOrder.entries()) {
    const group: T[] = [];
    for (let other = at; (inOrder[other]?.from ?? Number.POSITIVE_INFINITY) <= first.from + near; other++) {
      const silence = inOrder[other] as T;
      if (Math.abs(silence.to - first.to) <= near) group.push(silence);
    }
    // Those that tell nothing alone stopped with the group too, but are no evidence.
    const telling = group.filter(({ lnP }) => lnP < 0);
    if (telling.length < LEAST_TOGETHER) continue;
    const lnP = telling.reduce((sum, silence) => sum + silence.lnP, lnGroups(rows, telling.length));
    for (const silence of group) joint.set(silence, Math.min(joint.get(silence) ?? 0, lnP));
  }
  return silences.map((silence) => {
    const lnP = joint.get(silence);
    return lnP !== undefined && lnP < silence.lnP ? { ...silence, lnP } : silence;
  });
}

/** ln of the number of ways to choose `size` of `rows`. */
function lnGroups(rows: number, size: number): number {
  let ln = 0;
  for (let at = 1; at <= size; at++) ln += Math.log((rows - size + at) / at);
  return ln;
}
