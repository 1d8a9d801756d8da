import { defined } from '../../../core/defined.ts';
import type { ComparedSide } from '../../../state/results/compareResults.ts';
import { namedResults, type OpenResult } from '../../../state/results/resultTabs.ts';
import type { EndedRun } from '../../../state/run/runState.ts';
import type { WordedSide } from './compareText.ts';
import type { CompareAsked } from './compareAsked.ts';

/** A result that can be compared: its query has ended. */
export interface Side extends ComparedSide, WordedSide {
  readonly id: number;
  readonly name: string;
  readonly run: EndedRun;
  readonly rows: OpenResult['services']['rows'];
}

export function sidesOf(all: readonly OpenResult[]): readonly Side[] {
  return namedResults(all).flatMap(({ id, name, run }) => {
    const result = all.find((one) => one.id === id);
    if (result === undefined || run.phase !== 'ended') return [];
    const { points, file, services } = result;
    return [{ id, name, run, rows: services.rows, ...defined({ points, file }) }];
  });
}

/** The chosen pair; else the result in sight and the last opened other one. */
export function pairOf(
  asked: CompareAsked,
  sides: readonly Side[],
  inSight: number,
): readonly (Side | undefined)[] {
  const byId = (id: number): Side | undefined => sides.find((side) => side.id === id);
  if (asked.kind === 'waiting') return [byId(asked.first), byId(asked.second)];
  const second = byId(inSight) ?? sides.at(-1);
  return [sides.findLast((side) => side !== second), second];
}
