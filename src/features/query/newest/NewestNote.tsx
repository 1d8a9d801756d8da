import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import type { RowView } from '../../../core/rows/rowTypes.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { Bounds } from '../../shared/boundsWords.ts';
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
  const { nowMs } = useServices();
  const zone = useZone();
  const row = useLastRow(run.phase === 'ended' ? run.dataVersion : undefined);
  const words = useMemo(() => {
    const isReading = row === 'unknown';
    const state = { isReading, isWhole: run.completeness.state === 'complete', hasFilter, isToNow };
    const last = row === 'unknown' || row === undefined ? undefined : rowWords(run.plan, row);
    return newestWords(found, last, state, ticksFromUnixMs(nowMs()), zone);
  }, [run.plan, run.completeness.state, row, found, hasFilter, isToNow, nowMs, zone]);
  return <Said words={words} />;
}

/** The last row by time in this version of the rows; undefined if there is none, `unknown` until that is answered. */
function useLastRow(version: number | undefined): RowView | 'unknown' | undefined {
  const { rows, activity } = useServices();
  const [known, setKnown] = useState<{ readonly version: number; readonly row: RowView | undefined }>();
  useEffect(() => {
    if (version === undefined) return;
    const asked = rows.view({ order: 'time-desc', from: 0, to: 1 });
    activity.track(asked).then(
      (answer) => setKnown({ version, row: answer.rows[0] }),
      () => setKnown({ version, row: undefined }),
    );
  }, [rows, activity, version]);
  return version !== undefined && known?.version === version ? known.row : 'unknown';
}

/** When a row was written and in which prefix. */
function rowWords(
  plan: QueryPlan,
  row: RowView,
): { readonly bounds: Bounds; readonly group: string } | undefined {
  const bounds = boundsOfRow(plan, row);
  const isPrefix = schemeById(plan.request.schemeId)?.prefixed === true && /^\d+$/.test(row.group);
  return bounds && { bounds, group: isPrefix ? `prefix ${row.group}` : '' };
}
