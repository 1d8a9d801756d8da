import { describe, expect, it } from 'vitest';
import { rowMeets } from '../../core/odata/evaluateFilter.fixture.ts';
import {
  clampTicks,
  isoToTicks,
  MAX_TICKS,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../../core/time/ticks.ts';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { findNewestRows, firstRowSince } from './newestRows.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';
import type { FirstKey } from './questions.ts';

const NOW = isoToTicks('2026-11-22T12:00:00.0000000Z');
const d19 = (value: bigint | number): string => String(value).padStart(19, '0');
const minutes = (ticks: bigint): bigint => ticks - (ticks % TICKS_PER_MINUTE);

interface Row {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** A service with one table that returns the first row of a range, in key order. */
function service(rows: readonly Row[]) {
  const sorted = rows.toSorted((a, b) =>
    `${a.PartitionKey}\u0000${a.RowKey}` < `${b.PartitionKey}\u0000${b.RowKey}` ? -1 : 1,
  );
  const filters: string[] = [];
  const firstKey: FirstKey = (filter) => {
    filters.push(filter ?? '');
    const found = sorted.find(
      (row) => filter === undefined || rowMeets(filter, new Map(Object.entries(row))),
    );
    return Promise.resolve(found && { partitionKey: found.PartitionKey, rowKey: found.RowKey });
  };
  return { firstKey, filters };
}

async function newest(rows: readonly Row[], form: Partial<QueryForm>) {
  const { firstKey, filters } = service(rows);
  const precision = 5n * TICKS_PER_MINUTE;
  const asked = { ...EMPTY_FORM, table: 'Logs', ...form };
  return { found: await findNewestRows(asked, { nowTicks: NOW, precision }, firstKey), filters };
}

/** One row per minute for each prefix, up to the given number of minutes ago. */
function prefixed(agoByPrefix: Readonly<Record<number, number>>): readonly Row[] {
  return Object.entries(agoByPrefix).flatMap(([prefix, ago]) =>
    Array.from({ length: 90 }, (_, at) => ({
      PartitionKey: `${d19(Number(prefix))}___${d19(minutes(NOW) - BigInt(ago + at) * TICKS_PER_MINUTE)}`,
      RowKey: `r${at}`,
    })),
  );
}

describe('where the newest rows are', () => {
  const form: Partial<QueryForm> = { scheme: 'mds-prefixed', volume: 10, filter: 'Level le 2' };

  it('is found by looking at some prefixes, in few requests without the filter', async () => {
    const ago = 3 * 24 * 60;
    const { found, filters } = await newest(prefixed({ 0: ago + 30, 4: ago, 9: ago + 7 }), form);
    const row = minutes(NOW) - BigInt(ago) * TICKS_PER_MINUTE;
    const { before, ...rest } = valueOf(found);
    expect(before).toBeGreaterThan(row);
    expect(before - row).toBeLessThanOrEqual(6n * TICKS_PER_MINUTE);
    // A key has a minute; the row is from that minute, or up to five minutes later.
    expect(rest).toMatchObject({ looked: 6, ranges: 10, from: row });
    expect(filters.length).toBeLessThanOrEqual(36);
    expect(filters.join()).not.toContain('Level');
  });

  it('is the first row of each range where keys descend', async () => {
    const at = NOW - 90n * TICKS_PER_SECOND;
    const rows = [at, at - TICKS_PER_MINUTE].map((ticks) => ({
      PartitionKey: d19(MAX_TICKS - ticks),
      RowKey: 'r',
    }));
    const { found, filters } = await newest(rows, { scheme: 'inverted-ticks19-partition' });
    expect(found).toMatchObject({ ok: true, value: { from: at, before: at + 1n } });
    expect(filters).toHaveLength(1);
  });

  it('is an interval if the first key is rounded, since its row may be anywhere within', async () => {
    const hour = NOW - (NOW % TICKS_PER_HOUR);
    const rows = [{ PartitionKey: d19(MAX_TICKS - hour), RowKey: 'r' }];
    const form = { scheme: 'inverted-ticks19-partition', rounding: '3600' };
    const { found } = await newest(rows, form);
    expect(found).toMatchObject({ ok: true, value: { from: hour, before: hour + TICKS_PER_HOUR } });
  });

  it('is found in one partition if the RowKey holds the time', async () => {
    const rows = [5n, 9n].map((ago) => ({ PartitionKey: 'p', RowKey: d19(NOW - ago * TICKS_PER_MINUTE) }));
    const { found } = await newest(rows, { scheme: 'ticks19-row', pk: 'p' });
    const { before, from = 0n } = valueOf(found);
    expect(before).toBeGreaterThan(NOW - 5n * TICKS_PER_MINUTE);
    expect(before).toBeLessThanOrEqual(NOW);
    expect(rows.map(({ RowKey }) => RowKey)).toContain(d19(from));
  });

  it.each<readonly [Partial<QueryForm>, RegExp]>([
    [{ scheme: '' }, /Choose a key scheme/],
    [{ scheme: 'none' }, /hold no time/],
    [{ scheme: 'ticks19-row' }, /type a PartitionKey/],
    [{ scheme: 'ticks19', pk: 'a/b' }, /No key can hold/],
    [{ scheme: 'ticks19', pk: d19(NOW), rk: 'r' }, /^Both keys are typed: there is one row at most\.$/],
    [{ scheme: 'ticks19-row', pk: 'p', pkMatch: 'begins' }, /type a PartitionKey/],
  ])('cannot be determined, and nothing is sent: %j', async (how, why) => {
    const { found, filters } = await newest(prefixed({ 0: 5 }), how);
    expect(found.ok ? '' : found.error).toMatch(why);
    expect(filters).toStrictEqual([]);
  });

  it('says that a table is empty', async () => {
    const { found, filters } = await newest([], form);
    expect(found.ok ? '' : found.error).toContain('No row was found');
    expect(filters).toHaveLength(6);
  });

  it('is unknown if the first key does not fit the scheme, and absent if there is no row', async () => {
    const inverted = { scheme: 'inverted-ticks19-partition' };
    // The first key is of another kind, so what follows it is unknown.
    const odd = [{ PartitionKey: `${d19(MAX_TICKS - NOW - TICKS_PER_MINUTE).slice(0, 18)}x`, RowKey: 'r' }];
    const { found } = await newest([...odd, { PartitionKey: d19(MAX_TICKS - NOW), RowKey: 'r' }], inverted);
    expect(found).toStrictEqual({
      ok: false,
      error: 'The first key holds no time, so the newest rows are unknown.',
    });
    const none = await newest([], inverted);
    expect(none.found).toStrictEqual({ ok: false, error: 'No row was found in the keys that were checked.' });
  });
});

const NOON = isoToTicks('2026-11-22T12:00:00.0000000Z');
const SPAN = { from: NOON, to: clampTicks(NOON + TICKS_PER_HOUR) };
const FORM = { ...EMPTY_FORM, table: 'Logs', scheme: 'mds-prefixed', volume: 100, prefixes: '62' } as const;
const keyAt = (ticks: bigint) => ({ partitionKey: `${d19(62)}___${d19(ticks)}`, rowKey: 'r' });

it('asks once for the keys of a prefix from an instant until now, whatever the window of the query', async () => {
  const filters: (string | undefined)[] = [];
  const none = await firstRowSince({ ...FORM, from: 'now-2h' }, SPAN, (filter) => {
    filters.push(filter);
    return Promise.resolve(undefined);
  });
  expect(none).toEqual({ ok: true, value: 'none' });
  expect(filters).toEqual([
    `PartitionKey ge '${d19(62)}___${d19(SPAN.from)}' and PartitionKey lt '${d19(62)}___${d19(SPAN.to)}'`,
  ]);
});

it('finds the interval in the key of a row, or says why it cannot ask', async () => {
  const at = NOON + 7n * TICKS_PER_MINUTE;
  expect(await firstRowSince(FORM, SPAN, () => Promise.resolve(keyAt(at)))).toEqual({
    ok: true,
    value: { from: at, before: at + TICKS_PER_MINUTE },
  });
  const odd = { partitionKey: 'odd', rowKey: 'r' };
  expect(await firstRowSince(FORM, SPAN, () => Promise.resolve(odd))).toEqual({ ok: true, value: 'unread' });
  const refused = await firstRowSince({ ...FORM, table: '' }, SPAN, () => Promise.resolve(undefined));
  expect(refused.ok).toBe(false);
});
