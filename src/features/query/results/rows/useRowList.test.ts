import { expect, it, describe } from 'vitest';
import { TICKS_PER_HOUR } from '../../../../core/time/ticks.ts';
import { roundedWords, nextMatch } from './useRowList.ts';

const request = (schemeId: string, roundingTicks?: bigint) => ({
  tableName: 'Logs',
  schemeId,
  volume: 1 as const,
  unprefixed: false,
  ...(roundingTicks !== undefined && { roundingTicks }),
});

it('says how far a row may be from the time of its key', () => {
  expect(roundedWords(request('ticks19'))).toBe('');
  expect(roundedWords(request('wad'))).toBe(', rounded: a row is up to 1 min later');
  expect(roundedWords(request('ticks19', TICKS_PER_HOUR))).toBe(', rounded: a row is up to 1 h later');
  // Times are rounded to the nearest unit, because the RowKey holds the event.
  expect(roundedWords(request('serilog-v8'))).toBe('');
  expect(roundedWords(request('none'))).toBe('');
});

describe('the next match', () => {
  const positions = Uint32Array.of(2, 5, 9);
  it('is the first one after the row, and the first of all after the last', () => {
    expect([-1, 0, 2, 4, 5, 9, 100].map((at) => nextMatch(positions, at, false))).toEqual([
      2, 2, 5, 5, 9, 2, 2,
    ]);
  });
  it('backwards is the last one before the row, and the last of all before the first', () => {
    expect([-1, 2, 3, 5, 9, 100].map((at) => nextMatch(positions, at, true))).toEqual([9, 9, 2, 2, 5, 9]);
  });
  it('is none if nothing was found', () => {
    expect(nextMatch(new Uint32Array(0), 3, false)).toBeUndefined();
  });
});
