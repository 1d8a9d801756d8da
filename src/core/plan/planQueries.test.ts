import { describe, expect, it } from 'vitest';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { planFaultOf, planOf, windowOf } from './planRequest.fixture.ts';

const WINDOW = windowOf('2024-03-05T10:00:30Z', '2024-03-05T10:02:00Z');
const KEY_3 = '0000000000000000003___0638452296000000000';

describe('planQueries', () => {
  it('makes one range per prefix, rounded down, each with the property filter', () => {
    const plan = planOf({
      window: WINDOW,
      filter: "Level le 2 or Text eq 'it''s'",
      select: ['Level', 'RowKey', 'Level'],
    });
    expect(plan.queries).toHaveLength(10);
    expect(plan.queryClass).toBe('partition range');
    expect(plan.queries[3]).toMatchObject({
      index: 3,
      label: 'prefix 3',
      prefix: 3,
      tableName: 'DemoEventsVer1v0',
      filter:
        "PartitionKey ge '0000000000000000003___0638452296000000000' and PartitionKey lt '0000000000000000003___0638452297200000000' and (Level le 2 or Text eq 'it''s')",
      // `Text` is selected too, so that rows can be checked against the filter.
      select: ['PartitionKey', 'RowKey', 'Level', 'Text'],
    });
    expect(plan.notes).toEqual([
      'Keys hold whole minutes, so this reads 2024-03-05T10:00:00Z to 2024-03-05T10:02:00Z.',
      'Also read, to check each row against the filter: Text.',
    ]);
  });

  it('queries the time after the text that keys begin with, and checks the rest of it', () => {
    const asked = { schemeId: 'text-ticks19', window: WINDOW, volume: 1 } as const;
    const plan = planOf({ ...asked, partitionKey: { kind: 'begins', text: 'device7_' } });
    expect(plan.queries.map(({ filter }) => filter)).toEqual([
      "PartitionKey ge 'device7_0638452296300000000' and PartitionKey lt 'device7_0638452297200000000'",
    ]);
    // If the text before the time is longer than the typed one, these checks find the rows that were not read.
    expect(plan.guards.map(({ filter }) => filter)).toEqual([
      "PartitionKey ge 'device7_' and PartitionKey lt 'device7_05'",
      "PartitionKey ge 'device7_07' and PartitionKey lt 'device7`'",
    ]);
    const inRow = planOf({
      ...asked,
      schemeId: 'text-ticks19-row',
      partitionKey: { kind: 'is', text: 'p' },
      rowKey: { kind: 'begins', text: 'a|' },
    });
    expect(inRow.queries.map(({ filter }) => filter)).toEqual([
      "PartitionKey eq 'p' and RowKey ge 'a|0638452296300000000' and RowKey lt 'a|0638452297200000000'",
    ]);
    expect(planOf(asked).queries.map(({ queryClass, filter }) => [queryClass, filter])).toEqual([
      ['table scan', undefined],
    ]);
  });

  it('leaves the selection alone if the properties of the filter do not fit', () => {
    const names = Array.from({ length: 253 }, (_, at) => `P${at}`);
    const { queries, notes } = planOf({ window: WINDOW, filter: 'Level le 2', select: names });
    expect(queries[0]?.select).toEqual(['PartitionKey', 'RowKey', ...names]);
    expect(notes.join()).not.toContain('Also read');
  });

  it('says which bucket the end falls into', () => {
    const { notes } = planOf({ window: windowOf('2024-03-05T10:00:00Z', '2024-03-05T10:02:00.500Z') });
    expect(notes).toEqual([
      'Keys hold whole minutes, so this reads 2024-03-05T10:00:00Z to 2024-03-05T10:03:00Z.',
    ]);
    const hours = planOf({ window: WINDOW, roundingTicks: 36_000_000_000n }).notes;
    expect(hours[1]).toBe(
      'Keys hold whole hours, so this reads 2024-03-05T10:00:00Z to 2024-03-05T11:00:00Z.',
    );
    const odd = planOf({ window: WINDOW, roundingTicks: 3_000_000_000n }).notes;
    expect(odd[1]).toMatch(/^Keys hold intervals of 5 min, so this reads /);
  });

  it('can read unprefixed keys as well, or only those', () => {
    const both = planOf({ schemeId: 'wad-prefixed', window: WINDOW, volume: 100, unprefixed: true });
    expect(both.queries).toHaveLength(101);
    expect(both.queries.at(-1)).toMatchObject({ label: 'unprefixed' });
    expect(both.queries.at(-1)?.prefix).toBeUndefined();
    const small = planOf({ schemeId: 'wad', tableName: 'WADLogsTable', window: WINDOW, volume: 1 });
    expect(small.queries.map((query) => query.filter)).toEqual([
      "PartitionKey ge '0638452296000000000' and PartitionKey lt '0638452297200000000'",
    ]);
  });

  it('reads only the chosen prefixes', () => {
    const plan = planOf({ window: WINDOW, prefixes: [3, 7] });
    expect(plan.queries.map((query) => [query.index, query.label])).toEqual([
      [0, 'prefix 3'],
      [1, 'prefix 7'],
    ]);
    expect(planOf({ schemeId: 'ticks19', window: WINDOW, prefixes: [3] }).notes.at(-1)).toMatch(/not used/);
  });

  it('ignores the prefix list if the keys have no prefixes', () => {
    const note = 'The keys of this scheme have no prefixes: the list of prefixes is not used.';
    const point = { partitionKey: { kind: 'is', text: 'a' }, rowKey: { kind: 'is', text: 'b' } } as const;
    for (const prefixes of [[], [-1], [1e9], [Number.NaN], [3, 3]]) {
      for (const schemeId of ['ticks19', 'none', 'inverted-ticks19']) {
        expect(planOf({ schemeId, window: WINDOW, volume: 1, prefixes }).notes).toContain(note);
        expect(planOf({ schemeId, volume: 1, prefixes, ...point }).notes).toContain(note);
      }
    }
  });

  it('reads a row range if the time is in the RowKey and the PartitionKey is typed', () => {
    const partitionKey = { kind: 'is', text: "sv'c" } as const;
    const plan = planOf({ schemeId: 'inverted-ticks19', window: WINDOW, partitionKey });
    expect(plan.queryClass).toBe('row range');
    expect(plan.queries.map((query) => [query.label, query.filter])).toEqual([
      [
        'one partition',
        "PartitionKey eq 'sv''c' and RowKey ge '2516926678800000000' and RowKey lt '2516926679700000000'",
      ],
    ]);
    expect(plan.guards.map((guard) => [guard.position, guard.filter])).toEqual([
      ['below', "PartitionKey eq 'sv''c' and RowKey lt '24'"],
      ['above', "PartitionKey eq 'sv''c' and RowKey ge '26'"],
    ]);
    const scan = planOf({ schemeId: 'inverted-ticks19', window: WINDOW });
    expect([scan.queryClass, scan.queries[0]?.label, scan.guards]).toEqual([
      'table scan',
      'every partition',
      [],
    ]);
    expect(scan.notes.at(-1)).toBe(
      'This reads every partition: table scan. The time is in the RowKey: type a PartitionKey to read one partition.',
    );
  });

  it('looks up one row if both keys are typed', () => {
    const plan = planOf({
      window: WINDOW,
      partitionKey: { kind: 'is', text: 'a' },
      rowKey: { kind: 'is', text: '' },
    });
    expect(plan).toMatchObject({ queryClass: 'point', guards: [] });
    expect(plan.queries).toHaveLength(1);
    expect(plan.queries[0]).toMatchObject({
      label: 'point lookup',
      filter: "PartitionKey eq 'a' and RowKey eq ''",
    });
    expect(plan.notes).toEqual([
      'Both keys are typed: only that row is read, and the window does not count.',
    ]);
  });

  it('clips the window to a typed PartitionKey', () => {
    const exact = planOf({ window: WINDOW, partitionKey: { kind: 'is', text: KEY_3 } });
    expect(exact.queries.map((query) => [query.label, query.filter])).toEqual([
      ['prefix 3', `PartitionKey eq '${KEY_3}'`],
    ]);
    expect(exact.guards).toEqual([]);
    const begins = planOf({ window: WINDOW, partitionKey: { kind: 'begins', text: KEY_3.slice(0, 24) } });
    expect(begins.queries.map((query) => query.label)).toEqual(['prefix 3']);
    expect(begins.notes).toContain(
      "PartitionKey begins with: sent as PartitionKey ge '0000000000000000003___06' and PartitionKey lt '0000000000000000003___07'.",
    );
  });

  it('reads everything, and labels it so, if the keys hold no time', () => {
    const plan = planOf({ schemeId: 'none', volume: 1 });
    expect(plan.queries).toEqual([
      {
        index: 0,
        label: 'all rows',
        tableName: 'DemoEventsVer1v0',
        range: { partition: {}, exact: true },
        queryClass: 'table scan',
        mayBeAbsent: false,
        sharesRows: false,
      },
    ]);
    expect(plan.guards).toEqual([]);
    expect(plan.notes.join()).toMatch(/table scan/);
    const typed = planOf({
      schemeId: 'none',
      window: WINDOW,
      partitionKey: { kind: 'begins', text: 'tenant.' },
      rowKey: { kind: 'begins', text: 'AGE:055' },
      select: ['Timestamp', 'Name'],
    });
    expect(typed.queries[0]).toMatchObject({
      filter:
        "PartitionKey ge 'tenant.' and PartitionKey lt 'tenant0' and RowKey ge 'AGE:055' and RowKey lt 'AGE:056'",
      select: ['PartitionKey', 'RowKey', 'Timestamp', 'Name'],
    });
    expect(typed.notes).toContain(
      'The keys hold no time, so the window cannot narrow them: rows are filtered after.',
    );
  });

  it('reads each point of an `or` with its own query, and checks the rest of the table as before', () => {
    const point = (partition: string, row: string): string =>
      `PartitionKey eq '${partition}' and RowKey eq '${row}'`;
    const key = (prefix: number): string => `${String(prefix).padStart(19, '0')}___0638452296600000000`;
    const points = [point(key(7), 'b'), point(key(3), 'a'), point(key(7), 'a')];
    const filter = `(${points.join(') or (')})`;
    const asked = { window: WINDOW, volume: 10 } as const;
    const { queries, guards, notes, queryClass } = planOf({ ...asked, filter });
    expect(queries.map(({ label, filter: sent }) => [label, sent])).toEqual([
      ['prefix 3', points[1]],
      ['prefix 7, part 1 of 2', points[2]],
      ['prefix 7, part 2 of 2', points[0]],
    ]);
    expect(queryClass).toBe('point');
    expect(queries.some(({ condition }) => condition !== undefined)).toBe(false);
    expect(guards).toEqual(planOf(asked).guards);
    expect(notes.join()).not.toContain('counts once');
    // No row is read by two queries, since each query has other keys and keys do not change.
    expect(notes.join()).not.toContain('may be missed');
    const some = planOf({ schemeId: 'none', volume: 1, filter });
    expect(some.queries.map((query) => query.filter)).toEqual([points[1], points[2], points[0]]);
    expect(some.guards).toEqual([]);
    expect(some.notes).toContain('The filter is sent as 3 queries that together return the same rows.');
    // If no key in the window can match, the plan keeps all its queries.
    const late = planOf({ ...asked, filter: "PartitionKey eq 'x' or PartitionKey eq 'y'" });
    expect(late.queries).toHaveLength(10);
  });

  it('splits a filter of more than 15 comparisons, with the keys counted, and a long one', () => {
    for (const [count, parts] of [
      [13, 1],
      [14, 2],
      [22, 2],
      [23, 3],
      [33, 3],
      [34, 4],
    ] as const) {
      const filter = Array.from({ length: count }, (_, index) => `A eq ${index}`).join(' or ');
      const { queries, notes } = planOf({ window: WINDOW, volume: 1, prefixes: [0], filter });
      expect(queries).toHaveLength(parts);
      expect(notes.join()).not.toContain('may refuse');
      expect(queries.every(({ sharesRows = false }) => sharesRows === parts > 1)).toBe(true);
      expect(notes.join().includes('A row that two of them return counts once.')).toBe(parts > 1);
      const changing = `A row that changes while it is read may be missed: the filter is read in ${parts} queries over the same keys.`;
      expect(notes.join().includes(changing)).toBe(parts > 1);
      // The keys narrow 100 ranges to one, but it is still read several times, so the doubt about shared rows remains.
      const one = `PartitionKey eq '0000000000000000003___0638452296600000000' and (${filter})`;
      const few = planOf({ window: WINDOW, volume: 100, filter: one });
      expect(few.queries.length).toBeLessThan(100);
      expect(few.notes.join().includes('may be missed')).toBe(few.queries.length > 1);
    }
    const long = Array.from({ length: 7 }, (_, at) => `A eq '${'x'.repeat(4000)}${at}'`).join(' or ');
    const { queries } = planOf({ schemeId: 'none', volume: 1, filter: long });
    expect(queries).toHaveLength(3);
    expect(queries.every(({ filter = '' }) => encodeURIComponent(filter).length < 14_000)).toBe(true);
  });

  it('warns of what the property filter does', () => {
    const many = Array.from({ length: 16 }, (_, index) => `A ne ${index}`).join(' and ');
    expect(planOf({ window: WINDOW, filter: many }).notes.join()).toMatch(/18 comparisons/);
    expect(planOf({ window: WINDOW, filter: 'PartitionKey eq 5' }).notes.join()).toMatch(/single quotes/);
    expect(planOf({ window: WINDOW, filter: '  ' }).queries[0]?.filter).not.toMatch(/\(/);
  });

  it('accepts any rounding up to the whole time range, for any scheme', () => {
    for (const { id: schemeId } of KEY_SCHEMES) {
      for (const roundingTicks of [7n, 345_600_000_000_000n, 3155378976000000000n]) {
        const { queries } = planOf({ schemeId, window: WINDOW, volume: 1, roundingTicks });
        expect([schemeId, roundingTicks, queries.length > 0]).toEqual([schemeId, roundingTicks, true]);
      }
    }
  });
});

describe('plan faults', () => {
  it.each([
    [{ schemeId: '__proto__' }, 'scheme', /no such key scheme/],
    [{ window: WINDOW, partitionKey: { kind: 'is', text: 'x' } }, 'pk', /No key in the window/],
    [
      { window: WINDOW, partitionKey: { kind: 'is', text: '0000000000000000003___0638452200000000000' } },
      'pk',
      /its time is 2024-03-05T07:20:00Z/,
    ],
    [{ window: WINDOW, prefixes: [4], partitionKey: { kind: 'is', text: KEY_3 } }, 'prefixes', /prefix 3/],
    [
      {
        schemeId: 'ticks19-row',
        window: WINDOW,
        partitionKey: { kind: 'is', text: 'a' },
        rowKey: { kind: 'begins', text: 'x' },
      },
      'rk',
      /RowKey/,
    ],
  ] as const)('%#', (part, field, message) => {
    const fault = planFaultOf(part);
    expect(fault.field).toBe(field);
    expect(fault.message).toMatch(message);
    expect(fault.nextStep).not.toBe('');
  });

  it('say that a PartitionKey may only be the beginning of keys, if it is no whole key of the scheme', () => {
    const mayBegin = (schemeId: string, text: string) =>
      planFaultOf({ schemeId, window: WINDOW, partitionKey: { kind: 'is', text } }).nextStep?.includes(
        'choose "begins with"',
      );
    expect([
      mayBegin('text-ticks19', 'device'),
      mayBegin('text-ticks19', 'device_0638000000000000000'),
      mayBegin('ticks19', 'device'),
    ]).toEqual([true, false, false]);
  });
});
