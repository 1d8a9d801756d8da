import type { ReactNode } from 'react';
import type { CountedRows } from '../../../../core/entities/chart/chartTypes.ts';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { ChartResult } from '../../../../core/rows/chartRows.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { cx } from '../../../../ui/classes.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import css from './chart.module.css';
import { labelWords } from './chartWords.ts';
import { labelFilter } from './labelFilter.ts';

/** The most frequent values of a property, with bars; pressing one selects its rows. The last line says how many others there are. */
export function TopValues({
  column,
  answer,
  onSelect,
}: {
  readonly column: ColumnRef;
  readonly answer: Extract<ChartResult, { readonly kind: 'top' }>;
  readonly onSelect: (filter: RowFilter) => void;
}): ReactNode {
  const { values, others } = answer;
  const total = values.reduce((sum, { rows }) => sum + rows, others.rows);
  const most = Math.max(1, ...values.map(({ all }) => all));
  const isPart = [...values, others].some(({ rows, all }) => rows < all);
  const counts = ({ rows, all }: CountedRows): ReactNode => (
    <>
      <td className={css.number}>{formatCount(rows)}</td>
      {isPart && <td className={cx(css.number, css.rest)}>of {formatCount(all)}</td>}
      <td className={css.number}>{formatShare(rows / Math.max(1, total))}</td>
    </>
  );
  return (
    <div className={css.values}>
      <table aria-label={`Top values of ${columnTitle(column)}`}>
        <tbody>
          {values.map(({ label, ...counted }, at) => {
            const filter = labelFilter(column, label);
            const words = labelWords(label, undefined);
            return (
              // Two values may have the same text, such as 5 and "5".
              <tr key={`${at} ${counted.all}`} className={cx(counted.rows === 0 && css.rest)}>
                <th scope="row">
                  {filter === undefined ? (
                    <VisibleText text={words} />
                  ) : (
                    <Button look="link" size="small" onPress={() => onSelect(filter)}>
                      {words}
                    </Button>
                  )}
                </th>
                {counts(counted)}
                <td className={css.share} aria-hidden="true">
                  <div style={{ width: `${(100 * counted.all) / most}%` }}>
                    <div style={{ width: `${(100 * counted.rows) / Math.max(1, counted.all)}%` }} />
                  </div>
                </td>
              </tr>
            );
          })}
          {others.values > 0 && (
            <tr>
              <th scope="row">{formatPlural(others.values, 'other value')}</th>
              {counts(others)}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
