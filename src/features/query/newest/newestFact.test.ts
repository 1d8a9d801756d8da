import { describe, expect, it } from 'vitest';
import { clampTicks, isoToTicks, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import {
  forgetOldNewest,
  isRead,
  knownNewest,
  newestFact,
  rememberNewest,
  whyNotRead,
} from './newestFact.ts';

const NOW = isoToTicks('2026-11-22T12:00:00.0000000Z');
const UTC = { timeZone: undefined, name: 'UTC' };
const SEEN = isoToTicks('2026-11-22T11:05:00.2500000Z');
const NEWEST = { from: SEEN, before: clampTicks(SEEN + 1n), looked: 1, ranges: 1 };

describe('the newest row', () => {
  it('is said with its age', () => {
    expect(newestFact(NEWEST, NOW, UTC)).toBe('Newest row 11:05:00.2500000 UTC, 54 min 59 s ago');
    const bounds = { from: SEEN, before: clampTicks(SEEN + 7n * TICKS_PER_MINUTE) };
    expect(newestFact({ ...NEWEST, ...bounds }, NOW, UTC)).toBe(
      'Newest row between 11:05 and 11:13 UTC, about 55 min ago',
    );
  });

  it('is known for the same connection and keys, whatever the time range and the filter are', () => {
    const connection = {};
    const form = { ...EMPTY_FORM, table: 'A', scheme: 'ticks' };
    expect(knownNewest(connection, form)).toBeUndefined();
    rememberNewest(connection, form, NEWEST, 0);
    expect(knownNewest(connection, { ...form, from: 'now-1d', filter: 'a eq 1', tab: 'map' })).toBe(NEWEST);
    for (const other of [
      { table: 'B' },
      { scheme: 'x' },
      { pk: 'a' },
      { prefixes: '3' },
      { volume: 10 },
    ] as const)
      expect(knownNewest(connection, { ...form, ...other })).toBeUndefined();
    expect(knownNewest({}, form)).toBeUndefined();
  });

  it('is forgotten after a minute, since newer rows may have been written', () => {
    const connection = {};
    const form = { ...EMPTY_FORM, table: 'A', scheme: 'ticks' };
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
    const [before, next, after] = [-1n, 1n, 2n].map((s) => clampTicks(SEEN + s * TICKS_PER_SECOND));
    if (before === undefined || next === undefined || after === undefined) throw new Error('three instants');
    expect(isRead(NEWEST, { from: SEEN, to: next })).toBe(true);
    expect(isRead(NEWEST, { from: before, to: SEEN })).toBe(false);
    expect(isRead(NEWEST, { from: next, to: after })).toBe(false);
    expect(isRead(NEWEST, undefined)).toBe(true);
    expect(isRead({ ...NEWEST, from: undefined }, undefined)).toBe(false);
  });
});
