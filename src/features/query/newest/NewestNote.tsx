import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { RowView } from '../../../core/rows/rowTypes.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { oneShotReads } from '../../shared/oneShotReads.ts';
import { boundsOfRow } from '../../shared/rowBounds.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { PressNote } from '../../shared/PressNote.tsx';
import { newestWords } from './newestWords.ts';
import type { Newest } from './useNewest.ts';

/** The result of pressing Newest: where the newest row is, with its exact time once it was read. */
export function NewestNote({ newest: { said, forget } }: { readonly newest: Newest }): ReactNode {
  const now = useStore(useServices().run);
  const run = now.phase === 'idle' ? undefined : now;
  if (said === undefined || said.runId !== (run?.runId ?? 0)) return undefined;
  return (
    <PressNote onClose={forget}>
      {'fault' in said ? <Said words={said.fault} /> : run && <Found run={run} {...said} />}
    </PressNote>
  );
}

function Said({ words }: { readonly words: string }): ReactNode {
  useEffect(() => announce(words), [words]);
  return wordsOf(words);
}

function Found(props: {
  readonly run: RunState;
  readonly found: NewestRows;
  readonly hasFilter: boolean;
  readonly isToNow: boolean;
}): ReactNode {
  const { run, found, hasFilter, isToNow } = props;
  const { rows, activity, nowMs } = useServices();
  const zone = useZone();
  // The last row by time.
  const { data: row, isPending: isReading } = useQuery(
    {
      queryKey: ['last row', run.runId, run.dataVersion],
      enabled: run.phase === 'ended',
      queryFn: () =>
        activity
          .track(rows.view({ order: 'time-desc', from: 0, to: 1 }))
          .then((answer) => answer.rows[0] ?? null),
    },
    oneShotReads,
  );
  const words = useMemo(() => {
    const state = { isReading, isWhole: run.completeness.state === 'complete', hasFilter, isToNow };
    const last = row ? rowWords(run.plan, row) : undefined;
    return newestWords(found, last, state, ticksFromUnixMs(nowMs()), zone);
  }, [run.plan, run.completeness.state, row, isReading, found, hasFilter, isToNow, nowMs, zone]);
  return <Said words={words} />;
}

/** When a row was written and in which prefix. */
function rowWords(plan: QueryPlan, row: RowView) {
  const bounds = boundsOfRow(plan, row);
  const isPrefix = schemeById(plan.request.schemeId)?.prefixed === true && /^\d+$/.test(row.group);
  return bounds && { bounds, group: isPrefix ? `prefix ${row.group}` : '' };
}
