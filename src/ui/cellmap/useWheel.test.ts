import { describe, expect, it } from 'vitest';
import { isOfPage, moveOfWheel, WheelSteps } from './useWheel.ts';

describe('wheel over the map', () => {
  it('zooms with one axis and moves in time with the other', () => {
    const at = { x: 5, y: 6 };
    expect(moveOfWheel({ deltaX: 0, deltaY: -100, ...at })).toEqual({ ...at, factor: 1.5, across: 0 });
    expect(moveOfWheel({ deltaX: 0, deltaY: 5000, ...at }).factor).toBeCloseTo(1.5 ** -3, 9);
    expect(moveOfWheel({ deltaX: 40, deltaY: -3, ...at })).toEqual({ ...at, factor: 1, across: 40 });
  });

  it('scrolls the page while all of the map is in sight, unless it is meant to zoom', () => {
    const plain = { ctrlKey: false, metaKey: false };
    expect(isOfPage(plain, true)).toBe(true);
    expect(isOfPage(plain, false)).toBe(false);
    expect(isOfPage({ ...plain, ctrlKey: true }, true)).toBe(false);
    expect(isOfPage({ ...plain, metaKey: true }, true)).toBe(false);
  });

  it('is one step a gesture, whose first events may change nothing', () => {
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
    // A gesture that goes on is the same one, however long it takes.
    expect([3000, 3250, 3500, 3750].filter((atMs) => steps.isStep(atMs, true, true))).toEqual([3000]);
    expect(steps.isStep(9000, true, false)).toBe(false);
  });
});
