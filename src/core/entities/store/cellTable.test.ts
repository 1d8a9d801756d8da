import { describe, expect, it } from 'vitest';
import { CellTable } from './cellTable.ts';

describe('CellTable', () => {
  it('gives back what was pushed, over the ends of its chunks', () => {
    const table = new CellTable();
    const row = Uint32Array.from({ length: 30_000 }, (_, index) => index + 1);
    for (let times = 0; times < 7; times++) {
      table.reserve(row.length);
      table.push(row, row.length - times);
    }
    expect(table.length).toBe(7 * 30_000 - 21);
    const all = Array.from({ length: 7 }, (_, times) => [...row.subarray(0, row.length - times)]).flat();
    for (const index of [0, 29_999, 30_000, 65_535, 65_536, 131_072, all.length - 1]) {
      expect(table.get(index)).toBe(all[index]);
    }
    expect(table.bytesHeld).toBe(4 * 65_536 * 4);
  });

  it('takes no chunk before it is needed', () => {
    const table = new CellTable();
    table.reserve(65_536);
    expect(table.bytesHeld).toBe(65_536 * 4);
    table.push(new Uint32Array(65_536).fill(7), 65_536);
    table.reserve(0);
    expect([table.bytesHeld, table.get(65_535)]).toEqual([65_536 * 4, 7]);
    table.reserve(1);
    expect(table.bytesHeld).toBe(2 * 65_536 * 4);
  });
});
