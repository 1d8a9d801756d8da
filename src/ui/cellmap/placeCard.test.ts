import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from './layout.ts';
import { type CardSize, placeCard } from './placeCard.ts';

const PLOT: Box = { left: 0, top: 0, width: 900, height: 400 };
const WINDOW: Box = { left: -16, top: -200, width: 1024, height: 768 };
const CARD: CardSize = { width: 420, height: 230 };

function at(left: number, top: number, width = 6, height = 12): Box {
  return { left, top, width, height };
}

describe('placeCard', () => {
  it('stands at the right, or at the left of cells near the right edge', () => {
    expect(placeCard(at(100, 100), CARD, [PLOT])).toEqual({ left: 118, top: 88 });
    expect(placeCard(at(700, 100), CARD, [PLOT])).toEqual({ left: 268, top: 88 });
  });

  it('stays inside at the lower edge', () => {
    expect(placeCard(at(100, 390), CARD, [PLOT]).top).toBe(170);
  });

  it('goes below or above a cell that is too wide, if need be outside of the plot', () => {
    const wide = at(40, 20, 820, 28);
    expect(placeCard(wide, CARD, [PLOT, WINDOW])).toEqual({ left: 40, top: 60 });
    expect(placeCard(at(40, 300, 820, 28), CARD, [PLOT, WINDOW])).toEqual({ left: 40, top: 58 });
    const high = at(40, 20, 820, 360);
    expect(placeCard(high, { width: 420, height: 150 }, [PLOT, WINDOW]).top).toBe(392);
  });

  it('never covers the cell where there is space, and never leaves the window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 890 }),
        fc.integer({ min: 0, max: 390 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 200, max: 460 }),
        fc.integer({ min: 80, max: 320 }),
        (left, top, width, height, cardWidth, cardHeight) => {
          const cell = at(left, top, Math.min(width, 900 - left), Math.min(height, 400 - top));
          const card = { width: cardWidth, height: cardHeight };
          const place = placeCard(cell, card, [PLOT, WINDOW]);
          const isApart =
            place.left + card.width <= cell.left ||
            place.left >= cell.left + cell.width ||
            place.top + card.height <= cell.top ||
            place.top >= cell.top + cell.height;
          expect(isApart).toBe(true);
          expect(place.left).toBeGreaterThanOrEqual(WINDOW.left);
          expect(place.top).toBeGreaterThanOrEqual(WINDOW.top);
          expect(place.left + card.width).toBeLessThanOrEqual(WINDOW.left + WINDOW.width);
          expect(place.top + card.height).toBeLessThanOrEqual(WINDOW.top + WINDOW.height);
        },
      ),
    );
  });
});
