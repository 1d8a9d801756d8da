import { countText, numberText, secondsText } from '../../words.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { beyondByDefinition, mean, spreadByDefinition, sum } from './byDefinition.fixture.ts';
import type { CellMap } from './cells.fixture.ts';
import { sharpened } from './edges.ts';
import { levelOfAll, levelOfRow } from './loadLevels.ts';
import { areEven } from './rhythm.ts';
import { median } from './statistics.ts';
import type { DiagnosisView } from './finding.ts';

/*
 * Bursts by their definition: from plain lists, with each median and sum computed from scratch. Edges, levels and timers have tests of their own, so they
 * are used as they are.
 */

interface Found {
  /** Row of the map; undefined: all. */
  readonly row: number | undefined;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly times: number;
  readonly lnP: number;
  readonly isFromNothing: boolean;
  readonly isLevel: boolean;
}

/** The usual rate of the busier side. */
function beside(counts: readonly number[], from: number, to: number): number {
  const side = Math.max(8, 2 * (to - from));
  return Math.max(median(counts.slice(Math.max(0, from - side), from)), median(counts.slice(to, to + side)));
}

function spreadOfWidth(counts: readonly number[], width: number, tested: number) {
  const starts = Array.from({ length: Math.floor(counts.length / width) }, (_, at) => at * width);
  const used = starts.filter((start) => starts.length >= 60 || Math.abs(start - tested) >= 2 * width);
  const logs = used.map((start) => {
    const usual = beside(counts, start, start + width) * width;
    return Math.log((sum(counts.slice(start, start + width)) + 0.5) / (usual + 0.5));
  });
  const noise =
    (1 + (1.57 * width) / Math.max(8, 2 * width)) / Math.max(1, (sum(counts) / counts.length) * width);
  return spreadByDefinition(logs, noise, 'above');
}

function peaks(counts: readonly number[], row: number | undefined, places: number): readonly Found[] {
  const columns = counts.length;
  const usual = mean(counts);
  const found: Found[] = [];
  for (let width = 1; width * 8 <= columns; width *= 2)
    for (let from = 0; from + width <= columns; from += width === 1 ? 1 : width / 2) {
      const count = sum(counts.slice(from, from + width));
      const near = beside(counts, from, from + width);
      const rate = Math.max(usual, near);
      if (count < 50 || count < 4 * rate * width) continue;
      const spread = spreadOfWidth(counts, width, from);
      const lnP = beyondByDefinition(count, 1.5 * rate * width, spread);
      if (lnP + Math.log(Math.max(1, places / width)) > Math.log(1e-3)) continue;
      const times = count / (rate * width);
      const isFromNothing = near === 0;
      found.push({ row, from, to: from + width, count, times, lnP, isFromNothing, isLevel: false });
    }
  return found;
}

/** Of bursts that overlap, the surest; in order of time. */
function surest(found: readonly Found[]): readonly Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.lnP - b.lnP))
    if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one);
  return kept.toSorted((a, b) => a.from - b.from);
}

function measured(counts: readonly number[], found: Found, { from, to }: { from: number; to: number }) {
  const rate = beside(counts, from, to);
  const count = sum(counts.slice(from, to));
  return { ...found, from, to, count, times: rate > 0 ? count / (to - from) / rate : found.times };
}

function bursts(counts: readonly number[], row: number | undefined, places: number): readonly Found[] {
  const edged = surest(peaks(counts, row, places)).map((one) => {
    let range = { from: one.from, to: one.to };
    for (let turn = 0; turn < 6; turn++)
      range = sharpened(counts, range, beside(counts, range.from, range.to), range.to - range.from);
    return measured(counts, one, range);
  });
  const joined: Found[] = [];
  for (const one of edged) {
    const last = joined.at(-1);
    if (last === undefined || one.from > last.to) joined.push(one);
    else {
      const surer = { ...last, lnP: Math.min(last.lnP, one.lnP), times: Math.max(last.times, one.times) };
      const range = { from: Math.min(last.from, one.from), to: Math.max(last.to, one.to) };
      joined[joined.length - 1] = measured(counts, surer, range);
    }
  }
  return joined;
}

/** All bursts and levels of a map, in the order in which they are named. */
function burstsByDefinition(view: DiagnosisView, table: readonly (readonly number[])[]) {
  const { from: first, to: end } = view.active;
  const cut = table.map((counts) => counts.slice(first, end));
  const rows = [...cut.keys()]
    .filter((row) => sum(cut[row] ?? []) > 0)
    .toSorted((a, b) => sum(cut[b] ?? []) - sum(cut[a] ?? []));
  const totals = Array.from({ length: end - first }, (_, at) => sum(cut.map((counts) => counts[at] ?? 0)));
  const withLevel = (found: readonly Found[], level: ReturnType<typeof levelOfAll>, row?: number) => {
    if (level === undefined) return found;
    const apart = found.filter(({ from, to }) => to <= level.from || from >= level.to);
    return [...apart, { ...level, row, isFromNothing: false, isLevel: true }].toSorted(
      (a, b) => a.from - b.from,
    );
  };
  const inOrder = rows.toSorted((a, b) => a - b);
  const ofAll = withLevel(bursts(totals, undefined, totals.length), levelOfAll(view, inOrder));
  const places = totals.length * Math.min(200, rows.length);
  const isPassing = view.rowsAre === 'partition' && view.facts.timeSource === 'partition';
  if (ofAll.length > 0 || isPassing) return { found: ofAll, places };
  const largest = rows.slice(0, 200);
  const found = largest.flatMap((row) => {
    const own = bursts(cut[row] ?? [], row, places);
    return withLevel(areEven(own) ? [] : own, levelOfRow(view, row, largest), row);
  });
  return { found, places };
}

/** The expected findings: their words and cells, in seconds from the start of the map. */
export function burstWords(view: DiagnosisView, table: readonly (readonly number[])[]) {
  const { found, places } = burstsByDefinition(view, table);
  const seconds = view.cellSeconds;
  const noun = view.rowsAre;
  const cellOf = ({ row, from, to }: Found) => [
    row === undefined ? undefined : String(row),
    (view.active.from + from) * seconds,
    (view.active.from + to) * seconds,
  ];
  const sure = ({ lnP }: Found) => {
    const beyond = Math.log(1e-4) - lnP - Math.log(Math.max(1, places));
    return 0.7 + 0.29 * Math.min(1, Math.max(0, beyond / 30));
  };
  const clock = (column: number) =>
    new Date(Date.UTC(2026, 0, 1) + (view.active.from + column) * seconds * 1000)
      .toISOString()
      .replace('.000Z', 'Z');
  if (found.length <= 3)
    return found.map((one) => {
      const where = one.row === undefined ? '' : ` of ${noun} ${one.row}`;
      const perSecond = one.count / ((one.to - one.from) * seconds);
      return {
        title: `${one.isLevel ? 'Higher load' : 'Burst'}${where}`,
        sentence: `${countText(one.count)} rows${where} from ${clock(one.from)} to ${clock(one.to)} (${numberText(perSecond)} rows/s), ${numberText(one.times)} times the rate ${one.isLevel ? 'outside this time' : 'just before and after'}.`,
        confidence: sure(one).toFixed(9),
        cells: [cellOf(one)],
      };
    });
  const inOrder = found.toSorted((a, b) => a.from - b.from);
  const shown = inOrder
    .slice(0, 3)
    .map(({ from, to }) => `${clock(from)} (${secondsText((to - from) * seconds)})`);
  const named = [...new Set(found.flatMap(({ row }) => row ?? []))].toSorted((a, b) => a - b);
  const more = named.length > 3 ? ` and ${named.length - 3} more` : '';
  const where =
    named.length === 0
      ? ''
      : ` in ${named.length === 1 ? noun : `${noun}${noun === 'prefix' ? 'es' : 's'}`} ${named.slice(0, 3).join(', ')}${more}`;
  const silent = found.filter(({ isFromNothing }) => isFromNothing);
  const what = `${found.length} ${silent.length > found.length / 2 ? 'batches' : 'bursts'}`;
  const times = numberText(median(found.map((one) => one.times)));
  return [
    {
      title: what,
      sentence: `${what}${where}, half at ${times} times the rate just before and after, or more: ${shown.join(', ')} and ${found.length - 3} more.`,
      confidence: Math.min(...found.map(sure)).toFixed(9),
      cells: inOrder.map(cellOf),
    },
  ];
}

/** Counts with bursts or nearly so, by seed: most are at a border of what counts as one. */
export function burstCase(seed: number): {
  readonly table: readonly (readonly number[])[];
  readonly map: CellMap;
} {
  const random = seededRandom(seed * 8641 + 3);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const columns = pick([16, 17, 24, 32, 40, 59, 60, 61, 64, 96, 121, 130]);
  const rows = pick([1, 1, 2, 3, 5]);
  const mean = pick([0, 0.1, 0.5, 2, 5, 12, 40]);
  const noise = pick(['none', 'little', 'chance', 'rough']);
  const [before, behind] = [pick([0, 0, 3]), pick([0, 0, 2])];
  const peakOf = () => ({
    from: pick([0, 1, 5, columns - 1, columns - 2, Math.floor(random() * columns)]),
    width: pick([1, 1, 2, 3, 4, 5, 8, 13, 16]),
    more: pick([3.8, 4, 4.5, 6, 9, 30]),
    least: pick([0, 0, 49, 50, 51, 80]),
    row: pick([undefined, undefined, Math.floor(random() * rows)]),
  });
  const list = Array.from({ length: pick([1, 1, 2, 3, 4, 5]) }, peakOf);
  const [first] = list;
  const touching =
    random() < 0.2 && first !== undefined ? [{ ...first, from: first.from + first.width }] : [];
  const every = pick([0, 0, 0, 0, 12, 20]);
  const peaksOf = [...list, ...touching];
  const table = Array.from({ length: rows }, (_, row) => {
    const own = mean * (1 + 0.3 * row);
    const inside = Array.from({ length: columns }, (__, at) => {
      const peak = peaksOf.find(
        (one) => (one.row ?? row) === row && at >= one.from && at < one.from + one.width,
      );
      const isTimer = every > 0 && at % every === 3 && row === 0;
      const rate = isTimer ? Math.max(60, 8 * own) : own * (peak?.more ?? 1);
      const least = peak === undefined ? 0 : Math.ceil(peak.least / peak.width);
      if (noise === 'chance') return Math.max(least, poisson(random, rate));
      if (noise === 'rough') return Math.max(least, poisson(random, rate * Math.exp(1.6 * (random() - 0.5))));
      return Math.max(least, Math.round(rate) + (noise === 'little' ? (at * 7 + row) % 3 : 0));
    });
    const empty = (length: number) => Array.from({ length }, () => 0);
    return [...empty(before), ...inside, ...empty(behind)];
  });
  const passing = random() < 0.1;
  return {
    table,
    map: {
      cellSeconds: pick([60, 300]),
      ...(passing && { rowsAre: 'partition' as const, facts: { timeSource: 'partition' as const } }),
    },
  };
}
