import { useState } from 'react';
import type { RowList } from './useRowList.ts';

/** Calls `move` during rendering if rows were inserted above: every row is now this many positions further down. */
export function useMoved({ answer }: RowList, move: (by: number) => void): void {
  const [seen, setSeen] = useState(answer);
  if (seen === answer) return;
  setSeen(answer);
  if (answer?.shift !== undefined) move(answer.shift);
}
