import type { Box } from './layout.ts';

/** Px between a card and what it is about. */
const GAP = 12;

export interface CardSize {
  readonly width: number;
  readonly height: number;
}

export interface CardPlace {
  readonly left: number;
  readonly top: number;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Beside the cell inside of a room: right, left, below or above it; undefined where the card fits at no side. */
function beside(cell: Box, card: CardSize, room: Box): CardPlace | undefined {
  const right = room.left + room.width;
  const bottom = room.top + room.height;
  if (card.width > room.width || card.height > room.height) return undefined;
  const top = clamp(cell.top - GAP, room.top, bottom - card.height);
  const left = clamp(cell.left, room.left, right - card.width);
  if (cell.left + cell.width + GAP + card.width <= right) return { left: cell.left + cell.width + GAP, top };
  if (cell.left - GAP - card.width >= room.left) return { left: cell.left - GAP - card.width, top };
  if (cell.top + cell.height + GAP + card.height <= bottom)
    return { left, top: cell.top + cell.height + GAP };
  if (cell.top - GAP - card.height >= room.top) return { left, top: cell.top - GAP - card.height };
  return undefined;
}

/**
 * Where a card stands so that it does not cover the cell that it is about: inside the first of the rooms that has space beside
 * the cell. Only where the cell leaves no space in any, it stands in the last room's lower right corner.
 */
export function placeCard(cell: Box, card: CardSize, rooms: readonly [Box, ...Box[]]): CardPlace {
  for (const room of rooms) {
    const place = beside(cell, card, room);
    if (place !== undefined) return place;
  }
  const last = rooms.at(-1) ?? rooms[0];
  return {
    left: Math.max(last.left, last.left + last.width - card.width),
    top: Math.max(last.top, last.top + last.height - card.height),
  };
}
