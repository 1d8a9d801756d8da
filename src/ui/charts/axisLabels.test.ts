import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { apart, labelSides, labelStep, LETTER_PX, timeLabels } from './axisLabels.ts';

function labels(from: string, to: string, zone: string | undefined): readonly string[] {
  const clock = clockOf(zone);
  return timeLabels({ from: isoToTicks(from), to: isoToTicks(to) }, 8, clock).map(({ text, below }) =>
    below === undefined ? text : `${text} (${below})`,
  );
}

describe('marks of a time axis', () => {
  it('show the offset after a clock change, so that a repeated hour can be told apart', () => {
    expect(labels('2026-10-24T23:00:00.0000000Z', '2026-10-25T03:00:00.0000000Z', 'Europe/Berlin')).toEqual(
      '01:00 (2026-10-25), 01:30, 02:00, 02:30, 02:00 (+01:00), 02:30, 03:00, 03:30'.split(', '),
    );
    const spring = labels('2026-03-08T05:00:00.0000000Z', '2026-03-08T09:00:00.0000000Z', 'America/New_York');
    expect(spring).toContain('03:00 (-04:00)');
  });

  it('show the date where a day begins, and no offset if it does not change', () => {
    expect(labels('2026-11-20T22:00:00.0000000Z', '2026-11-21T02:00:00.0000000Z', undefined)).toEqual(
      '22:00 (2026-11-20), 22:30, 23:00, 23:30, 00:00 (2026-11-21), 00:30, 01:00, 01:30'.split(', '),
    );
  });

  it('are positioned by their share of the window, and the first names the zone', () => {
    const window = {
      from: isoToTicks('2026-11-20T22:00:00.0000000Z'),
      to: isoToTicks('2026-11-20T23:00:00.0000000Z'),
    };
    const marks = timeLabels(window, 8, undefined, 'UTC');
    expect(marks.map(({ share }) => Math.round(share * 120))).toEqual([0, 20, 40, 60, 80, 100]);
    expect(marks[0]?.below).toBe('2026-11-20 UTC');
  });
});

it('a time is moved beside its mark only if it would be cut off, whatever is below it', () => {
  const time = { text: '05:10', below: '2026-11-23 America/New_York' };
  const half = (time.text.length * LETTER_PX) / 2;
  for (const axis of [450, 1320, 2400]) {
    const places = Array.from({ length: axis }, (_, at) => at);
    const fits = places.filter((at) => at - half >= -16 && at + half <= axis + 16);
    const around = places.filter(
      (at) => labelSides({ ...time, share: at / axis }, axis, 16).text === 'middle',
    );
    expect(around).toEqual(fits);
  }
  expect(labelSides({ ...time, share: 0.975 }, 1320, 16)).toEqual({ text: 'middle', below: 'last' });
  expect(labelSides({ ...time, share: 0.5 }, 1320, 16)).toEqual({ text: 'middle', below: 'first' });
});

it('the second lines of labels do not overlap', () => {
  const labels = [
    { share: 0.25, below: '2026-11-01 America/New_York' },
    { share: 0.4 },
    { share: 0.5, below: '-05:00' },
    { share: 0.9, below: '2026-11-02' },
  ];
  const below = (width: number) => apart(labels, width).map((label) => label.below);
  expect(below(1320)).toEqual(['2026-11-01 America/New_York', undefined, '-05:00', '2026-11-02']);
  expect(below(520)).toEqual(['2026-11-01', undefined, '-05:00', '2026-11-02']);
  for (let width = 400; width < 2000; width += 1) {
    const [first = '', , second = '', third = ''] = below(width);
    expect(0.25 * width + first.length * LETTER_PX).toBeLessThan(0.5 * width);
    expect(0.5 * width + second.length * LETTER_PX).toBeLessThan(0.9 * width);
    expect(third).toBe('2026-11-02');
  }
});

it('labels of bands are at round steps, as many as fit', () => {
  expect([40, 20, 19, 13, 8, 4, 2].map((bandPx) => labelStep(bandPx, 40))).toEqual([1, 2, 5, 5, 5, 10, 20]);
  expect(labelStep(0, 40)).toBe(1);
});
