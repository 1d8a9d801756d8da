import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { inputFrom } from './cells.fixture.ts';
import { pick, tableOf } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisInput } from './finding.ts';

/** 2026-01-05T00:00:00Z */
const MONDAY = 639_031_680_000_000_000n;
const TICKS_PER_HOUR = 36_000_000_000n;

interface Layout {
  readonly rows: number;
  readonly columns: number;
  readonly cellSeconds: number;
  readonly startHour: number;
}

function table(
  { startHour, ...shape }: Layout,
  random: () => number,
  rate: (row: number, column: number) => number,
) {
  return tableOf({ ...shape, from: MONDAY + BigInt(startHour) * TICKS_PER_HOUR }, random, rate);
}

/** About one day of a table that people use: it begins at any hour, and each prefix opens and closes at its own time. */
function officeDay(seed: number): DiagnosisInput {
  const random = seededRandom(seed * 104_729 + 77);
  const hours = pick(random, [16, 20, 24, 24, 28, 36, 47]);
  const columns = pick(random, [96, 144, 288]);
  const startHour = Math.floor(random() * 24);
  const layout = {
    rows: pick(random, [1, 3, 10, 24]),
    columns,
    cellSeconds: Math.round((hours * 3600) / columns),
    startHour,
  };
  const [open, close] = pick(random, [
    [9, 17],
    [7, 19],
    [6, 22],
  ] as const);
  const night = pick(random, [0, 0, 0.05, 0.2]);
  const ramp = pick(random, [0.01, 0.5, 2]);
  const jitter = pick(random, [0, 0.5, 1]);
  const mean = pick(random, [2, 5, 20]);
  const shifts = Array.from({ length: layout.rows }, () => [
    jitter * gaussian(random),
    jitter * gaussian(random),
  ]);
  return table(layout, random, (row, column) => {
    const hour = (startHour + ((column + 0.5) * layout.cellSeconds) / 3600) % 24;
    const [early = 0, late = 0] = shifts[row] ?? [];
    const inside = Math.min(hour - open - early, close + late - hour);
    return mean * Math.max(night, Math.min(1, Math.max(0, inside / ramp + 0.5)));
  });
}

/** Writers that pause for a while now and then, each by itself. */
function onAndOff(seed: number): DiagnosisInput {
  const random = seededRandom(seed * 7919 + 3);
  const columns = pick(random, [144, 288, 480]);
  const layout = {
    rows: pick(random, [3, 5, 10, 24]),
    columns,
    cellSeconds: pick(random, [30, 300]),
    startHour: 9,
  };
  const mean = pick(random, [2, 5, 20]);
  const [on, off] = [pick(random, [3, 8, 20]), pick(random, [3, 8, 20])];
  const hasLongTail = random() < 0.5;
  const lasting = (usual: number) =>
    hasLongTail ? usual * Math.exp(gaussian(random) - 0.5) : -usual * Math.log(1 - random());
  const writes = Array.from({ length: layout.rows }, () => {
    const columnsOn = new Uint8Array(columns);
    let isOn = random() < on / (on + off);
    for (let at = 0; at < columns; isOn = !isOn) {
      const next = at + Math.max(1, Math.round(lasting(isOn ? on : off)));
      columnsOn.fill(Number(isOn), at, next);
      at = next;
    }
    return columnsOn;
  });
  return table(layout, random, (row, column) => mean * (writes[row]?.[column] ?? 0));
}

/** The tables in which something is called a fault, with its title. */
function accused(make: (seed: number) => DiagnosisInput, tables: number): readonly string[] {
  return Array.from({ length: tables }, (_, at) => at + 1).flatMap((seed) => {
    const fault = diagnose(make(seed)).find(({ severity }) => severity === 'fault');
    return fault === undefined ? [] : `${seed} ${fault.title}`;
  });
}

function said(input: DiagnosisInput): readonly string[] {
  return diagnose(input).map(({ severity, title }) => `${severity}: ${title}`);
}

describe('diagnose: quiet that may be how the table is used', () => {
  it('one day of office hours has no outage', () => {
    const found = accused(officeDay, 120);
    expect(found.length <= 2 ? [] : found).toEqual([]);
  });

  it('writers that pause by themselves are not accused of one more pause', () => {
    const found = accused(onAndOff, 80);
    expect(found.length <= 2 ? [] : found).toEqual([]);
  });

  const day = { rows: 10, columns: 288, cellSeconds: 300, startHour: 12 };
  const all = (from: number, to: number, left = 0, layout = day) =>
    table(layout, seededRandom(from * 31 + to), (_row, column) => (column >= from && column < to ? left : 8));

  it('a gap, or a drop, of a night is quiet where no other day tells', () => {
    expect(said(all(60, 250))).toEqual(['note: Quiet for 15.8 h']);
    expect(said(all(70, 160, 0.5))).toEqual([expect.stringMatching(/^note: Quiet for 7\.\d* h$/)]);
    expect(said(all(100, 172))).toEqual(['note: Quiet for 6 h']);
    // A shorter time is a night too if the load fades and returns slowly.
    const slow = (column: number) => 12 * Math.min(1, Math.max(0, (Math.abs(column - 140) - 30) / 24));
    const evening = table({ ...day, rows: 40 }, seededRandom(4), (_row, column) => slow(column));
    expect(said(evening)).toEqual([expect.stringMatching(/^note: Quiet for (4|5)/)]);
  });

  it('prefixes that stop one after another until none is left are quiet', () => {
    const home = (row: number, column: number) => (column < 120 + 12 * row ? 8 : 0);
    expect(said(table(day, seededRandom(9), home))).toEqual([
      expect.stringMatching(/^note: \d of 10 prefixes were quiet$/),
    ]);
    // The same holds for four of eight. If only three stop, or fewer than half, each may have failed.
    const some = (stopped: number, rows: number) =>
      said(
        table({ ...day, rows }, seededRandom(9), (row, column) => (row < stopped ? home(row, column) : 8)),
      );
    expect(some(4, 8)).toEqual(['note: 4 of 8 prefixes were quiet']);
    expect(some(3, 6).map((text) => text.slice(0, 5))).toEqual(['fault', 'fault', 'fault']);
    expect(some(4, 9)).toEqual(['fault: 4 of 9 prefixes are silent']);
  });

  it('finds a prefix that drops to a part of its rate, even if the drop lasts to the end', () => {
    const drop = (seed: number, from: number, to: number) =>
      said(
        table(day, seededRandom(seed), (row, column) =>
          row === 4 && column >= from && column < to ? 2 : 15 * (1 + 0.3 * Math.sin(column / 40)),
        ),
      );
    for (const seed of [1, 2, 3]) {
      expect(drop(seed, 130, 190)).toEqual([expect.stringMatching(/^fault: Prefix 4 dropped to \d\d %$/)]);
      expect(drop(seed, 200, 288)).toEqual([expect.stringMatching(/^fault: Prefix 4 dropped to \d\d %$/)]);
    }
  });

  it('a drop misses 30 rows or more, and leaves 30 % or less', () => {
    const drop = (width: number, left: number) => {
      const counts = Array.from({ length: 400 }, (_, at) => (at >= 200 && at < 200 + width ? left : 10));
      return said(inputFrom([counts])).map((text) => text.slice(0, 19));
    };
    expect([drop(4, 2), drop(3, 2)]).toEqual([['fault: Drop for all'], []]);
    expect([drop(12, 3), drop(12, 4)]).toEqual([['fault: Drop for all'], []]);
  });

  it('pauses of a timer are alike in length and distance', () => {
    const gaps = (...lengths: readonly number[]) => {
      const isGap = (at: number) =>
        lengths.some((length, gap) => at >= 50 + 100 * gap && at < 50 + 100 * gap + length);
      return said(inputFrom([Array.from({ length: 400 }, (_, at) => (isGap(at) ? 0 : 10))]));
    };
    expect(gaps(12, 11, 10)).toEqual(['note: 3 regular pauses']);
    expect(gaps(16, 13, 10)).not.toContain('note: 3 regular pauses');
  });

  it('is an outage where another day has rows at these hours, or where it is no night', () => {
    const twoDays = { ...day, columns: 576 };
    expect(said(all(320, 440, 0, twoDays))).toEqual(['fault: Gap for all']);
    expect(said(all(320, 420, 0.5, twoDays))[0]).toMatch(/^fault: Drop for all/);
    expect(said(all(100, 160))).toEqual(['fault: Gap for all']);
    expect(said(all(100, 102))).toEqual(['fault: Gap for all']);
  });

  it('an outage is one also where a hundred prefixes write a row now and then, by day and by night', () => {
    const hundred = { ...day, rows: 100 };
    for (const night of [0, 0.6]) {
      for (const [from, to] of [
        [130, 134],
        [130, 142],
        [150, 186],
      ] as const) {
        const rate = (_row: number, column: number) =>
          column >= from && column < to ? 0 : 2 * (1 - night * Math.sin((2 * Math.PI * column) / 288));
        expect(said(table(hundred, seededRandom(from + to), rate))).toEqual(['fault: Gap for all']);
      }
    }
    const half = (row: number, column: number) => (row < 50 && column >= 100 ? 0 : 1);
    expect(said(table(hundred, seededRandom(3), half))).toEqual([
      expect.stringMatching(/^fault: 50 of 100 prefixes/),
    ]);
  });

  it('prefixes that stop together, or for good, are silent also beside others that pause', () => {
    const pauses = (row: number, column: number) => (row < 3 && (column + row * 50) % 120 < 2 ? 0 : 8);
    const stopped = table(day, seededRandom(5), (row, column) =>
      row >= 4 && column >= 200 ? 0 : pauses(row, column),
    );
    expect(said(stopped)).toContain('fault: 6 of 10 prefixes went silent');
    const one = table(day, seededRandom(6), (row, column) =>
      row === 4 && column >= 120 ? 0 : pauses(row, column),
    );
    expect(said(one)).toContain('fault: Prefix 4 is silent');
  });

  it('prefixes that stop and start together are no pauses of each other', () => {
    const three = (row: number, column: number) => (row < 3 && column >= 120 && column < 150 ? 0 : 8);
    expect(said(table(day, seededRandom(7), three)).toSorted()).toEqual(
      [0, 1, 2].map((row) => `fault: Prefix ${row} was silent`),
    );
    // Where a prefix has a row now and then, its silence seems to begin early by chance.
    const sparse = { ...day, rows: 100, columns: 300, cellSeconds: 144 };
    const half = (row: number, column: number) => (row < 50 && column >= 75 ? 0 : 0.5);
    for (const seed of [1, 2, 3])
      expect(said(table(sparse, seededRandom(seed), half))[0]).toMatch(/^fault: \d+ of 100 prefixes/);
  });

  it('a single writer that pauses three times alike is quiet', () => {
    const single = { ...day, rows: 1, cellSeconds: 60 };
    const three = (lengths: readonly number[]) =>
      table(single, seededRandom(8), (_row, column) =>
        [50, 101, 190].some((from, at) => column >= from && column < from + (lengths[at] ?? 0)) ? 0 : 60,
      );
    expect(said(three([9, 12, 10]))).toEqual(['note: 3 quiet times']);
    expect(said(three([0, 12, 0]))).toEqual(['fault: Gap for all']);
  });

  it('of a gap right behind the first rows nothing tells what was expected', () => {
    const single = { ...day, rows: 1, cellSeconds: 60 };
    const rate = (_row: number, column: number) => (column >= 1 && column < 6 ? 0 : 60);
    expect(said(table(single, seededRandom(2), rate))).toEqual([]);
  });
});
