import fc from 'fast-check';
import { expect, it } from 'vitest';
import { valueOf } from '../core/valueOf.fixture.ts';
import type { RowQuery } from '../core/rows/rowQuery.ts';
import { ticksFromParts } from '../core/time/ticks.ts';
import { entityAt, exported, page, rowStorePair, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';

/** A write to a row: its prefix, the second in its key, and the version of the row. */
interface Write {
  readonly group: number;
  readonly second: number;
  readonly level: number;
}

const FIRST = 63_000_000_000;
const GROUPS = ['a', 'b'];
const writes = (most: number) =>
  fc.array(fc.record({ group: fc.nat(1), second: fc.nat(9), level: fc.nat(2) }), { maxLength: most });

const spec = {
  runId: 1,
  schemeId: TEST_SCHEME_ID,
  queries: GROUPS.map((label, index) => ({ index, label })),
  filter: { text: 'Level ge 0' },
  window: { from: ticksFromParts(FIRST, 0), to: ticksFromParts(FIRST + 10, 0) },
};
const ALL: RowQuery = { order: 'key' };
/** Small enough that rows are spread over several pages. */
const PAGE_ROWS = 3;

/** A table that changes, and a result that follows it. */
function followed() {
  const { client } = rowStorePair();
  const table = new Map<string, { readonly write: Write; readonly at: number }>();
  const known = new Map<string, number>();
  let writesDone = 0;
  return {
    client,
    table,
    write: (all: readonly Write[]): void => {
      for (const write of all) table.set(`${write.group} ${write.second}`, { write, at: (writesDone += 1) });
    },
    /** Reads all rows from a second on. Returns how many rows were reported as new, changed and late, and how many should have been. */
    read: async (from: number) => {
      const brought = { added: 0, changed: 0, late: 0 };
      const expected = { added: 0, changed: 0 };
      for (const index of GROUPS.keys()) {
        const rows = [...table]
          .filter(([, { write }]) => write.group === index && write.second >= from)
          .toSorted(([, a], [, b]) => a.write.second - b.write.second);
        for (let at = 0; at < Math.max(1, rows.length); at += PAGE_ROWS) {
          const entities = rows.slice(at, at + PAGE_ROWS).map(([key, { write, at: version }]) => {
            const before = known.get(key);
            if (before === undefined) expected.added += 1;
            else if (before < version) expected.changed += 1;
            known.set(key, version);
            const Timestamp = `2024-01-01T00:00:00.${String(version).padStart(7, '0')}Z`;
            return entityAt(GROUPS[index] ?? '', FIRST + write.second, 'r', {
              Timestamp,
              Level: write.level,
            });
          });
          const { round, anomalies } = valueOf(await client.append(1, index, page(...entities)));
          expect(anomalies).toMatchObject({ outOfOrder: 0, repeated: 0, outside: 0 });
          brought.added += round?.added ?? 0;
          brought.changed += round?.changed ?? 0;
          brought.late += round?.late.length ?? 0;
        }
      }
      return { brought, expected };
    },
  };
}

it('a followed result holds each row once, as it was written last, in every view', async () => {
  await fc.assert(
    fc.asyncProperty(
      writes(12),
      fc.array(fc.tuple(writes(6), fc.nat(9)), { minLength: 1, maxLength: 4 }),
      async (first, rounds) => {
        const { client, table, write, read } = followed();
        await client.begin(spec);
        write(first);
        await read(0);
        for (const [more, from] of rounds) {
          write(more);
          await client.extend({ spec, readTo: spec.window.from });
          const { brought, expected } = await read(from);
          expect(brought).toEqual({ ...expected, late: 0 });
        }
        await client.extend({ spec, readTo: spec.window.to });
        const { brought, expected } = await read(0);
        // Every new row was written after its time had been read, so it is late.
        expect(brought).toEqual({ ...expected, late: expected.added });

        const rows = [...table.values()]
          .map(({ write: { group, second, level } }) => `${GROUPS[group] ?? ''} ${second} ${level}`)
          .toSorted();
        const levels = [0, 1, 2].map((level) => rows.filter((row) => row.endsWith(` ${level}`)).length);
        const { rows: listed, ...list } = await client.view({ ...ALL, from: 0, to: 99, columns: ['Level'] });
        expect(
          listed.map(
            ({ group, time, cells }) => `${group} ${(time?.seconds ?? 0) - FIRST} ${cells[0]?.text ?? ''}`,
          ),
        ).toEqual(rows);
        expect(list).toMatchObject({ total: rows.length, filteredOut: 0 });
        const filters = [{ kind: 'is', name: 'Level', type: 'Edm.Int32', text: '1' }] as const;
        expect(await client.view({ ...ALL, filters, from: 0, to: 0 })).toMatchObject({
          total: levels[1],
          filteredOut: rows.length - (levels[1] ?? 0),
        });
        const groups = await client.groups({
          by: [{ name: 'Level' }],
          errors: undefined,
          statistics: [],
          window: spec.window,
          filters,
        });
        expect(groups.rowCount).toBe(rows.length);
        expect(groups.groups.map(({ all }) => String(all)).toSorted()).toEqual(
          levels
            .filter((count) => count > 0)
            .map(String)
            .toSorted(),
        );
        const value = { kind: 'property', name: 'Level' } as const;
        const spread = await client.chart({ kind: 'histogram', value, filters });
        expect(spread.kind === 'histogram' && spread.bins.reduce((sum, { all }) => sum + all, 0)).toBe(
          rows.length,
        );
        expect(spread.rowCount).toBe(rows.length);
        const series = await client.series({ buckets: 5, window: spec.window });
        expect(series.totals.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
        const columns = await client.columns(true);
        expect([columns.rowCount, columns.of('Level')?.count ?? 0]).toEqual([rows.length, rows.length]);
        const { digests } = await client.keyDigests({ identity: 'key' });
        expect(digests.rows).toHaveLength(rows.length);
        const file = (await exported(client, { format: 'ndjson' })).toString();
        expect(file.trimEnd().split('\n').filter(Boolean)).toHaveLength(rows.length);
      },
    ),
    { numRuns: 25 },
  );
});

it('rows that arrive above another move the stretch that is asked for as far as that one', async () => {
  const { client, write, read } = followed();
  await client.begin(spec);
  write([3, 4, 5, 6].map((second) => ({ group: 0, second, level: 0 })));
  await read(0);
  await client.extend({ spec, readTo: spec.window.from });
  const stretch = { order: 'time-desc', from: 1, to: 3 } as const;
  const { rows: before } = await client.view(stretch);
  write([5, 7, 8].map((second) => ({ group: 0, second, level: 1 })));
  await read(0);
  const anchor = { row: before[1]?.row ?? -1, at: 2 };
  const { rows: after, shift } = await client.view({ ...stretch, anchor });
  expect(shift).toBe(2);
  expect(after.map(({ time }) => time)).toEqual(before.map(({ time }) => time));
});
