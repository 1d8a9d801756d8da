import { describe, expect, it } from 'vitest';
import { schemeStore } from './schemeStore.fixture.ts';
import { StoreMap } from './storeMap.ts';

describe('rows by another grouping', () => {
  it('are kept for the next question, and only those that came since are read', () => {
    const { store, scheme, add } = schemeStore('none');
    add([{ Level: 1 }, { Level: 2 }]);
    const map = new StoreMap(store, scheme);
    const level = { by: 'property', name: 'Level' } as const;
    const first = map.groupedBy(level);
    expect([first.labels(), first.rowCount]).toEqual([['1', '2'], 2]);
    add([{ Level: 3 }]);
    expect(map.groupedBy({ ...level })).toBe(first);
    expect([first.labels(), first.rowCount]).toEqual([['1', '2', '3'], 3]);
    const other = map.groupedBy({ ...level, name: 'Role' });
    expect([other.labels(), other.rowCount]).toEqual([['(none)'], 3]);
  });
});

describe('facts of all rows', () => {
  it('name pauses: of all, and of one label', () => {
    const rows: object[] = [];
    // Prefixes 3 and 7 write in turn, every 5 s. Neither writes from second 4000 to 4400, and prefix 7 does not from 7000 to 8000.
    for (let at = 0; at < 2400; at++) {
      const second = at * 5;
      const prefix = at % 2 === 0 ? 3 : 7;
      if ((second >= 4000 && second < 4400) || (prefix === 7 && second >= 7000 && second < 8000)) continue;
      const ticks = String(639_000_000_000_000_000n + BigInt(second) * 10_000_000n).padStart(19, '0');
      rows.push({ PartitionKey: `${String(prefix).padStart(19, '0')}___${ticks}`, RowKey: `r${at}` });
    }
    const { store, scheme, add } = schemeStore('mds-prefixed');
    add(rows);
    const { pauses } = new StoreMap(store, scheme).facts({
      grouping: { by: 'prefix' },
      nowTicks: 639_100_000_000_000_000n,
    });
    const seconds = pauses.map(({ label, from, to }) => [
      label,
      Number(from - 639_000_000_000_000_000n) / 1e7,
      Number(to - 639_000_000_000_000_000n) / 1e7,
    ]);
    // A pause lasts from the tick after the last row to the next row.
    expect(seconds).toEqual([
      [undefined, 3995.0000001, 4400],
      [undefined, 11995.0000001, 11995.0000001],
      ['3', 3990.0000001, 4400],
      ['7', 3995.0000001, 4405],
      ['7', 6995.0000001, 8005],
    ]);
  });
});
