import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { longestPauses, offsetsOf } from './pauses.ts';
import { poissonTimes, verdictOf } from './trialJudge.fixture.ts';
import type { Trial } from './trial.fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const BASE = 639_028_224_000_000_000n;
const TICK = 1e-7;

type Timed = readonly [second: number, group: number];

/** The pauses of at least this many seconds: row of the map, begin and end in seconds. */
function pausesIn(rows: readonly Timed[], groupCount: number, least: number, stepTicks?: bigint) {
  return longestPauses({
    count: rows.length,
    baseTicks: BASE,
    offsets: Float64Array.from(rows, ([second]) => Math.round(second * 1e7)),
    groups: rows.map(([, group]) => group),
    groupCount,
    stepTicks,
  })
    .map(
      ({ row, from, to, isOpen }) =>
        [row, Number(from - BASE) / 1e7, Number(to - BASE) / 1e7, isOpen] as const,
    )
    .filter(([, from, to, isOpen]) => to - from >= least || isOpen === true);
}

it('offsets are ticks since the base, of as many times as there are', () => {
  const times = { seconds: Float64Array.of(5, 7, Number.NaN, 9), fraction: Uint32Array.of(1, 20, 3, 4) };
  expect([...offsetsOf(times, 50_000_005n, 3)]).toEqual([-4, 20_000_015, Number.NaN]);
});

describe('the longest pauses', () => {
  // Both write each second. Row 0 of the map pauses after second 1000 and goes on at 1400; row 1 stops after second 3000.
  const rows = Array.from({ length: 3600 }, (_, at) => at).flatMap((at): readonly Timed[] => [
    ...(at > 1000 && at < 1400 ? [] : [[at, 0] as const]),
    ...(at > 3000 ? [] : [[at, 1] as const]),
  ]);
  const expected = [
    [undefined, 3599 + TICK, 3599 + TICK, true],
    [0, 1000 + TICK, 1400, undefined],
    [1, 3000 + TICK, 3599, true],
  ];

  it('are from the tick after a row to the next row, or to the last row of all; what is after that is open', () => {
    expect(pausesIn(rows, 2, 100)).toEqual(expected);
  });

  it('may be in any order; rows without a time, or of no row of the map, take nothing from the others', () => {
    const timeless = Array.from({ length: 99 }, (_, at): Timed => [Number.NaN, at % 3]);
    const others = rows.map(([second]): Timed => [second, 7]);
    expect(pausesIn([...timeless, ...rows.toReversed(), ...timeless, ...others], 2, 100)).toEqual(expected);
    expect(pausesIn(timeless, 3, 0)).toEqual([]);
  });

  it('begin where the time of a rounded key ends', () => {
    const minutes = Array.from({ length: 200 }, (_, at): Timed => [at * 60, 0]).filter(
      ([second]) => second < 6000 || second >= 6480,
    );
    expect(pausesIn(minutes, 1, 100, 600_000_000n)).toEqual([
      [undefined, 6000, 6480, undefined],
      [undefined, 12_000, 12_000, true],
      [0, 6000, 6480, undefined],
    ]);
  });

  it('of a busy day are not hidden by those of a quiet night', () => {
    const night = Array.from({ length: 400 }, (_, at): Timed => [at * 100, 0]);
    const day = Array.from({ length: 40_000 }, (_, at): Timed => [40_000 + at, 0]).filter(
      ([second]) => second < 60_000 || second > 60_050,
    );
    expect(pausesIn([...night, ...day], 1, 50)).toContainEqual([undefined, 59_999 + TICK, 60_051, undefined]);
  });
});

/** What is called a fault. `times`: the rows of each prefix, in seconds from a Monday on. */
function faults(times: readonly (readonly number[])[], rounding = 0): readonly string[] {
  const sorted = times.map((own) => Float64Array.from(own).sort());
  const seconds = Math.ceil(Math.max(...sorted.map((own) => own.at(-1) ?? 0))) + 1;
  const trial: Trial = { kind: 'even', seed: 0, start: 0, seconds, times: sorted, rounding, truth: [] };
  return verdictOf(trial).accused.map((title) => title.replace(/ [\d-]+ s$/u, ''));
}

/** A Poisson process for each of five prefixes, at a share of `most` rows per second. */
function fiveOf(seconds: number, most: number, share: (second: number, prefix: number) => number) {
  return Array.from({ length: 5 }, (_, prefix) =>
    poissonTimes(prefix + 20, seconds, most, (second) => most * share(second, prefix)),
  );
}

describe('no fault is a pause', () => {
  it('of bursty writers, whose waits have a heavy tail', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed * 131);
      const rows: number[] = [];
      for (let at = 0; at < DAY; at += 2 * (1 - random()) ** (-1 / 1.8)) rows.push(at);
      expect([seed, faults([rows])]).toEqual([seed, []]);
    }
  });

  it('of writers in steps that skip some', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const every = [60, 300, 900][seed % 3] ?? 60;
      const skips = poissonTimes(seed, DAY, 0.1 / every, () => 1);
      const rows = Array.from({ length: Math.floor(DAY / every) }, (_, at) => at * every)
        .filter((at) => skips.every((skip) => Math.abs(skip - at) > every / 2))
        .flatMap((at) => [at, at + 1.1, at + 2.3]);
      expect([seed, faults([rows, rows.map((at) => at + 0.4)])]).toEqual([seed, []]);
    }
  });

  it('of many that are alike', () => {
    const pauses = Array.from({ length: 12 }, (_, at) => 4000 + at * 6500 + ((at * 977) % 1500));
    const rate = (second: number) => Number(pauses.every((from) => second < from || second >= from + 400));
    expect(faults(fiveOf(DAY, 0.1, rate))).toEqual([]);
  });

  it('of the same time of each day, or each week, though a column is wider', () => {
    // On all days but the third.
    const daily = (second: number) =>
      Number(second % DAY < 3 * HOUR || second % DAY >= 3.1 * HOUR || Math.floor(second / DAY) === 2);
    expect(faults(fiveOf(6 * DAY, 0.08, daily))).toEqual([]);
    const weekly = (second: number) =>
      Number(second % (7 * DAY) < 50 * HOUR || second % (7 * DAY) >= 52 * HOUR);
    expect(faults(fiveOf(21 * DAY, 0.004, weekly))).toEqual([]);
    expect(faults(fiveOf(7 * DAY, 0.004, weekly))).toEqual(['Gap for all']);
  });

  it('of a prefix before it began to write, or that writes most in the last minute', () => {
    expect(faults(fiveOf(DAY, 0.1, (second, prefix) => Number(prefix !== 2 || second >= 30_000)))).toEqual(
      [],
    );
    const minutes = Array.from({ length: 100 }, (_, minute) => 60 * minute);
    expect(faults([minutes.flatMap((at) => Array.from({ length: 20 }, () => at)), minutes], 60)).toEqual([]);
  });
});

describe('a fault is a pause', () => {
  it('of all, wherever it ends within the columns', () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => at * 7.3);
    const ends = Array.from({ length: 30 }, (_, at) => 0.2 * DAY + at * 37);
    for (const end of ends) {
      const found = faults([rows.filter((at) => at < end - 1700 || at >= end)]);
      expect([end, found]).toEqual([end, ['Gap for all']]);
    }
  });

  it('of a prefix with about two rows in a column', () => {
    const slow = (seed: number) =>
      faults(
        Array.from({ length: 5 }, (_, prefix) =>
          poissonTimes(prefix + 10 * seed, DAY, 0.007, (second) =>
            prefix === 2 && second >= 40_000 && second < 50_000 ? 0 : 0.007,
          ),
        ),
      );
    expect([1, 2, 3, 4].map(slow)).toEqual(Array.from({ length: 4 }, () => ['Prefix 2 was silent']));
  });
});
