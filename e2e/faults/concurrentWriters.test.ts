// F26: a table that changes while it is read. The service has no snapshots, so rows that exist all the time must come exactly once, while
// rows that are added or deleted in that time may come or not.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../scripts/demo/random.mjs';
import { compareRows, type DemoRow } from '../../scripts/demo/rows.mjs';
import { liveRows } from '../rig/rowSource.ts';
import { QUIET } from './schedule.ts';
import { runWorld } from './seededRun.ts';
import type { VirtualTime } from './virtualTime.ts';
import { makeWorld } from './world.ts';
import type { World } from './worldTypes.ts';

const WRITES = 200;
const EVERY_MS = 15;

const nameOf = ({ partitionKey, rowKey }: Pick<DemoRow, 'partitionKey' | 'rowKey'>) =>
  `${partitionKey}\u0000${rowKey}`;

/** Adds and deletes rows beside those of the world, and remembers all rows that it has ever written. */
function writer(
  seed: number,
  rows: readonly DemoRow[],
): { readonly live: NonNullable<World['live']>; readonly written: Set<string> } {
  const random = createRandom(seed, 'writer');
  const table = [...rows];
  const written = new Set<string>();
  const write = () => {
    const beside = random.pick(rows);
    const row = { ...beside, rowKey: `${beside.rowKey}${random.pick(['!', '~'])}${random.below(1000)}` };
    const at = table.findIndex((other) => compareRows(other, row) >= 0);
    const same = at >= 0 && nameOf(table[at] as DemoRow) === nameOf(row);
    if (!same) table.splice(at < 0 ? table.length : at, 0, row);
    written.add(nameOf(row));
    const gone = table.findIndex((other) => written.has(nameOf(other)) && random.next() < 0.3);
    if (gone >= 0) table.splice(gone, 1);
  };
  const live = (time: VirtualTime) => {
    for (let turn = 1; turn <= WRITES; turn += 1) time.arrive(write, turn * EVERY_MS);
    return liveRows(table);
  };
  return { live, written };
}

describe('a table that is written while it is read', () => {
  it.each([1, 2, 3, 5, 6, 8])('seed %i: what stays comes exactly once', async (seed) => {
    const world = { ...makeWorld(seed), strangers: 'none' as const };
    const { live, written } = writer(seed, world.rows);
    const load = { latencyMs: 20, jitterMs: 30 };
    const paging = { rowsPerPage: 3, scanLimit: 40 };
    const { stages } = await runWorld(seed, { ...world, live }, { ...QUIET, load, paging });
    const stored = (stages.at(-1)?.stored ?? []).map(nameOf);
    const asked = world.rows.filter(world.isAsked).map(nameOf);
    expect(new Set(stored).size).toBe(stored.length);
    expect(asked.filter((name) => !stored.includes(name))).toEqual([]);
    const others = stored.filter((name) => !asked.includes(name));
    expect(others.filter((name) => !written.has(name))).toEqual([]);
    expect(written.size).toBeGreaterThan(50);
  });
});
