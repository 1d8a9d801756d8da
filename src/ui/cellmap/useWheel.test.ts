import { describe, expect, it } from 'vitest';
import { isOfPage, moveOfWheel, WheelSteps } from './useWheel.ts';

describe('wheel over the map', () => {
  it('zooms with vertical turns and pans in time with sideways ones', () => {
    const at = { x: 5, y: 6 };
    expect(moveOfWheel({ deltaX: 0, deltaY: -100, ...at })).toEqual({ ...at, factor: 1.5, across: 0 });
    expect(moveOfWheel({ deltaX: 0, deltaY: 5000, ...at }).factor).toBeCloseTo(1.5 ** -3, 9);
    expect(moveOfWheel({ deltaX: 40, deltaY: -3, ...at })).toEqual({ ...at, factor: 1, across: 40 });
  });

  it('scrolls the page while the whole map is visible, unless it is meant to zoom', () => {
    const plain = { ctrlKey: false, metaKey: false };
    expect(isOfPage(plain, true)).toBe(true);
    expect(isOfPage(plain, false)).toBe(false);
    expect(isOfPage({ ...plain, ctrlKey: true }, true)).toBe(false);
    expect(isOfPage({ ...plain, metaKey: true }, true)).toBe(false);
  });

  it('makes one step per gesture, even if its first events change nothing', () => {
    const steps = new WheelSteps();
    const gesture = (start: number, changes: readonly boolean[]): number =>
      changes.filter((isChange, at) => steps.isStep(start + at * 16, isChange, true)).length;
    expect(
      gesture(
        0,
        Array.from({ length: 12 }, () => true),
      ),
    ).toBe(1);
    expect(gesture(1000, [false, false, true, true])).toBe(1);
    expect(gesture(2000, [false, false])).toBe(0);
    // A continuing gesture is one gesture, however long it takes.
    expect([3000, 3250, 3500, 3750].filter((atMs) => steps.isStep(atMs, true, true))).toEqual([3000]);
    expect(steps.isStep(9000, true, false)).toBe(false);
  });
});
