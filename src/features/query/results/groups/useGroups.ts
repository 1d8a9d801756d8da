import { useEffect, useMemo, useState } from 'react';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { SelectedBy } from '../../../../core/rows/rowQuery.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { axisSpan } from '../../../../core/time/interval.ts';
import { type GroupChoice, templateOf } from '../../../../state/run/groupChoice.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useFirstVersion } from '../../../shared/useFirstVersion.ts';
import { useStore } from '../../../shared/useStore.ts';
import { useVersion } from '../chart/useChart.ts';
import { errorMark } from '../rows/cellSeverity.ts';
import { useFilters } from '../../../shared/selection/SelectedRows.tsx';

/** What rows are grouped by at first: their message as a template, else how bad they are, who wrote them, one of a few values, their prefix. */
function likelyColumn({ arrangement: { front, back } }: ArrangedColumns): ColumnRef {
  const all = [...front, ...back];
  const message = all.find(({ role }) => role === 'message');
  if (message !== undefined) return templateOf(message.name);
  for (const wanted of ['severity', 'source', 'category'] as const) {
    const found = all.find(({ role }) => role === wanted);
    if (found !== undefined) return { name: found.name };
  }
  return PREFIX;
}

/** The same object as long as it says the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  const [held, setHeld] = useState({ text, value });
  if (held.text === text) return held.value;
  setHeld({ text, value });
  return value;
}

/** The groups that are chosen, and the newest answer with the question that it answers. */
export function useGroups(run: RunState, columns: ArrangedColumns, choice: GroupChoice) {
  const { groups } = useServices();
  const { filters } = useFilters(run.runId);
  const { measure } = choice;
  // Columns change with each page: the question does not.
  const likely = useSame(likelyColumn(columns));
  const errors = useSame(errorMark(columns));
  const wanted = useMemo(
    (): GroupsRequest & SelectedBy => ({
      by: choice.by.length > 0 ? choice.by : [likely],
      errors,
      statistics:
        measure === undefined
          ? []
          : [{ value: { ...measure, kind: 'property' }, statistic: measure.statistic }],
      window: axisSpan(run.plan.request.window),
      filters,
    }),
    [choice.by, likely, errors, measure, run.plan.request.window, filters],
  );
  const version = useVersion(run, false);
  useEffect(() => groups.ask({ version, question: wanted }), [groups, version, wanted]);
  // The earlier answer is about the rows of another run.
  const firstVersion = useFirstVersion(run);
  const { question, answer, fault } = useStore(groups);
  const isOurs = question !== undefined && question.version >= firstVersion;
  return {
    by: wanted.by,
    fault,
    /** Until others are counted, the groups before stay, and say so. */
    shown:
      isOurs && answer !== undefined
        ? {
            table: answer,
            asked: question.question,
            isStale: question.question !== wanted || question.version !== version,
          }
        : undefined,
  };
}
