import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampView, panView, revealInView, timeMarks, zoomView } from './timeView.ts';

const total = fc.double({ min: 1, max: 1e7, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the view of a waterfall', () => {
  it('stays within the run, however it is zoomed and panned', () => {
    const step = fc.record({ factor: fc.double({ min: 0.01, max: 100, noNaN: true }), at: share, by: share });
    fc.assert(
      fc.property(total, fc.array(step, { maxLength: 20 }), (totalMs, steps) => {
        let view = clampView({ fromMs: 0, toMs: totalMs }, totalMs);
        for (const { factor, at, by } of steps) {
          const atMs = view.fromMs + at * (view.toMs - view.fromMs);
          view = zoomView(view, factor, atMs, totalMs);
          view = panView(view, (by - 0.5) * totalMs, totalMs);
          expect(view.fromMs).toBeGreaterThanOrEqual(0);
          expect(view.toMs).toBeLessThanOrEqual(totalMs * (1 + 1e-9));
          expect(view.toMs - view.fromMs).toBeGreaterThanOrEqual(1 - 1e-6);
        }
      }),
    );
  });

  it('keeps the time under the pointer in place while zooming in', () => {
    const zoomed = zoomView({ fromMs: 0, toMs: 1000 }, 0.5, 250, 1000);
    expect(zoomed).toEqual({ fromMs: 125, toMs: 625 });
    expect((250 - zoomed.fromMs) / 500).toBe(0.25);
    expect(zoomView(zoomed, 100, 250, 1000)).toEqual({ fromMs: 0, toMs: 1000 });
  });

  it('moves only as far as needed to show a request', () => {
    const view = { fromMs: 100, toMs: 200 };
    expect(revealInView(view, { fromMs: 120, toMs: 180 }, 1000)).toBe(view);
    expect(revealInView(view, { fromMs: 250, toMs: 260 }, 1000)).toEqual({ fromMs: 164, toMs: 264 });
    expect(revealInView(view, { fromMs: 50, toMs: 260 }, 1000)).toEqual({ fromMs: 46, toMs: 146 });
    expect(revealInView(view, { fromMs: 990, toMs: 1000 }, 1000)).toEqual({ fromMs: 900, toMs: 1000 });
  });

  it.each([
    [0, 1000, 5, ['0', '200 ms', '400 ms', '600 ms', '800 ms']],
    [900, 1900, 4, ['1.0 s', '1.5 s']],
    [0, 3.2, 4, ['0', '1 ms', '2 ms', '3 ms']],
    [10, 11, 4, ['10.0 ms', '10.5 ms']],
    [0, 150_000, 5, ['0', '30 s', '1 min', '1 min 30 s', '2 min']],
    [0, 9000, 6, ['0', '2 s', '4 s', '6 s', '8 s']],
  ] as const)('axis of %d to %d ms', (fromMs, toMs, most, labels) => {
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
