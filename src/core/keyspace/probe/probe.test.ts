import { describe, expect, it } from 'vitest';
import { MAX_TICKS } from '../../time/ticks.ts';
import { seededRandom } from '../seededRandom.ts';
import { Probe } from './probe.ts';
import type { ProbeGroup, ProbePicture, ProbeRequest } from './probeTypes.ts';
import { answerOf, drive, type SortedTable } from './sortedTable.fixture.ts';

const SECOND = 10_000_000n;
const MINUTE = 60n * SECOND;
const DAY = 86_400n * SECOND;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const NOW = NEW_YEAR + 30n * DAY;
const pad = (value: bigint | number, width = 19) => String(value).padStart(width, '0');

/** Times in ticks since NEW_YEAR, one ascending array a group: what the oracle knows. */
type Times = readonly Float64Array[];

/** A table of groups in key order; `key` makes the keys of row `row` of a group. */
function tableOf(
  times: Times,
  key: (group: number, ticks: bigint, row: number) => readonly [string, string],
) {
  const starts: number[] = [];
  let count = 0;
  for (const { length } of times) {
    starts.push(count);
    count += length;
  }
  const table: SortedTable = {
    count,
    keyAt: (index) => {
      let group = 0;
      let high = starts.length - 1;
      while (group < high) {
        const middle = (group + high + 1) >>> 1;
        if ((starts[middle] ?? 0) <= index) group = middle;
        else high = middle - 1;
      }
      const row = index - (starts[group] ?? 0);
      const offset = times[group]?.[row] ?? 0;
      const [partitionKey, rowKey] = key(group, NEW_YEAR + BigInt(Math.trunc(offset)), row);
      return { partitionKey, rowKey };
    },
  };
  return table;
}

/** Uneven times: a diurnal rhythm, a gap, and a group that ended early. */
function unevenTimes(groups: number, rows: number, days: number, grain: number): Times {
  const random = seededRandom(groups * 7 + rows);
  return Array.from({ length: groups }, (_, group) => {
    const span = days * Number(DAY) * (group % 7 === 3 ? 0.3 : 1);
    const times = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const day = Math.floor(random() * days) / days;
      const hour = (random() + random() + random()) / 3;
      const share = day + Math.min(0.999, Math.max(0, hour)) / days;
      const skipped = share > 0.5 && share < 0.6 ? share + 0.2 : share;
      times[row] = Math.floor((Math.min(0.9999, skipped) * span) / grain) * grain;
    }
    return times.sort();
  });
}

function bounds(times: Float64Array | undefined): readonly [bigint, bigint] {
  const at = (offset: number | undefined) => NEW_YEAR + BigInt(Math.trunc(offset ?? 0));
  return [at(times?.[0]), at(times?.at(-1))];
}

function firstLast({ first, last }: ProbeGroup): readonly [bigint | undefined, bigint | undefined] {
  return [first?.ticks, last?.ticks];
}

/** Gaps that a group reports hold no row. */
function rowsInGaps({ gaps }: ProbeGroup, times: Float64Array | undefined): number {
  const inGap = (time: number) => {
    const ticks = NEW_YEAR + BigInt(Math.trunc(time));
    return gaps.some(({ from, to }) => ticks >= from && ticks < to);
  };
  return gaps.length === 0 ? 0 : (times ?? new Float64Array(0)).filter(inGap).length;
}

function checkBudget(picture: ProbePicture, sent: ReadonlyMap<string, number>): void {
  expect(sent.get('find prefix')).toBeLessThanOrEqual(picture.groups.length + 10);
  for (const group of picture.groups) {
    expect(group.endRequests).toBeLessThanOrEqual(25);
    expect(group.first?.isExact).toBe(true);
    expect(group.last?.isExact).toBe(true);
  }
  expect(picture.incomplete).toBeUndefined();
}

function probeOf(tableName = ''): Probe {
  return new Probe({ tableName, nowTicks: NOW });
}

describe('Probe', () => {
  it('finds every prefix, first and last time of prefixed ticks', () => {
    const used = Array.from({ length: 100 }, (_, at) => at).filter((prefix) => prefix % 9 !== 4);
    const times = unevenTimes(used.length, 1500, 30, Number(MINUTE));
    const table = tableOf(times, (group, ticks, row) => [
      `${pad(used[group] ?? 0)}___${pad(ticks)}`,
      `dep___role___in_${group}___${pad(row)}`,
    ]);
    const probe = probeOf('AppEventsVer1v0');
    const sent = drive(probe, table);
    const picture = probe.picture();
    expect(picture.groups.map(({ label }) => label)).toEqual(used.map(String));
    expect(picture.groups.map(firstLast)).toEqual(times.map(bounds));
    checkBudget(picture, sent);
    expect(picture.stage).toBe('done');
  });

  it('takes plain ticks for one run, exact to the tick', () => {
    const times = unevenTimes(1, 200_000, 30, 1);
    const probe = probeOf();
    const sent = drive(
      probe,
      tableOf(times, (_group, ticks, row) => [pad(ticks), `r${row}`]),
    );
    const picture = probe.picture();
    expect(picture.groups.map(({ kind }) => kind)).toEqual(['run']);
    expect(picture.groups.map(firstLast)).toEqual(times.map(bounds));
    checkBudget(picture, sent);
  });

  it('reads the log tail backwards: newest first, the oldest by search', () => {
    const services = ['Billing', 'Checkout', 'Shipping'];
    const times = unevenTimes(3, 30_000, 30, 1);
    const newestFirst = times.map((each) => each.toReversed());
    const table = tableOf(newestFirst, (group, ticks) => [services[group] ?? '', pad(MAX_TICKS - ticks)]);
    const probe = probeOf();
    const sent = drive(probe, table);
    const picture = probe.picture();
    expect(picture.groups.map(({ label }) => label)).toEqual(services);
    expect(picture.groups.map(firstLast)).toEqual(times.map(bounds));
    checkBudget(picture, sent);
  });

  it('finds sources with Unix seconds as RowKey', () => {
    const times = unevenTimes(40, 2500, 30, Number(SECOND)).map((each) => Float64Array.from(new Set(each)));
    const unix = (ticks: bigint) => String((ticks - 621_355_968_000_000_000n) / SECOND);
    const table = tableOf(times, (group, ticks) => [`sensor-${pad(group, 3)}`, unix(ticks)]);
    const probe = probeOf('DataPoints');
    const sent = drive(probe, table);
    const picture = probe.picture();
    expect(picture.groups).toHaveLength(40);
    expect(picture.groups.map(firstLast)).toEqual(times.map(bounds));
    checkBudget(picture, sent);
  });

  it('groups hashes by their leading character, and says how many rows they hold, give or take', () => {
    const random = seededRandom(5);
    const hex = () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const keys = Array.from({ length: 20_000 }, () => hex() + hex()).sort();
    const table = {
      count: keys.length,
      keyAt: (index: number) => ({ partitionKey: keys[index] ?? '', rowKey: '' }),
    };
    const probe = probeOf();
    const sent = drive(probe, table);
    const picture = probe.picture();
    expect(picture.groups.map(({ label }) => label)).toEqual(
      Array.from('0123456789abcdef').map((head) => `${head}...`),
    );
    expect(sent.get('find prefix')).toBeLessThanOrEqual(26);
    for (const { rows, label } of picture.groups) {
      const truth = keys.filter((key) => key.startsWith(label.charAt(0))).length;
      const off = Math.abs((rows?.rows ?? 0) - truth);
      expect([label, off]).toEqual([label, rows?.isCount === true ? 0 : off]);
      expect(rows?.isCount === true || off < 4 * (rows?.standardError ?? 0)).toBe(true);
    }
    // The first three thousand rows were read whole, and the rest is estimated.
    expect(picture.groups.filter(({ rows }) => rows?.isCount === true).length).toBe(2);
  });

  it('finds prefixed and plain ticks beside each other, and keys of the future', () => {
    const times = [...unevenTimes(3, 400, 30, Number(MINUTE)), Float64Array.of(0, Number(4000n * DAY))];
    const table = tableOf(times, (group, ticks, row) => [
      group < 3 ? `${pad(group * 40)}___${pad(ticks)}` : pad(ticks),
      pad(row),
    ]);
    const probe = probeOf('WADLogsTable');
    const sent = drive(probe, table);
    const picture = probe.picture();
    expect(picture.groups.map(({ kind }) => kind)).toEqual(['prefix', 'prefix', 'prefix', 'run']);
    expect(picture.groups.map(firstLast)).toEqual(times.map(bounds));
    checkBudget(picture, sent);
  });

  it('keeps to its requests where rows come in clusters, bursts and after gaps of years', () => {
    const random = seededRandom(8);
    const day = Number(DAY);
    const shapes: Readonly<Record<string, (row: number) => number>> = {
      burst: (row) => (row < 10 ? random() * 300 * day : 300 * day + random() * Number(SECOND)),
      gap: (row) => (row < 3000 ? random() * day : (3650 + random()) * day),
      clusters: () => Math.floor(random() * 6) ** 3 * day + random() * Number(60n * MINUTE),
      instant: (row) => (row === 0 ? 0 : 77 * day),
    };
    for (const [name, shape] of Object.entries(shapes)) {
      for (const grain of [1, Number(MINUTE)]) {
        const times = [
          Float64Array.from({ length: 6000 }, (_, row) => Math.floor(shape(row) / grain) * grain).sort(),
        ];
        const prefixed = tableOf(times, (_group, ticks, row) => [`${pad(7)}___${pad(ticks)}`, pad(row)]);
        const tail = tableOf([times[0]?.toReversed() ?? new Float64Array(0)], (_group, ticks, row) => [
          'service',
          `${pad(MAX_TICKS - ticks)}_${pad(row)}`,
        ]);
        for (const table of [prefixed, tail]) {
          const probe = probeOf();
          const sent = drive(probe, table);
          const picture = probe.picture();
          expect([name, ...picture.groups.map(firstLast)]).toEqual([name, ...times.map(bounds)]);
          expect(picture.groups.map((group) => rowsInGaps(group, times[0]))).toEqual([0]);
          // Ten years without rows, in a search that has to leap over them, are noticed.
          expect(picture.groups[0]?.gaps.length).toBeGreaterThan(name === 'gap' ? 0 : -1);
          checkBudget(picture, sent);
        }
      }
    }
  });

  it('says so where it stops early, and where a request failed for good', () => {
    const times = Array.from({ length: 30 }, () => Float64Array.of(1, 2, 3));
    const table = tableOf(times, (group, _ticks, row) => [`tenant-${pad(group, 3)}`, `order-${row}`]);
    const probe = new Probe({ tableName: '', nowTicks: NOW, mostGroups: 20 });
    drive(probe, table);
    // Those that are not listed are grouped by how they begin: nothing is left out.
    expect(
      probe
        .picture()
        .groups.slice(19)
        .map(({ label }) => label),
    ).toEqual(['tenant-019', 'tenant-02...']);
    expect(probe.picture().incomplete).toBeUndefined();
    const few = new Probe({ tableName: '', nowTicks: NOW, mostGroups: 2 });
    drive(few, table);
    expect(few.picture().groups).toHaveLength(4);
    expect(few.picture().incomplete).toContain('4 groups');
    const failing = probeOf();
    failing.fail(failing.next()?.id ?? 0, 'The SAS does not allow reading.');
    expect(failing.picture()).toMatchObject({ incomplete: 'The SAS does not allow reading.', stage: 'done' });
    expect(failing.isIdle).toBe(true);
  });

  it('comes to the same with six requests under way, answered in any order', () => {
    const times = unevenTimes(12, 800, 30, Number(MINUTE));
    const table = tableOf(times, (group, ticks, row) => [`${pad(group)}___${pad(ticks)}`, pad(row)]);
    const random = seededRandom(2);
    const probe = probeOf('AppEventsVer1v0');
    const flying: ProbeRequest[] = [];
    let most = 0;
    while (!probe.isIdle) {
      for (let next = probe.next(); next !== undefined; next = flying.length < 6 ? probe.next() : undefined)
        flying.push(next);
      most = Math.max(most, flying.length);
      const [request] = flying.splice(Math.floor(random() * flying.length), 1);
      if (request !== undefined) probe.accept(request.id, answerOf(table, request));
    }
    expect(most).toBeGreaterThan(3);
    expect(probe.picture().groups.map(firstLast)).toEqual(times.map(bounds));
  });

  it('stays within the keys that it may ask about', () => {
    const times = unevenTimes(20, 60, 30, Number(MINUTE));
    const table = tableOf(times, (group, ticks, row) => [`${pad(group)}___${pad(ticks)}`, pad(row)]);
    const within = { fromPartition: pad(5), toPartition: `${pad(8)}___${pad(NEW_YEAR + 9n * DAY)}` };
    const probe = new Probe({ tableName: 'AppEventsVer1v0', nowTicks: NOW, within });
    const outside: ProbeRequest[] = [];
    for (let request = probe.next(); request !== undefined; request = probe.next()) {
      const { from = '', to = '\uffff' } = request.partition;
      if (from < within.fromPartition || to > `${within.toPartition}\u0000`) outside.push(request);
      probe.accept(request.id, answerOf(table, request));
    }
    expect(outside).toEqual([]);
    const { groups } = probe.picture();
    expect(groups.map(({ label }) => label)).toEqual(['5', '6', '7', '8']);
    const last = times[8]?.findLast((time) => time <= 9 * Number(DAY));
    expect(groups[3]?.last?.ticks).toBe(NEW_YEAR + BigInt(last ?? 0));
  });

  it('asks an empty table once', () => {
    const probe = probeOf();
    drive(probe, { count: 0, keyAt: () => ({ partitionKey: '', rowKey: '' }) });
    expect(probe.picture()).toMatchObject({ groups: [], requests: 1, stage: 'done' });
  });
});

function countBefore(times: Float64Array | undefined, end: number): number {
  const index = times?.findIndex((time) => time >= end) ?? 0;
  return index < 0 ? (times?.length ?? 0) : index;
}

describe('density', () => {
  it('counts and estimates backwards as well, and where many rows have one time', () => {
    const times = unevenTimes(2, 40_000, 30, Number(60n * MINUTE));
    const tail = tableOf(
      times.map((each) => each.toReversed()),
      (group, ticks, row) => [`service-${group}`, `${pad(MAX_TICKS - ticks)}_${pad(row)}`],
    );
    const minutes = tableOf(times, (group, ticks, row) => [`${pad(group)}___${pad(ticks)}`, pad(row)]);
    for (const table of [tail, minutes]) {
      const probe = probeOf();
      drive(probe, table);
      probe.look({ from: NEW_YEAR, to: NEW_YEAR + 30n * DAY, columns: 30 });
      drive(probe, table);
      const { cells, pending } = probe.picture();
      const faults = cells.filter(({ group, from, to, rows, isCount, standardError }) => {
        const truth =
          countBefore(times[group], Number(to - NEW_YEAR)) -
          countBefore(times[group], Number(from - NEW_YEAR));
        return isCount ? rows !== truth : Math.abs(rows - truth) > 4 * standardError;
      });
      expect(faults).toEqual([]);
      // The last of them may be left: never more rows are read than the table is thought to hold.
      expect(cells.length + pending.length).toBe(60);
      expect(pending.length).toBeLessThan(4);
      expect(cells.filter(({ isCount }) => !isCount).length).toBeGreaterThan(5);
    }
  });

  it('counts small cells, estimates large ones with an error that holds, and asks no known cell again', () => {
    const times = unevenTimes(4, 60_000, 30, Number(MINUTE));
    const table = tableOf(times, (group, ticks, row) => [`${pad(group)}___${pad(ticks)}`, pad(row)]);
    const probe = probeOf('AppEventsVer1v0');
    drive(probe, table);
    const before = probe.picture().requests;
    probe.look({ from: NEW_YEAR, to: NEW_YEAR + 30n * DAY, columns: 30 });
    drive(probe, table);
    const { cells, requests } = probe.picture();
    expect(cells.length).toBe(4 * 30);
    let within2 = 0;
    let estimated = 0;
    for (const cell of cells) {
      const [from, to] = [Number(cell.from - NEW_YEAR), Number(cell.to - NEW_YEAR)];
      const truth = countBefore(times[cell.group], to) - countBefore(times[cell.group], from);
      const error = Math.abs(cell.rows - truth);
      estimated += cell.isCount ? 0 : 1;
      within2 += error <= 2 * cell.standardError ? 1 : 0;
      expect(cell.isCount ? cell.rows : truth).toBe(truth);
    }
    expect(estimated).toBeGreaterThan(50);
    expect(within2 / cells.length).toBeGreaterThan(0.95);
    expect(requests - before).toBeLessThan(cells.length * 6);
    probe.look({ from: NEW_YEAR, to: NEW_YEAR + 30n * DAY, columns: 30 });
    expect(probe.next()).toBeUndefined();
  });
});
