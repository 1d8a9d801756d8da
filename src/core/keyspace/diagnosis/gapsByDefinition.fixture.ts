import { countText, secondsText } from '../../words.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { mean, sum } from './byDefinition.fixture.ts';
import type { CellMap } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { besideExpectation, lnDepth } from './depth.ts';
import { edgeBand, lnDrop, usualSteps } from './edges.ts';
import type { DiagnosisView, KeyspaceFacts, RowPause } from './finding.ts';
import { lnWait } from './ownNull.ts';
import { areTogether, isUnseenNight, isUsualPause, leastAlike, leastMissing } from './quiet.ts';
import { areEven, isWeekend, knownColumns, mayBeNight, recurs } from './rhythm.ts';
import { median, neighbourDispersion, summing } from './statistics.ts';

/*
 * Gaps of all rows by their definition, in the plainest form. Rhythms, nights, depths and edges have tests of their own, so they are
 * used as they are.
 */

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Gap extends Range {
  readonly expected: number;
  readonly lnP: number;
  readonly lnShort: number;
  readonly exact?: RowPause;
}

type Table = readonly (readonly number[])[];

const TICKS = 10_000_000n;
const SURE = Math.log(1e-4);

function runsOf(counts: readonly number[], isIn: (count: number) => boolean): readonly Range[] {
  return counts.flatMap((count, from) => {
    if (!isIn(count) || (from > 0 && isIn(counts[from - 1] ?? 0))) return [];
    const next = counts.findIndex((each, at) => at > from && !isIn(each));
    return [{ from, to: next < 0 ? counts.length : next }];
  });
}

/** How sure a gap is, by the totals of the columns in use. `open`: nothing is known behind it. */
function judged(totals: readonly number[], gap: Range, isOpen: boolean): Gap {
  const length = gap.to - gap.from;
  const width = Math.max(2, Math.min(Math.floor(totals.length / 4), Math.ceil(length / 6)));
  const dispersion = neighbourDispersion(totals.filter((count) => count > 0));
  const meanOf = (from: number, to: number) =>
    from < 0 || to > totals.length ? undefined : mean(totals.slice(from, to));
  const beside = (cut: number) => {
    const left = gap.from - cut - width < 0 ? gap.from : gap.from - cut;
    const right = gap.to + cut + width > totals.length ? gap.to : gap.to + cut;
    const before = [meanOf(left - width, left), meanOf(left - 2 * width, left - width)] as const;
    const after = [meanOf(right, right + width), meanOf(right + width, right + 2 * width)] as const;
    const sides = isOpen ? [before] : [before, after];
    const rate = Math.min(...sides.map(([near = 0]) => near));
    const continued = sides.map(([near = 0, far]) =>
      far === undefined ? 0 : near - (Math.max(0, far - near) * (length + width)) / (2 * width),
    );
    const middle = Math.max(0, Math.min(rate, ...continued));
    return { rate, lnP: (-Math.max(rate / 16, middle / (isOpen ? 6 : 2.5)) * length) / dispersion };
  };
  const [near, apart] = [beside(0), beside(1)];
  const isShort = length <= 6 && !isOpen;
  const all = summing(totals);
  const byEdges = lnDrop(all, gap, totals.length, usualSteps(all, totals.length, edgeBand(length)));
  return {
    ...gap,
    expected: (isShort ? Math.max(near.rate, apart.rate) : near.rate) * length,
    lnP: Math.min(near.lnP, byEdges ?? 0),
    lnShort: isShort && apart.rate * length >= 10 ? apart.lnP : 0,
  };
}

/** Pauses of single rows in which at least so many of its rows are missing, by its share of what all others write meanwhile. */
function ownPauses(table: Table, totals: readonly number[], cells: number): readonly Range[] {
  const rows = table.filter((counts) => sum(counts) > 0);
  return rows.flatMap((counts) => {
    const share = sum(counts) / sum(totals);
    const used = [...counts.keys()].filter((at) => (counts[at] ?? 0) > 0);
    return used.flatMap((to, before) => {
      const from = before === 0 ? to : (used[before - 1] ?? 0) + 1;
      return share * sum(totals.slice(from, to)) >= leastMissing(cells) ? [{ from, to }] : [];
    });
  });
}

const isSure = (lnP: number, places: number) => lnP + Math.log(Math.max(1, places)) <= SURE;

/** Columns of the map, of which `first` is the first with rows, and their times. */
interface Place {
  readonly view: DiagnosisView;
  readonly cut: Table;
  readonly totals: readonly number[];
  readonly first: number;
}

const timeOf = ({ view, first }: Place, column: number) =>
  NEW_YEAR + BigInt(column + first) * view.grid.bucketTicks;
const placed = <T extends Range>({ first }: Place, gap: T): T => ({
  ...gap,
  from: gap.from + first,
  to: gap.to + first,
});
const meets = (place: Place, { from, to }: RowPause, gap: Range) =>
  from < timeOf(place, gap.to) && to > timeOf(place, gap.from);

/** Gaps that recur, and the others that are too long, or too deep, for how the table is used elsewhere. */
function between(place: Place, isOfCalendar: (gap: Range) => boolean) {
  const { totals, view } = place;
  const places = totals.length;
  const empty = runsOf(totals, (count) => count === 0);
  const all = empty
    .map((gap) => judged(totals, gap, false))
    .filter((gap) => isSure(gap.lnP, places) || isSure(gap.lnShort, places));
  const active = { from: place.first, to: place.first + places };
  const isQuiet = (column: number) => totals[column - place.first] === 0;
  const rhythm = { active, known: knownColumns(view), isQuiet };
  const isTimer = areEven(all);
  const regular = all.filter(
    (gap) => isTimer || isOfCalendar(gap) || mayBeNight(view, placed(place, gap), rhythm),
  );
  const long = all.filter(({ lnP }) => isSure(lnP, places));
  const others = empty.filter((gap) => !long.some(({ from }) => from === gap.from));
  const steps = totals.filter((count) => count > 0).length - 1 - others.length - long.length;
  const waits = [
    ...others.map(({ from, to }) => to - from + 1),
    ...Array.from({ length: Math.max(0, steps) }, () => 1),
  ];
  const beside = besideExpectation(totals);
  const odd = all
    .filter((gap) => !regular.includes(gap))
    .map((gap) => {
      const depth = lnDepth(beside, gap, all.length <= 3 ? all : []);
      const byLength = Math.max(gap.lnP, lnWait(gap.to - gap.from + 1, waits));
      return { ...gap, lnP: Math.min(byLength, Math.max(gap.lnShort, depth)) };
    })
    .filter(({ lnP, expected }) => isSure(lnP, places) && expected >= 10);
  return { regular, odd };
}

/** Whether a gap may be how the table is used: a night, or one of many pauses. */
function quietJudge(place: Place): (gap: Range) => boolean {
  const { view, cut, totals } = place;
  const rows = cut.filter((counts) => sum(counts) > 0).length;
  const isPassing = view.rowsAre === 'partition' && view.facts.timeSource === 'partition';
  const own = isPassing ? [] : ownPauses(cut, totals, view.grid.counts.length);
  const pauses = rows === 1 ? runsOf(totals, (count) => count === 0) : own;
  return (gap) => {
    const others = pauses.filter((pause) => !areTogether(pause, gap, 'both'));
    return (
      isUnseenNight(view, placed(place, gap)) || isUsualPause(gap, others, Math.max(2, leastAlike(rows)))
    );
  };
}

/** The outages with the times that are known exactly, and those that are narrower than three columns. */
function withExact(place: Place, sure: readonly Gap[], none: readonly Gap[]): readonly Gap[] {
  const { bucketTicks } = place.view.grid;
  const exact = (place.view.facts.pauses ?? []).filter(
    (pause) => pause.row === undefined && !none.some((gap) => meets(place, pause, gap)),
  );
  const seen = sure.map((gap): Gap => {
    const pause = exact.find((one) => meets(place, one, gap));
    if (pause === undefined) return gap;
    return { ...gap, exact: pause, expected: pause.expected, lnP: Math.min(gap.lnP, pause.lnP) };
  });
  const narrow = exact
    .filter((one) => one.to - one.from < 3n * bucketTicks && !sure.some((gap) => meets(place, one, gap)))
    .map((one): Gap => {
      const from = Number((one.from - NEW_YEAR) / bucketTicks) - place.first;
      const last = Number((one.to - NEW_YEAR + bucketTicks - 1n) / bucketTicks) - place.first;
      const { expected, lnP } = one;
      return { from, to: Math.max(last, from + 1), expected, lnP, lnShort: 0, exact: one };
    });
  return [...seen, ...narrow].toSorted((a, b) => a.from - b.from);
}

/** The gap from the last row until now, without the time by which rows are late. */
function untilNow({ view, totals, first }: Place): Range | undefined {
  const { nowTicks, lag, spansRowsOnly } = view.facts;
  if (nowTicks === undefined || spansRowsOnly === true || totals.length === 0) return undefined;
  const late = Math.max(600, lag?.p99Seconds ?? 0);
  const until = nowTicks - BigInt(Math.ceil(late)) * TICKS - NEW_YEAR;
  const to = Math.min(view.grid.columnCount, Number(until / view.grid.bucketTicks)) - first;
  return (to - totals.length) * view.cellSeconds > late ? { from: totals.length, to } : undefined;
}

type Cells = readonly [from: bigint, to: bigint];

function clock(ticks: bigint): string {
  const ms = Number((ticks - NEW_YEAR) / 10_000n);
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString().replace(/\.\d+Z/u, 'Z');
}

const lasts = ([from, to]: Cells) => secondsText(Number(to - from) / 1e7);
const when = ([from, to]: Cells) => `from ${clock(from)} to ${clock(to)}`;

function told(
  title: string,
  sentence: string,
  severity: 'fault' | 'note',
  confidence: number,
  cells: readonly Cells[],
) {
  const seconds = cells.map(([from, to]) => [Number(from - NEW_YEAR) / 1e7, Number(to - NEW_YEAR) / 1e7]);
  return { title, sentence, confidence: confidence.toFixed(9), severity, cells: seconds };
}

function sureness(gaps: readonly Gap[], places: number): number {
  const beyond = gaps.map(({ lnP }) => SURE - lnP - Math.log(Math.max(1, places)));
  return 0.7 + 0.29 * Math.min(1, Math.max(0, Math.min(...beyond) / 30));
}

function outageWords(gaps: readonly Gap[], cells: readonly Cells[], places: number) {
  if (gaps.length <= 3)
    return cells.map((cell, at) => {
      const own = gaps.slice(at, at + 1);
      const sentence = `No row at all ${when(cell)} (${lasts(cell)}); about ${countText(own[0]?.expected ?? 0)} were expected at the rate before and after.`;
      return told('Gap for all', sentence, 'fault', sureness(own, places), [cell]);
    });
  const shown = cells.slice(0, 3).map((cell) => `${clock(cell[0])} (${lasts(cell)})`);
  const expected = countText(sum(gaps.map((gap) => gap.expected)));
  const sentence = `No row at all ${gaps.length} times: ${shown.join(', ')} and ${gaps.length - 3} more; about ${expected} were expected at the rates before and after.`;
  return [told(`${gaps.length} gaps for all`, sentence, 'fault', sureness(gaps, places), cells)];
}

function quietWords(gaps: readonly Gap[], cells: readonly Cells[], isNight: boolean, places: number) {
  const [first] = cells;
  if (first === undefined) return [];
  const why = isNight
    ? 'It may be a night or an outage: the map shows no other day at these hours.'
    : 'Writers also pause this long at other times, so it may be normal.';
  const title = gaps.length === 1 ? `Quiet for ${lasts(first)}` : `${gaps.length} quiet times`;
  const many = gaps.length === 1 ? '' : `${gaps.length} times, the first `;
  const sentence = `Nobody writes ${many}${when(first)} (${lasts(first)}). ${why}`;
  return [told(title, sentence, 'note', sureness(gaps, places), cells)];
}

function timerWords(gaps: readonly Gap[], cells: readonly Cells[], cellSeconds: number) {
  const [first] = cells;
  if (first === undefined || gaps.every(({ from, to }) => to - from <= 2)) return [];
  const usual = secondsText(median(gaps.map(({ from, to }) => to - from)) * cellSeconds);
  const title = gaps.length === 1 ? 'Regular pause' : `${gaps.length} regular pauses`;
  const sentence =
    gaps.length === 1
      ? `Nobody writes ${when(first)} (${lasts(first)}), which fits the time of day or the weekend.`
      : `Nobody writes ${gaps.length} times for about ${usual}, the first ${when(first)}, at regular intervals.`;
  return [told(title, sentence, 'note', 0.8, cells)];
}

/** What the rule says of a map: title, words, confidence and cells in seconds from the begin of the map. */
export function gapWords(view: DiagnosisView, table: Table) {
  const { from: first, to: end } = view.active;
  const cut = table.map((counts) => counts.slice(first, end));
  const totals = Array.from({ length: end - first }, (_, at) => sum(cut.map((counts) => counts[at] ?? 0)));
  const place = { view, cut, totals, first };
  const isQuiet = (column: number) => sum(table.map((counts) => counts[column] ?? 0)) === 0;
  const rhythm = { active: view.active, known: knownColumns(view), isQuiet };
  const isOfCalendar = (gap: Range) =>
    isWeekend(view, placed(place, gap)) || recurs(view, placed(place, gap), rhythm);
  const { regular, odd } = between(place, isOfCalendar);
  const mayBeUse = quietJudge(place);
  const unsure = odd.filter(mayBeUse);
  const sure = odd.filter((gap) => !unsure.includes(gap));
  const outages = withExact(place, sure, [...regular, ...unsure]);
  const cellOf = ({ from, to }: Range): Cells => [timeOf(place, from), timeOf(place, to)];
  const exactOf = (gap: Gap): Cells =>
    gap.exact === undefined ? cellOf(gap) : [gap.exact.from, gap.exact.to];
  const rest = untilNow(place);
  const open = rest === undefined || isOfCalendar(rest) ? [] : [judged(totals, rest, true)];
  const [quiet] = unsure;
  return [
    ...outageWords(outages, outages.map(exactOf), totals.length),
    ...quietWords(
      unsure,
      unsure.map(cellOf),
      quiet !== undefined && isUnseenNight(view, placed(place, quiet)),
      totals.length,
    ),
    ...open
      .filter(({ lnP }) => isSure(lnP, 1))
      .map((gap) => {
        const sentence = `No row at all since ${clock(cellOf(gap)[0])} (${lasts(cellOf(gap))} and more); about ${countText(gap.expected)} were expected at the rate before.`;
        return told('No new rows', sentence, 'fault', sureness([gap], 1), [cellOf(gap)]);
      }),
    ...timerWords(regular, regular.map(cellOf), view.cellSeconds),
  ];
}

/** Counts with gaps or nearly so, by seed: most are at a border of what counts as one. */
export function gapCase(seed: number): { readonly table: Table; readonly map: CellMap } {
  const random = seededRandom(seed * 9277 + 7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const columns = pick([12, 24, 40, 60, 96, 144, 200]);
  const rows = pick([1, 1, 2, 3, 5, 9]);
  const cellSeconds = pick([60, 300, 300, 900, 3600]);
  const usual = pick([0.3, 1, 2, 4, 10, 30]);
  const noise = pick(['none', 'little', 'chance', 'rough']);
  const [before, behind] = [pick([0, 0, 4]), pick([0, 0, 3, 20, 50])];
  const gapOf = () => ({
    from: pick([1, 2, 3, 4, columns - 4, columns - 8, Math.floor(random() * columns)]),
    width: pick([1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 24, 40, 72]),
    ramp: pick([0, 0, 0, 1, 1, 4, 12]),
    row: pick([undefined, undefined, undefined, Math.floor(random() * rows)]),
  });
  const gaps = Array.from({ length: pick([1, 1, 1, 2, 3, 4, 5]) }, gapOf);
  const every = pick([0, 0, 0, 0, 3, 12, 24]);
  const table = Array.from({ length: rows }, (_, row) => {
    const inside = Array.from({ length: columns }, (__, at) => {
      const shares = gaps
        .filter((gap) => (gap.row ?? row) === row)
        .map(({ from, width, ramp }) => Math.max(0, from - at, at - (from + width - 1)) / (ramp + 1));
      const isTimer = every > 0 && at % every === 1;
      const rate = isTimer ? 0 : usual * (1 + 0.4 * row) * Math.min(1, ...shares);
      if (noise === 'chance') return poisson(random, rate);
      if (noise === 'rough') return poisson(random, rate * Math.exp(1.6 * (random() - 0.5)));
      const whole = rate < 1 && rate > 0 ? Number((at + row) % Math.ceil(1 / rate) === 0) : Math.round(rate);
      return whole === 0 || noise === 'none' ? whole : whole + ((at * 7 + row) % 3);
    });
    const empty = (length: number) => Array.from({ length }, () => 0);
    return [...empty(before), ...inside, ...empty(behind)];
  });
  const last = Math.max(...table.map((counts) => counts.findLastIndex((count) => count > 0)));
  const second = (column: number) => NEW_YEAR + BigInt(Math.round(column * cellSeconds)) * TICKS;
  const pauseOf = (): RowPause => {
    const from = before + pick([gaps[0]?.from ?? 0, random() * columns]) + pick([0, -0.4, 0.3]);
    const width = pick([0.3, 0.9, 1.1, 2.9, 3, 3.2, 6]);
    const row = pick([undefined, undefined, 0]);
    return {
      from: second(Math.max(0, from)),
      to: second(Math.max(0, from) + width),
      expected: 40 + Math.floor(random() * 100),
      lnP: -20 - 40 * random(),
      ...(row !== undefined && { row }),
    };
  };
  const facts: KeyspaceFacts = {
    ...(random() < 0.5 && {
      nowTicks: second(before + columns + pick([0, 1, 3, 20, 60, 900])) + 4_000_000n,
    }),
    ...(random() < 0.1 && { spansRowsOnly: true }),
    ...(random() < 0.3 && {
      lag: { rows: 9, medianSeconds: 1, p99Seconds: pick([30, 601, 3000.5]), maxSeconds: 1, lateRows: 0 },
    }),
    // After the last row, the times of rows cannot show a pause.
    ...(random() < 0.35 && {
      pauses: Array.from({ length: pick([1, 2, 4]) }, pauseOf).filter(({ from }) => from < second(last + 1)),
    }),
    ...(random() < 0.15 && { timeSource: 'partition' as const }),
  };
  return { table, map: { cellSeconds, facts, ...(random() < 0.2 && { rowsAre: 'partition' as const }) } };
}
