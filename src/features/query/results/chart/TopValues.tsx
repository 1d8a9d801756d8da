import { type ReactNode, useMemo } from 'react';
import type { Group, GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import {
  type ColumnRef,
  columnRefName,
  columnTitle,
  pickRef,
} from '../../../../core/entities/columns/columnRef.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../../core/rows/rowQuery.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { cx } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { labelFilter } from '../../../shared/selection/filterWords.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { groupWords, type Measure, measureTitle } from '../groups/groupTable.ts';
import css from './chart.module.css';
import { capital } from '../../../../core/words.ts';
import { leftOutWords, statisticText, valueName } from './chartWords.ts';
import { useVersion } from './useChart.ts';

/** More would not be seen at once. Groups lists all of them. */
const MOST_VALUES = 50;

export function topValuesTitle({ value, measure }: ChartChoice): string {
  return measure === undefined
    ? `Top values of ${valueName(value)}`
    : `${capital(measureTitle(measureOf(measure)))} by ${valueName(value)}`;
}

function measureOf(measure: NonNullable<ChartChoice['measure']>) {
  return { value: { ...measure, kind: 'property' }, statistic: measure.statistic } as const;
}

/** The groups of the chosen column, if the chart is of its top values. */
export function useTopValues(run: RunState, { kind, value, measure }: ChartChoice) {
  const { groups } = useServices();
  const filters = useListState(run.runId, (state) => state.filters);
  const column = useMemo(
    (): ColumnRef | undefined => (kind === 'top' && value.kind === 'property' ? pickRef(value) : undefined),
    [kind, value],
  );
  const wanted = useMemo(
    (): (GroupsRequest & SelectedBy) | undefined =>
      column !== undefined
        ? {
            by: [column],
            errors: undefined,
            statistics: measure === undefined ? [] : [measureOf(measure)],
            window: undefined,
            filters,
          }
        : undefined,
    [column, measure, filters],
  );
  const { asked, answer, fault } = useAnswer(groups, run, wanted, useVersion(run, false));
  // The last answer may be that of the Groups tab.
  const isOwn =
    column !== undefined && asked?.question.by.map(columnRefName).join() === columnRefName(column);
  return {
    shown: answer && asked && isOwn ? { table: answer, asked: asked.question } : undefined,
    isStale: wanted !== undefined && asked?.question !== wanted,
    fault: wanted && fault,
  };
}

/**
 * A bar for each value of a column: its rows or, greatest first, the statistic of its selected rows. Pressing a value selects its rows. The
 * last line counts the values that have no bar.
 */
export function TopValues(props: {
  readonly table: GroupTable;
  readonly asked: GroupsRequest;
  readonly onSelect: (filter: RowFilter) => void;
}): ReactNode {
  const { table, asked, onSelect } = props;
  const [column = { name: '' }] = asked.by;
  const [measure] = asked.statistics;
  const number = ({ all, values: [value] }: Group): number => (measure === undefined ? all : Number(value));
  const ordered =
    measure === undefined
      ? table.groups
      : table.groups.toSorted((a, b) => greaterFirst(number(a), number(b)));
  const shown = ordered.slice(0, MOST_VALUES);
  const rest = ordered.slice(MOST_VALUES);
  const others = rest.reduce(
    ({ groups, all, selected }, each) => ({
      groups: groups + 1,
      all: all + each.all,
      selected: selected + each.selected,
    }),
    table.others,
  );
  const total = table.groups.reduce((sum, { selected }) => sum + selected, table.others.selected);
  const isPart = [...table.groups, table.others].some(({ selected, all }) => selected < all);
  const numbers = shown.map(number).filter((each) => !Number.isNaN(each));
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const share = (length: number): string => `${(100 * length) / (high - low || 1)}%`;
  const counts = ({ selected, all }: Pick<Group, 'selected' | 'all'>): ReactNode => (
    <>
      <td className={css.number}>{formatCount(selected)}</td>
      {isPart && <td className={cx(css.number, css.rest)}>of {formatCount(all)}</td>}
      <td className={css.number}>{formatShare(selected / Math.max(1, total))}</td>
    </>
  );
  return (
    <div className={css.values}>
      <table
        aria-label={
          measure === undefined
            ? `Top values of ${columnTitle(column)}`
            : `${measureTitle(measure)} by ${columnTitle(column)}`
        }
      >
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
            <th scope="col" className={css.number}>
              Rows
            </th>
            {isPart && <td />}
            <th scope="col" className={css.number}>
              Share
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => {
            const [label = { kind: 'absent' }] = group.labels;
            const filter = labelFilter(column, label);
            const words = groupWords(label, column);
            const length = number(group);
            const exact = group.values[0];
            return (
              // Two values may have the same text, such as 5 and "5".
              <tr key={group.places[0]} className={cx(group.selected === 0 && css.rest)}>
                <th scope="row">
                  {filter === undefined ? (
                    <VisibleText text={words} />
                  ) : (
                    <Button look="link" size="small" onPress={() => onSelect(filter)}>
                      {words}
                    </Button>
                  )}
                </th>
                {measure !== undefined && (
                  <td className={css.number}>
                    {!Number.isNaN(length) &&
                      statisticText(measure.value, measure.statistic, {
                        number: length,
                        exact: typeof exact === 'bigint' ? exact : undefined,
                      })}
                  </td>
                )}
                {counts(group)}
                <td className={css.share} aria-hidden="true">
                  {!Number.isNaN(length) && (
                    <div
                      style={{ width: share(Math.abs(length)), marginLeft: share(Math.min(0, length) - low) }}
                    >
                      <div
                        style={{
                          width:
                            measure === undefined
                              ? `${(100 * group.selected) / Math.max(1, group.all)}%`
                              : '100%',
                        }}
                      />
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
          {others.groups > 0 && (
            <tr>
              <th scope="row">{formatPlural(others.groups, 'other value')}</th>
              {measure !== undefined && <td />}
              {counts(others)}
            </tr>
          )}
        </tbody>
      </table>
      {measure !== undefined && <LeftOutNote measure={measure} table={table} />}
    </div>
  );
}

function LeftOutNote({
  measure,
  table,
}: {
  readonly measure: Measure;
  readonly table: GroupTable;
}): ReactNode {
  const words = leftOutWords(measure.value, table.leftOut[0] ?? []);
  return words === undefined ? undefined : (
    <p className="third small">
      Not in the statistic: <VisibleText text={words} />.
    </p>
  );
}

/** Values without a number are last. */
function greaterFirst(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return b - a;
}
