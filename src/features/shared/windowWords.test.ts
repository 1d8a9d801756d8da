import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import { EMPTY_FORM, rangeRead } from '../../state/run/queryForm.ts';
import { NO_RUN, type RunState } from '../../state/run/runState.ts';
import { typedRange, unreadEnd, windowIso, windowRead, windowWords } from './windowWords.ts';

const NOW = ticksFromUnixMs(Date.UTC(2026, 10, 22, 15, 2, 11));
const UTC = { timeZone: undefined, name: 'UTC' };

function said(from: string, to: string, zone: { timeZone: string | undefined; name: string } = UTC): string {
  const words = windowWords({ from, to }, NOW, zone);
  return words === undefined ? 'a fault' : [words.times, words.detail].filter(Boolean).join(' | ');
}

describe('the window in words', () => {
  it.each([
    ['2026-11-21T23:45:00Z', '2026-11-22T01:45:00Z', '23:45:00 \u2013 01:45:00 | 21 to 22 Nov, 2 h, UTC'],
    ['2026-11-22', '2026-11-22T00:30Z', '00:00:00 \u2013 00:30:00 | 22 Nov, 30 min, UTC'],
    ['now-1h', 'now', '14:02:11 \u2013 15:02:11 | 22 Nov, 1 h to now, UTC'],
    [
      '2026-11-22T13:00Z',
      '2026-11-22T12:00Z',
      '13:00:00 \u2013 12:00:00 | 22 Nov, To is not after From, UTC',
    ],
    ['2026-11-30', '2026-12-02', '00:00:00 \u2013 00:00:00 | 30 Nov to 2 Dec, 2 d, UTC'],
    ['2025-03-01', '2025-03-02', '00:00:00 \u2013 00:00:00 | 1 to 2 Mar 2025, 1 d, UTC'],
    ['2025-12-31', '2026-01-01', '00:00:00 \u2013 00:00:00 | 31 Dec 2025 to 1 Jan 2026, 1 d, UTC'],
  ])('%s to %s', (from, to, words) => {
    expect(said(from, to)).toBe(words);
  });

  it('with now, is what the result read, as long as the query is the same', () => {
    const window = { from: NOW - 72_000_000_000n, to: NOW - 36_000_000_000n };
    const form = { ...EMPTY_FORM, table: 'A' };
    const run = { phase: 'ended', form, plan: { request: { window } } } as unknown as RunState;
    const read = windowRead(run, form);
    expect(windowWords(rangeRead(form, read), NOW, UTC)?.times).toBe('13:02:11 \u2013 14:02:11');
    expect(rangeRead({ ...form, from: '' }, read).from).toBe('');
    const others = [
      { ...form, filter: 'a' },
      { ...form, to: '2026-11-22' },
    ];
    expect(others.map((other) => windowRead({ ...run, form: other }, form))).toStrictEqual([
      undefined,
      undefined,
    ]);
    expect([windowRead(NO_RUN, form), rangeRead(form, undefined)]).toStrictEqual([
      undefined,
      { from: 'now-1h', to: 'now' },
    ]);
  });

  it('keeps every digit of a typed time, and drops none of a whole second', () => {
    expect(said('2026-11-22T02:15:00.1234567Z', '2026-11-22T02:15:10.5Z')).toBe(
      '02:15:00.1234567 \u2013 02:15:10.5 | 22 Nov, 10.3765433 s, UTC',
    );
    expect(said('2026-11-22T10:00:00Z', '2026-11-22T20:10:10Z')).toContain('10:00:00 \u2013 20:10:10');
  });

  it('shows another zone with its own days', () => {
    const tokyo = { timeZone: 'Asia/Tokyo', name: 'Asia/Tokyo' };
    expect(said('2026-11-21T23:45:00Z', '2026-11-22T01:45:00Z', tokyo)).toBe(
      '08:45:00 \u2013 10:45:00 | 22 Nov, 2 h, Asia/Tokyo',
    );
  });

  it('says the offset of a time that the clock shows twice', () => {
    const paris = { timeZone: 'Europe/Paris', name: 'Europe/Paris' };
    expect(said('2026-10-25T00:30:00Z', '2026-10-25T02:00:00Z', paris)).toBe(
      '02:30:00 +02:00 \u2013 03:00:00 | 25 Oct, 1 h 30 min, Europe/Paris',
    );
    expect(said('2026-10-25T01:30:00Z', '2026-10-25T01:59:00Z', paris)).toContain(
      '02:30:00 +01:00 \u2013 02:59:00 +01:00',
    );
  });

  it('says which end is open, and nothing of a text that is no time', () => {
    expect(said('', '')).toBe('All time');
    expect(said('', 'now')).toBe('the beginning \u2013 15:02:11 | 22 Nov, to now, UTC');
    expect(said('2026-11-22', '')).toBe('00:00:00 \u2013 the end | 22 Nov, UTC');
    expect(said('yesterday', 'now')).toBe('a fault');
    expect(said('now', '2026-13-01')).toBe('a fault');
  });

  it('is what is typed at one end: a span sets both, and a zone is that of the times shown', () => {
    const typed = (end: 'from' | 'to', text: string, timeZone?: string) => {
      const read = typedRange(end, text, NOW, timeZone);
      return read.ok ? read.value : read.error.nextStep;
    };
    expect(typed('to', '30m')).toEqual({ from: 'now-30m', to: 'now' });
    expect(typed('to', 'yesterday 14h')).toEqual({ to: '2026-11-21T14:00:00Z' });
    expect(typed('from', 'yesterday 14h', 'Asia/Tokyo')).toEqual({ from: '2026-11-22T05:00:00Z' });
    expect(typed('from', ' ')).toEqual({ from: '' });
    expect(typed('from', '14h')).toContain('14:00');
  });

  it('stays wrong where it cannot be read: an hour that clocks repeat is not kept as one of UTC', () => {
    expect(unreadEnd('2024-10-27 02:30', 'Europe/Paris')).toBe('2024-10-27 02:30 Europe/Paris');
    expect(typedRange('from', '2024-10-27 02:30 Europe/Paris', NOW, undefined).ok).toBe(false);
    expect(unreadEnd('14h', 'Europe/Paris')).toBe('14h');
    expect(unreadEnd('2024-13-01', undefined)).toBe('2024-13-01');
  });

  it('is copied with all digits', () => {
    expect(windowIso({ from: 'now-1h', to: 'now' }, NOW)).toBe(
      '2026-11-22T14:02:11.0000000Z/2026-11-22T15:02:11.0000000Z',
    );
    expect(windowIso({ from: '', to: 'now' }, NOW)).toBeUndefined();
  });
});
