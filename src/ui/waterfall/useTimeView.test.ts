import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeMarks } from './useTimeView.ts';

const total = fc.double({ min: 1, max: 1e7, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the axis of a waterfall', () => {
  it.each([
    [0, 1000, 5, ['0', '200 ms', '400 ms', '600 ms', '800 ms']],
    [900, 1900, 4, ['1.0 s', '1.5 s']],
    [0, 3.2, 4, ['0', '1 ms', '2 ms', '3 ms']],
    [10, 11, 4, ['10.0 ms', '10.5 ms']],
    [0, 150_000, 5, ['0', '30 s', '1 min', '1 min 30 s', '2 min']],
    [0, 9000, 6, ['0', '2 s', '4 s', '6 s', '8 s']],
  ] as const)('of %d to %d ms', (fromMs, toMs, most, labels) => {
    expect(timeMarks({ fromMs, toMs }, most).map(({ label }) => label)).toEqual(labels);
  });

  it('never has more marks than requested, nor any outside', () => {
    fc.assert(
      fc.property(total, share, fc.integer({ min: 1, max: 20 }), (toMs, part, most) => {
        const view = { fromMs: toMs * part * 0.9, toMs };
        const marks = timeMarks(view, most);
        expect(marks.length).toBeLessThanOrEqual(most + 1);
        for (const { atMs } of marks) expect(atMs >= view.fromMs - 1e-3 && atMs < view.toMs).toBe(true);
      }),
    );
  });
});
