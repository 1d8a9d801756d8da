import { type ReactNode, useMemo } from 'react';
import { ComboBox } from '../../../ui/controls/ComboBox.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useDraft } from '../../shared/useDraft.ts';
import { useStore } from '../../shared/useStore.ts';
import type { TableChoice } from './useTables.ts';
import { capital } from '../../../core/words.ts';

/** What the list leaves out, in words; undefined: nothing. */
function leftOutWords({ names, dropped = 0, isCut }: TableChoice): string | undefined {
  const words = [
    ...(isCut === true ? [`First ${formatCount(names.length)} tables; type a name for another.`] : []),
    ...(dropped === 0 ? [] : [`${formatPlural(dropped, 'name')} in the list broke the naming rules.`]),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}

/** A listed table is chosen at once; a typed one when the field is left, so that no half-typed name is sampled. */
export function TableField(props: {
  readonly tables: TableChoice;
  readonly error: string | undefined;
}): ReactNode {
  const { query } = useServices();
  const { table } = useStore(query);
  const [text, setText] = useDraft(table);
  const { names } = props.tables;
  const options = useMemo(() => names.map((name) => ({ id: name, label: name })), [names]);
  const known = useMemo(() => new Set(names), [names]);
  return (
    <ComboBox
      label="Table"
      hideLabel
      placeholder="Table"
      options={options}
      text={text}
      onTextChange={(next) => {
        setText(next);
        if (known.has(next)) query.chooseTable(next);
      }}
      onChoose={query.chooseTable}
      onOpen={props.tables.renew}
      onBlur={() => query.chooseTable(text.trim())}
      chosenId={known.has(table) ? table : undefined}
      allowsFreeText
      emptyText={names.length === 0 ? 'No tables listed: type a name' : 'No table has this in its name'}
      description={leftOutWords(props.tables)}
      error={props.error && capital(props.error)}
    />
  );
}
