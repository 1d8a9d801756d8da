import { countText, secondsText, shareText } from '../../words.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { sum } from './byDefinition.fixture.ts';
import type { CellMap } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { besideExpectation, lnDepth } from './depth.ts';
import { edgeBand, lnDrop, sharpened, usualSteps } from './edges.ts';
import type { DiagnosisView } from './finding.ts';
import { isUnseenNight } from './quiet.ts';
import { areEven, isWeekend, knownColumns, mayBeNight, recurs } from './rhythm.ts';
import { summing } from './statistics.ts';

/*
 * Drops of all rows by their definition, in the plainest form. Edges, depths, nights and rhythms have tests of their own, so they are
 * used as they are.
 */

interface Drop {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly expected: number;
  readonly lnP: number;
}

/** 1 to 7, 8, 9, 10, 12, 14 ...: each about a sixth wider than the one before. */
function widths(): readonly number[] {
  const list = [1];
  for (let next = 2; next <= 700; next = Math.max(next + 1, Math.round(next * 1.16))) list.push(next);
  return list;
}

function dropsIn(totals: readonly number[]): readonly Drop[] {
  const columns = totals.length;
  const all = summing(totals);
  const isSure = (lnP: number) => lnP + Math.log(columns * widths().length) <= Math.log(1e-4);
  return widths()
    .filter((width) => width * 3 <= columns)
    .flatMap((width) => {
      const side = Math.max(2, Math.ceil(width / 3));
      const steps = usualSteps(all, columns, edgeBand(width));
      return Array.from({ length: columns }, (_, from) => ({ from, to: from + width })).flatMap(
        ({ from, to }): readonly Drop[] => {
          if (from < side || to + side > columns) return [];
          const count = sum(totals.slice(from, to));
          const least = Math.min(sum(totals.slice(from - side, from)), sum(totals.slice(to, to + side)));
          const expected = least * (width / side);
          if (count > 0.3 * expected || expected - count < 30) return [];
          const byEdges = lnDrop(all, { from, to }, columns, steps);
          if (byEdges === undefined || !isSure(byEdges)) return [];
          const depth = width < 3 ? lnDepth(besideExpectation(totals), { from, to }) : byEdges;
          const lnP = Math.max(byEdges, depth);
          return isSure(lnP) ? [{ from, to, count, expected, lnP }] : [];
        },
      );
    });
}

/** Of drops that overlap, the surest; if equally sure, the longest. */
function surest(found: readonly Drop[]): readonly Drop[] {
  const kept: Drop[] = [];
  for (const one of found.toSorted((a, b) => a.lnP - b.lnP || b.to - b.from - (a.to - a.from)))
    if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one);
  return kept.toSorted((a, b) => a.from - b.from);
}

function withEdges(totals: readonly number[], drop: Drop): Drop {
  const width = drop.to - drop.from;
  const rate = drop.expected / width;
  const { from, to } = sharpened(totals, drop, rate, Math.max(1, Math.round(width / 6)));
  return { ...drop, from, to, count: sum(totals.slice(from, to)), expected: rate * (to - from) };
}

function clock(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + 1000 * second).toISOString().replace(/\.\d+Z/u, 'Z');
}

function wordsOf(view: DiagnosisView, drops: readonly Drop[], kind: 'drop' | 'regular' | 'night') {
  const seconds = view.cellSeconds;
  const cells = drops.map(({ from, to }) => [from * seconds, to * seconds] as const);
  const [from, to] = cells[0] ?? [0, 0];
  const [counted, expected] = [sum(drops.map(({ count }) => count)), sum(drops.map((drop) => drop.expected))];
  const left = shareText(counted / expected);
  const isOne = drops.length === 1;
  const titles = {
    drop: isOne ? `Drop for all to ${left}` : `${drops.length} drops for all`,
    regular: isOne ? 'Regular quiet time' : `${drops.length} regular quiet times`,
    night: `Quiet for ${secondsText(to - from)}`,
  };
  const more = {
    drop: '',
    regular: '. It recurs with the day or the week',
    night: '',
  };
  const night =
    kind === 'night' ? ' It may be a night or an outage: the map shows no other day at these hours.' : '';
  const beyond = drops.map(({ lnP }) => Math.log(1e-4) - lnP - Math.log(view.grid.columnCount));
  return {
    id: 'drop-for-all',
    title: titles[kind],
    sentence: `All together wrote ${left} of what they wrote just before and after, ${isOne ? '' : `${drops.length} times, the first `}from ${clock(from)} to ${clock(to)} (${secondsText(to - from)}): ${countText(counted)} ${counted === 1 ? 'row' : 'rows'} instead of about ${countText(expected)}${more[kind]}.${night}`,
    confidence: (0.7 + 0.29 * Math.min(1, Math.max(0, Math.min(...beyond) / 30))).toFixed(9),
    severity: kind === 'drop' ? 'fault' : 'note',
    cells,
  };
}

/** What the rule says of counts of one row: words, confidence and cells in seconds from the begin of the map. */
export function dropWords(view: DiagnosisView, counts: readonly number[]) {
  const { from: first, to: end } = view.active;
  const drops = surest(dropsIn(counts.slice(first, end)))
    .map((drop) => ({ ...drop, from: drop.from + first, to: drop.to + first }))
    .filter(({ from, to }) => {
      const inside = counts.slice(from, to);
      return inside.filter((count) => count === 0).length < inside.length / 2;
    });
  const isTimer = areEven(drops);
  const isRegular = (drop: Drop) => {
    const half = drop.expected / (drop.to - drop.from) / 2;
    const isQuiet = (column: number) => (counts[column] ?? 0) <= half;
    const rhythm = { active: view.active, known: knownColumns(view), isQuiet };
    return isTimer || isWeekend(view, drop) || recurs(view, drop, rhythm) || mayBeNight(view, drop, rhythm);
  };
  const regular = drops.filter(isRegular);
  const others = drops.filter((drop) => !regular.includes(drop));
  const nights = others.filter((drop) => isUnseenNight(view, drop));
  const odd = others.filter((drop) => !nights.includes(drop)).map((drop) => withEdges(counts, drop));
  return [
    ...nights.map((drop) => wordsOf(view, [withEdges(counts, drop)], 'night')),
    ...(odd.length > 3 ? [wordsOf(view, odd, 'drop')] : odd.map((drop) => wordsOf(view, [drop], 'drop'))),
    ...(regular.length === 0 ? [] : [wordsOf(view, regular, 'regular')]),
  ];
}

/** Counts of one row with drops or nearly so, by seed: most are at a border of what counts as one. */
export function dropCase(seed: number): { readonly counts: readonly number[]; readonly map: CellMap } {
  const random = seededRandom(seed * 9473 + 29);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const columns = pick([12, 13, 24, 40, 60, 60, 96, 144]);
  const usual = pick([3, 16, 31, 60, 100, 300, 1000]);
  const noise = pick(['none', 'little', 'chance', 'chance', 'rough']);
  const drops = Array.from({ length: pick([1, 1, 1, 1, 2, 4, 5]) }, () => ({
    from: pick([1, 2, 3, columns - 4, columns - 8, Math.floor(random() * columns)]),
    width: pick([1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 20, 36, 72]),
    left: pick([0, 0.02, 0.1, 0.1, 0.2, 0.28, 0.3]),
    edge: pick([0, 0, 0, 0.3, 0.6]),
  }));
  const every = pick([0, 0, 0, 0, 12, 24, 25]);
  const [before, behind] = [pick([0, 0, 4]), pick([0, 0, 3])];
  const inside = Array.from({ length: columns }, (_, at) => {
    const shares = drops.map(({ from, width, left, edge }) => {
      const outside = Math.max(0, from - at, at - (from + width - 1));
      return outside === 0 ? left : outside === 1 ? 1 - edge : 1;
    });
    const timer = every > 0 && at % every < 3 ? 0.1 : 1;
    const rate = usual * Math.min(timer, ...shares);
    if (noise === 'chance') return poisson(random, rate);
    if (noise === 'rough') return poisson(random, rate * Math.exp(0.8 * (random() - 0.5)));
    return Math.round(rate) + (noise === 'little' ? (at * 7) % 3 : 0);
  });
  const empty = (length: number) => Array.from({ length }, () => 0);
  const cellSeconds = pick([60, 300, 900, 1800, 3600]);
  const nowTicks = NEW_YEAR + BigInt((before + columns) * cellSeconds) * 10_000_000n;
  return {
    counts: [...empty(before), ...inside, ...empty(behind)],
    map: { cellSeconds, ...(random() < 0.3 && { facts: { nowTicks } }) },
  };
}
