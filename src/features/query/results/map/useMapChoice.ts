import { useState } from 'react';
import type { Finding } from '../../../../core/keyspace/diagnosis/finding.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { Diagnosed } from '../../../shared/map/useDiagnosis.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { findingNamed, nameOfFinding, titleOf } from '../../../shared/map/findingNames.ts';
import type { MapChoice } from './MapTab.tsx';

const NONE: readonly Finding[] = [];

/** The findings, and what is open next to the map. Which finding is open is kept with the list of rows, so a link may name one. */
export function useMapChoice(run: RunState, diagnosed: Diagnosed, isOver: boolean) {
  const { rowList } = useServices();
  const { runId } = run;
  const named = useListState(runId, ({ finding }) => finding);
  const [choice, choose] = useState<MapChoice>();
  const isJudged = isOver && typeof diagnosed.findings !== 'string';
  const findings = typeof diagnosed.findings === 'string' ? NONE : diagnosed.findings;
  const isSought = named !== undefined && isJudged && choice === undefined;
  const found = isSought ? findingNamed(findings, named) : undefined;
  if (found !== undefined) choose({ kind: 'finding', finding: found });
  return {
    findings,
    choice,
    setChoice: (next: MapChoice | undefined): void => {
      choose(next);
      const finding = next?.kind === 'finding' ? nameOfFinding(next.finding) : undefined;
      rowList.change(runId, { finding });
    },
    /** The title of the finding that a link names, if this result does not have it. */
    missing: isSought && found === undefined ? titleOf(named) : undefined,
  };
}
