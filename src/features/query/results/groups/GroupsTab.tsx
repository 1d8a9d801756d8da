import { type ReactNode, useMemo, useState } from 'react';
import type { GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import { rowCountText } from '../../../../core/plan/completenessText.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../../core/rows/rowQuery.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { selectedParameters, type GroupChoice, templateOf } from '../../../../state/run/groupChoice.ts';
import { withFilter, PREFIX } from '../../../../state/run/rowListState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import { leftOutWords } from '../chart/chartWords.ts';
import { dayOf } from '../rows/useGridColumns.ts';
import { severityReaders, errorMark } from '../rows/rowColumns.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { NoRows } from '../states/NoRows.tsx';
import { GroupGrid } from './GroupGrid.tsx';
import { measureOf } from './groupTable.ts';
import { GroupMenus } from './GroupMenus.tsx';
import { SaveGroups } from './SaveGroups.tsx';
import rows from '../rows/rows.module.css';
import css from './groups.module.css';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { axisSpan } from '../../../../core/time/ticks.ts';
import { useSame } from '../rows/useRowList.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useVersion } from '../chart/useChart.ts';

/** The rows of a run, counted by the values of one or two columns. */
export function GroupsTab(props: { readonly run: RunState; readonly columns: ArrangedColumns }): ReactNode {
  const { run, columns } = props;
  const { query, rowList } = useServices();
  const { groups: choice } = useStore(query);
  const { timeZone } = useZone();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const { by, shown, fault } = useGroups(run, columns, choice);
  const severities = useMemo(() => severityReaders(columns.arrangement, columns), [columns]);
  const [showsAll, setShowsAll] = useState(false);
  if (run.rows === 0) return <NoRows run={run} none="No groups" />;
  const hasSelection = (shown?.asked.filters ?? []).length > 0;
  const isAll = showsAll || !hasSelection;
  const select = (added: readonly RowFilter[], compares = false): void =>
    rowList.change(run.runId, {
      filters: added.reduce(withFilter, rowList.of(run.runId).filters),
      ...(compares && { differs: true }),
    });
  return (
    <div className="column low high">
      <div className={rows.tools}>
        <GroupMenus
          {...{ columns, by, choice }}
          parameters={selectedParameters(filters)}
          keyParts={shown?.table.keyParts ?? []}
          hasPrefixes={run.plan.queries.length > 1}
          onChange={(groups) => query.change({ groups })}
        />
        <span className="rest" />
        {shown !== undefined && (
          <>
            <CountWords {...{ run, hasSelection, isAll }} table={shown.table} onAll={setShowsAll} />
            <SaveGroups run={run} table={shown.table} asked={shown.asked} isAll={isAll} />
          </>
        )}
      </div>
      {fault !== undefined && <p role="alert">{wordsOf(fault)}</p>}
      {shown === undefined ? (
        <p className={css.note}>Counting the rows of each group</p>
      ) : (
        <>
          <GroupGrid
            {...shown}
            severities={severities}
            isAll={isAll}
            day={dayOf(run, timeZone)}
            isWhole={run.completeness.state === 'complete'}
            onSelect={select}
          />
          <Notes table={shown.table} asked={shown.asked} />
        </>
      )}
    </div>
  );
}

function CountWords(props: {
  readonly run: RunState;
  readonly table: GroupTable;
  readonly hasSelection: boolean;
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
}): ReactNode {
  const { run, table, hasSelection, isAll } = props;
  const total = table.groups.length + table.others.groups;
  if (!hasSelection)
    return (
      <span>{`${formatPlural(total, 'group')} in ${rowCountText(table.rowCount, run.completeness.state).toLowerCase()}`}</span>
    );
  const shown = table.selectedGroups;
  return (
    <span>
      <strong>{formatCount(shown)}</strong>
      {` ${shown === 1 ? 'group' : 'groups'} with selected rows, ${formatCount(total - shown)} without `}
      {shown < total && (
        <Button look="link" size="small" onPress={() => props.onAll(!isAll)}>
          {isAll ? 'Show those with selected rows' : `Show all ${formatCount(total)}`}
        </Button>
      )}
    </span>
  );
}

function Notes({ table, asked }: { readonly table: GroupTable; readonly asked: GroupsRequest }): ReactNode {
  const { others, leftOut } = table;
  const notes = [
    ...(others.groups === 0
      ? []
      : [
          `${formatPlural(others.groups, 'smaller group')} with ${formatCount(others.selected)} of ${formatPlural(others.all, 'row')} are not listed`,
        ]),
    ...asked.statistics.flatMap(({ value }, at) => {
      const words = leftOutWords(value, leftOut[at] ?? []);
      return words === undefined ? [] : [`Not in the statistic: ${words}`];
    }),
    'Enter selects a group, X leaves it out, D shows what differs',
  ];
  return <p className={css.note}>{wordsOf(notes.join('. '))}</p>;
}

/**
 * The column that rows are grouped by at first: the template of their message, or else their severity, who wrote them, a column with few
 * values, or their prefix.
 */
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

/** The newest answer for the chosen groups, with the question that it belongs to. */
function useGroups(run: RunState, columns: ArrangedColumns, choice: GroupChoice) {
  const { groups } = useServices();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const { measure } = choice;
  // The set of columns changes with each page, but this question should not.
  const likely = useSame(likelyColumn(columns));
  const errors = useSame(errorMark(columns));
  const wanted = useMemo(
    (): GroupsRequest & SelectedBy => ({
      by: choice.by.length > 0 ? choice.by : [likely],
      errors,
      statistics: measure === undefined ? [] : [measureOf(measure)],
      window: axisSpan(run.plan.request.window),
      filters,
    }),
    [choice.by, likely, errors, measure, run.plan.request.window, filters],
  );
  const version = useVersion(run, false);
  const { asked, answer, fault } = useAnswer(groups, run, wanted, version);
  return {
    by: wanted.by,
    fault,
    /** The previous groups stay visible, marked as stale, until the new ones are counted. The last answer may be of a chart. */
    shown:
      answer && asked.question.top === undefined
        ? {
            table: answer,
            asked: asked.question,
            isStale: asked.question !== wanted || asked.version !== version,
          }
        : undefined,
  };
}
