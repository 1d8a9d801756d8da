import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from './entityStore.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { restatesTimestamp } from './timestampCell.ts';
import { PackedTimes } from './packedTimes.ts';

/** TEXT as ticks. */
const TICKS = String(BigInt(Date.UTC(2026, 10, 20)) * 10_000n + 621_355_968_000_000_001n);
const TEXT = '2026-11-20T00:00:00.0000001Z';

/** The event time of a row with these members and with keys that hold no time; 'none': it has none. */
function eventOf(members: string): string {
  const scheme = ticksScheme({ rowTime: () => false });
  const store = new EntityStore(scheme);
  store.append(decoded(pageBytes([`{"PartitionKey":"p","RowKey":"r",${members}}`])), 0);
  const found = store.instant(0, 'event');
  return found === undefined ? 'none' : String(BigInt(found.seconds) * 10_000_000n + BigInt(found.fraction));
}

const typed = (name: string, type: string, text: string): string =>
  `"${name}@odata.type":"${type}","${name}":"${text}"`;

it.each([
  [typed('EventTicks', 'Edm.Int64', TICKS), TICKS],
  [typed('EventTime', 'Edm.Int64', TICKS), TICKS],
  [typed('EventTime', 'Edm.DateTime', TEXT), TICKS],
  [`"EventTime":"${TEXT}"`, TICKS],
  // Only some types hold times: what a Guid or Binary looks like says nothing.
  [typed('EventTime', 'Edm.Binary', TEXT), 'none'],
  [typed('EventTime', 'Edm.Guid', TEXT), 'none'],
  [typed('EventTime', 'Edm.Int64', TEXT), 'none'],
  [typed('EventTime', 'Edm.DateTime', TICKS), 'none'],
  [`"EventTime":"${TICKS}"`, 'none'],
  [`"Other":"${TEXT}"`, 'none'],
  ['"EventTime":"soon"', 'none'],
  // The best property that holds a time counts, wherever it is in the row.
  [
    `${typed('EventTime', 'Edm.DateTime', '2026-11-21T00:00:00Z')},${typed('EventTicks', 'Edm.Int64', TICKS)}`,
    TICKS,
  ],
  [
    `${typed('EventTicks', 'Edm.Int64', TICKS)},${typed('EventTime', 'Edm.DateTime', '2026-11-21T00:00:00Z')}`,
    TICKS,
  ],
  [`${typed('EventTicks', 'Edm.Int64', 'soon')},${typed('EventTime', 'Edm.DateTime', TEXT)}`, TICKS],
])('the event time of a row is that of its best property that holds a time: %s', (members, expected) => {
  expect(eventOf(members)).toBe(expected);
});

/** Whether an etag is taken for that of a Timestamp. */
function restates(etag: string, timestamp: string): boolean {
  const to = etag.length;
  return restatesTimestamp(encodeUtf8(`${etag}${timestamp}`), 0, to, to, to + timestamp.length);
}

describe('an etag that restates the Timestamp', () => {
  // As a page has it: quotes escaped, colons as %3A.
  const etag = String.raw`W/\"datetime'2024-03-05T10%3A17%3A10.1234567Z'\"`;
  const timestamp = '2024-03-05T10:17:10.1234567Z';

  it('is known', () => {
    expect(restates(etag, timestamp)).toBe(true);
  });

  it('is another one if any character differs, is missing or is added', () => {
    for (let at = 0; at < etag.length; at++) {
      const others = [etag.slice(0, at) + etag.slice(at + 1), `${etag.slice(0, at)}x${etag.slice(at)}`];
      for (const letter of ['x', '0'])
        if (etag.charAt(at) !== letter) others.push(`${etag.slice(0, at)}${letter}${etag.slice(at + 1)}`);
      for (const other of others) expect([other, restates(other, timestamp)]).toEqual([other, false]);
    }
  });
});

const seconds = fc.oneof(
  fc.constantFrom(
    0,
    1,
    2 ** 32 - 1,
    2 ** 32,
    63_930_729_600,
    315_537_897_599,
    2 ** 39,
    999_999_999_999,
    -1,
    0.5,
  ),
  fc.nat(315_537_897_599),
);
const fraction = fc.oneof(fc.constantFrom(0, 1, 9_999_999, 10_000_000), fc.nat(9_999_999));
const time = fc.record({ seconds, fraction, basis: fc.integer({ min: 1, max: 3 }) });

it('holds every time and where it comes from, and rows without time', () => {
  fc.assert(
    fc.property(fc.array(fc.option(time, { nil: undefined }), { maxLength: 40 }), (list) => {
      const times = new PackedTimes(2);
      for (const [row, each] of list.entries()) {
        for (const words of times.words) {
          if (words.canPack(row)) words.pack();
          words.reserve(row + 1);
        }
        // The time is set twice, as when a property refines the time of a key.
        times.set(row, 12_345, 678, 2);
        if (each === undefined) times.clear(row);
        else times.set(row, each.seconds, each.fraction, each.basis);
      }
      const read = list.map((_, row) => ({
        seconds: times.secondsAt(row),
        fraction: times.fractionAt(row),
        basis: times.basisAt(row),
      }));
      expect(read).toEqual(list.map((each) => each ?? { seconds: Number.NaN, fraction: 0, basis: 0 }));
    }),
    { numRuns: 300 },
  );
});
