import { describe, expect, it } from 'vitest';
import { pageBytes } from '../../entities/page/entityPage.fixture.ts';
import { COUNTED } from '../map/cellGrid.ts';
import type { KeySpan, TableKeyRange } from '../../keys/base/scheme.ts';
import { seededRandom } from '../seededRandom.ts';
import { countMap, countPicture, partitionsCsv } from './countPicture.ts';
import { rangesLeft } from './keptCount.ts';
import { type CountState, KeyCounts, MOST_PARTITIONS, partitionSizes } from './keyCounts.ts';

type Key = readonly [partitionKey: string, rowKey: string];

const bodyOf = (keys: readonly Key[]): Uint8Array =>
  pageBytes(keys.map(([pk, rk]) => JSON.stringify({ PartitionKey: pk, RowKey: rk })));

/** Counts rows as a run brings them: in two parts, page by page. The counts are saved and restored after each page. */
function counted(keys: readonly Key[], pageRows: number): CountState {
  const half = Math.floor(keys.length / 2);
  const parts = [keys.slice(0, half), keys.slice(half)];
  let counts = new KeyCounts('Rows', false);
  for (let at = 0; at < half + 1; at += pageRows) {
    for (const [part, own] of parts.entries()) {
      const receipt = counts.add(bodyOf(own.slice(at, at + pageRows)), String(part));
      expect(receipt.ok).toBe(true);
      counts = KeyCounts.from(JSON.parse(JSON.stringify(counts.state())) as CountState);
    }
  }
  return counts.state();
}

describe('counts of keys', () => {
  it('are those of all rows, by prefix and hour, whatever the pages', () => {
    const keys = Array.from({ length: 3000 }, (_, at): Key => {
      const minute = 639_000_000_000_000_000n + BigInt(Math.floor(at / 10)) * 600_000_000n;
      return [`${String(at % 10).padStart(19, '0')}___0${minute}`, String(at).padStart(6, '0')];
    }).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const state = counted(keys, 97);
    const map = countMap(state, COUNTED);
    expect(state.rows).toBe(3000);
    expect(map?.labels).toEqual(Array.from({ length: 10 }, (_, prefix) => String(prefix)));
    // 300 minutes with 10 rows each, one of each prefix.
    const { grid } = map ?? {};
    expect(grid?.counts.reduce((sum, rows) => sum + rows, 0)).toBe(3000);
    expect(grid?.bucketTicks).toBe(36_000_000_000n);
    const perHour = Array.from({ length: grid?.columnCount ?? 0 }, (_, column) => grid?.counts[column]);
    expect(perHour.slice(1, -1).every((rows) => rows === 60)).toBe(true);
  });

  it('name the largest partitions and sum the rest, exactly, though most are forgotten meanwhile', () => {
    const random = seededRandom(3);
    const sizes = Array.from({ length: 25_000 }, () => 1 + Math.floor(random() ** 4 * 6));
    const keys = sizes.flatMap((size, at) =>
      Array.from({ length: size }, (_, row): Key => [`p${String(at).padStart(6, '0')}`, String(row)]),
    );
    const half = Math.floor(keys.length / 2);
    const counts = new KeyCounts('Rows', false);
    for (let at = 0; at <= half; at += 1000) {
      counts.add(bodyOf(keys.slice(at, Math.min(at + 1000, half))), 'first');
      counts.add(bodyOf(keys.slice(half + at, half + at + 1000)), 'second');
    }
    const state = counts.state();
    const { largest, rest } = partitionSizes(state);
    const bySize = sizes.toSorted((a, b) => b - a);
    expect(state.partitions.length).toBeLessThan(2 * MOST_PARTITIONS + 1000);
    expect(largest.map(([, rows]) => rows)).toEqual(bySize.slice(0, MOST_PARTITIONS));
    expect(rest).toEqual({
      partitions: 15_000,
      rows: bySize.slice(MOST_PARTITIONS).reduce((sum, rows) => sum + rows, 0),
      bytes: 0,
    });
  });

  it('are a file that no spreadsheet runs', () => {
    const largest = [
      ['=HYPERLINK("http://a.example")', 3, 900],
      ['a,b', 2, 80],
    ] as const;
    const rest = { partitions: 5, rows: 7, bytes: 60 };
    const keys = partitionsCsv({ largest, rest, bytes: undefined });
    expect(keys.split('\r\n')).toEqual([
      'PartitionKey,Partitions,Rows',
      `"'=HYPERLINK(""http://a.example"")",1,3`,
      '"a,b",1,2',
      ',5,7',
      '',
    ]);
    const whole = partitionsCsv({ largest, rest, bytes: 1040 });
    expect(whole.split('\r\n').slice(2)).toEqual(['"a,b",1,2,80', ',5,7,60', '']);
  });

  it('of whole rows sum the bytes as the service counts them', () => {
    const typed = '"n":1,"s":"xyz","none":null,"b@odata.type":"Edm.Binary","b":"AQI="';
    const page = pageBytes([
      `{"PartitionKey":"ab","RowKey":"c",${typed}}`,
      '{"PartitionKey":"ab","RowKey":"d"}',
      '{"PartitionKey":"x","RowKey":""}',
    ]);
    let counts = new KeyCounts('Rows', true);
    counts.add(page.slice(), '0');
    counts = KeyCounts.from(counts.state());
    counts.add(page, '1');
    // Keys 4 + 2 * 3; n 8 + 2 + 4, s 8 + 2 + 4 + 6, b 8 + 2 + 4 + 2.
    expect(counts.state().partitions).toEqual([
      ['ab', 4, 2 * (10 + 14 + 20 + 16 + 10)],
      ['x', 2, 2 * 6],
    ]);
    expect(countPicture(counts, true, 1).bytes).toBe(152);
  });

  it('report rows that come twice or out of order, and count no row twice', () => {
    const counts = new KeyCounts('Rows', false);
    counts.add(
      bodyOf([
        ['a', '1'],
        ['b', '1'],
      ]),
      '0',
    );
    const receipt = counts.add(
      bodyOf([
        ['a', '1'],
        ['b', '1'],
        ['c', '2'],
        ['c', '1'],
      ]),
      '0',
    );
    expect(receipt).toMatchObject({
      ok: true,
      value: { rows: 2, anomalies: { repeated: 2, outOfOrder: 1 } },
    });
    expect(counts.add(bodyOf([['c', '2']]), '0')).toMatchObject({ value: { rows: 0 } });
    expect(counts.state().rows).toBe(4);
  });

  it('continue from counts that are older than what is known of the parts, with no row twice', () => {
    const keys = Array.from({ length: 3000 }, (_, at): Key => ['all', String(at).padStart(6, '0')]);
    const rows = ({ partition, row = {} }: TableKeyRange): readonly Key[] =>
      keys.filter(([pk, rk]) => isIn(pk, partition) && isIn(rk, row));
    const counts = new KeyCounts('Rows', false);
    counts.add(bodyOf(keys.slice(0, 500)), '0 0');
    const kept = counts.state();
    // Since these counts were kept, the part was read further and cut after row 999, and another part was counted to its end.
    const own = { partition: {}, row: {}, exact: true };
    const rest = { partition: { from: 'all', to: 'all\u0000' }, row: { from: '001000' }, exact: true };
    const left = rangesLeft({
      counts: kept,
      parts: [
        { name: '0 0', range: own, endsAt: { partitionKey: 'all', rowKey: '000999' } },
        { name: '0 0.5', range: rest },
      ],
    });
    const on = KeyCounts.from(JSON.parse(JSON.stringify(kept)) as CountState);
    for (const [at, range] of left.entries()) on.add(bodyOf(rows(range)), `${at} 0`);
    expect(on.state().rows).toBe(3000);
    expect(on.state().partitions).toEqual([['all', 3000, 0]]);
  });
});

function isIn(key: string, { from = '', to }: KeySpan): boolean {
  return key >= from && (to === undefined || key < to);
}
