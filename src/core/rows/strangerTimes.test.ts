import { describe, expect, it } from 'vitest';
import { StrangerTimes } from './strangerTimes.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MINUTE = 600_000_000n;
const DAY = 1440n * MINUTE;
const window = { from: NEW_YEAR, to: NEW_YEAR + DAY };
/** A row a minute, from two days after the window on. */
const rowAt = (minute: number) => ({
  partitionKey: String(NEW_YEAR + 3n * DAY + BigInt(minute) * MINUTE).padStart(19, '0'),
  rowKey: 'plain',
});

describe('rows that the chosen scheme does not read', () => {
  it('are off where their keys surely say a time outside the window', () => {
    const times = new StrangerTimes(window);
    expect(times.isOff(rowAt(0), undefined)).toBe(true);
    expect(
      times.isOff({ partitionKey: String(NEW_YEAR).padStart(19, '0'), rowKey: 'plain' }, undefined),
    ).toBe(false);
    expect(times.isOff({ partitionKey: 'plain', rowKey: 'plain' }, undefined)).toBe(false);
    // The PartitionKey was typed: only the RowKey may say a time.
    const { partitionKey } = rowAt(0);
    const typed = { partition: { from: partitionKey, to: `${partitionKey}\u0000` }, exact: true };
    expect(times.isOff(rowAt(0), typed)).toBe(false);
  });

  it('are judged up to 2,000 keys of a page: a page of hostile keys takes no longer than one of rows', () => {
    const times = new StrangerTimes(window);
    // Where the PartitionKey was typed, one key is read for each row.
    const typed = { partition: { from: 'p', to: 'p\u0000' }, exact: true };
    const isOff = (rowKey: string): boolean => times.isOff({ partitionKey: 'p', rowKey }, typed);
    const late = rowAt(0).partitionKey;
    for (let read = 0; read < 1999; read += 1) isOff('-');
    expect([isOff(late), isOff(late)]).toEqual([true, false]);
    times.beginPage();
    expect(isOff(late)).toBe(true);
  });
});
