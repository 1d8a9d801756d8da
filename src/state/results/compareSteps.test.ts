import { describe, expect, it } from 'vitest';
import type { KeyComparison } from '../../core/rows/compare/compareDigests.ts';
import type { RowCounts } from '../../core/rows/compare/rowDigests.ts';
import { MAX_TICKS, MIN_TICKS } from '../../core/time/ticks.ts';
import type { RunState } from '../run/runState.ts';
import { closedWindow, type ComparedSide, compareResults } from './compareResults.ts';

const COUNTS: RowCounts = { rows: 9, timed: 0, counts: new Uint32Array(1), uncounted: 0, basis: 'event' };
const DIGESTS = { high: new Uint32Array(0), low: new Uint32Array(0), rows: new Uint32Array(0) };
const NONE: KeyComparison = { both: 0, onlyHere: new Uint32Array(0), onlyThere: new Uint32Array(0) };

interface Given {
  readonly window?: { readonly from: bigint; readonly to: bigint };
  readonly counts?: Partial<RowCounts>;
  readonly comparison?: Partial<KeyComparison>;
}

/** A result whose worker answers what the test says, and what it was asked. */
function side({ window, counts, comparison }: Given) {
  const asked: unknown[] = [];
  const counted = { ...COUNTS, ...counts };
  const made = {
    run: { plan: { request: { tableName: 'T', ...(window && { window }) }, queries: [] } },
    rows: {
      keyDigests: (request: unknown) => {
        asked.push(['digests', request]);
        return Promise.resolve({ digests: DIGESTS, counted });
      },
      compareKeys: (request: unknown) => {
        asked.push(['compare', request]);
        return Promise.resolve({ comparison: { ...NONE, ...comparison }, counted });
      },
      columns: () => Promise.resolve([]),
      entity: (row: number) => {
        asked.push(['entity', row]);
        return Promise.resolve({ row, properties: [] });
      },
    },
  };
  return { ...(made as unknown as ComparedSide), asked };
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
      expect(first.asked).toEqual([['digests', { ...asked, identity: identities[0], buckets: axis.first }]]);
      expect(second.asked).toEqual([
        ['compare', { ...asked, identity: identities[1], buckets: axis.second, other: DIGESTS }],
      ]);
      expect([axis.first.from, axis.second.from]).toEqual([100n, 1000n]);
    }
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
    expect(read(first)).toEqual([...rows.slice(0, 20), 41]);
    expect(read(second)).toEqual([0, 1, 2, 31]);
    expect(compared).toMatchObject({ both: 4, onlyFirst: rows, onlySecond: rows.slice(0, 3) });
    expect(compared.changed).toEqual({
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
  expect(windowOf(closed)).toEqual(closed);
  for (const open of [undefined, { ...closed, from: MIN_TICKS }, { ...closed, to: MAX_TICKS }])
    expect(windowOf(open)).toBeUndefined();
});
