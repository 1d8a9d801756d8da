import { describe, expect, it } from 'vitest';
import {
  clampTicks,
  isoToTicks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../../../core/time/ticks.ts';
import {
  newestPrecision,
  newestWindow,
  newestWords,
  windowLength,
  forgetOldNewest,
  isRead,
  knownNewest,
  newestFact,
  rememberNewest,
  whyNotRead,
} from './NewestNote.tsx';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';

const NOW = isoToTicks('2026-11-22T12:00:00.0000000Z');
const UTC = { timeZone: undefined, name: 'UTC' };

describe('the window of the newest rows', () => {
  it('is as long as the one before, and ends after them on a whole minute', () => {
    expect(windowLength({ from: 'now-2h', to: 'now' }, NOW)).toBe(2n * TICKS_PER_HOUR);
    const before = isoToTicks('2026-11-20T01:44:07.1234567Z');
    expect(newestWindow(before, 2n * TICKS_PER_HOUR, NOW)).toEqual({
      from: '2026-11-19T23:45:00Z',
      to: '2026-11-20T01:45:00Z',
    });
    expect(newestWindow(before, 90n * TICKS_PER_SECOND, NOW)).toEqual({
      from: '2026-11-20T01:42:38Z',
      to: '2026-11-20T01:44:08Z',
    });
  });

  it('ends now where the newest row is as near as it was looked for: no prefix has a newer one', () => {
    const ago = (minutes: bigint) => clampTicks(NOW - minutes * TICKS_PER_MINUTE);
    const ends = (minutes: bigint) => newestWindow(ago(minutes), 2n * TICKS_PER_HOUR, NOW).to;
    expect([ends(15n), ends(16n), ends(-3n)]).toEqual([
      '2026-11-22T12:00:00Z',
      '2026-11-22T11:44:00Z',
      '2026-11-22T12:03:00Z',
    ]);
  });

  it('is an hour long where the form has none', () => {
    for (const [from, to] of [
      ['', 'now'],
      ['now-1h', ''],
      ['x', 'now'],
      ['now', 'now-1h'],
    ] as const)
      expect(windowLength({ from, to }, NOW)).toBe(TICKS_PER_HOUR);
    expect(newestPrecision(8n * TICKS_PER_HOUR)).toBe(TICKS_PER_HOUR);
    expect(newestPrecision(1n)).toBe(TICKS_PER_SECOND);
  });
});

describe('what Newest says', () => {
  const at = (time: string) => isoToTicks(`2026-11-22T${time}Z`);
  const found = { from: at('11:05:00.0000000'), before: at('11:11:52.5000000'), looked: 1, ranges: 1 };
  const row = { bounds: { from: at('11:06:53.0004750'), before: at('11:06:53.0004751') }, group: '' };
  const ended = { isReading: false, isWhole: true, hasFilter: false, isToNow: false };
  const INTERVAL = 'between 11:05 and 11:12 UTC, about 55 min ago';

  it('is the interval while the rows are read, and then the row with all its digits', () => {
    expect(newestWords(found, undefined, { ...ended, isReading: true }, NOW, UTC)).toBe(
      `Newest row: ${INTERVAL}. Reading it now.`,
    );
    expect(newestWords(found, { ...row, group: 'prefix 37' }, ended, NOW, UTC)).toBe(
      'Newest row: 11:06:53.0004750 UTC, 53 min 6 s ago, in prefix 37.',
    );
  });

  it('is the last row that the filter keeps, or that it keeps none', () => {
    const filtered = { ...ended, hasFilter: true };
    expect(newestWords(found, row, filtered, NOW, UTC)).toMatch(
      /^Newest row that meets the filter: 11:06:53/,
    );
    expect(newestWords(found, undefined, filtered, NOW, UTC)).toBe(
      `Newest row: ${INTERVAL}. The filter leaves it out.`,
    );
  });

  it('is no more than what was searched and read', () => {
    expect(newestWords({ ...found, looked: 6, ranges: 100 }, row, ended, NOW, UTC)).toMatch(
      /ago\. Searched in 6 of 100 prefixes: others may have newer rows\.$/,
    );
    expect(
      newestWords({ ...found, looked: 6, ranges: 100 }, row, { ...ended, isToNow: true }, NOW, UTC),
    ).toMatch(/ago\.$/);
    expect(newestWords(found, row, { ...ended, isWhole: false }, NOW, UTC)).toMatch(
      /ago\. Not all rows were read: there may be newer ones\.$/,
    );
  });
});

const SEEN = isoToTicks('2026-11-22T11:05:00.2500000Z');
const NEWEST = { from: SEEN, before: clampTicks(SEEN + 1n), looked: 1, ranges: 1 };

describe('the newest row', () => {
  const form = { ...EMPTY_FORM, table: 'A', scheme: 'ticks' };

  it('is said with its age', () => {
    expect(newestFact(NEWEST, NOW, UTC)).toBe('Newest row 11:05:00.2500000 UTC, 54 min 59 s ago');
  });

  it('is known for the same connection and keys, whatever the time range and the filter are', () => {
    const connection = {};
    expect(knownNewest(connection, form)).toBeUndefined();
    rememberNewest(connection, form, NEWEST, 0);
    expect(knownNewest(connection, { ...form, from: 'now-1d', filter: 'a eq 1', tab: 'map' })).toBe(NEWEST);
    const others = [{ table: 'B' }, { scheme: 'x' }, { pk: 'a' }, { prefixes: '3' }, { volume: 10 }] as const;
    for (const other of others) expect(knownNewest(connection, { ...form, ...other })).toBeUndefined();
    expect(knownNewest({}, form)).toBeUndefined();
  });

  it('is forgotten after a minute, since newer rows may have been written', () => {
    const connection = {};
    for (const [nowMs, known] of [
      [1_059_999, NEWEST],
      [1_060_000, undefined],
      // In this case, the clock was set back.
      [940_000, undefined],
    ] as const) {
      rememberNewest(connection, form, NEWEST, 1_000_000);
      forgetOldNewest(connection, nowMs);
      expect([nowMs, knownNewest(connection, form)]).toEqual([nowMs, known]);
    }
  });

  it('in a window that was read came later, or a filter left it out; without a filter only the first', () => {
    for (const none of [undefined, '', ' ']) {
      expect(whyNotRead(none)).toContain('arrived after');
      expect(whyNotRead(none)).not.toContain('filter');
    }
    expect(whyNotRead('Level le 2')).toMatch(/^the filter leaves it out, or it arrived after/);
  });

  it('was read if the window holds it: from is in it, to is not', () => {
    const at = (second: bigint) => clampTicks(SEEN + second * TICKS_PER_SECOND);
    expect(isRead(NEWEST, { from: SEEN, to: at(1n) })).toBe(true);
    expect(isRead(NEWEST, { from: at(-1n), to: SEEN })).toBe(false);
    expect(isRead(NEWEST, { from: at(1n), to: at(2n) })).toBe(false);
    expect(isRead(NEWEST, undefined)).toBe(true);
    expect(isRead({ ...NEWEST, from: undefined }, undefined)).toBe(false);
  });
});
