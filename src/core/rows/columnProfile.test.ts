import { describe, expect, it } from 'vitest';
import { type ColumnProfile, ColumnProfiles } from './columnProfile.ts';
import { schemeStore } from './schemeStore.fixture.ts';

type Row = Readonly<Record<string, unknown>>;

/** All columns, after each row was looked at. */
function update(profiles: ColumnProfiles): readonly ColumnProfile[] {
  for (const _ of profiles.update());
  return profiles.all;
}

function rowsOf(count: number, row: (at: number) => Row): readonly Row[] {
  return Array.from({ length: count }, (_, at) => row(at));
}

describe('what the values of a column are like', () => {
  it('lists few values and counts the rows that have one, however the rows arrive', () => {
    const { store, add } = schemeStore('none');
    const profiles = new ColumnProfiles(store);
    const all = rowsOf(300, (at) => ({
      Level: at % 3,
      Region: 'weu',
      Note: at % 2 === 0 ? 'two words' : undefined,
      Id: `id-${at}`,
    }));
    add(all.slice(0, 7));
    update(profiles);
    add(all.slice(7));
    const [level, region, note, id] = update(profiles);
    expect(profiles.rowCount).toBe(300);
    expect(level).toMatchObject({ name: 'Level', count: 300 });
    expect(level?.values?.map(({ text }) => text)).toEqual(['0', '1', '2']);
    expect(region?.values).toEqual([{ type: 'Edm.String', text: 'weu' }]);
    expect(note).toMatchObject({ count: 150, spacedShare: 1, meanChars: 9 });
    expect(id).toMatchObject({ values: undefined, longestChars: 6, spacedShare: 0 });
  });

  it.each(['WEU', 'weu ', 1, 'weu'.repeat(40)])('sees %j, the one other value, wherever it is', (other) => {
    const { store, add } = schemeStore('none');
    const profiles = new ColumnProfiles(store);
    add(rowsOf(900, () => ({ Region: 'weu', Long: 'x'.repeat(100) })));
    expect(update(profiles)[0]?.values).toHaveLength(1);
    add([{ Region: other, Long: 'x'.repeat(100) }]);
    const [region, long] = update(profiles);
    expect(region?.values).toHaveLength(2);
    expect(long?.values).toHaveLength(1);
  });
});

describe('the limits of a summary', () => {
  const profileOf = (rows: readonly Row[], raw: readonly string[] = []) => {
    const { store, add } = schemeStore('none');
    add([...rows, ...raw]);
    return update(new ColumnProfiles(store));
  };

  it('are 24 values, and 256 UTF-16 units of each', () => {
    const valuesOf = (rows: readonly Row[]) => profileOf(rows)[0]?.values?.length;
    expect([24, 25].map((count) => valuesOf(rowsOf(count, (at) => ({ A: at }))))).toEqual([24, undefined]);
    expect([256, 257].map((length) => valuesOf([{ A: 'x' }, { A: 'y'.repeat(length) }]))).toEqual([
      2,
      undefined,
    ]);
    // The same text of another type is another value.
    expect(valuesOf([{ A: '5' }, { A: 5 }, { A: '5' }])).toBe(2);
  });

  it('are 200 values that are measured, the same ones too, whether they are listed or not', () => {
    const long = 'z'.repeat(101);
    for (const each of [(at: number) => String(at % 3), (at: number) => String(at).slice(-1)]) {
      const [profile] = profileOf([
        ...rowsOf(199, (at) => ({ A: each(at) })),
        { A: long },
        { A: long.repeat(2) },
      ]);
      expect(profile).toMatchObject({ meanChars: (199 + 101) / 200, longestChars: 101, spacedShare: 0 });
    }
    const [ids] = profileOf([
      ...rowsOf(199, (at) => ({ A: String(at).padStart(3, '0') })),
      { A: long },
      { A: 'two words' },
    ]);
    expect(ids).toMatchObject({
      values: undefined,
      meanChars: (199 * 3 + 101) / 200,
      longestChars: 101,
      spacedShare: 0,
    });
  });

  it('may have templates if they are several words or repeat: ids do not', () => {
    const holds = (text: (at: number) => unknown) =>
      profileOf(rowsOf(200, (at) => ({ A: text(at) })))[0]?.holdsTexts;
    expect(holds((at) => `c9da6455-213d-42c9-9a79-${String(at).padStart(12, '0')}`)).toBe(false);
    expect(holds((at) => `Failed to bind queue ${at}`)).toBe(true);
    expect(holds((at) => `/api/customers/orders/${at % 150}`)).toBe(true);
    expect(holds(() => 'b7c1f0a2d3e84f56b7c1f0a2d3e84f56')).toBe(false);
    expect(holds((at) => `worker ${at}`)).toBe(false);
    expect(holds((at) => 10_000_000_000_000_000 + at)).toBe(false);
  });

  it('are words within the first 256 units, and nothing where no value counts', () => {
    const share = (text: string) => profileOf([{ A: text }])[0]?.spacedShare;
    expect(['a b', 'a\nb', ' a ', 'ab', ''].map(share)).toEqual([1, 1, 0, 0, 0]);
    expect([`${'x'.repeat(254)} b`, `${'x'.repeat(255)} b`].map(share)).toEqual([1, 0]);
    const twice = profileOf([], ['{"PartitionKey":"q","RowKey":"1","A":"a b","A":"a b"}'])[0];
    expect(twice).toMatchObject({
      name: 'A',
      values: undefined,
      meanChars: 0,
      longestChars: 0,
      spacedShare: 0,
    });
  });
});
