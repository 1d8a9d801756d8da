import { gaussian, poisson, seededRandom } from '../seededRandom.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { isIn, type Scene } from './scenes.fixture.ts';

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** Changes the rate of some rows in some columns. */
type Change = (rate: number, row: number, column: number) => number;

const KINDS = [
  'gap',
  'gap',
  'drop',
  'silent',
  'silent',
  'some',
  'burst',
  'burst',
  'one',
  'level',
  'timer',
  'pauses',
  'late',
  'ends',
] as const;

function changeOf(random: () => number, rows: number, columns: number): Change {
  const kind = pick(random, KINDS);
  const from = Math.floor(random() * columns);
  const length = Math.max(1, Math.round(columns * pick(random, [0.004, 0.01, 0.02, 0.04, 0.08, 0.2, 0.35])));
  const row = Math.floor(random() * rows);
  const times = pick(random, [3, 4, 5, 7, 12]);
  const ramp = pick(random, [0, 0, 0, 0.2, 1]);
  const period = pick(random, [4, 7, 12, 25, 40.5]);
  const many = Math.ceil(random() * rows);
  const lag = pick(random, [0, 0, 1, 4]);
  const soft = (column: number) => {
    const edge = Math.min(column - from + 1, from + length - column) / Math.max(1, ramp * length);
    return Math.min(1, Math.max(0, edge));
  };
  const isHere = (column: number) => isIn(column, from, from + length);
  const changes: Readonly<Record<(typeof KINDS)[number], Change>> = {
    gap: (rate, _row, column) => (isHere(column) ? rate * (1 - soft(column)) : rate),
    drop: (rate, _row, column) => (isHere(column) ? rate * (1 - soft(column) * (1 - 0.4 / times)) : rate),
    silent: (rate, at, column) => (at === row && isHere(column) ? 0 : rate),
    some: (rate, at, column) => (at < many && isHere(column - at * lag) ? 0 : rate),
    burst: (rate, _row, column) => (isHere(column) ? rate * times : rate),
    level: (rate, _row, column) => (isHere(column) ? rate * times : rate),
    one: (rate, at, column) => (at === row && isHere(column) ? rate * times : rate),
    timer: (rate, _row, column) => (column % period < period / 4 ? rate * times : rate),
    pauses: (rate, at, column) => (isIn((column + at * lag) % (length + 20), 0, length / 3) ? 0 : rate),
    late: (rate, at, column) => (at === row && column < length ? 0 : rate),
    ends: (rate, _row, column) => (column >= columns - length ? 0 : rate),
  };
  return changes[kind];
}

/** A table of chance, with up to three things that are unusual in it. The same for the same seed. */
export function sceneOf(seed: number): Scene {
  const random = seededRandom(seed * 52_711 + 19);
  const rows = pick(random, [1, 2, 3, 5, 9, 12]);
  const columns = pick(random, [60, 96, 144, 240]);
  const cellSeconds = pick(random, [60, 300, 900, 1800, 3600]);
  const mean = pick(random, [0.3, 1, 3, 10, 40]);
  const rough = pick(random, [0, 0, 0.2, 0.6]);
  const memory = pick(random, [0, 0.8, 0.95]);
  const night = pick(random, [0, 0, 0.5, 0.95]);
  const changes = Array.from({ length: pick(random, [1, 1, 2, 3]) }, () => changeOf(random, rows, columns));
  const own = Array.from({ length: rows }, () => Math.exp(0.4 * gaussian(random)));
  const phase = random();
  let level = gaussian(random);
  const levels = Array.from({ length: columns }, () => {
    level = memory * level + Math.sqrt(1 - memory ** 2) * gaussian(random);
    return Math.exp(rough * level);
  });
  const perDay = 86_400 / cellSeconds;
  const counts = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const day = 1 + night * Math.sin(2 * Math.PI * (column / perDay + phase));
      const usual = mean * (own[row] ?? 1) * (levels[column] ?? 1) * day;
      return poisson(
        random,
        changes.reduce((rate, change) => change(rate, row, column), usual),
      );
    }),
  );
  const isNowKnown = random() < 0.5;
  const nowTicks = NEW_YEAR + BigInt(columns * cellSeconds) * 10_000_000n;
  return {
    rows,
    columns,
    cellSeconds,
    counts: (row, column) => counts[row]?.[column] ?? 0,
    ...(isNowKnown && { facts: { nowTicks } }),
  };
}
