import { expect, it } from 'vitest';
import { TICKS_PER_HOUR } from '../../../../core/time/ticks.ts';
import { roundedWords } from './roundedWords.ts';

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
