import type { ReactNode } from 'react';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { rowCountText } from '../../../core/plan/completenessText.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { formatCount } from '../../../ui/format.ts';
import css from '../query.module.css';
import type { RowList } from './useRowList.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';

const BASIS_WORDS = {
  key: 'Time is the time in the key.',
  event: 'Time is the event time of the row; the key holds it rounded.',
  arrival: 'No time in the keys: Time is Timestamp, when the service stored the row.',
} as const;

/** Above the grid: how many rows, what their time is, and the filter on exact times. */
export function RowTools(props: {
  readonly list: RowList;
  /** Of the result that the rows are of. */
  readonly state: Completeness['state'];
}): ReactNode {
  const { list } = props;
  const { answer, exactOnly, hiddenColumns, fault } = list;
  const basis = list.rowAt(list.firstInSight)?.time?.basis;
  return (
    <div className={css.rowTools}>
      <span>{rowCountText(answer?.total ?? 0, props.state)}</span>
      {basis !== undefined && <span className={css.dim}>{BASIS_WORDS[basis]}</span>}
      {list.hasWindow && (
        <Checkbox
          label="Exact times in the window only"
          isSelected={exactOnly}
          onChange={list.setExactOnly}
        />
      )}
      {exactOnly && answer !== undefined && (
        <span>
          {formatCount(answer.outsideWindow)} rows of the edge buckets lie outside the window and are hidden
          {answer.withoutTime > 0 && `, ${formatCount(answer.withoutTime)} rows have no time`}
        </span>
      )}
      {hiddenColumns > 0 && <span>{formatCount(hiddenColumns)} more properties: open a row to see them</span>}
      {fault !== undefined && <span role="alert">{wordsOf(fault)}</span>}
    </div>
  );
}
