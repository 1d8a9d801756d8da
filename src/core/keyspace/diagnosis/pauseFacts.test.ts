import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { pauseFacts } from './pauseFacts.ts';

const BASE = 639_028_224_000_000_000n;
const HOUR = 3600;
const DAY = 24 * HOUR;
type Timed = readonly [second: number, group: number];

/** Pauses of rows as [row, begin, end, expected], in whole seconds. */
/** In seconds. */
const TICK = 1e-7;

function pausesIn(rows: readonly Timed[], groupCount = 1, rounding?: number) {
  // The others tell only where columns begin and end.
  const sure = factsOf(rows, groupCount, rounding).filter(({ lnP }) => lnP < 0);
  return sure.map(({ row, from, to, expected }) => [
    row,
    Number(from - BASE) / 1e7,
    Number(to - BASE) / 1e7,
    Math.round(expected),
  ]);
}

function factsOf(rows: readonly Timed[], groupCount = 1, rounding?: number) {
  return pauseFacts({
    count: rows.length,
    baseTicks: BASE,
    offsets: Float64Array.from(rows, ([second]) => Math.round(second * 1e7)),
    groups: Uint32Array.from(rows, ([, group]) => group),
    groupCount,
    stepTicks: rounding === undefined ? undefined : BigInt(rounding) * 10_000_000n,
  });
}

/** A Poisson process of a rate that changes with time, at most `most`. */
function poissonTimes(
  seed: number,
  seconds: number,
  most: number,
  rate: (second: number) => number,
): number[] {
  const random = seededRandom(seed);
  const times: number[] = [];
  for (let at = 0; ; ) {
    at -= Math.log(1 - random()) / most;
    if (at >= seconds) return times;
    if (random() * most < rate(at)) times.push(at);
  }
}

const ofOne = (times: readonly number[]): readonly Timed[] => times.map((second) => [second, 0]);

describe('rows as they come', () => {
  // Both write two rows each second. Row 0 of the map pauses after second 1000 and goes on at 1400.
  const rows: Timed[] = Array.from({ length: 3600 }, (_, at) => at).flatMap((at): Timed[] =>
    at > 1000 && at < 1400
      ? [
          [at, 1],
          [at, 1],
        ]
      : [
          [at, 0],
          [at, 0],
          [at, 1],
          [at, 1],
        ],
  );
  const expected = [[0, 1000 + TICK, 1400, 801]];

  it('may have one time, and each is a row that others could have written', () => {
    expect(pausesIn(rows, 2)).toEqual(expected);
  });

  it('may be in any order', () => {
    const random = seededRandom(8);
    const mixed = rows.map((row) => ({ row, place: random() })).toSorted((a, b) => a.place - b.place);
    expect(
      pausesIn(
        mixed.map(({ row }) => row),
        2,
      ),
    ).toEqual(expected);
  });

  it('may be without time, whatever their group, or without group', () => {
    const others = rows.map(([at, group]): Timed => [at, group === 1 ? 7 : group]);
    const timeless = Array.from({ length: 99 }, (_, at): Timed => [Number.NaN, at % 3]);
    expect(pausesIn([...timeless, ...rows, ...timeless], 2)).toEqual(expected);
    expect(pausesIn(others, 2)).toEqual(expected);
  });
});

describe('a pause of all rows', () => {
  it('begins a tick after the row before it, and ends at the next one', () => {
    const times = Array.from({ length: 2000 }, (_, at) => at * 1.25).filter(
      (at) => at <= 900.3 || at >= 1100.9,
    );
    expect(pausesIn(ofOne(times))).toEqual([[undefined, 900 + TICK, 1101.25, 161]]);
  });

  it('begins where the time of a rounded key ends', () => {
    const random = seededRandom(4);
    const rows: Timed[] = [];
    for (let minute = 0; minute < 900; minute++) {
      if (minute >= 500 && minute < 508) continue;
      const count = 20 + Math.round(4 * gaussian(random));
      for (let row = 0; row < count; row++) rows.push([minute * 60, 0]);
    }
    const [only, ...others] = pausesIn(rows, 1, 60);
    expect(others).toEqual([]);
    expect(only?.slice(0, 3)).toEqual([undefined, 500 * 60, 508 * 60]);
    expect(Math.abs((only?.[3] as number) - 160)).toBeLessThan(20);
  });

  it('is one also if one other day of many had one at that hour', () => {
    const two = (second: number) =>
      Number(![6, 7].includes(Math.floor(second / DAY)) || second % DAY < 36_000 || second % DAY >= 38_000);
    const found = pausesIn(ofOne(poissonTimes(6, 12 * DAY, 0.1, two)));
    expect(found.map(([, from]) => Math.floor((from as number) / DAY)).toSorted((a, b) => a - b)).toEqual([
      6, 7,
    ]);
  });

  it('tells the last row, which may be where a pause up to now begins', () => {
    const times = Array.from({ length: 200 }, (_, at) => at * 1.25);
    const found = factsOf(ofOne(times)).filter(({ isOpen }) => isOpen);
    expect(found.map(({ row, from, lnP }) => [row, Number(from - BASE) / 1e7, lnP])).toEqual([
      [undefined, 248.75 + TICK, 0],
    ]);
  });

  it('is none of 30 rows or fewer', () => {
    const without = (width: number) => (second: number) =>
      Number(second < 40_000 || second >= 40_000 + width);
    expect(pausesIn(ofOne(poissonTimes(5, DAY, 1, without(20))))).toEqual([]);
    expect(pausesIn(ofOne(poissonTimes(5, DAY, 1, without(70))))).toHaveLength(1);
  });
});

describe('no pause is reported', () => {
  it('of rows of chance, at any rate, in nights and in growth', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const rate = [0.02, 0.1, 0.4][seed % 3] ?? 1;
      const shape = [
        () => 1,
        (second: number) => 0.52 + 0.48 * Math.sin((2 * Math.PI * second) / DAY),
        (second: number) => 0.1 + (0.9 * second) / (2 * DAY),
      ][seed % 3] as (second: number) => number;
      const times = poissonTimes(seed, 2 * DAY, rate, (second) => rate * shape(second));
      const rows = times.map((second, at): Timed => [second, at % 4]);
      expect([seed, pausesIn(rows, 4)]).toEqual([seed, []]);
    }
  });

  it('of writers in steps, with jitter or skipped steps', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed * 77);
      const every = [60, 300, 900][seed % 3] ?? 60;
      const jitter = [0, 0.2, 0.4][seed % 3] ?? 0;
      const skips = [0, 0.05, 0.25][(seed >> 1) % 3] ?? 0;
      const rows: Timed[] = [];
      for (let at = 0; at < DAY; at += every) {
        if (random() < skips) continue;
        const begin = at + jitter * every * random();
        for (let row = 0; row < 30; row++) rows.push([begin + 3 * random(), row % 3]);
      }
      expect([
        seed,
        pausesIn(
          rows.toSorted(([a], [b]) => a - b),
          3,
        ),
      ]).toEqual([seed, []]);
    }
  });

  it('of bursty writers, whose waits have a heavy tail', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seededRandom(seed * 131);
      const rows: Timed[] = [];
      for (let at = 0; at < DAY; at += 2 * (1 - random()) ** (-1 / 1.4)) rows.push([at, 0]);
      expect([seed, pausesIn(rows)]).toEqual([seed, []]);
    }
  });

  it('of working hours, and of a pause at the same time of each day', () => {
    const working = (second: number) => Number(second % DAY >= 8 * HOUR && second % DAY < 17 * HOUR);
    const kept = (second: number) => Number(second % DAY < 3 * HOUR || second % DAY >= 3.4 * HOUR);
    for (const rate of [working, kept])
      expect(pausesIn(ofOne(poissonTimes(1, 5 * DAY, 0.2, rate)))).toEqual([]);
    const weekly = (second: number) =>
      Number(second % (7 * DAY) < 50 * HOUR || second % (7 * DAY) >= 52 * HOUR);
    expect(pausesIn(ofOne(poissonTimes(1, 21 * DAY, 0.02, weekly)))).toEqual([]);
    expect(pausesIn(ofOne(poissonTimes(1, 7 * DAY, 0.02, weekly)))).toHaveLength(1);
  });

  it('of a night, if the list shows no other day', () => {
    const night = (second: number) => Number(second < 10 * HOUR || second >= 14 * HOUR);
    expect(pausesIn(ofOne(poissonTimes(3, 22 * HOUR, 0.5, night)))).toEqual([]);
    // Three days show that it is no night.
    expect(pausesIn(ofOne(poissonTimes(3, 3 * DAY, 0.5, night)))).toHaveLength(1);
  });

  it('of many that are alike', () => {
    const pauses = Array.from({ length: 12 }, (_, at) => 4000 + at * 6500 + ((at * 977) % 1500));
    const rate = (second: number) => Number(pauses.every((from) => second < from || second >= from + 400));
    expect(pausesIn(ofOne(poissonTimes(8, DAY, 0.5, rate)))).toEqual([]);
  });
});

describe('a pause of one of several', () => {
  const times = (rate: (second: number, group: number) => number): readonly Timed[] =>
    Array.from({ length: 5 }, (_, group) =>
      poissonTimes(group + 20, DAY, 0.2, (second) => 0.2 * rate(second, group)).map(
        (second): Timed => [second, group],
      ),
    )
      .flat()
      .toSorted(([a], [b]) => a - b);

  it('of one row of the map is not called a pause of all', () => {
    const one = pausesIn(
      times((second, group) => Number(group !== 2 || second < 50_000 || second >= 50_600)),
      5,
    );
    expect(one.map(([row]) => row)).toEqual([2]);
    const all = pausesIn(
      times((second) => Number(second < 50_000 || second >= 50_600)),
      5,
    );
    expect(all.map(([row]) => row)).toEqual([undefined]);
  });

  it('is none of a prefix that writes in the last minute, far more than all others', () => {
    // Keys of whole minutes: 20 rows of one prefix in each, and one of another.
    const rows = Array.from({ length: 100 }, (_, minute) =>
      Array.from({ length: 21 }, (__, at): Timed => [60 * minute, at === 20 ? 1 : 0]),
    ).flat();
    expect(pausesIn(rows, 2, 60)).toEqual([]);
  });

  it('is none before it began to write', () => {
    expect(
      pausesIn(
        times((second, group) => Number(group !== 2 || second >= 30_000)),
        5,
      ),
    ).toEqual([]);
  });

  it('is none if it pauses at other times too', () => {
    const often = (second: number, group: number) => Number(group !== 2 || second % 20_000 > 2500);
    expect(pausesIn(times(often), 5)).toEqual([]);
  });
});
