import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAt, cellBox, columnAt, columnsBox, heatLayout, isOnTime, rowLabels } from './layout.ts';

const plain = heatLayout({ width: 1000, height: 300, rows: 100, columns: 120, labelChars: 5 });

const inputs = fc.record({
  width: fc.integer({ min: 50, max: 3000 }),
  height: fc.integer({ min: 120, max: 2000 }),
  rows: fc.integer({ min: 1, max: 2000 }),
  columns: fc.integer({ min: 1, max: 2000 }),
  labelChars: fc.integer({ min: 0, max: 1024 }),
});

describe('heatLayout', () => {
  it('aligns totals and axis with the map', () => {
    expect(plain.histogram.left).toBe(plain.map.left);
    expect(plain.histogram.width).toBe(plain.map.width);
    expect(plain.axis).toMatchObject({ left: plain.map.left, top: plain.map.top + plain.map.height });
    expect(plain.totals).toMatchObject({ top: plain.map.top, height: plain.map.height });
  });

  it('stays inside, whatever the size and the labels', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const layout = heatLayout(input);
        const right = Math.max(layout.map.left + layout.map.width, layout.totals.left + layout.totals.width);
        expect(right).toBeLessThanOrEqual(input.width + 8);
        expect(layout.map.width).toBeGreaterThan(0);
        expect(layout.map.height).toBeGreaterThan(0);
      }),
    );
  });
});

describe('cellAt', () => {
  it('finds the cell that cellBox draws', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), fc.nat(), (input, a, b) => {
        const layout = heatLayout(input);
        const cell = { row: a % input.rows, column: b % input.columns };
        const box = cellBox(layout, cell);
        expect(cellAt(layout, box.left + box.width / 2, box.top + box.height / 2)).toEqual(cell);
      }),
    );
  });

  it('is undefined outside the map, while columns are clamped to it', () => {
    expect(cellAt(plain, plain.map.left - 1, plain.map.top + 1)).toBeUndefined();
    expect(cellAt(plain, plain.map.left + 1, plain.map.top - 1)).toBeUndefined();
    expect(cellAt(plain, plain.map.left + plain.map.width, plain.map.top)).toBeUndefined();
    expect(cellAt(plain, plain.map.left, plain.map.top + plain.map.height)).toBeUndefined();
    expect(cellAt(plain, plain.map.left, plain.map.top)).toEqual({ row: 0, column: 0 });
    expect(columnAt(plain, -50)).toBe(0);
    expect(columnAt(plain, 5000)).toBe(119);
  });

  it('takes drags on the map and on the histogram, not on labels or the axis', () => {
    expect(isOnTime(plain, plain.map.left + 5, 5)).toBe(true);
    expect(isOnTime(plain, plain.map.left + 5, plain.map.top + 5)).toBe(true);
    expect(isOnTime(plain, plain.map.left - 5, plain.map.top + 5)).toBe(false);
    expect(isOnTime(plain, plain.map.left + 5, plain.axis.top + 5)).toBe(false);
  });
});

describe('cellBox', () => {
  it('keeps a thin cell visible without moving its middle', () => {
    const thin = cellBox(plain, { row: 50, column: 3 });
    const shown = cellBox(plain, { row: 50, column: 3 }, 12);
    expect(shown.height).toBe(12);
    expect(shown.top + shown.height / 2).toBeCloseTo(thin.top + thin.height / 2);
  });

  it('covers whole columns in a selection', () => {
    const all = columnsBox(plain, 0, 120);
    expect(all.left).toBe(plain.map.left);
    expect(all.width).toBeCloseTo(plain.map.width);
  });
});

describe('rowLabels', () => {
  const numbers = Array.from({ length: 100 }, (_, row) => String(row));

  it('labels each row where there is room', () => {
    const few = heatLayout({ width: 1000, height: 400, rows: 10, columns: 10, labelChars: 5 });
    expect(rowLabels(few, numbers.slice(0, 10)).map((label) => label.text)).toEqual(numbers.slice(0, 10));
  });

  it('labels groups of rows by their ends, and other names by the first', () => {
    const low = heatLayout({ width: 1000, height: 300, rows: 100, columns: 120, labelChars: 5 });
    expect(rowLabels(low, numbers)[1]).toMatchObject({ row: 10, text: '10\u201319' });
    const names = numbers.map((number) => `tenant ${number}`);
    expect(rowLabels(low, names)[1]).toMatchObject({ row: 10, text: 'tenant 10' });
  });

  it('never lets two labels overlap', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const middles = rowLabels(heatLayout(input), []).map((label) => label.middle);
        const gaps = middles.slice(1).map((middle, i) => middle - (middles[i] ?? 0));
        expect(gaps.filter((gap) => gap < 12.9)).toEqual([]);
      }),
    );
  });
});
