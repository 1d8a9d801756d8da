import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseForRow, MAX_SLOTS, rowAtSlot, slotCount } from './useVirtualRows.ts';

const rows = fc.integer({ min: 1, max: 10_000_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('places of rows', () => {
  it('are the rows themselves as long as they fit', () => {
    expect([slotCount(0), slotCount(1000), slotCount(10_000_000)]).toEqual([0, 1000, MAX_SLOTS]);
    expect([rowAtSlot(500, 1000), baseForRow(999, 1000)]).toEqual([500, 0]);
  });

  it('reach the first and the last of ten million rows, one by one at the ends', () => {
    const many = 10_000_000;
    expect([rowAtSlot(0, many), rowAtSlot(1, many)]).toEqual([0, 1]);
    expect(rowAtSlot(MAX_SLOTS - 1, many)).toBe(many - 1);
    expect(rowAtSlot(MAX_SLOTS - 2, many)).toBe(many - 2);
    expect(rowAtSlot(MAX_SLOTS / 2, many)).toBe(many / 2);
  });

  it('never go back as the scroll bar goes on', () => {
    fc.assert(
      fc.property(rows, share, share, (count, a, b) => {
        const [first = 0, second = 0] = [a, b]
          .map((part) => Math.floor(part * (slotCount(count) - 1)))
          .toSorted((x, y) => x - y);
        expect(rowAtSlot(first, count)).toBeLessThanOrEqual(rowAtSlot(second, count));
        expect(rowAtSlot(second, count)).toBeLessThan(count);
      }),
    );
  });

  it('hold every row, near where the scroll bar says', () => {
    fc.assert(
      fc.property(rows, share, (count, part) => {
        const row = Math.floor(part * (count - 1));
        const slot = row - baseForRow(row, count);
        expect(slot).toBeGreaterThanOrEqual(0);
        expect(slot).toBeLessThan(slotCount(count));
        // Between the ends many rows share a slot, so the row of a slot is only near the row that was asked for.
        expect(Math.abs(rowAtSlot(slot, count) - row)).toBeLessThanOrEqual(100);
      }),
    );
  });
});
