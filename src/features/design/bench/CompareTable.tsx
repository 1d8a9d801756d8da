import type { ReactNode } from 'react';
import type { Comparison, CompareRow } from '../../../core/design/bench/compareDesigns.ts';
import type { TwinRows } from '../../../core/design/bench/twinRows.ts';
import type { DesignKeys } from '../../../state/design/designForm.ts';
import { cx } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from '../design.module.css';

export interface CompareTableProps {
  readonly comparison: Comparison;
  /** Pairs of designs that serve all queries if each entity is written under both RowKeys. */
  readonly twins: readonly TwinRows[];
  /** Adds a design made of these others; undefined: there is no room for another. */
  readonly onAdd: ((keys: DesignKeys, of: readonly string[]) => void) | undefined;
  /** The letters of the compared designs, in order. */
  readonly letters: readonly string[];
}

/**
 * A row for each query and each property of writing, with a column for each design. It shows the best design in each row, and the reason.
 */
export function CompareTable({ comparison, twins, onAdd, letters }: CompareTableProps): ReactNode {
  const { reads, writes, unserved } = comparison;
  return (
    <>
      <div className={css.frame}>
        <table className={cx(css.table, css.compare)} aria-label="Designs compared">
          <thead>
            <tr>
              <th scope="col">Reads</th>
              {letters.map((letter) => (
                <th key={letter} scope="col">
                  Design {letter}
                </th>
              ))}
              <th scope="col">Best, and why</th>
            </tr>
          </thead>
          <tbody>
            {reads.map((row, at) => (
              // Patterns may have the same name, and their order never changes.
              <Row key={`${at} ${row.name}`} row={row} letters={letters} />
            ))}
            <tr className={css.group}>
              <th scope="colgroup" colSpan={letters.length + 2}>
                Writes
              </th>
            </tr>
            {writes.map((row) => (
              <Row key={row.name} row={row} letters={letters} />
            ))}
          </tbody>
        </table>
      </div>
      {twins.map(({ letters: [one, two], text, better }) => (
        <Notice
          key={`${one}${two}`}
          tone="info"
          title={`Twin rows: ${one} and ${two} together serve these queries.`}
        >
          <VisibleText text={text} />{' '}
          {onAdd !== undefined && (
            <Button
              look="link"
              size="small"
              ariaLabel={`Add a design with the twin rows of ${one} and ${two}`}
              onPress={() => onAdd(better, [one, two])}
            >
              Add as a design
            </Button>
          )}
        </Notice>
      ))}
      {unserved.length > 0 && (
        <Notice
          tone="warning"
          title={`No design serves: ${unserved.join(', ')}.`}
          nextStep="Add a design whose PartitionKey begins with what the query compares, or write each row twice."
        >
          Each one scans the whole table in every design.
        </Notice>
      )}
    </>
  );
}

function Row({ row, letters }: { readonly row: CompareRow; readonly letters: readonly string[] }): ReactNode {
  const best = row.winners.map((at) => letters[at]).join(', ');
  return (
    <tr>
      <th scope="row">
        <VisibleText text={row.name} />
      </th>
      {row.cells.map((cell, at) => (
        <td key={letters[at]} data-tone={cell.tone} data-best={row.winners.includes(at) ? '' : undefined}>
          <span className={css.cellText}>{cell.text}</span>
          {cell.detail !== '' && <span className={css.cellDetail}>{cell.detail}</span>}
        </td>
      ))}
      <td className="second">
        {best !== '' && <strong>{best}: </strong>}
        {row.why}
      </td>
    </tr>
  );
}
