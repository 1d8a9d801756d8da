import { describe, expect, it } from 'vitest';
import { poisson, seededRandom } from '../seededRandom.ts';
import { viewOf } from './cells.fixture.ts';
import { sum } from './byDefinition.fixture.ts';
import { sentenceText } from './phrase.ts';
import { silentPrefix } from './silentPrefix.ts';

/* How many rows a silence misses, against a clock that is written here in the plainest form. */

type Table = readonly (readonly number[])[];

interface Zeros {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

/** The costliest run of zeros that does not begin with the table; the first of equals. */
function zerosOf(counts: readonly number[], costs: readonly number[]): Zeros {
  const runs = counts.flatMap((count, from): Zeros[] => {
    if (from === 0 || count > 0 || counts[from - 1] === 0) return [];
    const next = counts.findIndex((each, at) => at > from && each > 0);
    const to = next < 0 ? counts.length : next;
    return [{ from, to, cost: sum(costs.slice(from, to)) }];
  });
  const most = Math.max(0, ...runs.map(({ cost }) => cost));
  return runs.find(({ cost }) => cost === most && cost > 0) ?? { from: 0, to: 0, cost: 0 };
}

/** Speed of time for one row: what the others write, of what they usually write. Those that are silent, or not begun, do not count. */
function clockFor(table: Table, row: number): readonly number[] {
  const columns = [...(table[0] ?? []).keys()];
  const used = columns.map((at) => (table.some((counts) => (counts[at] ?? 0) > 0) ? 1 : 0));
  const others = table.flatMap((counts, at) => {
    if (at === row) return [];
    const first = counts.findIndex((count) => count > 0);
    const silence = zerosOf(counts, used);
    return [{ counts, first, silence, rate: sum(counts) / (counts.length - first - silence.cost) }];
  });
  return columns.map((at) => {
    const alive = others.filter(
      ({ first, silence }) => at >= first && (at < silence.from || at >= silence.to),
    );
    const usual = sum(alive.map(({ rate }) => rate));
    return alive.length === 0 ? 0 : Math.min(2, sum(alive.map(({ counts }) => counts[at] ?? 0)) / usual);
  });
}

function missedBy(table: Table, row: number) {
  const counts = table[row] ?? [];
  const clock = clockFor(table, row);
  const silence = zerosOf(counts, clock);
  return { ...silence, expected: (sum(counts) / (sum(clock) - silence.cost)) * silence.cost };
}

/** What the rule says of a row: where the silence is, in columns, and how many rows were expected. */
function saidOf(table: Table) {
  // The map begins before the first row of all.
  const map = table.map((counts) => [0, 0, 0, ...counts]);
  return silentPrefix.find(viewOf(map)).map(({ cells, sentence }) => {
    const text = sentenceText(sentence);
    const [cell] = cells;
    return {
      rows: cells.flatMap(({ rows = [] }) => rows),
      minutes: cell && Number(cell.to - cell.from) / 600_000_000,
      expected: /about ([\d,]+) rows were expected/u.exec(text)?.[1]?.replaceAll(',', ''),
    };
  });
}

const COLUMNS = 144;

interface Shape {
  /** Columns in which a row is silent. */
  readonly silent: Readonly<Record<number, readonly [from: number, to: number]>>;
  /** A column in which each row begins. */
  readonly begins?: Readonly<Record<number, number>>;
  /** Columns in which all others write so many times as much. */
  readonly rush?: readonly [from: number, to: number, times: number];
  readonly rows?: number;
}

function tableOf(
  seed: number,
  { silent, begins = {}, rush: [from, to, times] = [0, 0, 1], rows = 5 }: Shape,
) {
  const random = seededRandom(seed * 911);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, at) => {
      const [begin, end] = silent[row] ?? [0, 0];
      if ((at >= begin && at < end) || at < (begins[row] ?? 0)) return 0;
      return 1 + poisson(random, (400 + 300 * row) * (at >= from && at < to ? times : 1));
    }),
  );
}

const NEVER: Shape['silent'] = { 0: [40, 44], 1: [40, 44], 2: [40, 44], 3: [40, 44], 4: [40, 44] };

describe('rows that a silence misses', () => {
  it.each<{ readonly it: string; readonly shape: Shape; readonly rows: readonly number[] }>([
    { it: 'one row', shape: { silent: { 2: [50, 80] } }, rows: [2] },
    { it: 'to the end', shape: { silent: { 1: [100, COLUMNS] } }, rows: [1] },
    { it: 'the busiest', shape: { silent: { 4: [50, 80] } }, rows: [4] },
    { it: 'two that overlap', shape: { silent: { 1: [50, 80], 3: [60, 110] } }, rows: [1, 3] },
    {
      it: 'beside one that begins late',
      shape: { silent: { 2: [50, 80] }, begins: { 4: 6, 0: 9 } },
      rows: [2],
    },
    { it: 'that begins a little late', shape: { silent: { 2: [50, 80] }, begins: { 2: 6 } }, rows: [2] },
    {
      it: 'that begins before all others',
      shape: { silent: { 1: [50, 80] }, begins: { 0: 6 }, rows: 2 },
      rows: [1],
    },
    { it: 'while others rush', shape: { silent: { 2: [50, 80] }, rush: [60, 66, 9] }, rows: [2] },
    { it: 'while others slow down', shape: { silent: { 2: [50, 80] }, rush: [60, 66, 0.3] }, rows: [2] },
    { it: 'of two rows', shape: { silent: { 1: [50, 80] }, rows: 2 }, rows: [1] },
  ])('$it', ({ shape, rows }) => {
    for (const seed of [1, 2, 3]) {
      const table = tableOf(seed, shape);
      expect(saidOf(table)).toEqual(
        rows.map((row) => {
          const { from, to, expected } = missedBy(table, row);
          expect([row, from, to]).toEqual([row, ...(shape.silent[row] ?? [])]);
          return { rows: [row], minutes: to - from, expected: String(Math.round(expected)) };
        }),
      );
    }
  });

  it('count what is written in a column with a single row, and before a row writes more', () => {
    const single = tableOf(1, { silent: NEVER, rush: [50, 56, 9] }).map((counts, row) =>
      counts.map((count, at) => {
        if (row === 2 && at < 70 && at >= 30) return 0;
        if (row === 3 && at < 8) return Number(at === 5);
        return row === 1 && at === 42 ? 1 : count;
      }),
    );
    const { from, to, expected } = missedBy(single, 2);
    expect([from, to]).toEqual([30, 70]);
    expect(saidOf(single)).toEqual([{ rows: [2], minutes: 40, expected: String(Math.round(expected)) }]);
  });

  it('do not count a gap for all: time stops then', () => {
    for (const seed of [1, 2, 3]) {
      const gap = tableOf(seed, { silent: NEVER, rush: [50, 56, 9] });
      const table = gap.map((counts, row) =>
        counts.map((count, at) => (row === 2 && at < 70 && at >= 30 ? 0 : count)),
      );
      const { from, to, expected } = missedBy(table, 2);
      expect([from, to]).toEqual([30, 70]);
      expect(saidOf(table)).toEqual([{ rows: [2], minutes: 40, expected: String(Math.round(expected)) }]);
    }
  });
});
