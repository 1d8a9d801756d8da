import { describe, expect, it } from 'vitest';
import { StrangerTimes } from './windowCheck.ts';
import { DAY, MINUTE } from '../time/units.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const window = { from: NEW_YEAR, to: NEW_YEAR + DAY };
/** One row per minute, the first one two days after the window. */
const rowAt = (minute: number) => ({
  partitionKey: String(NEW_YEAR + 3n * DAY + BigInt(minute) * MINUTE).padStart(19, '0'),
  rowKey: 'plain',
});

describe('rows that the chosen scheme does not read', () => {
  it('are judged up to 2,000 keys of a page: a page of hostile keys takes no longer than one of rows', () => {
    const times = new StrangerTimes(window);
    // If the PartitionKey was typed, one key is read per row.
    const typed = { partition: { from: 'p', to: 'p\u0000' }, exact: true };
    const isOff = (rowKey: string): boolean => times.isOff({ partitionKey: 'p', rowKey }, typed);
    const late = rowAt(0).partitionKey;
    for (let read = 0; read < 1999; read += 1) isOff('-');
    expect([isOff(late), isOff(late)]).toEqual([true, false]);
    times.beginPage();
    expect(isOff(late)).toBe(true);
  });

  it('read a PartitionKey once, however many of its rows arrive, and again after 4,096 others', () => {
    const inside = { partitionKey: String(NEW_YEAR).padStart(19, '0'), rowKey: 'plain' };
    const times = new StrangerTimes(window);
    for (let row = 0; row < 5000; row += 1) expect(times.isOff(inside, undefined)).toBe(false);
    // The page has readings left.
    expect(times.isOff(rowAt(0), undefined)).toBe(true);
    // A RowKey in the window clears a row whose PartitionKey is off. If the PartitionKey holds no time, the RowKey decides.
    const off = rowAt(0).partitionKey;
    expect(times.isOff({ partitionKey: off, rowKey: inside.partitionKey }, undefined)).toBe(false);
    expect(times.isOff({ partitionKey: off, rowKey: off }, undefined)).toBe(true);
    expect(times.isOff({ partitionKey: 'plain', rowKey: off }, undefined)).toBe(true);
    expect(times.isOff({ partitionKey: inside.partitionKey, rowKey: off }, undefined)).toBe(false);
  });

  it('are off only if every likely reading is', () => {
    const times = new StrangerTimes(window);
    const isOff = (partitionKey: string) => times.isOff({ partitionKey, rowKey: '-' }, undefined);
    const digits = (ticks: bigint) => String(ticks).padStart(19, '0');
    expect([
      isOff(digits(NEW_YEAR - 3n * DAY)),
      isOff(digits(NEW_YEAR)),
      isOff(digits(NEW_YEAR + DAY - 1n)),
      isOff(digits(NEW_YEAR + DAY)),
    ]).toEqual([true, false, false, true]);
    // Marks such as the first and the last instant are not times.
    for (const mark of ['0'.repeat(19), '3155378975999999999', '9'.repeat(19)])
      expect([mark, isOff(mark)]).toEqual([mark, false]);
  });
});
