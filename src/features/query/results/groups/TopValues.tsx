import { type ReactNode, useMemo } from 'react';
import type { Group, GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import { type ColumnRef, columnTitle, pickRef } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../../core/rows/rowQuery.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { cx } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { labelFilter } from '../../../shared/selection/filterWords.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { NoRows } from '../states/NoRows.tsx';
import { ChartFrame, type ChartKindProps } from '../chart/ChartFrame.tsx';
import { SaveGroups } from './SaveGroups.tsx';
import { useSelect } from '../../../shared/selection/useSelectTime.ts';
import { rowCountText } from '../../../../core/plan/completenessText.ts';
import { isProven } from '../../../../core/plan/derived.ts';
import { groupWords, type Measure, measureOf, measureText, measureTitle } from './groupTable.ts';
import css from '../chart/chart.module.css';
import { leftOutWords, STATISTIC_NAMES, valueName } from '../chart/chartWords.ts';
import { useVersion } from '../chart/useChart.ts';

/** More would not be seen at once. Groups lists more. */
const MOST_BARS = 50;

/**
 * A bar for each value of a column: its rows or, greatest first, a statistic of its selected rows. They are the groups of Groups, so rows
 * need no time.
 */
export function TopValues({ run, choice }: ChartKindProps): ReactNode {
  const { shown, isStale, fault } = useTopValues(run, choice);
  const select = useSelect(run.runId);
  const isEmpty = shown === undefined || shown.table.groups.length === 0;
  return (
    <ChartFrame
      {...{ fault }}
      title={topValuesTitle(choice)}
      save={!isEmpty && <SaveGroups run={run} {...shown} isAll />}
    >
      <div className="fill dims" aria-busy={isStale}>
        {isEmpty ? (
          run.rows === 0 && <NoRows run={run} none="No rows" />
        ) : (
          <Bars {...shown} onSelect={(filter) => select([filter])} />
        )}
      </div>
      {!isEmpty && <Notes {...shown} run={run} />}
    </ChartFrame>
  );
}

export function topValuesTitle({ value, measure }: Pick<ChartChoice, 'value' | 'measure'>): string {
  return measure === undefined
    ? `Top values of ${valueName(value)}`
    : titleOf(measureOf(measure), valueName(value));
}

function titleOf({ value, statistic }: Measure, column: string): string {
  return `${STATISTIC_NAMES[statistic]} ${valueName(value)} by ${column}`;
}

/** What the bars leave out. */
function Notes({ table, asked, run }: Shown & { readonly run: RunState }): ReactNode {
  const [measure] = asked.statistics;
  const leftOut = measure && leftOutWords(measure.value, table.leftOut[0] ?? []);
  const late = run.rows - table.rowCount;
  const notes = [
    ...(isProven(run.completeness)
      ? []
      : [`${rowCountText(table.rowCount, run.completeness.state)}. Rows may be missing from any value`]),
    ...(late > 0 ? [`Not in the chart: the ${formatPlural(late, 'row')} that arrived last`] : []),
    ...(leftOut === undefined ? [] : [`Not in the statistic: ${leftOut}`]),
  ];
  return notes.length > 0 && <p className={css.note}>{wordsOf(`${notes.join('. ')}.`)}</p>;
}

interface Shown {
  readonly table: GroupTable;
  readonly asked: GroupsRequest;
}

/** The groups of the chosen column. */
function useTopValues(run: RunState, { value, measure }: ChartChoice) {
  const { groups } = useServices();
  const filters = useListState(run.runId, (state) => state.filters);
  const wanted = useMemo(
    (): GroupsRequest & SelectedBy => ({
      by: value.kind === 'property' ? [pickRef(value)] : [],
      errors: undefined,
      statistics: measure === undefined ? [] : [measureOf(measure)],
      window: undefined,
      top: MOST_BARS,
      filters,
    }),
    [value, measure, filters],
  );
  const version = useVersion(run, false);
  const { asked, answer, fault } = useAnswer(groups, run, wanted, version);
  return {
    // The last answer may be that of the Groups tab.
    shown: answer && asked.question.top === MOST_BARS ? { table: answer, asked: asked.question } : undefined,
    isStale: asked?.question !== wanted || asked.version !== version,
    fault,
  };
}

/** Pressing a value selects its rows. The last line counts the values that have no bar. */
function Bars(props: Shown & { readonly onSelect: (filter: RowFilter) => void }): ReactNode {
  const { table, asked, onSelect } = props;
  const [column = { name: '' }] = asked.by;
  const [measure] = asked.statistics;
  const { groups, others } = table;
  const lengthOf = ({ all, values: [value] }: Group): number => (measure === undefined ? all : Number(value));
  const { low, span } = spanOf(groups.map(lengthOf));
  const title =
    measure === undefined ? `Top values of ${columnTitle(column)}` : titleOf(measure, columnTitle(column));
  const total = groups.reduce((sum, { selected }) => sum + selected, others.selected);
  const isPart = [...groups, others].some(({ selected, all }) => selected < all);
  const counts = ({ selected, all }: Pick<Group, 'selected' | 'all'>): ReactNode => (
    <>
      <td className={css.number}>{formatCount(selected)}</td>
      {isPart && <td className={cx(css.number, css.rest)}>of {formatCount(all)}</td>}
      <td className={css.number}>{formatShare(selected / Math.max(1, total))}</td>
    </>
  );
  return (
    <div className={css.values}>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <VisibleText text={columnTitle(column)} />
            </th>
            {measure !== undefined && (
              <th scope="col" className={css.number}>
                <VisibleText text={measureTitle(measure)} />
              </th>
            )}
            <td aria-hidden="true" />
            <th scope="col" className={css.number}>
              Rows
            </th>
            {isPart && <th scope="col">Of all</th>}
            <th scope="col" className={css.number}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            // Two values may have the same text, such as 5 and "5".
            <tr key={group.places[0]} className={cx(group.selected === 0 && css.rest)}>
              <ValueCell {...{ column, group, onSelect }} />
              {measure !== undefined && (
                <td className={css.number}>{measureText(measure, group.values[0])}</td>
              )}
              <BarCell
                {...{ low, span }}
                length={lengthOf(group)}
                filled={measure === undefined ? group.selected / group.all : 1}
              />
              {counts(group)}
            </tr>
          ))}
          {others.groups > 0 && (
            <tr>
              <th scope="row" colSpan={measure === undefined ? 2 : 3}>
                {formatPlural(others.groups, 'other value')}
              </th>
              {counts(others)}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** A bar from zero to the left or to the right. `filled`: the share of it that is of selected rows, 0..1. */
function BarCell(props: {
  readonly length: number;
  readonly low: number;
  readonly span: number;
  readonly filled: number;
}): ReactNode {
  const { length, low, span, filled } = props;
  const percent = (share: number): string => `${100 * share}%`;
  return (
    <td className={css.share} aria-hidden="true">
      {!Number.isNaN(length) && (
        <div
          style={{
            width: percent(Math.abs(length) / span),
            marginLeft: percent((Math.min(0, length) - low) / span),
          }}
        >
          <div style={{ width: percent(filled) }} />
        </div>
      )}
    </td>
  );
}

/** What the bars span, with zero. NaN: no bar. */
function spanOf(lengths: readonly number[]): { readonly low: number; readonly span: number } {
  const known = lengths.filter((length) => !Number.isNaN(length));
  const low = Math.min(0, ...known);
  return { low, span: Math.max(0, ...known) - low || 1 };
}

function ValueCell(props: {
  readonly column: ColumnRef;
  readonly group: Group;
  readonly onSelect: (filter: RowFilter) => void;
}): ReactNode {
  const { column, group, onSelect } = props;
  const [label = { kind: 'absent' }] = group.labels;
  const filter = labelFilter(column, label);
  const words = groupWords(label, column);
  return (
    <th scope="row">
      {filter === undefined ? (
        <VisibleText text={words} />
      ) : (
        <Button look="link" size="small" onPress={() => onSelect(filter)}>
          {words}
        </Button>
      )}
    </th>
  );
}
