import { type ReactNode, useState } from 'react';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import css from '../map/keyspace.module.css';

/** The table that was probed or counted last, or else that of the Query form. */
export function useKnownTable(): string {
  const { keyspace, query } = useServices();
  const { probed: last } = useStore(keyspace);
  const { table: chosen } = useStore(query);
  return last === '' ? chosen : last;
}

/** The table to probe or to count, without spaces around it, and the field for its name. */
export function useTableField(): readonly [table: string, field: ReactNode] {
  const known = useKnownTable();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known;
  return [
    text.trim(),
    <div key="table" className={css.probeTable}>
      <TextField label="Table" hideLabel mono value={text} onChange={setTyped} placeholder="table name" />
    </div>,
  ];
}
