import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GroupLabel } from '../entities/chart/chartTypes.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { TICKS_PER_SECOND } from '../time/ticks.ts';
import { type GroupsRequest, MOST_GROUPS } from './chartRows.ts';
import type { RowFilter } from './rowQuery.ts';
import { RunRows } from './runRows.ts';
import { runSteps } from '../steps.ts';

/** A full hour, so that the rows lie on both sides of the next one. */
const START = 639_000_000_000_000_000n - (639_000_000_000_000_000n % (3600n * TICKS_PER_SECOND));

interface Row {
  readonly prefix: string;
  readonly minute: number;
  readonly role: string | number | boolean | null | undefined;
  readonly level: number;
  readonly ms: number | string | null | undefined;
}

const row = fc.record<Row>({
  prefix: fc.constantFrom('a', 'b'),
  minute: fc.integer({ min: 0, max: 119 }),
  role: fc.constantFrom('x', 'y', '', '1', 1, 2.5, true, null, undefined),
  level: fc.integer({ min: 1, max: 5 }),
  ms: fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom('3', 2.5, null, undefined)),
});

function rowsOf(list: readonly Row[]): RunRows {
  const rows = new RunRows(() => ticksScheme());
  rows.begin({ runId: 1, schemeId: 'ticks', queries: [{ index: 0, label: 'all' }] });
  const value = list.map(({ prefix, role, level, ms, ...each }, at) => ({
    PartitionKey: `${prefix}_0${timeOf(each)}`,
    RowKey: String(at).padStart(4, '0'),
    Level: level,
    ...(role !== undefined && { Role: role }),
    ...(ms !== undefined && { Ms: ms }),
  }));
  const body = new TextEncoder().encode(JSON.stringify({ value }));
  expect(rows.append({ runId: 1, queryIndex: 0, body }).ok).toBe(true);
  return rows;
}

const timeOf = ({ minute }: Pick<Row, 'minute'>): bigint => START + BigInt(minute) * 60n * TICKS_PER_SECOND;

function asked(rows: RunRows, request: Partial<GroupsRequest>, filters: readonly RowFilter[] = []) {
  return runSteps(
    rows.groups({
      by: [{ name: 'Role' }],
      errors: { property: 'Level', texts: ['1', '2'] },
      statistics: [],
      window: undefined,
      ...request,
      filters,
    }),
  );
}

const textOf = (label: GroupLabel | undefined): string =>
  label?.kind === 'value' ? `${label.type ?? ''} ${label.text}` : (label?.kind ?? 'no label');

function roleText({ role }: Row): string {
  if (role === undefined) return 'absent';
  if (role === null) return 'null';
  const type = { string: 'Edm.String', boolean: 'Edm.Boolean', number: 'Edm.Double' }[
    typeof role as 'string'
  ];
  return `${role === 1 ? 'Edm.Int32' : type} ${role}`;
}

const isSelected = ({ level }: Row): boolean => level >= 2 && level <= 4;
const SELECTION: RowFilter = { name: 'Level', kind: 'range', as: 'number', from: '2', to: '4' };

it('counts the rows of each value, or pair of values, as one would by hand', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.boolean(), (list, isPair) => {
      const by = [{ name: 'Role' }, { name: 'Hour', fact: 'hour' as const }].slice(0, isPair ? 2 : 1);
      const table = asked(rowsOf(list), { by }, [SELECTION]);
      const keyOf = (each: Row): string =>
        isPair ? `${roleText(each)}, ${each.minute < 60 ? 0 : 1}` : roleText(each);
      const wanted = new Map<string, Row[]>();
      for (const each of list) wanted.set(keyOf(each), [...(wanted.get(keyOf(each)) ?? []), each]);
      const hours = [START, START + 3600n * TICKS_PER_SECOND];
      const found = table.groups.map((group, at) => {
        const hour = hours.findIndex((ticks) => textOf(group.labels[1]).includes(isoHour(ticks)));
        const overTime = (all: Uint32Array): number =>
          all
            .subarray(at * table.buckets.bucketCount, (at + 1) * table.buckets.bucketCount)
            .reduce((sum, each) => sum + each, 0);
        return [
          isPair ? `${textOf(group.labels[0])}, ${hour}` : textOf(group.labels[0]),
          {
            ...group,
            labels: 0,
            places: 0,
            all: [group.all, overTime(table.allOverTime)],
            selected: [group.selected, overTime(table.selectedOverTime)],
          },
        ] as const;
      });
      const expected = [...wanted].map(([key, rows]) => {
        const selected = rows.filter(isSelected);
        const times = selected.map(timeOf).toSorted((a, b) => (a < b ? -1 : 1));
        return [
          key,
          {
            labels: 0,
            places: 0,
            all: [rows.length, rows.length],
            selected: [selected.length, selected.length],
            errors: selected.filter(({ level }) => level <= 2).length,
            first: times[0],
            last: times.at(-1),
            values: [],
          },
        ] as const;
      });
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      const order = table.groups.map(({ selected, all }) => selected * 1000 + all);
      expect(order).toEqual(order.toSorted((a, b) => b - a));
    }),
  );
});

function isoHour(ticks: bigint): string {
  const unixMs = Number((ticks - 621_355_968_000_000_000n) / 10_000n);
  return new Date(unixMs).toISOString().slice(0, 13);
}

it('computes a statistic of the selected rows of each group', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 40 }),
      fc.constantFrom('p50', 'p95', 'maximum', 'sum', 'average', 'distinct' as const),
      (list, statistic) => {
        const value = { kind: 'property', name: 'Ms' } as const;
        const table = asked(rowsOf(list), { statistics: [{ value, statistic }] }, [SELECTION]);
        const all = new Map<string, number>();
        for (const key of new Set(list.map(roleText))) {
          const values = list
            .filter((each) => roleText(each) === key && isSelected(each))
            .map(({ ms }) => ms);
          all.set(key, statisticOf(statistic, values));
        }
        const found = table.groups.map(({ labels, values }) => [textOf(labels[0]), values[0]]);
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(all));
      },
    ),
  );
});

function statisticOf(statistic: string, all: readonly Row['ms'][]): number {
  if (statistic === 'distinct')
    return new Set(
      all.filter((each) => each !== undefined && each !== null).map((each) => JSON.stringify(each)),
    ).size;
  const numbers = all.filter((each) => typeof each === 'number').toSorted((a, b) => a - b);
  if (numbers.length === 0) return Number.NaN;
  const sum = numbers.reduce((total, each) => total + each, 0);
  if (statistic === 'sum') return sum;
  if (statistic === 'average') return sum / numbers.length;
  const percent = { p50: 50, p95: 95 }[statistic] ?? 100;
  return numbers[Math.ceil((percent * numbers.length) / 100) - 1] ?? Number.NaN;
}

it('lists the groups with the greatest statistic if so many are asked for, those without a number last', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (list, top) => {
      const measure = { value: { kind: 'property', name: 'Ms' }, statistic: 'sum' } as const;
      const { groups, others } = asked(rowsOf(list), { statistics: [measure], top }, [SELECTION]);
      const sums = [...new Set(list.map(roleText))].map((key) =>
        statisticOf(
          'sum',
          list.filter((each) => roleText(each) === key && isSelected(each)).map(({ ms }) => ms),
        ),
      );
      const ranked = [
        ...sums.filter((each) => !Number.isNaN(each)).toSorted((a, b) => b - a),
        ...sums.filter(Number.isNaN),
      ];
      expect(groups.map(({ values }) => values[0])).toEqual(ranked.slice(0, top));
      expect(others.groups).toBe(Math.max(0, ranked.length - top));
      expect(groups.reduce((sum, { all }) => sum + all, others.all)).toBe(list.length);
    }),
  );
});

it('lists so many groups, the largest first, and counts the rest', () => {
  const list = Array.from({ length: MOST_GROUPS + 5 }, (_, at): Row => {
    return { prefix: 'a', minute: 0, role: `r${at}`, level: 3, ms: 0 };
  });
  const largest: Row = { prefix: 'a', minute: 0, role: `r${MOST_GROUPS + 4}`, level: 3, ms: 0 };
  const { groups, others } = asked(rowsOf([...list, largest]), {});
  expect([groups.length, others, textOf(groups[0]?.labels[0])]).toEqual([
    MOST_GROUPS,
    { groups: 5, all: 5, selected: 5 },
    `Edm.String ${largest.role}`,
  ]);
});
