import type { ReactNode } from 'react';
import type { FoldedColumn } from '../../../../core/rows/arrangeColumns.ts';
import type { ViewResult } from '../../../../core/rows/rowTypes.ts';
import type { Completeness } from '../../../../core/plan/completeness.ts';
import { rowCountText } from '../../../../core/plan/completenessText.ts';
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { FilterChips } from './FilterChips.tsx';
import { OneValueColumns } from './OneValueColumns.tsx';
import css from './rows.module.css';
import { SearchRows } from './SearchRows.tsx';
import type { RowList } from './useRowList.ts';
import type { RowSearch } from './useRowSearch.ts';

const BASIS_WORDS = {
  key: 'Time from the key',
  event: 'Event time; keys hold it rounded',
  arrival: 'No time in the keys: Time is Timestamp, when the row was stored',
} as const;

/** Above the grid: how many rows, what their time is, the filter on exact times, and the columns that all rows share. */
export function RowTools(props: {
  readonly list: RowList;
  readonly folded: readonly FoldedColumn[];
  readonly found: RowSearch;
  readonly selected: number | undefined;
  readonly onGoTo: (position: number) => void;
  /** Of the result that the rows are of. */
  readonly state: Completeness['state'];
}): ReactNode {
  const { list, folded } = props;
  const { answer, exactOnly, hiddenColumns, fault } = list;
  const basis = list.rowAt(list.firstInSight)?.time?.basis;
  return (
    <div className={css.tools}>
      <SearchRows
        text={list.search}
        onChange={list.setSearch}
        rowCount={answer?.total ?? 0}
        positions={props.found.positions}
        fault={props.found.fault}
        selected={props.selected}
        onGoTo={props.onGoTo}
      />
      <FilterChips filters={list.filters} onChange={list.setFilters} />
      <span>{rowCountText(answer?.total ?? 0, props.state)}</span>
      {basis !== undefined && <span className={css.dim}>{BASIS_WORDS[basis]}</span>}
      {list.hasWindow && (basis === 'event' || exactOnly) && (
        <Checkbox label="Hide rows outside the window" isSelected={exactOnly} onChange={list.setExactOnly} />
      )}
      {answer !== undefined && <HiddenRows answer={answer} exactOnly={exactOnly} />}
      {fault !== undefined && <span role="alert">{wordsOf(fault)}</span>}
      <span className={css.gap} />
      {hiddenColumns > 0 && (
        <span className={css.dim}>
          {formatPlural(hiddenColumns, 'more property', 'more properties')} in each row
        </span>
      )}
      {folded.length > 0 && <OneValueColumns columns={folded} />}
    </div>
  );
}

/** How many of the rows that were read the list leaves out, and why. */
function HiddenRows(props: { readonly answer: ViewResult; readonly exactOnly: boolean }): ReactNode {
  const { filteredOut, outsideWindow, withoutTime } = props.answer;
  return (
    <>
      {filteredOut > 0 && <span>{formatPlural(filteredOut, 'row')} filtered out</span>}
      {props.exactOnly && (
        <span>
          {formatPlural(outsideWindow, 'row')} hidden
          {withoutTime > 0 && `, ${formatCount(withoutTime)} without a time`}
        </span>
      )}
    </>
  );
}
