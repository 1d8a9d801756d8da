import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoToTicks, MAX_TICKS, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { clockOf, zoneClock } from '../../core/time/zoneClock.ts';
import { axisMarks, axisStep, shortTime, windowShare } from './timeAxis.ts';

function span(from: string, to: string) {
  return { from: isoToTicks(from), to: isoToTicks(to) };
}

function labels(from: string, to: string, maxMarks: number, zone?: string): readonly string[] {
  const marks = axisMarks(span(from, to), maxMarks, clockOf(zone));
  return marks.map((mark) => (mark.day === undefined ? mark.label : `${mark.day} ${mark.label}`));
}

describe('axisMarks', () => {
  it('uses round steps of minutes', () => {
    expect(labels('2026-11-20T21:00:00.0000000Z', '2026-11-20T22:42:00.0000000Z', 8)).toEqual(
      '2026-11-20 21:00, 21:15, 21:30, 21:45, 22:00, 22:15, 22:30'.split(', '),
    );
  });

  it('shows as many digits as a step needs, and no more', () => {
    expect(labels('2026-11-20T21:00:00.0000000Z', '2026-11-20T21:01:00.0000000Z', 4)).toEqual([
      '2026-11-20 21:00:00',
      '21:00:15',
      '21:00:30',
      '21:00:45',
    ]);
    expect(labels('2026-11-20T21:00:00.1234560Z', '2026-11-20T21:00:00.1234570Z', 5)).toEqual([
      '2026-11-20 21:00:00.1234560',
      '21:00:00.1234562',
      '21:00:00.1234564',
      '21:00:00.1234566',
      '21:00:00.1234568',
    ]);
    expect(labels('2026-11-20T21:00:00.1000000Z', '2026-11-20T21:00:01.0000000Z', 4)).toEqual([
      '2026-11-20 21:00:00.5',
    ]);
  });

  it('shows the date once, and again after midnight', () => {
    expect(labels('2026-11-20T22:00:00.0000000Z', '2026-11-21T02:00:00.0000000Z', 4)).toEqual([
      '2026-11-20 22:00',
      '23:00',
      '2026-11-21 00:00',
      '01:00',
    ]);
  });

  it('follows the wall clock of the zone, even if the offset is not a whole hour', () => {
    expect(
      labels('2026-11-20T21:00:00.0000000Z', '2026-11-20T23:00:00.0000000Z', 3, 'Asia/Kathmandu'),
    ).toEqual(['2026-11-21 03:00', '04:00']);
  });

  it('continues across the hour that daylight saving time skips, and keeps order in the hour it repeats', () => {
    const spring = span('2026-03-08T05:00:00.0000000Z', '2026-03-08T10:00:00.0000000Z');
    const marks = axisMarks(spring, 5, zoneClock('America/New_York'));
    expect(marks.map((mark) => mark.label)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00']);
    const autumn = span('2026-11-01T04:00:00.0000000Z', '2026-11-01T09:00:00.0000000Z');
    const back = axisMarks(autumn, 5, zoneClock('America/New_York'));
    expect(back.every((mark, i) => i === 0 || mark.ticks > (back[i - 1]?.ticks ?? 0n))).toBe(true);
    expect(back.at(-1)?.label).toBe('03:00');
    // 01:00 occurs twice, an hour apart, and the second one shows its offset.
    expect(back.map((mark) => mark.label)).toEqual(['00:00', '01:00', '01:00', '02:00', '03:00']);
    expect(back.map((mark) => mark.zone)).toEqual([undefined, undefined, '-05:00', undefined, undefined]);
    const halves = axisMarks(autumn, 11, zoneClock('America/New_York'));
    for (const [i, mark] of halves.slice(1).entries())
      expect(mark.ticks - (halves[i]?.ticks ?? 0n)).toBe(30n * TICKS_PER_MINUTE);
  });

  it('gives an empty window no marks, and the whole calendar some', () => {
    const at = isoToTicks('2026-11-20T21:00:00.0000000Z');
    expect(axisMarks({ from: at, to: at }, 5)).toEqual([]);
    expect(axisMarks({ from: 0n, to: MAX_TICKS + 1n }, 6).length).toBeGreaterThan(1);
  });

  it('has marks within the window, in order, at whole steps, and not more than requested', () => {
    const window = fc
      .tuple(fc.bigInt(0n, MAX_TICKS), fc.bigInt(0n, MAX_TICKS))
      .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a + 1n }));
    fc.assert(
      fc.property(window, fc.integer({ min: 1, max: 20 }), (within, most) => {
        const step = axisStep(within, most);
        const marks = axisMarks(within, most);
        expect(marks.length).toBeLessThanOrEqual(most);
        for (const [i, mark] of marks.entries()) {
          expect(mark.ticks >= within.from && mark.ticks < within.to).toBe(true);
          expect(mark.ticks % step).toBe(0n);
          expect(i === 0 || mark.ticks > (marks[i - 1]?.ticks ?? 0n)).toBe(true);
        }
      }),
    );
  });
});

describe('shortTime', () => {
  it('leaves out what whole steps never have', () => {
    expect(shortTime('21:17:00.0000000', TICKS_PER_MINUTE)).toBe('21:17');
    expect(shortTime('21:17:30.0000000', 30n * TICKS_PER_SECOND)).toBe('21:17:30');
    expect(shortTime('21:17:30.5000000', 1_000_000n)).toBe('21:17:30.5');
    expect(shortTime('21:17:30.0000001', 1n)).toBe('21:17:30.0000001');
  });

  it('never rounds: a time between steps keeps all digits', () => {
    expect(shortTime('21:17:09.0000000', TICKS_PER_MINUTE)).toBe('21:17:09.0000000');
    expect(shortTime('21:17:30.0000001', TICKS_PER_SECOND)).toBe('21:17:30.0000001');
  });
});

describe('windowShare', () => {
  it('runs from 0 to 1, and is 0 for an empty window', () => {
    expect(windowShare({ from: 100n, to: 300n }, 100n)).toBe(0);
    expect(windowShare({ from: 100n, to: 300n }, 200n)).toBe(0.5);
    expect(windowShare({ from: 100n, to: 300n }, 300n)).toBe(1);
    expect(windowShare({ from: 100n, to: 100n }, 100n)).toBe(0);
  });
});
