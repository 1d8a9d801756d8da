import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';
import { planFromForm } from './planFromForm.ts';
import { queryOfFilter, queryOfRewrite, queryOfTemplates } from './queryOfDesign.ts';

/** A form in which every field is set for another query. */
const USED: QueryForm = {
  ...EMPTY_FORM,
  endpoint: 'https://a.example/',
  table: 'Orders',
  scheme: 'ticks19',
  volume: 10,
  unprefixed: true,
  prefixes: '0-3',
  pk: '0000000000000000003___0',
  pkMatch: 'begins',
  rk: 'x',
  rkMatch: 'begins',
  from: 'now-2h',
  to: 'now-1h',
  windowGiven: true,
  filter: 'Level eq 2',
  select: 'Level',
  rounding: '60',
};
const { endpoint, tab, chart } = USED;
const WINDOW = { from: 639_000_000_000_000_000n, to: 639_000_000_600_000_000n };

describe('a query opened from Design', () => {
  it('for a rewritten condition keeps only account and table of the previous query', () => {
    const condition = { scheme: 'mds-prefixed', volume: 100, filter: 'Level eq 3', window: WINDOW } as const;
    const after = { ...USED, ...queryOfRewrite({ ...condition, table: 'Events' }) };
    expect(after).toStrictEqual({
      ...EMPTY_FORM,
      endpoint,
      tab,
      chart,
      table: 'Events',
      scheme: 'mds-prefixed',
      volume: 100,
      filter: 'Level eq 3',
      from: '2025-11-29T08:00:00.0000000Z',
      to: '2025-11-29T08:01:00.0000000Z',
      windowGiven: true,
    });
    expect({ ...USED, ...queryOfRewrite({ ...condition, table: undefined }) }.table).toBe('Orders');
  });

  it('for templates keeps the table, the times and the filter, but no keys', () => {
    const { table, volume, from, to, windowGiven, filter } = USED;
    expect({ ...USED, ...queryOfTemplates('{TenantId}', '{Ticks}') }).toStrictEqual({
      ...EMPTY_FORM,
      endpoint,
      tab,
      chart,
      table,
      volume,
      from,
      to,
      windowGiven,
      filter,
      scheme: 'template:%7BTenantId%7D,%7BTicks%7D',
    });
  });

  it('for a filter that the plan splits reads the whole table', () => {
    const filter = "PartitionKey eq 'a' and RowKey eq '1' or PartitionKey eq 'b' and RowKey eq '2'";
    const after = { ...USED, ...queryOfFilter(filter, 'Events') };
    const plan = planFromForm(after, WINDOW.from as Parameters<typeof planFromForm>[1]);
    const { queries, guards } = valueOf(plan);
    expect(queries.map((query) => [query.tableName, query.filter])).toStrictEqual([
      ['Events', "PartitionKey eq 'a' and RowKey eq '1'"],
      ['Events', "PartitionKey eq 'b' and RowKey eq '2'"],
    ]);
    expect(guards).toStrictEqual([]);
    expect({ ...USED, ...queryOfFilter(filter, undefined) }.table).toBe('Orders');
  });
});
