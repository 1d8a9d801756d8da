import { describe, expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { collectRows, type CollectOptions, type KeyRow } from './collectRows.ts';
import { proposeScheme } from '../../entities/files/proposeScheme.ts';

/* The facts about rows besides the cells of the map. Expected values are worked out by hand. */

const SECOND = 10_000_000n;
const MINUTE = 60n * SECOND;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MDS = schemeById('mds-prefixed') ?? noneScheme;
const BY_PREFIX: CollectOptions = { scheme: MDS, grouping: { by: 'prefix' } };

const pad = (value: bigint | number) => String(value).padStart(19, '0');
const row = (prefix: number, ticks: bigint, rowKey = 'r', timestamp?: string): KeyRow => ({
  partitionKey: `${pad(prefix)}___${pad(ticks)}`,
  rowKey,
  timestamp,
  value: () => undefined,
});

/**
 * 8 to 12 rows in each of 150 minutes, but none in minutes 90 to 97.
 * @yields each row
 */
function* withPause(): Generator<KeyRow> {
  for (let minute = 0; minute < 150; minute++)
    for (let at = 0; at < 8 + ((minute * 7) % 5); at++)
      if (minute < 90 || minute >= 98) yield row(0, NEW_YEAR + BigInt(minute) * MINUTE);
}

describe('the pauses of collected rows', () => {
  it('begin where the minute of the last key ends', () => {
    const { pauses } = collectRows(withPause(), { ...BY_PREFIX, roundingTicks: MINUTE });
    expect(pauses.map(({ label, from, to }) => [label, (from - NEW_YEAR) / MINUTE, to - NEW_YEAR])).toEqual([
      [undefined, 90n, 98n * MINUTE],
      // The pause after the last row, of unknown length.
      [undefined, 150n, 150n * MINUTE],
      ['0', 90n, 98n * MINUTE],
    ]);
  });

  it('begin after the last key if its rounding is unknown, or the keys contradict it', () => {
    const begins = (options: CollectOptions, rows: Iterable<KeyRow>) =>
      // Pauses begin one tick after the last key.
      collectRows(rows, options).pauses.map(({ from }) => Number(from - NEW_YEAR - 1n) / 1e7);
    const exact = Array.from({ length: 700 }, (_, at) => at)
      .filter((at) => at < 400 || at >= 500)
      .map((at) => row(0, NEW_YEAR + BigInt(at) * SECOND));
    expect(begins(BY_PREFIX, exact)).toEqual([399, 699, 399]);
    expect(begins({ ...BY_PREFIX, roundingTicks: MINUTE }, exact)).toEqual([399, 699, 399]);
    expect(collectRows(exact, { ...BY_PREFIX, roundingTicks: MINUTE }).facts.roundingTicks).toBeUndefined();
  });

  it('name the row of the map that pauses', () => {
    const rows = Array.from({ length: 600 }, (_, at) =>
      [12, 3, 7]
        .filter((prefix) => prefix !== 7 || at < 300 || at >= 400)
        .map((prefix) => row(prefix, NEW_YEAR + BigInt(at) * SECOND)),
    ).flat();
    const { pauses } = collectRows(rows, BY_PREFIX);
    expect(pauses.map(({ label, from }) => [label, (from - NEW_YEAR) / SECOND])).toEqual([
      [undefined, 599n],
      ['7', 299n],
    ]);
  });
});

describe('collected rows', () => {
  it('are all counted, also those of more partitions than are told apart', () => {
    const keys = function* (): Generator<KeyRow> {
      for (let at = 0; at < 300_002; at++)
        yield { partitionKey: String(at), rowKey: 'r', timestamp: undefined, value: () => undefined };
      yield { partitionKey: '7', rowKey: 's', timestamp: undefined, value: () => undefined };
    };
    const { facts } = collectRows(keys(), { scheme: noneScheme, grouping: { by: 'prefix' } });
    expect(facts.partitions).toMatchObject({ count: 300_000, rows: 300_001, uncounted: 2, largest: '7' });
  });

  it('tell only what was determined', () => {
    const known = (options: Partial<CollectOptions>, rowKey = 'r', timestamp?: string) =>
      Object.entries(collectRows([row(0, NEW_YEAR, rowKey, timestamp)], { ...BY_PREFIX, ...options }).facts)
        .flatMap(([name, fact]) => (fact === undefined ? [] : [name]))
        .toSorted();
    const always = ['front', 'partitions', 'timeSource'];
    expect(known({})).toEqual(always);
    expect(known({}, 'r', '2026-01-01T00:00:05Z')).toEqual([...always, 'lag'].toSorted());
    expect(known({ nowTicks: NEW_YEAR })).toEqual([...always, 'nowTicks'].toSorted());
    expect(known({ roundingTicks: MINUTE })).toEqual([...always, 'roundingTicks'].toSorted());
    // A rounding below a second cannot be checked, and is accepted.
    expect(known({ roundingTicks: 10_000n })).toEqual([...always, 'roundingTicks'].toSorted());
    expect(known({}, `dep___web___in_1___${pad(7)}`)).toEqual([...always, 'writers'].toSorted());
    // Keys without a time cannot show that a row arrived late.
    expect(known({ scheme: noneScheme }, 'r', '2026-01-01T00:00:05Z')).toEqual(['partitions', 'timeSource']);
    expect(collectRows([], BY_PREFIX).facts).toEqual({ timeSource: 'partition', front: 'none' });
  });

  it.each([
    ['ticks19', 'upper'],
    ['inverted-ticks19-partition', 'lower'],
    ['wad', 'none'],
    ['text-ticks19', 'none'],
    ['functions-diagnostic', 'none'],
    ['ticks19-row', undefined],
  ])('tell at which end of the key order new rows are: %s', (id, front) => {
    const scheme = schemeById(id);
    if (scheme === undefined) throw new Error(`There is no scheme ${id}.`);
    expect(collectRows([], { ...BY_PREFIX, scheme }).facts.front).toBe(front);
  });

  it('count aggregates that are stored twice where the scheme does so', () => {
    const twice = schemeById('wadmetrics');
    const time = pad(3_155_378_975_999_999_999n - NEW_YEAR);
    const rows = ['cpu', 'disk'].flatMap((metric) =>
      [`${time}__${metric}`, `${metric}__${time}`].map((rowKey) => row(0, NEW_YEAR, rowKey)),
    );
    const twins = (scheme: CollectOptions['scheme']) =>
      collectRows([...rows, row(0, NEW_YEAR, `${time}__memory`)], { ...BY_PREFIX, scheme }).facts.twins;
    expect(twins(twice ?? noneScheme)).toEqual({ pairs: 2, rows: 5 });
    expect(twins(MDS)).toBeUndefined();
  });
});

describe('the sample that tells the scheme', () => {
  it('is 256 of the first 1,825 rows: 31 at the beginning, then one of eight', () => {
    let drawn = 0;
    const rows = function* () {
      for (; drawn < 5000; drawn++) yield row(0, NEW_YEAR + BigInt(drawn) * MINUTE);
    };
    expect(proposeScheme(rows(), '')[0]?.schemeId).toBe('mds-prefixed');
    // The 31st row has index 30. The other 225 have the indexes 32, 40 ... 32 + 224 x 8.
    expect(drawn).toBe(1824);
  });

  it('holds the first rows, whatever follows', () => {
    const rows = (first: number) =>
      Array.from({ length: 200 }, (_, at) =>
        at < first || at % 8 === 0
          ? row(0, NEW_YEAR + BigInt(at) * MINUTE)
          : { ...row(0, NEW_YEAR), partitionKey: `x${at}` },
      );
    expect(proposeScheme(rows(31), '')[0]?.schemeId).toBe('mds-prefixed');
  });
});
