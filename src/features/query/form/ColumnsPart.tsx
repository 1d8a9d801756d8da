import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { columnsText } from './chipWords.ts';
import { fieldFault, partFault } from './fieldFaults.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';

/** The properties that are read. */
export function ColumnsPart(props: PartProps): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const wrong = partFault(props.faults, 'columns', form);
  const isTyped = form.select.trim() !== '';
  return (
    <FlyoutButton
      label="Columns"
      look="chip"
      face={wrong === undefined ? <VisibleText text={columnsText(form.select)} /> : wordsOf(wrong)}
      isLit={isTyped}
      isFaulty={wrong !== undefined}
      onClear={isTyped ? () => query.change({ select: '' }) : undefined}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <div className={css.part}>
        <TextField
          label="Columns"
          value={form.select}
          onChange={(select) => query.change({ select })}
          mono
          placeholder="all, or Level, Message"
          description="Names, separated by commas. Fewer columns arrive faster."
          error={fieldFault(props.faults, 'select', form)}
        />
      </div>
    </FlyoutButton>
  );
}
