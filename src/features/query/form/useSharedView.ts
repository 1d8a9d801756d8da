import { useEffect } from 'react';
import { viewOfTexts } from '../../../state/results/sharedView.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import type { NoRun, RunState } from '../../../state/run/runState.ts';
import { fieldName } from '../../shared/NotInLink.tsx';
import { useFilters } from '../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Shows a result as the link says that its query came with, once. Returns which parts of the link could not be read; '' : none. */
export function useSharedView(run: NoRun | RunState): string {
  const { query, rowList } = useServices();
  const form = useStore(query);
  useEffect(() => {
    if (form.view.length === 0 || run.phase === 'idle' || !isSameQuery(run.form, form)) return;
    rowList.restore(run.runId, viewOfTexts(form.view));
    query.change({ view: [] });
  }, [query, rowList, form, run]);
  const { unread = [] } = useFilters(run.phase === 'idle' ? 0 : run.runId);
  return [...new Set(unread)].map(fieldName).join(', ');
}
