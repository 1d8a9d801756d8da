// What a probe claims, against tables whose rows are known: never a false end, zero, gap or count, whatever it costs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TICKS } from '../../time/ticks.ts';
import { seededRandom } from '../seededRandom.ts';
import { FINE_COLUMNS, FIRST_REQUESTS, Probe } from './probe.ts';
import type { ProbeOptions, ProbeRow } from './probeTypes.ts';
import { answerOf, drive, probeAll, type SortedTable, sortedTable } from './sortedTable.fixture.ts';

const SECOND = 10_000_000n;
const MINUTE = 60n * SECOND;
const DAY = 1440n * MINUTE;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const NOW = NEW_YEAR + 500n * DAY;
const UNIX_EPOCH = 621_355_968_000_000_000n;
const pad = (value: bigint | number, width = 19) => String(value).padStart(width, '0');

/** Keys of row `row` of group `number`, as each kind of writer makes them. */
const KINDS = {
  prefix: (number: number, ticks: bigint, row: number) => [`${pad(number)}___${pad(ticks)}`, pad(row)],
  tail: (number: number, ticks: bigint, row: number) => [
    `svc-${pad(number, 3)}`,
    `${pad(MAX_TICKS - ticks)}_${pad(row)}`,
  ],
  source: (number: number, ticks: bigint) => [`src-${pad(number, 3)}`, pad(ticks)],
  sensor: (number: number, ticks: bigint) => [
    `sensor-${pad(number, 3)}`,
    String((ticks - UNIX_EPOCH) / SECOND),
  ],
} as const satisfies Record<string, (number: number, ticks: bigint, row: number) => readonly string[]>;

interface Group {
  readonly kind: keyof typeof KINDS;
  readonly number: number;
  readonly label: string;
  /** Ascending. */
  readonly times: readonly bigint[];
}

const LABELS = { prefix: '', tail: 'svc-', source: 'src-', sensor: 'sensor-' } as const;

/** A group with rows at these seconds after New Year. */
function groupOf(kind: Group['kind'], number: number, seconds: readonly number[]): Group {
  // These keys hold nothing but the time, so no two rows can have the same time.
  const times = kind === 'source' || kind === 'sensor' ? [...new Set(seconds)] : seconds;
  const label = kind === 'prefix' ? String(number) : LABELS[kind] + pad(number, 3);
  const sorted = times.toSorted((a, b) => a - b).map((second) => NEW_YEAR + BigInt(second) * SECOND);
  return { kind, number, label, times: sorted };
}

function tableOf(groups: readonly Group[]): SortedTable {
  return sortedTable(
    groups.flatMap(({ kind, number, times }) =>
      times.map((ticks, row): ProbeRow => {
        const [partitionKey = '', rowKey = ''] = KINDS[kind](number, ticks, row);
        return { partitionKey, rowKey };
      }),
    ),
  );
}

const within = (times: readonly bigint[], from: bigint, to: bigint): number =>
  times.filter((ticks) => ticks >= from && ticks < to).length;

function falseClaims(probe: Probe, truth: readonly Group[]): readonly unknown[] {
  return probe.picture().groups.flatMap(({ label, first, last, gaps, rowsIn }) => {
    const times = truth.find((group) => group.label === label)?.times ?? [];
    const cells = Array.from({ length: 11 }, (_, at) => {
      const [from, to] = [NEW_YEAR + BigInt(at - 1) * 47n * DAY, NEW_YEAR + BigInt(at) * 47n * DAY];
      return { cell: rowsIn(from, to), truth: within(times, from, to) };
    });
    return [
      ...(first?.isExact === true && first.ticks !== times[0] ? [[label, 'first', first.ticks]] : []),
      ...(last?.isExact === true && last.ticks !== times.at(-1) ? [[label, 'last', last.ticks]] : []),
      ...gaps.filter(({ from, to }) => within(times, from, to) > 0).map((gap) => [label, 'gap', gap]),
      ...cells.filter((each) => each.cell?.isCount === true && each.cell.rows !== each.truth),
    ];
  });
}

function probeOf(more: Partial<ProbeOptions> = {}): Probe {
  return new Probe({ tableName: '', nowTicks: NOW, ...more });
}

/** Allows more requests until nothing waits for them. */
function probeToEnd(probe: Probe, table: SortedTable, cut?: number): void {
  for (let press = 0; press < 20; press++) {
    probeAll(probe, table, cut);
    if (probe.picture().held === undefined) return;
    probe.allow(1000);
  }
}

const groups = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as Group['kind'][])),
    number: fc.nat(99),
    seconds: fc.array(fc.oneof(fc.nat(600), fc.nat(40_000_000)), { minLength: 1, maxLength: 120 }),
  }),
  { selector: ({ kind, number }) => `${kind} ${number}`, minLength: 1, maxLength: 12 },
);

describe('a probe of any table', () => {
  it('claims nothing that is not so, and finds everything if it may; also where answers end early', () => {
    fc.assert(
      fc.property(groups, fc.constantFrom(2, 3, 7, Infinity), fc.constantFrom(1, 40), (list, cut, times) => {
        const truth = list.map(({ kind, number, seconds }) =>
          groupOf(
            kind,
            number,
            Array.from({ length: times }, (_, at) => seconds.map((each) => each + at)).flat(),
          ),
        );
        const table = tableOf(truth);
        const probe = probeOf();
        probeAll(probe, table, cut);
        expect(probe.picture().requests).toBeLessThanOrEqual(FIRST_REQUESTS);
        expect(falseClaims(probe, truth)).toEqual([]);
        probeToEnd(probe, table, cut);
        expect(falseClaims(probe, truth)).toEqual([]);
        const found = probe
          .picture()
          .groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]);
        const expected = truth.map(({ label, times: own }) => [label, own[0], own.at(-1)]);
        const byLabel = (a: readonly unknown[], b: readonly unknown[]) =>
          String(a[0]) < String(b[0]) ? -1 : 1;
        expect(found.toSorted(byLabel)).toEqual(expected.toSorted(byLabel));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  const day = 86_400;
  it.each<[name: string, second: (row: number, random: () => number) => number]>([
    ['a burst after ten months', (row, random) => (row < 10 ? random() * 300 * day : 300 * day + random())],
    ['a gap of a year', (row, random) => (row < 3000 ? random() * day : (365 + random()) * day)],
    ['clusters', (_, random) => Math.floor(random() * 6) ** 3 * day + random() * 3600],
    ['one row, then a crowd', (row) => (row === 0 ? 0 : 77 * day)],
  ])('finds the end behind %s', (_, second) => {
    const random = seededRandom(8);
    const seconds = Array.from({ length: 6000 }, (_row, row) => Math.floor(second(row, random)));
    for (const kind of ['prefix', 'tail'] as const) {
      const truth = [groupOf(kind, 7, seconds)];
      const probe = probeOf();
      probeAll(probe, tableOf(truth));
      expect(falseClaims(probe, truth)).toEqual([]);
      const [group] = probe.picture().groups;
      expect([group?.first?.isExact, group?.last?.isExact]).toEqual([true, true]);
    }
  });

  it('never takes a bound for a count: of one time there are more rows than were read', () => {
    const seconds = [
      ...Array.from({ length: 20_000 }, (_, row) => row * 60),
      ...Array<number>(8000).fill(600_000),
    ];
    const probe = probeOf();
    const table = tableOf([groupOf('prefix', 3, seconds)]);
    probeToEnd(probe, table);
    const at = NEW_YEAR + 600_000n * SECOND;
    probe.look({ from: at, to: at + MINUTE, columns: 1 });
    drive(probe, table);
    const cell = probe.picture().groups[0]?.rowsIn(at, at + MINUTE);
    expect([cell?.isCount, (cell?.rows ?? 0) < 8001]).toEqual([false, true]);
  });

  it('finds the end of a table in use with few requests, because it starts near the present', () => {
    const seconds = Array.from({ length: 20_000 }, (_, row) => row * 60);
    const table = tableOf([groupOf('source', 1, seconds)]);
    const requestsTo = (nowTicks: bigint): number => {
      const probe = probeOf({ nowTicks });
      for (let sent = 0; ; sent++) {
        if (probe.picture().groups[0]?.last?.isExact === true) return sent;
        const request = probe.next();
        if (request === undefined) return Infinity;
        probe.accept(request.id, answerOf(table, request));
      }
    };
    const end = NEW_YEAR + 1_200_000n * SECOND;
    expect(requestsTo(end)).toBeLessThanOrEqual(4);
    expect(requestsTo(end + 500n * DAY)).toBeGreaterThan(4);
  });

  it('maps a table that holds each row twice by its keys in order of time, and says that there are others', () => {
    const rows = Array.from({ length: 1440 }, (_, minute) => {
      const time = pad(MAX_TICKS - (NEW_YEAR + BigInt(minute) * MINUTE));
      return [`${time}__CPU`, `CPU__${time}`, `Memory__${time}`];
    }).flat();
    const probe = probeOf({ tableName: 'WADMetricsPT1MP10DV2S20260101', nowTicks: NEW_YEAR + DAY });
    probeAll(probe, sortedTable(rows.map((rowKey) => ({ partitionKey: 'machine', rowKey }))));
    const [group, ...more] = probe.picture().groups;
    expect(more).toEqual([]);
    expect([group?.first?.ticks, group?.last?.ticks]).toEqual([NEW_YEAR, NEW_YEAR + 1439n * MINUTE]);
    expect([group?.hasStrangers, probe.picture().requests < 40]).toEqual([true, true]);
    expect(Math.abs((group?.rows?.rows ?? 0) - 1440)).toBeLessThanOrEqual(
      2 * (group?.rows?.standardError ?? 0),
    );
  });

  it('finds every second prefix of a hundred with half as many requests, and says which it did not look at', () => {
    const used = Array.from({ length: 100 }, (_, at) => at).filter((prefix) => prefix % 9 !== 4);
    const minutes = Array.from({ length: 1000 }, (_, row) => row * 60);
    const truth = used.map((prefix) => groupOf('prefix', prefix, minutes));
    const probe = probeOf({ nowTicks: NEW_YEAR + DAY });
    const table = tableOf(truth);
    probeAll(probe, table);
    const { groups: found, requests, held, incomplete } = probe.picture();
    const unlooked = probe.unlooked;
    expect(requests).toBe(FIRST_REQUESTS);
    expect(found.length).toBeGreaterThan(70);
    expect([held?.isFinding, /\d+ prefixes were not looked at/.test(incomplete ?? '')]).toEqual([true, true]);
    // Each prefix that is neither found nor unlooked is one without rows.
    const labels = new Set(found.map(({ label }) => Number(label)));
    expect(used.filter((prefix) => !labels.has(prefix) && !unlooked.has(prefix))).toEqual([]);
    expect(falseClaims(probe, truth)).toEqual([]);
    probe.allow(200);
    probeAll(probe, table);
    expect(probe.picture().groups.map(({ label }) => label)).toEqual(used.map(String));
    expect([probe.unlooked.size, probe.picture().incomplete]).toEqual([0, undefined]);
  });

  it('groups hashes by their leading character, and says how many rows they hold, give or take', () => {
    const random = seededRandom(5);
    const hex = () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const keys = Array.from({ length: 20_000 }, () => hex() + hex());
    const probe = probeOf();
    probeAll(probe, sortedTable(keys.map((partitionKey) => ({ partitionKey, rowKey: '' }))));
    const { groups: found, requests } = probe.picture();
    expect(found.map(({ label }) => label)).toEqual(Array.from('0123456789abcdef', (head) => `${head}...`));
    expect(requests).toBeLessThanOrEqual(FIRST_REQUESTS);
    for (const { rows, label } of found) {
      const truth = keys.filter((key) => key.startsWith(label.charAt(0))).length;
      expect(Math.abs((rows?.rows ?? 0) - truth)).toBeLessThan(4 * (rows?.standardError ?? 0) + 1);
    }
  });

  it('lists partitions without a time as far as its requests go; their rows are counted if the user asks', () => {
    const rows = Array.from({ length: 40 * 300 }, (_, row) => ({
      partitionKey: `tenant-${pad(row % 40, 3)}`,
      rowKey: `order-${row}`,
    }));
    const [probe, table] = [probeOf(), sortedTable(rows)];
    probeAll(probe, table);
    const { groups: found, held, incomplete } = probe.picture();
    expect([found.length > 10, found.length < 40, held?.isFinding]).toEqual([true, true, true]);
    expect(incomplete).toContain('more groups may follow tenant-');
    expect(found.at(-1)?.rows?.standardError).toBe(Infinity);
    probeToEnd(probe, table);
    const all = probe.picture();
    expect(all.groups.map((group) => group.rows?.rows)).toEqual(Array<number>(40).fill(300));
    expect([all.incomplete, all.held, all.read.rows]).toEqual([undefined, undefined, 12_000]);
  });
});

describe('the requests of a probe', () => {
  const minutes = Array.from({ length: 800 }, (_, row) => row * 60);
  const truth = Array.from({ length: 12 }, (_, number) => groupOf('prefix', number, minutes));
  const table = tableOf(truth);

  it('stay within the keys that it may ask about', () => {
    const within = { fromPartition: pad(5), toPartition: `${pad(8)}___${pad(NEW_YEAR + 400n * MINUTE)}` };
    const probe = probeOf({ within });
    drive(probe, table);
    probe.allow(200);
    const sent = [...drive(probe, table)];
    probeAll(probe, table);
    const outside = sent.filter(({ partition: { from = '', to = '\uffff' } }) => {
      return from < within.fromPartition || to > `${within.toPartition}\u0000`;
    });
    expect(outside).toEqual([]);
    const { groups: found } = probe.picture();
    expect(found.map(({ label }) => label)).toEqual(['5', '6', '7', '8']);
    expect(found[3]?.last).toEqual({ ticks: NEW_YEAR + 400n * MINUTE, isExact: true });
  });

  it('are sent again if they were given back, and given up for good if they failed', () => {
    const probe = probeOf();
    const first = probe.next();
    expect([first?.top, first?.pages, probe.next()]).toEqual([1000, 1, undefined]);
    probe.giveBack(first?.id ?? 0);
    expect(probe.picture().requests).toBe(0);
    const again = probe.next();
    expect(again).toEqual({ ...first, id: (first?.id ?? 0) + 1 });
    probe.fail(again?.id ?? 0, 'The SAS does not allow reading.');
    expect(probe.picture()).toMatchObject({ incomplete: 'The SAS does not allow reading.', stage: 'done' });
    expect(probe.isIdle).toBe(true);
  });

  it('bring the same with six under way, answered in any order', () => {
    const random = seededRandom(2);
    const probe = probeOf({ nowTicks: NEW_YEAR + DAY });
    const flying: (readonly [number, ReturnType<typeof answerOf>])[] = [];
    let most = 0;
    for (let looks = 0; looks < 2; looks++) {
      if (looks === 1) probe.look({ from: NEW_YEAR, to: NEW_YEAR + DAY, columns: probe.columnsFor() });
      for (;;) {
        for (let next = probe.next(); next !== undefined; next = flying.length < 6 ? probe.next() : undefined)
          flying.push([next.id, answerOf(table, next)]);
        most = Math.max(most, flying.length);
        const [answered] = flying.splice(Math.floor(random() * flying.length), 1);
        if (answered === undefined) break;
        probe.accept(...answered);
      }
    }
    expect(most).toBe(6);
    expect(falseClaims(probe, truth)).toEqual([]);
    expect(probe.picture().groups.map(({ label }) => Number(label))).toEqual([...truth.keys()]);
  });

  it('read a table of a few pages whole, and no large one', () => {
    const tables = [700, 7000].map((rows) => {
      const seconds = Array.from({ length: rows }, (_, row) => row * 60);
      return Array.from({ length: 10 }, (_, number) => groupOf('prefix', number, seconds));
    });
    const [small, large] = tables.map((groupsOf) => {
      const probe = probeOf({ nowTicks: NEW_YEAR + DAY });
      probeAll(probe, tableOf(groupsOf));
      return { ...probe.picture(), columns: probe.columnsFor() };
    });
    expect(small?.read).toMatchObject({ rows: 7000, standardError: 0 });
    expect([(small?.requests ?? 99) < 30, small?.columns, small?.held]).toEqual([
      true,
      FINE_COLUMNS,
      undefined,
    ]);
    expect([large?.requests, (large?.rowsRead ?? 0) < 7000]).toEqual([FIRST_REQUESTS, true]);
  });

  it('leave no cell to sample if all that has a time is known before all groups are', () => {
    const many = (length: number, keyOf: (at: number) => readonly [string, string]) =>
      Array.from({ length }, (_, at) => keyOf(at)).map(([partitionKey, rowKey]) => ({
        partitionKey,
        rowKey,
      }));
    const table = sortedTable([
      ...many(1500, (at) => ['archive', `file-${pad(at, 4)}`]),
      ...many(2, (day) => [`a-log-${day}`, pad(NEW_YEAR + BigInt(day) * DAY)]),
      ...many(5000, (at) => [`user-${pad(at >> 1, 4)}`, String(at % 2)]),
    ]);
    const probe = probeOf();
    expect(probeAll(probe, table).columns).toBe(FINE_COLUMNS);
    expect(probe.picture()).toMatchObject({ held: { isFinding: true }, pending: [] });
  });

  it('of an empty table are two at most', () => {
    const probe = probeOf();
    drive(probe, sortedTable([]));
    expect(probe.picture()).toMatchObject({ groups: [], stage: 'done' });
    expect(probe.picture().held).toBeUndefined();
    expect(probe.picture().requests).toBeLessThanOrEqual(2);
  });
});
