import { describe, expect, it } from 'vitest';
import type { KeyComparison } from '../../core/rows/compare/compareDigests.ts';
import type { RowCounts } from '../../core/rows/compare/rowDigests.ts';
import { MAX_TICKS, MIN_TICKS } from '../../core/time/ticks.ts';
import type { ShareListening } from '../../workers/rowStoreClient.ts';
import type { RunState } from '../run/runState.ts';
import { closedWindow, type ComparedSide, compareResults } from './compareResults.ts';

const COUNTS: RowCounts = { rows: 9, timed: 0, counts: new Uint32Array(1), uncounted: 0, basis: 'event' };
const DIGESTS = { high: new Uint32Array(0), low: new Uint32Array(0), rows: new Uint32Array(0) };
const NONE: KeyComparison = { both: 0, onlyHere: new Uint32Array(0), onlyThere: new Uint32Array(0) };

interface Given {
  readonly window?: { readonly from: bigint; readonly to: bigint };
  readonly counts?: Partial<RowCounts>;
  /** When it is asked again. */
  readonly later?: Partial<RowCounts>;
  readonly series?: { readonly from: bigint; readonly bucketTicks: bigint; readonly bucketCount: number };
  readonly comparison?: Partial<KeyComparison>;
  /** The share that its worker says it has done. */
  readonly share?: number;
}

/** A result whose worker answers what the test says, and what it was asked. */
function side({ window, counts, later, series, comparison, share }: Given) {
  const asked: unknown[] = [];
  const listened: ShareListening[] = [];
  const first = { ...COUNTS, ...counts };
  let times = 0;
  const counted = (): RowCounts => ({ ...first, ...(times++ > 0 && later) });
  const listen = (listening: ShareListening | undefined): void => {
    listened.push(listening ?? {});
    if (share !== undefined) listening?.onShare?.(share);
  };
  const made = {
    run: { plan: { request: { tableName: 'T', ...(window && { window }) }, queries: [] } },
    rows: {
      series: (request: unknown) => {
        asked.push(['series', request]);
        return Promise.resolve(series ?? { from: 0n, bucketTicks: 1n, bucketCount: 0 });
      },
      keyDigests: (request: unknown, listening?: ShareListening) => {
        asked.push(['digests', request]);
        listen(listening);
        return Promise.resolve({ digests: DIGESTS, counted: counted() });
      },
      compareKeys: (request: unknown, listening?: ShareListening) => {
        asked.push(['compare', request]);
        listen(listening);
        return Promise.resolve({ comparison: { ...NONE, ...comparison }, counted: counted() });
      },
      columns: () => Promise.resolve([]),
      entity: (row: number) => {
        asked.push(['entity', row]);
        return Promise.resolve({ row, properties: [] });
      },
    },
  };
  return { ...(made as unknown as ComparedSide), asked, listened };
}

const WINDOW = { from: 100n, to: 160n };
const LATER = { from: 1000n, to: 1060n };
const BY_KEY = { kind: 'key', time: 'event' } as const;

describe('a comparison of two results', () => {
  it('asks the first for its digests, and the second to compare them, each from the start of its own window', async () => {
    for (const [kind, identities, values] of [
      ['key', [{ kind: 'key' }, { kind: 'key' }], { values: {} }],
      ['timeless', [{ kind: 'timeless' }, { kind: 'timeless' }], {}],
      [
        'shifted',
        [
          { kind: 'shifted', from: 100n },
          { kind: 'shifted', from: 1000n },
        ],
        {},
      ],
    ] as const) {
      const [first, second] = [side({ window: WINDOW }), side({ window: LATER })];
      const { axis } = await compareResults(first, second, { kind, time: 'key' });
      const asked = { time: 'key', ...values };
      expect(first.asked).toStrictEqual([
        ['digests', { ...asked, identity: identities[0], buckets: axis.first }],
      ]);
      expect(second.asked).toStrictEqual([
        ['compare', { ...asked, identity: identities[1], buckets: axis.second, other: DIGESTS }],
      ]);
      expect([axis.first.from, axis.second.from]).toStrictEqual([100n, 1000n]);
    }
  });

  it('says how far it is: half of it is the first, half the second; a signal reaches both', async () => {
    const [first, second] = [side({ window: WINDOW, share: 0.5 }), side({ window: LATER, share: 0.5 })];
    const shares: number[] = [];
    await compareResults(first, second, BY_KEY, { onShare: (share) => shares.push(share) });
    expect(shares).toStrictEqual([0.25, 0.75]);
    expect([...first.listened, ...second.listened].some((listening) => 'signal' in listening)).toBe(false);
    const { signal } = new AbortController();
    await compareResults(first, second, BY_KEY, { signal });
    expect([first.listened[1]?.signal, second.listened[1]?.signal]).toStrictEqual([signal, signal]);
  });

  it('has the time that the rows of both take, if a window is open; none without rows', async () => {
    const spanOf = async (first: Given, second: Given) => {
      const [one, two] = [side(first), side(second)];
      const { axis } = await compareResults(one, two, BY_KEY);
      expect(axis.first).toStrictEqual(axis.second);
      const request = { buckets: 600, time: 'event' };
      expect([one.asked[0], two.asked[0]]).toStrictEqual([
        ['series', request],
        ['series', request],
      ]);
      const { from, bucketTicks, bucketCount } = axis.first;
      // The last bucket holds the end.
      return [from, bucketTicks * BigInt(bucketCount), bucketTicks] as const;
    };
    const early = { series: { from: 1000n, bucketTicks: 10n, bucketCount: 3 } };
    const late = { series: { from: 1020n, bucketTicks: 50n, bucketCount: 2 } };
    for (const [one, two, start, end] of [
      [early, late, 1000n, 1120n],
      [late, early, 1000n, 1120n],
      [early, {}, 1000n, 1030n],
      [{ ...early, window: WINDOW }, late, 1000n, 1120n],
    ] as const) {
      const [from, length, step] = await spanOf(one, two);
      expect([from, from + length >= end, from + length - step < end]).toStrictEqual([start, true, true]);
    }
    expect((await spanOf({}, {})).slice(0, 2)).toStrictEqual([0n, 0n]);
  });

  it('is made again by the time in keys only if both have rows, by times of two kinds', async () => {
    const { basis: _none, ...empty } = COUNTS;
    /** Counts of no row have no kind of time. */
    const withoutRows = (made: ReturnType<typeof side>): ReturnType<typeof side> => ({
      ...made,
      rows: {
        ...made.rows,
        keyDigests: async (...asked) => ({ ...(await made.rows.keyDigests(...asked)), counted: empty }),
        compareKeys: async (...asked) => ({ ...(await made.rows.compareKeys(...asked)), counted: empty }),
      },
    });
    const madeBy = async (one: RowCounts['basis'], two: RowCounts['basis']) => {
      const make = (basis: RowCounts['basis']) => {
        const made = side({ window: WINDOW, share: 1, counts: basis === undefined ? {} : { basis } });
        return basis === undefined ? withoutRows(made) : made;
      };
      const [first, second] = [make(one), make(two)];
      const shares: number[] = [];
      const { countedBy } = await compareResults(first, second, BY_KEY, {
        onShare: (share) => shares.push(share),
      });
      return [countedBy, first.asked.length, shares];
    };
    expect(await madeBy('event', 'event')).toStrictEqual([undefined, 1, [0.5, 1]]);
    // The second time is not told as progress.
    expect(await madeBy('event', 'key')).toStrictEqual(['key', 2, [0.5, 1]]);
    expect(await madeBy('key', 'event')).toStrictEqual(['key', 2, [0.5, 1]]);
    expect(await madeBy(undefined, 'key')).toStrictEqual([undefined, 1, [0.5, 1]]);
    expect(await madeBy('key', undefined)).toStrictEqual([undefined, 1, [0.5, 1]]);
  });

  it('stays counted by event time where fewer rows have a time in their keys', async () => {
    const countedBy = async (event: readonly [number, number], key: readonly [number, number]) => {
      const [first, second] = [0, 1].map((at) =>
        side({
          window: WINDOW,
          counts: { uncounted: event[at] ?? 0, basis: at === 0 ? 'event' : 'key' },
          later: { uncounted: key[at] ?? 0, basis: 'key' },
        }),
      );
      if (first === undefined || second === undefined) throw new Error('There are two sides.');
      const compared = await compareResults(first, second, BY_KEY);
      return [compared.countedBy, compared.first.uncounted, compared.second.uncounted];
    };
    expect(await countedBy([0, 4], [2, 1])).toStrictEqual(['key', 2, 1]);
    expect(await countedBy([0, 2], [2, 0])).toStrictEqual(['key', 2, 0]);
    expect(await countedBy([0, 2], [3, 0])).toStrictEqual([undefined, 0, 2]);
    expect(await countedBy([2, 0], [0, 3])).toStrictEqual([undefined, 2, 0]);
  });

  it('reads twenty examples of each side at most, and names the values of both and of one', async () => {
    const rows = Uint32Array.from({ length: 25 }, (_, at) => at);
    const changed = { rows: 2, pairs: [{ here: 31, there: 41 }] };
    const first = side({ window: WINDOW, counts: { valueNames: ['A', 'B'] } });
    const second = side({
      window: WINDOW,
      counts: { valueNames: ['B', 'C'] },
      comparison: { both: 4, onlyHere: rows.slice(0, 3), onlyThere: rows, changed },
    });
    const compared = await compareResults(first, second, BY_KEY);
    const read = ({ asked }: typeof first) =>
      asked.flatMap((each) => (Array.isArray(each) && each[0] === 'entity' ? [each[1] as number] : []));
    expect(read(first)).toStrictEqual([...rows.slice(0, 20), 41]);
    expect(read(second)).toStrictEqual([0, 1, 2, 31]);
    expect(compared).toMatchObject({ both: 4, onlyFirst: rows, onlySecond: rows.slice(0, 3) });
    expect(compared.changed).toStrictEqual({
      rows: 2,
      examples: [{ first: { row: 41, properties: [] }, second: { row: 31, properties: [] } }],
      values: {
        inBoth: ['B'],
        onlyFirst: ['A'],
        onlySecond: ['C'],
        leftOutFirst: [],
        leftOutSecond: [],
      },
    });
  });
});

it('has a window only if both of its ends are closed', () => {
  const windowOf = (window?: { readonly from: bigint; readonly to: bigint }) =>
    closedWindow({ plan: { request: { window } } } as unknown as RunState);
  const closed = { from: MIN_TICKS + 1n, to: MAX_TICKS - 1n };
  expect(windowOf(closed)).toStrictEqual(closed);
  for (const open of [undefined, { ...closed, from: MIN_TICKS }, { ...closed, to: MAX_TICKS }])
    expect(windowOf(open)).toBeUndefined();
});
