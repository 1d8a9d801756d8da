import type { ReactNode } from 'react';
import type { FileSummary } from '../../../core/entities/files/fileRows.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import css from './fileFaults.module.css';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';

/** The lines of a file that hold no row, with their numbers and reasons, and how the file was read if that is not obvious. */
export function FileFaults({ summary }: { readonly summary: FileSummary }): ReactNode {
  const { faults, notes } = summary;
  if (faults.total === 0 && notes.length === 0) return undefined;
  const title =
    faults.total === 0
      ? formatPlural(notes.length, 'note')
      : `${formatPlural(faults.total, 'line')} could not be read`;
  return (
    <details className={css.faults}>
      <summary>{title}</summary>
      <div className={css.faultList}>
        {notes.map((note) => (
          <p key={note}>{wordsOf(note)}</p>
        ))}
        {faults.total > 0 && (
          <table aria-label="Lines that could not be read">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Why</th>
                <th scope="col">Begins</th>
              </tr>
            </thead>
            <tbody>
              {faults.first.map(({ line, reason, text }) => (
                <tr key={`${line} ${reason}`}>
                  <td>{formatCount(line)}</td>
                  <td>{wordsOf(reason)}</td>
                  <td className="breaks mono">
                    <VisibleText text={text} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {faults.first.length < faults.total && (
          <p>and {formatCount(faults.total - faults.first.length)} more</p>
        )}
      </div>
    </details>
  );
}
