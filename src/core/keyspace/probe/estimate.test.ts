// How far estimates are from the truth in simulated tables, and what they cost: the numbers that the screen states.
import { describe, expect, it } from 'vitest';
import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import { seededRandom } from '../seededRandom.ts';
import { RowEstimate } from './estimate.ts';
import { KnownRows } from './knownRows.ts';
import { FEW_PAGES, FIRST_REQUESTS, Probe } from './probe.ts';
import { probeAll, type SortedTable } from './sortedTable.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const DAYS = 10;
const SPAN = DAYS * 864_000_000_000;
const TABLES = 12;
/** Ticks that writers round to: not at all, a second, a minute. */
const GRAINS = [1, 10_000_000, 600_000_000];
const GROUPS = [1, 3, 10, 30, 100];

type Random = () => number;

function centres(random: Random, count: number): (random: Random) => number {
  const list = Array.from({ length: count }, random);
  return (pick) => list[Math.floor(pick() * count)] ?? 0;
}

/** How writers write: each makes where in the ten days the rows of one table are, 0..1. */
const SHAPES: Readonly<Record<string, (table: Random) => (random: Random) => number>> = {
  steady: () => (random) => random(),
  ramp: () => (random) => Math.sqrt(random()),
  daily: () => (random) => {
    for (;;) {
      const at = random();
      if (random() < 0.55 + 0.45 * Math.sin(2 * Math.PI * DAYS * at)) return at;
    }
  },
  gap: (table) => {
    const from = 0.2 + 0.5 * table();
    return (random) => {
      const at = random() * 0.85;
      return at < from ? at : at + 0.15;
    };
  },
  'twelve minutes of each hour': () => (random) => (Math.floor(random() * 240) + random() * 0.2) / 240,
  clusters: (table) => {
    const centre = centres(table, 300);
    return (random) => centre(random) + random() * 0.002;
  },
  bursts: (table) => {
    const centre = centres(table, 5);
    return (random) => (random() < 0.5 ? random() : centre(random) + random() * 0.01);
  },
};
const NAMES = Object.keys(SHAPES);

interface Simulated {
  readonly shape: string;
  /** Distance of each estimated cell from the truth, and of the whole table, in standard errors. */
  readonly cells: readonly number[];
  readonly total: number;
  /** Standard errors of cells as shares of the truth. */
  readonly widths: readonly number[];
  readonly requests: number;
  readonly rowsRead: number;
  readonly rows: number;
}

/** How many of these sorted times are before the limit. */
function countBelow(times: Float64Array, limit: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function simulate(shape: string, seed: number): Simulated {
  const random = seededRandom(seed * 977 + shape.length);
  const groups = GROUPS[Math.floor(random() * GROUPS.length)] ?? 1;
  const place = SHAPES[shape]?.(random) ?? random;
  const size = Math.floor(5000 * 2 ** (random() * 7)) / groups;
  const grain = GRAINS[seed % GRAINS.length] ?? 1;
  const times = Array.from({ length: groups }, () =>
    Float64Array.from({ length: Math.ceil(size * (0.5 + random())) }, () => {
      const at = Math.min(0.9999, place(random)) * SPAN;
      return Math.floor(at / grain) * grain;
    }).sort(),
  );
  const rows = times.reduce((sum, { length }) => sum + length, 0);
  const table: SortedTable = {
    count: rows,
    keyAt: (index) => {
      let [group, row] = [0, index];
      for (const { length } of times) {
        if (row < length) break;
        row -= length;
        group++;
      }
      const ticks = NEW_YEAR + BigInt(times[group]?.[row] ?? 0);
      return {
        partitionKey: `${String(group).padStart(19, '0')}___0${ticks}`,
        rowKey: String(row).padStart(6, '0'),
      };
    },
  };
  const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR + BigInt(SPAN) + 600_000_000n });
  const look = probeAll(probe, table);
  const { groups: found, read, requests, rowsRead } = probe.picture();
  const cells: number[] = [];
  const widths: number[] = [];
  const { from: start, bucketTicks, bucketCount } = timeBuckets(look, look.columns);
  for (const { label, first, last, rowsIn } of found) {
    const own = times[Number(label)] ?? new Float64Array(0);
    const exact = [first, last].map((end) =>
      end?.isExact === true ? Number(end.ticks - NEW_YEAR) : undefined,
    );
    expect([exact[0] ?? own[0], exact[1] ?? own.at(-1)]).toEqual([own[0], own.at(-1)]);
    for (let column = 0; column < bucketCount; column++) {
      const from = start + BigInt(column) * bucketTicks;
      const cell = rowsIn(from, from + bucketTicks);
      const [low, high] = [Number(from - NEW_YEAR), Number(from + bucketTicks - NEW_YEAR)];
      const truth = countBelow(own, high) - countBelow(own, low);
      if (cell?.isCount === true) expect(cell.rows).toBe(truth);
      else if (cell !== undefined) {
        cells.push(Math.abs(cell.rows - truth) / cell.standardError);
        widths.push(cell.standardError / Math.max(1, truth));
      }
    }
  }
  const total = Math.abs(read.rows - rows) / Math.max(1, read.standardError);
  return { shape, cells, total: read.isAtLeast ? 0 : total, widths, requests, rowsRead, rows };
}

function shareWithin(values: readonly number[], errors: number): number {
  return values.filter((off) => off <= errors).length / values.length;
}

describe('a probe that nobody asked for more', () => {
  const tables = NAMES.flatMap((shape) =>
    Array.from({ length: TABLES }, (_, seed) => simulate(shape, seed + 1)),
  );

  it('says an error that holds: 95 of 100 true counts are within two standard errors, as the screen says', () => {
    const cells = tables.flatMap((table) => table.cells);
    expect(cells.length).toBeGreaterThan(2000);
    expect(shareWithin(cells, 2)).toBeGreaterThanOrEqual(0.95);
    expect(
      shareWithin(
        tables.map(({ total }) => total),
        2,
      ),
    ).toBeGreaterThanOrEqual(0.93);
  });

  it.each(NAMES)('%s: it holds by itself', (name) => {
    const own = tables.filter(({ shape }) => shape === name).flatMap(({ cells }) => cells);
    // A burst of a hundredth of the time, between samples, cannot be seen: there the error holds less often.
    expect(shareWithin(own, 2)).toBeGreaterThanOrEqual(name === 'bursts' ? 0.85 : 0.95);
  });

  it('says no wider one than it must where rows come steadily', () => {
    const widths = tables.filter(({ shape }) => shape === 'steady').flatMap((table) => table.widths);
    expect(widths.toSorted((a, b) => a - b)[widths.length >> 1]).toBeLessThan(0.35);
  });

  it('sends few requests, and reads some thousand rows, however many there are', () => {
    for (const { requests, rowsRead, rows } of tables) {
      expect(requests).toBeLessThanOrEqual(FIRST_REQUESTS);
      const few = FEW_PAGES * 1000;
      expect(rowsRead).toBeLessThan(rows > few ? Math.min(few, rows * 0.65) : few);
    }
  });
});

describe('a cell that reaches beyond the last row that is known', () => {
  it('may have as many more as the rate beside it makes', () => {
    const known = new KnownRows();
    const positions = Array.from({ length: 10 }, (_, row) => BigInt(row * 10));
    known.see(positions);
    known.add({ from: 0n, to: 100n }, positions);
    const estimate = (isToExact: boolean) =>
      new RowEstimate(known, { from: 0n, to: 100n, isFromExact: true, isToExact }, 1n).in(
        { from: 50n, to: 300n },
        RowEstimate.unevenness([]),
      );
    expect(estimate(true)).toEqual({ rows: 5, isCount: true, standardError: 0 });
    const open = estimate(false);
    expect([open?.rows, open?.isCount]).toEqual([5, false]);
    expect(open?.standardError).toBeGreaterThanOrEqual(20);
  });
});
