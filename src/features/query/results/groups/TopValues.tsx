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
import { NoRows } from '../states/NoRows.tsx';
import { ChartFrame, type ChartKindProps } from '../chart/ChartFrame.tsx';
import { SaveGroups } from './SaveGroups.tsx';
import { useSelect } from '../../../shared/selection/useSelectTime.ts';
import { rowCountText } from '../../../../core/plan/completenessText.ts';
import { isProven } from '../../../../core/plan/derived.ts';
import { groupWords, type Measure, measureText, measureTitle } from './groupTable.ts';
import css from '../chart/chart.module.css';
import { leftOutWords, STATISTIC_NAMES, valueName } from '../chart/chartWords.ts';
import { useVersion } from '../chart/useChart.ts';

/** More would not be seen at once. Groups lists all of them. */
const MOST_BARS = 50;

/**
 * A bar for each value of a column: its rows or, greatest first, a statistic of its selected rows. They are the groups of Groups, so rows
 * need no time.
 */
export function TopValues({ run, choice, menus }: ChartKindProps): ReactNode {
  const { value, measure: chosen } = choice;
  const { shown, isStale, fault } = useTopValues(run, choice);
  const select = useSelect(run.runId);
  const measure = chosen && measureOf(chosen);
  const label =
    measure === undefined
      ? `Top values of ${valueName(value)}`
      : `${STATISTIC_NAMES[measure.statistic]} ${valueName(measure.value)} by ${valueName(value)}`;
  const isEmpty = shown === undefined || shown.table.groups.length === 0;
  const leftOut = measure && leftOutWords(measure.value, shown?.table.leftOut[0] ?? []);
  const worth = rowCountText(run.rows, run.completeness.state);
  return (
    <ChartFrame
      {...{ label, menus, fault }}
      title={label}
      save={!isEmpty && <SaveGroups run={run} {...shown} isAll />}
    >
      {!isProven(run.completeness) && run.rows > 0 && (
        <p className={css.note}>{`${worth}. Rows may be missing from any value.`}</p>
      )}
      <div className="fill dims" aria-busy={isStale}>
        {isEmpty ? (
          run.rows === 0 && <NoRows run={run} none="No rows" />
        ) : (
          <Bars {...shown} label={label} onSelect={(filter) => select([filter])} />
        )}
      </div>
      {leftOut !== undefined && (
        <p className="third small">
          Not in the statistic: <VisibleText text={leftOut} />.
        </p>
      )}
    </ChartFrame>
  );
}

function measureOf(measure: NonNullable<ChartChoice['measure']>): Measure {
  return { value: { ...measure, kind: 'property' }, statistic: measure.statistic };
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
      filters,
    }),
    [value, measure, filters],
  );
  const { asked, answer, fault } = useAnswer(groups, run, wanted, useVersion(run, false));
  // The last answer may be that of the Groups tab.
  const columnsOf = ({ by }: GroupsRequest): string => by.map(columnRefName).join();
  const isOwn = asked !== undefined && columnsOf(asked.question) === columnsOf(wanted);
  return {
    shown: answer && isOwn ? { table: answer, asked: asked.question } : undefined,
    isStale: asked?.question !== wanted,
    fault,
  };
}

/** Pressing a value selects its rows. The last line counts the values that have no bar. */
function Bars(props: {
  readonly table: GroupTable;
  readonly asked: GroupsRequest;
  readonly label: string;
  readonly onSelect: (filter: RowFilter) => void;
}): ReactNode {
  const { table, asked, label: name, onSelect } = props;
  const [column = { name: '' }] = asked.by;
  const [measure] = asked.statistics;
  const { bars, others, low, high } = barsOf(table, measure !== undefined);
  const total = table.groups.reduce((sum, { selected }) => sum + selected, table.others.selected);
  const isPart = [...table.groups, table.others].some(({ selected, all }) => selected < all);
  const span = high - low || 1;
  const counts = ({ selected, all }: Pick<Group, 'selected' | 'all'>): ReactNode => (
    <>
      <td className={css.number}>{formatCount(selected)}</td>
      {isPart && <td className={cx(css.number, css.rest)}>of {formatCount(all)}</td>}
      <td className={css.number}>{formatShare(selected / Math.max(1, total))}</td>
    </>
  );
  return (
    <div className={css.values}>
      <table aria-label={name}>
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
          {bars.map(({ group, length }) => (
            // Two values may have the same text, such as 5 and "5".
            <tr key={group.places[0]} className={cx(group.selected === 0 && css.rest)}>
              <ValueCell {...{ column, group, onSelect }} />
              {measure !== undefined && (
                <td className={css.number}>{measureText(measure, group.values[0])}</td>
              )}
              <td className={css.share} aria-hidden="true">
                {!Number.isNaN(length) && (
                  <div
                    style={{
                      width: percent(Math.abs(length) / span),
                      marginLeft: percent((Math.min(0, length) - low) / span),
                    }}
                  >
                    <div style={{ width: percent(measure === undefined ? group.selected / length : 1) }} />
                  </div>
                )}
              </td>
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

function percent(share: number): string {
  return `${100 * share}%`;
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

interface Bar {
  readonly group: Group;
  /** NaN: no selected row has a number. */
  readonly length: number;
}

/** The groups that get a bar, and the sums of all others. `low` and `high`: what the bars span, with zero. */
export function barsOf({ groups, others }: Pick<GroupTable, 'groups' | 'others'>, isMeasured: boolean) {
  const all = groups.map(
    (group): Bar => ({ group, length: isMeasured ? Number(group.values[0]) : group.all }),
  );
  // Groups come with the most rows first; those without a number are last.
  const ordered = isMeasured ? all.toSorted((a, b) => rank(b) - rank(a) || 0) : all;
  const bars = ordered.slice(0, MOST_BARS);
  const lengths = bars.map(({ length }) => length).filter((length) => !Number.isNaN(length));
  return {
    bars,
    low: Math.min(0, ...lengths),
    high: Math.max(0, ...lengths),
    others: ordered.slice(MOST_BARS).reduce(
      (sum, { group }) => ({
        groups: sum.groups + 1,
        all: sum.all + group.all,
        selected: sum.selected + group.selected,
      }),
      others,
    ),
  };
}

function rank({ length }: Bar): number {
  return Number.isNaN(length) ? -Infinity : length;
}
