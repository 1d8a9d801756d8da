import type { ReactNode } from 'react';
import { ComboBox } from '../../ui/controls/ComboBox.tsx';
import { useServices } from '../shared/services.tsx';
import { useDraft } from '../shared/useDraft.ts';
import { useStore } from '../shared/useStore.ts';

/** A listed table is chosen at once; a typed one when the field is left, so that no half-typed name is sampled. */
export function TableField(props: {
  readonly names: readonly string[];
  readonly error: string | undefined;
}): ReactNode {
  const { query } = useServices();
  const { table } = useStore(query);
  const [text, setText] = useDraft(table);

  const options = props.names.map((name) => ({ id: name, label: name }));
  return (
    <ComboBox
      label="Table"
      options={options}
      text={text}
      onTextChange={(next) => {
        setText(next);
        if (props.names.includes(next)) query.chooseTable(next);
      }}
      onChoose={query.chooseTable}
      onBlur={() => query.chooseTable(text.trim())}
      chosenId={props.names.includes(table) ? table : undefined}
      allowsFreeText
      emptyText={
        props.names.length === 0 ? 'Not listed by this SAS: type a name' : 'No table has this in its name'
      }
      error={props.error}
    />
  );
}
