import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '../../state/run/queryForm.ts';
import { recentWords } from './recentWords.ts';

const windowOf = (from: string, to: string): string => recentWords({ ...EMPTY_FORM, from, to }).window;

describe('recentWords', () => {
  it('says a window without changing an instant', () => {
    expect(windowOf('2026-11-21T23:45:00.0000000Z', '2026-11-22T01:45:00Z')).toBe(
      '2026-11-21 23:45:00 to 2026-11-22 01:45:00 UTC',
    );
    expect(windowOf('2026-11-22T01:00:00Z', '2026-11-22T01:45:00.1234567Z')).toBe(
      '2026-11-22 01:00:00 to 01:45:00.1234567 UTC',
    );
    expect(windowOf('0639309015000000000', '639309087000000001')).toBe(
      '2026-11-21 23:45:00 to 2026-11-22 01:45:00.0000001 UTC',
    );
    expect(windowOf('9999999999999999999', 'now')).toBe('9999999999999999999 to now');
    expect(windowOf('now-1h', 'now')).toBe('now-1h to now');
    expect(windowOf('now-1h', '2026-11-22T01:45:00Z')).toBe('now-1h to 2026-11-22 01:45:00 UTC');
    expect(windowOf('2026-11-22T01:45:00+02:00', 'now')).toBe('2026-11-22T01:45:00+02:00 to now');
    expect(windowOf('', '2026-11-22T01:45:00Z')).toBe('until 2026-11-22 01:45:00 UTC');
    expect(windowOf('2026-11-22T01:45:00Z', '')).toBe('since 2026-11-22 01:45:00 UTC');
    expect(windowOf('', '')).toBe('all time');
    expect(recentWords(EMPTY_FORM, false).window).toBe('all rows');
  });

  it('says what is asked of the rows, and of which account', () => {
    const form = {
      ...EMPTY_FORM,
      endpoint: 'https://contoso.table.core.windows.net',
      filter: ' Level le 2 ',
      pk: 'A',
      rk: 'b',
      rkMatch: 'begins' as const,
      prefixes: '0-9',
    };
    expect(recentWords(form)).toMatchObject({
      filter: 'where Level le 2 and PartitionKey is A and RowKey begins with b and prefixes 0-9',
      account: 'contoso',
    });
    expect(recentWords({ ...EMPTY_FORM, endpoint: 'demo' })).toMatchObject({
      filter: '',
      account: 'demo account',
    });
  });
});
