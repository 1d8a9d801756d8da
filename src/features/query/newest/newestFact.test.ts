import { describe, expect, it } from 'vitest';
import { clampTicks, isoToTicks, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
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
const NEWEST = { seen: SEEN, before: SEEN };

describe('the newest row', () => {
  it('is said with its age, and its date if that is not today', () => {
    expect(newestFact(NEWEST, NOW, UTC)).toBe('Newest row 11:05:00.25 UTC, 54 min 59 s ago');
    const seen = isoToTicks('2026-11-20T01:44:00.0000000Z');
    expect(newestFact({ seen, before: seen }, NOW, UTC)).toBe(
      'Newest row 2026-11-20 01:44:00 UTC, 2 d 10 h ago',
    );
    expect(newestFact({ seen: undefined, before: seen }, NOW, UTC)).toMatch(/^Newest rows before 2026-11-20/);
    const tokyo = { timeZone: 'Asia/Tokyo', name: 'JST' };
    expect(newestFact({ seen, before: seen }, NOW, tokyo)).toContain('2026-11-20 10:44:00 JST');
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
      // The clock was set back.
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
    expect(isRead({ seen: undefined, before: SEEN }, undefined)).toBe(false);
  });
});
