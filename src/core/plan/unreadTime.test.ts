import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyRanges } from '../keys/keyRanges.ts';
import { isInRange } from '../keys/rangeTruth.fixture.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import type { TickSpan, KeySpan } from '../keys/base/scheme.ts';
import { isoToTicks, TICKS_PER_MINUTE, toTicks, ticksToIso } from '../time/ticks.ts';
import { unreadTime } from './completenessReport.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import { cutRange, rangesAfter } from './rangeSplit.ts';
import { timeOfRange } from './unreadTime.ts';
import { knowTemplates, templateSchemeId } from '../keys/templates/templateScheme.ts';
import { MAX, MINUTE } from '../time/units.fixture.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';
import { d19 } from '../keys/keyRanges.fixture.ts';

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const WINDOW: TickSpan = { from: FROM, to: FROM + 60n * TICKS_PER_MINUTE };
const minute = fc.integer({ min: 0, max: 59 });

describe('the time of a range of keys', () => {
  it.each(['wad', 'wad-prefixed', 'ticks19', 'inverted-ticks19'])(
    'of %s is that of its keys after those read, even where a query was cut at a bound that no writer would produce',
    (id) => {
      const own = knownScheme(id);
      const keysAt = (at: number) => {
        const keys = own.encode?.(
          toTicks(FROM + BigInt(at) * TICKS_PER_MINUTE),
          own.prefixed ? { prefix: 3 } : {},
        );
        return { partitionKey: keys?.partitionKey ?? 'p', rowKey: keys?.rowKey ?? 'r' };
      };
      const isInPartition = own.timeSource === 'partition' || own.timeSource === 'both';
      const planned = keyRanges(id, WINDOW, { volume: 10, ...(isInPartition ? {} : { partitionKey: 'p' }) });
      fc.assert(
        fc.property(minute, fc.integer({ min: 1, max: 5 }), (read, count) => {
          const lastKey = keysAt(read);
          const range = planned.find((each) => isInRange(lastKey.partitionKey, lastKey.rowKey, each));
          if (range === undefined) throw new Error('No planned range holds the key.');
          const pieces = rangesAfter(range, lastKey).flatMap((left) => cutRange(left, count));
          for (const piece of pieces) {
            const time = timeOfRange(own, piece);
            expect(time).toBeDefined();
            if (time === undefined) continue;
            // What was already read is not included, in either order of keys.
            const at = FROM + BigInt(read) * TICKS_PER_MINUTE;
            expect(own.order === 'ascending' ? time.from >= at : time.to <= at + 1n).toBe(true);
            // It is at most the unread time plus a minute at each end, and includes the time of every key in the piece.
            const slack = TICKS_PER_MINUTE;
            expect(time.from >= WINDOW.from - slack && time.to <= WINDOW.to + slack).toBe(true);
            for (let other = 0; other < 60; other++) {
              const { partitionKey, rowKey } = keysAt(other);
              if (!isInRange(partitionKey, rowKey, piece)) continue;
              const ticks = FROM + BigInt(other) * TICKS_PER_MINUTE;
              const width = id.startsWith('wad') ? TICKS_PER_MINUTE : 1n;
              expect(ticks >= time.from && ticks + width <= time.to).toBe(true);
            }
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it('of one key is as long as the rounding of keys', () => {
    const hour = 60n * TICKS_PER_MINUTE;
    const key = `0${String(FROM)}`;
    const left = { partition: { from: key, to: `${key}\u0000` }, row: { from: 'r\u0000' } };
    expect(timeOfRange(knownScheme('ticks19'), left)).toEqual({ from: FROM, to: FROM + 1n });
    expect(timeOfRange(knownScheme('wad'), left)).toEqual({ from: FROM, to: FROM + TICKS_PER_MINUTE });
    for (const id of ['ticks19', 'wad'])
      expect(timeOfRange(knownScheme(id), left, hour)).toEqual({ from: FROM, to: FROM + hour });
    // No key is at half past the hour, so rows of the hour that it is in may still be unread.
    const half = `0${String(FROM + hour / 2n)}`;
    expect(timeOfRange(knownScheme('ticks19'), { partition: { from: key, to: half } }, hour)?.to).toBe(
      FROM + hour / 2n + hour,
    );
  });

  it('includes a key that the bound repeats with more digits', () => {
    const to = `0${String(FROM + TICKS_PER_MINUTE)}5`;
    expect(timeOfRange(knownScheme('wad'), { partition: { from: `0${String(FROM)}`, to } })).toEqual({
      from: FROM,
      to: FROM + 2n * TICKS_PER_MINUTE,
    });
  });

  it('is unknown for keys without time; an edge without time is open', () => {
    expect(timeOfRange(knownScheme('none'), { partition: { from: 'a', to: 'b' } })).toBeUndefined();
    expect(timeOfRange(knownScheme('ticks19'), { partition: {} })).toBeUndefined();
    const { partitionKey = '' } = knownScheme('ticks19').encode?.(FROM, {}) ?? {};
    expect(timeOfRange(knownScheme('ticks19'), { partition: { from: partitionKey } })?.from).toBe(FROM);
  });
});

knowTemplates();

const START = isoToTicks('2026-11-20T21:00:00Z');
const minutes = (ticks: bigint): string => ticksToIso(ticks).slice(0, 16).replaceAll(/[-T:]/g, '');
const month = (ticks: bigint): string => ticksToIso(ticks).slice(0, 7).replace('-', '');

/** Makes the keys of a template by hand, for a site and an instant. */
interface Writer {
  readonly name: string;
  readonly schemeId: string;
  readonly part: 'partition' | 'row';
  readonly key: (site: string, ticks: bigint) => string;
}

function template(partition: string, row: string, part: Writer['part'], key: Writer['key']): Writer {
  return { name: `${partition} / ${row}`, schemeId: templateSchemeId(partition, row), part, key };
}

const textFirst = KEY_SCHEMES.filter(({ textBefore }) => textBefore !== undefined)
  .map(({ id }) => id)
  .find((id) => id.endsWith('ticks19') && !id.includes('inverted'));

const WRITERS: readonly Writer[] = [
  {
    name: 'text, then ticks',
    schemeId: textFirst ?? '',
    part: 'partition',
    key: (site, ticks) => `${site}_${d19(ticks)}`,
  },
  template('{Site}_{Ticks}', '{Guid}', 'partition', (site, ticks) => `${site}_${d19(ticks)}`),
  template('{Site}~{yyyyMMddHHmm}', '{Id}', 'partition', (site, ticks) => `${site}~${minutes(ticks)}`),
  template(
    '{Hash(Site) mod 4}-{Ticks/1m}',
    '{Id}',
    'partition',
    (site, ticks) => `${site.length % 4}-${d19(ticks)}`,
  ),
  template(
    '{yyyyMM}_{Site}_{Ticks}',
    '{Id}',
    'partition',
    (site, ticks) => `${month(ticks)}_${site}_${d19(ticks)}`,
  ),
  template('{Site}', '{InvertedTicks}', 'row', (_, ticks) => d19(MAX - ticks)),
  template(
    '{yyyyMM}',
    '{InvertedTicks}_{Guid}',
    'row',
    (_, ticks) => `${d19(MAX - ticks)}_0f8fad5b-d9cb-469f-a165-70867728950e`,
  ),
  template('{Site}', '{Kind}_{Ticks}', 'row', (site, ticks) => `${site}_${d19(ticks)}`),
];

const place = fc.record({ site: fc.constantFrom('a', 'boiler1', 'boiler2', 'c9'), at: fc.nat(5000) });
const ticksOf = (at: number): bigint => START + BigInt(at) * 7n * MINUTE;

describe.each(WRITERS)('the time of unread keys of $name', ({ schemeId, part, key }) => {
  const scheme = knownScheme(schemeId);
  const keyAt = ({ site, at }: { readonly site: string; readonly at: number }): string =>
    key(site, ticksOf(at));

  it('contains the time of every key between two others', () => {
    fc.assert(
      fc.property(place, place, place, fc.boolean(), fc.boolean(), (a, b, other, opensLow, opensHigh) => {
        const [low = '', high = ''] = [keyAt(a), keyAt(b)].toSorted();
        const span: KeySpan = {
          ...(opensLow ? {} : { from: low }),
          ...(opensHigh ? {} : { to: high }),
        };
        const text = keyAt(other);
        if ((!opensLow && text < low) || (!opensHigh && text >= high)) return;
        const time = timeOfRange(scheme, part === 'row' ? { partition: {}, row: span } : { partition: span });
        if (time === undefined) return;
        expect(ticksOf(other.at) >= time.from && ticksOf(other.at) < time.to).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a range within one text', () => {
  it('covers the time between its bounds', () => {
    const scheme = knownScheme(templateSchemeId('{Site}_{Ticks}', '{Guid}'));
    const [from, to] = [START, START + 60n * MINUTE];
    expect(timeOfRange(scheme, { partition: { from: `b1_${d19(from)}`, to: `b1_${d19(to)}` } })).toEqual({
      from,
      to,
    });
    expect(timeOfRange(scheme, { partition: { from: `b1_${d19(from)}`, to: 'b1`' } })?.from).toBe(from);
    const newest = knownScheme(templateSchemeId('{Site}', '{InvertedTicks}'));
    expect(timeOfRange(newest, { partition: {}, row: { from: d19(MAX - to), to: d19(MAX - from) } })).toEqual(
      { from, to: to + 1n },
    );
  });
});

describe('the time of what was not read', () => {
  const HOUR = windowOf('2024-03-05T23:00:00Z', '2024-03-06T00:00:00Z');

  it('is clipped to the window if the keys hold whole minutes around it', () => {
    const window = windowOf('2024-03-05T23:10:20Z', '2024-03-05T23:20:40Z');
    const plan = planOf({ schemeId: 'mds-prefixed', window });
    const [query] = plan.queries;
    if (query === undefined) throw new Error('No query.');
    expect(timeOfRange(knownScheme('mds-prefixed'), query.range)).toEqual({
      from: isoToTicks('2024-03-05T23:10:00Z'),
      to: isoToTicks('2024-03-05T23:21:00Z'),
    });
    const range = {
      query: query.label,
      tableName: query.tableName,
      partition: query.range.partition,
      why: 'failed',
      resumable: true,
    } as const;
    expect(unreadTime(range, plan)).toEqual(window);
  });

  it('is read from either key if the scheme has a time in both', () => {
    const both = KEY_SCHEMES.filter(({ timeSource }) => timeSource === 'both');
    expect(both.length).toBeGreaterThan(4);
    const told = both.filter((own) =>
      planOf({ schemeId: own.id, window: HOUR }).queries.every(({ range }) => {
        const time = timeOfRange(own, range);
        if (time === undefined) return false;
        expect(time.from <= HOUR.from && time.to >= HOUR.to).toBe(true);
        return true;
      }),
    );
    expect(told.map(({ id }) => id).sort()).toEqual(
      'functions-diagnostic iisnode-azure serilog-v8 serilog-v9 serilog-v9.4 slab slab-ascending'.split(' '),
    );
  });
});
