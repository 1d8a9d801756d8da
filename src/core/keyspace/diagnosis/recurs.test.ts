import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { tableOf } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';

/* What is regular: as quiet on most other days, or weekends, that the map shows. */

/** 2026-01-05T00:00:00Z, a Monday. */
const MONDAY = 639_031_680_000_000_000n;
const HOUR = 36_000_000_000n;
const ROWS = 8;

interface Days {
  readonly days: number;
  readonly minutes: number;
  /** Hours from the start to now. */
  readonly now?: number;
}

/** Severities and titles for eight prefixes that write except where `isQuiet`. */
function said(
  { days, minutes, now }: Days,
  isQuiet: (day: number, hour: number, row: number) => boolean,
): readonly string[] {
  const shape = { rows: ROWS, columns: (days * 1440) / minutes, cellSeconds: minutes * 60, from: MONDAY };
  const rate = (row: number, column: number) => {
    const hours = (column * minutes) / 60;
    const isOver = now !== undefined && hours >= now;
    return isOver || isQuiet(Math.floor(hours / 24), hours % 24, row) ? 0 : 8;
  };
  const facts = now === undefined ? {} : { nowTicks: MONDAY + BigInt(Math.round(now * 60)) * (HOUR / 60n) };
  const input = tableOf(shape, seededRandom(days * 31 + minutes), rate, facts);
  return diagnose(input).map(({ severity, title }) => `${severity}: ${title}`);
}

const isTen = (hour: number) => hour >= 10 && hour < 11;

describe('an outage at the same hour', () => {
  it('of one other day of two weeks is no habit', () => {
    const two = said({ days: 14, minutes: 15 }, (day, hour) => (day === 5 || day === 6) && isTen(hour));
    expect(two).toEqual(['fault: Gap for all', 'fault: Gap for all']);
    const weekly = said({ days: 14, minutes: 15 }, (day, hour) => (day === 2 || day === 9) && isTen(hour));
    expect(weekly).toEqual(['fault: Gap for all', 'fault: Gap for all']);
  });

  it('of most days is one', () => {
    const found = said({ days: 14, minutes: 15 }, (day, hour) => day !== 4 && isTen(hour));
    expect(found).toEqual([expect.stringMatching(/^note: \d+ regular pauses$/)]);
  });

  it('is told while it lasts, also if yesterday had one', () => {
    const two = (day: number, hour: number) => day >= 12 && isTen(hour);
    expect(said({ days: 14, minutes: 15, now: 13 * 24 + 11 }, two)).toContain('fault: No new rows');
    const days = (day: number, hour: number) => day >= 1 && isTen(hour);
    expect(said({ days: 3, minutes: 15, now: 2 * 24 + 11 }, days)).toContain('fault: No new rows');
  });

  it('is a note while it lasts if most days have one', () => {
    const found = said({ days: 14, minutes: 15, now: 13 * 24 + 11 }, (_day, hour) => isTen(hour));
    expect(found).toEqual([expect.stringMatching(/^note: \d+ regular pauses$/)]);
  });

  it('of the days before the first row is not known', () => {
    const young = (day: number, hour: number) => day < 1 || (day === 1 && hour < 12);
    const found = said(
      { days: 3, minutes: 5, now: 2 * 24 + 20 },
      (day, hour) => young(day, hour) || (day === 2 && isTen(hour)),
    );
    expect(found).toEqual(['fault: Gap for all']);
  });
});

describe('a quiet weekend', () => {
  it('is an outage where other weekends are busy', () => {
    const one = (day: number) => day === 12 || day === 13;
    expect(said({ days: 24, minutes: 120 }, one)).toEqual(['fault: Gap for all']);
  });

  it('is none where it is the only one, or one of all', () => {
    const each = (day: number) => day % 7 >= 5;
    expect(said({ days: 10, minutes: 60 }, each)).toEqual(['note: Regular pause']);
    expect(said({ days: 24, minutes: 120 }, each)).toEqual(['note: 3 regular pauses']);
  });

  it('of one prefix is a silence, as the others write', () => {
    const one = (day: number, _hour: number, row: number) => row === 2 && (day === 5 || day === 6);
    expect(said({ days: 8, minutes: 40 }, one)).toEqual(['fault: Prefix 2 was silent']);
  });
});
