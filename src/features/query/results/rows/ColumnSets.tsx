import { type ReactNode, useState } from 'react';
import { NOT_KEPT } from '../../../../state/address/namedLinks.ts';
import { writeHash } from '../../../../state/address/hashAddress.ts';
import { textsOfView, viewOfTexts } from '../../../../state/results/sharedView.ts';
import { QUERY_VIEW } from '../../../../state/run/queryForm.ts';
import { savedForm } from '../../../../state/run/savedQueries.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useActions } from '../../../shared/useActions.ts';
import { useStore } from '../../../shared/useStore.ts';
import css from './rows.module.css';
import type { ChosenColumns } from './useColumnChoice.ts';

/** An arrangement of columns with a name. */
export interface ColumnSet {
  readonly name: string;
  readonly take: () => void;
}

/** Arrangements of columns with names, for any table that has such columns. They are saved and shared like queries. */
export function useColumnSets({ take }: Pick<ChosenColumns, 'take'>): readonly ColumnSet[] {
  const { saved } = useServices();
  const sets = useStore(saved).flatMap((link) => {
    const form = savedForm(link);
    const { columns } = form.table === '' ? viewOfTexts(form.view) : {};
    return columns === undefined ? [] : [{ name: link.name, take: () => take(columns) }];
  });
  useActions(
    sets.map((set) => ({
      id: `columns.${set.name}`,
      group: 'Rows',
      title: `Use the columns ${set.name}`,
      run: set.take,
    })),
  );
  return sets;
}

export function ColumnSets({
  chosen,
  sets,
}: {
  readonly chosen: ChosenColumns;
  readonly sets: readonly ColumnSet[];
}): ReactNode {
  const { saved } = useServices();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const save = (): void => {
    const refused = saved.add(name, writeHash(QUERY_VIEW, textsOfView({ columns: chosen.choice })));
    setFault(refused ?? (saved.isKept() ? undefined : NOT_KEPT));
    if (refused === undefined) setName('');
  };
  return (
    <>
      <div className={css.columnActions}>
        <TextField
          label="Save these columns as"
          value={name}
          onChange={setName}
          error={fault === undefined ? undefined : { message: fault }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
        <Button size="small" onPress={save} isDisabled={name === ''}>
          {sets.some((set) => set.name === name.trim()) ? 'Replace' : 'Save'}
        </Button>
      </div>
      {sets.length > 0 && (
        <div className={css.columnActions}>
          Saved:
          {sets.map((set) => (
            <Button key={set.name} size="small" onPress={set.take}>
              {set.name}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
