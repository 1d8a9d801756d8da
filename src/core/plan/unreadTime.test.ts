import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import { isInRange } from '../keys/rangeTruth.fixture.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import type { TickSpan } from '../keys/base/scheme.ts';
import { isoToTicks, TICKS_PER_MINUTE, toTicks } from '../time/ticks.ts';
import { cutRange, rangesAfter } from './rangeSplit.ts';
import { timeOfRange } from './unreadTime.ts';

function scheme(id: string): KeyScheme {
  const found = schemeById(id);
  if (found === undefined) throw new Error(`No scheme ${id}`);
  return found;
}

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const WINDOW: TickSpan = { from: FROM, to: FROM + 60n * TICKS_PER_MINUTE };
const minute = fc.integer({ min: 0, max: 59 });

describe('the time of a range of keys', () => {
  it.each(['wad', 'wad-prefixed', 'ticks19', 'inverted-ticks19'])(
    'of %s is that of its keys after those read, even where a query was cut at a bound that no writer would produce',
    (id) => {
      const own = scheme(id);
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
    expect(timeOfRange(scheme('ticks19'), left)).toEqual({ from: FROM, to: FROM + 1n });
    expect(timeOfRange(scheme('wad'), left)).toEqual({ from: FROM, to: FROM + TICKS_PER_MINUTE });
    for (const id of ['ticks19', 'wad'])
      expect(timeOfRange(scheme(id), left, hour)).toEqual({ from: FROM, to: FROM + hour });
    // No key is at half past the hour, so rows of the hour that it is in may still be unread.
    const half = `0${String(FROM + hour / 2n)}`;
    expect(timeOfRange(scheme('ticks19'), { partition: { from: key, to: half } }, hour)?.to).toBe(
      FROM + hour / 2n + hour,
    );
  });

  it('includes a key that the bound repeats with more digits', () => {
    const to = `0${String(FROM + TICKS_PER_MINUTE)}5`;
    expect(timeOfRange(scheme('wad'), { partition: { from: `0${String(FROM)}`, to } })).toEqual({
      from: FROM,
      to: FROM + 2n * TICKS_PER_MINUTE,
    });
  });

  it('is unknown for keys without time; an edge without time is open', () => {
    expect(timeOfRange(scheme('none'), { partition: { from: 'a', to: 'b' } })).toBeUndefined();
    expect(timeOfRange(scheme('ticks19'), { partition: {} })).toBeUndefined();
    const { partitionKey = '' } = scheme('ticks19').encode?.(FROM, {}) ?? {};
    expect(timeOfRange(scheme('ticks19'), { partition: { from: partitionKey } })?.from).toBe(FROM);
  });
});
