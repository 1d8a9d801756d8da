import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { overlayMarks } from './overlayAxis.ts';

function labels(from: string, to: string, zone: string | undefined): readonly string[] {
  return overlayMarks({ from: isoToTicks(from), to: isoToTicks(to) }, 60, zone).map(({ label }) => label);
}

describe('marks of charts that lie over each other', () => {
  it('say the offset after a clock change, so that a repeated hour can be told apart', () => {
    expect(labels('2026-10-24T23:00:00.0000000Z', '2026-10-25T03:00:00.0000000Z', 'Europe/Berlin')).toEqual([
      '2026-10-25 01:00',
      '01:30',
      '02:00',
      '02:30',
      '02:00 +01:00',
      '02:30',
      '03:00',
      '03:30',
    ]);
    const spring = labels('2026-03-08T05:00:00.0000000Z', '2026-03-08T09:00:00.0000000Z', 'America/New_York');
    expect(spring).toContain('03:00 -04:00');
  });

  it('say the day where it begins, and no offset where none changes', () => {
    expect(labels('2026-11-20T22:00:00.0000000Z', '2026-11-21T02:00:00.0000000Z', undefined)).toEqual([
      '2026-11-20 22:00',
      '22:30',
      '23:00',
      '23:30',
      '2026-11-21 00:00',
      '00:30',
      '01:00',
      '01:30',
    ]);
  });

  it('lie in stretches of the window', () => {
    const window = {
      from: isoToTicks('2026-11-20T22:00:00.0000000Z'),
      to: isoToTicks('2026-11-20T23:00:00.0000000Z'),
    };
    const places = overlayMarks(window, 120, undefined).map(({ position }) => position);
    expect(places).toEqual([0, 20, 40, 60, 80, 100]);
  });
});
