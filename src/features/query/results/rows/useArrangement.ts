import { useEffect, useMemo, useState } from 'react';
import { schemeById } from '../../../../core/keys/schemeRegistry.ts';
import { arrangeColumns, type ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';

export interface RowColumns {
  readonly arrangement: ColumnArrangement;
  readonly profiles: readonly ColumnProfile[];
}

const NO_PROFILES: readonly ColumnProfile[] = [];

/** Which columns the rows of a run have, and where each is; kept for as long as the caller lives. */
export function useArrangement(run: RunState): RowColumns {
  const { columns } = useServices();
  const { dataVersion, plan } = run;
  useEffect(() => columns.ask(dataVersion), [columns, dataVersion]);
  const { question, answer } = useStore(columns);
  // An answer from before this run is about the rows of another one.
  const [firstVersion] = useState(dataVersion);
  const profiles = question !== undefined && question >= firstVersion ? (answer ?? NO_PROFILES) : NO_PROFILES;
  const isStill = question === dataVersion && (run.phase === 'ended' || run.pause !== undefined);
  const schemeId = plan.request.schemeId;
  const eventTimes = useMemo(() => schemeById(schemeId)?.eventTimeProperties ?? [], [schemeId]);
  const [kept, setKept] = useState(() => arrangeColumns(undefined, profiles, { isStill, eventTimes }));
  const [seen, setSeen] = useState({ profiles, isStill });
  let arrangement = kept;
  if (seen.profiles !== profiles || seen.isStill !== isStill) {
    arrangement = arrangeColumns(kept, profiles, { isStill, eventTimes });
    setSeen({ profiles, isStill });
    if (arrangement !== kept) setKept(arrangement);
  }
  return { arrangement, profiles };
}
