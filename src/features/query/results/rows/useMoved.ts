import { useState } from 'react';
import type { RowList } from './useRowList.ts';

/** Calls back while drawing if rows arrived above: what is at a position is so many positions further down. */
export function useMoved({ answer }: RowList, move: (by: number) => void): void {
  const [seen, setSeen] = useState(answer);
  if (seen === answer) return;
  setSeen(answer);
  if (answer?.shift !== undefined) move(answer.shift);
}
