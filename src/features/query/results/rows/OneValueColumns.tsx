import { type ReactNode, useState } from 'react';
import type { FoldedColumn } from '../../../../core/rows/arrangeColumns.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { ValueText } from '../../../../ui/keys/ValueText.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { NameText, VisibleText } from '../../../../ui/text/VisibleText.tsx';
import css from './rows.module.css';
import { shortened } from '../../../../core/words.ts';

/** Named beside the number; the dialog holds all. */
const NAMED = 2;
const EXAMPLE_CHARS = 24;

/** Columns that have the same value in every row, as one line; a press shows them all. */
export function OneValueColumns({ columns }: { readonly columns: readonly FoldedColumn[] }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const shown = columns.slice(0, NAMED);
  return (
    <span className={css.folded}>
      <span className={css.foldedText}>
        {formatPlural(columns.length, 'column')} with one value:{' '}
        {shown.map(({ name, text }, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <VisibleText text={shortened(name, EXAMPLE_CHARS)} /> ={' '}
            <VisibleText text={shortened(text, EXAMPLE_CHARS)} />
          </span>
        ))}
      </span>
      <Button look="link" size="small" onPress={() => setIsOpen(true)}>
        Show all
      </Button>
      <Dialog title="Columns with one value in all rows" isOpen={isOpen} onOpenChange={setIsOpen}>
        <table className={css.properties}>
          <tbody>
            {columns.map(({ name, text, type }) => (
              <tr key={name}>
                <th scope="row">
                  <NameText text={name} />
                </th>
                <td>
                  <span className={css.value}>
                    <ValueText text={text} />
                  </span>{' '}
                  <span className={css.dim}>{type.replace(/^Edm\./, '')}</span>
                </td>
                <td>
                  <CopyButton label={`Copy ${name}`} text={text} size="small" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Dialog>
    </span>
  );
}
