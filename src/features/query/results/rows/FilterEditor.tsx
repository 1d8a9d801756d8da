import { type ReactNode, useMemo, useRef, useState } from 'react';
import { columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { ticksFromUnixMs } from '../../../../core/time/ticks.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Select } from '../../../../ui/controls/Select.tsx';
import { ComboBox } from '../../../../ui/controls/ComboBox.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../../ui/overlays/FlyoutButton.tsx';
import { useServices, useZone, useGroupActions } from '../../../shared/services.tsx';
import {
  type FilterField,
  type FilterDraft,
  isUntyped,
  readDraft,
  valueKinds,
  valueNote,
} from './filterDraft.ts';
import css from './rows.module.css';

const KINDS: readonly { readonly id: FilterDraft['kind']; readonly label: string }[] = [
  { id: 'contains', label: 'contains' },
  { id: 'is', label: 'is' },
  { id: 'is-not', label: 'is not' },
  { id: 'range', label: 'from, to' },
  { id: 'matches', label: 'matches the regular expression' },
  { id: 'empty', label: 'is empty text' },
  { id: 'not-empty', label: 'is not empty text' },
  { id: 'absent', label: 'is absent' },
  { id: 'present', label: 'is present' },
];

interface EditorProps {
  readonly field: FilterField;
  /** Called while the user types, with the filter so far and the one that it replaces; undefined if there is none. */
  readonly onDraft: (filter: RowFilter | undefined, before: RowFilter | undefined) => void;
}

/** A button that opens fields for another filter. The list is filtered while the user types. */
export function FilterButton(props: EditorProps): ReactNode {
  const { isOpen, setOpen } = props.field;
  useGroupActions('Rows', [['rows.addFilter', 'Add a filter to the list', () => setOpen(true)]]);
  return (
    <FlyoutButton label="Add filter" face="Filter" look="plain" isOpen={isOpen} onOpenChange={setOpen}>
      <FilterFields {...props} />
    </FlyoutButton>
  );
}

function FilterFields({ field, onDraft }: EditorProps): ReactNode {
  const { nowMs, query } = useServices();
  const { timeZone } = useZone();
  const { all, of, setOpen } = field;
  const columns = useMemo(() => all(), [all]);
  const options = useMemo(
    () =>
      columns.map(({ ref, title, type }) => ({
        id: columnRefName(ref),
        label: title,
        description: type.replace(/^Edm\./, ''),
      })),
    [columns],
  );
  const first = field.column ?? columns.find(({ type }) => type === 'Edm.String') ?? columns[0];
  const [draft, setDraft] = useState<FilterDraft>({
    ref: first?.ref ?? { name: '' },
    type: first?.type ?? '',
    kind: 'contains',
    text: '',
    to: '',
  });
  const [typed, setTyped] = useState(first?.title ?? '');
  const given = useRef<RowFilter>(undefined);
  const change = (over: Partial<FilterDraft>): void => {
    const next = { ...draft, ...over };
    setDraft(next);
    const read = readDraft(next, ticksFromUnixMs(nowMs()), timeZone);
    const filter = read !== undefined && 'filter' in read ? read.filter : undefined;
    onDraft(filter, given.current);
    given.current = filter;
  };
  const meaning = readDraft(draft, ticksFromUnixMs(nowMs()), timeZone);
  const fault = meaning !== undefined && 'fault' in meaning ? meaning.fault : undefined;
  return (
    <div className={css.filterFields}>
      <ValueFields draft={draft} fault={fault} onChange={change} />
      <Select label="Condition" options={KINDS} value={draft.kind} onChange={(kind) => change({ kind })} />
      <ComboBox
        label="Column"
        options={options}
        text={typed}
        chosenId={columnRefName(draft.ref)}
        onTextChange={setTyped}
        onChoose={(id) => {
          const chosen = columns.find(({ ref }) => columnRefName(ref) === id);
          if (chosen !== undefined) change({ ref: chosen.ref, type: chosen.type });
        }}
      />
      <ValueKindField draft={draft} types={of(draft.ref)?.types ?? []} onChange={change} />
      <Button
        look="link"
        size="small"
        onPress={() => {
          setOpen(false);
          query.change({ tab: 'groups', groups: { ...query.get().groups, by: [draft.ref] } });
        }}
      >
        Group by this column
      </Button>
    </div>
  );
}

const TYPED: ReadonlySet<FilterDraft['kind']> = new Set(['is', 'is-not', 'range']);

/** Chooses which values are compared, if a column holds values that cannot be compared with each other. */
function ValueKindField(props: {
  readonly draft: FilterDraft;
  readonly types: readonly string[];
  readonly onChange: (over: Partial<FilterDraft>) => void;
}): ReactNode {
  const { draft, onChange } = props;
  const kinds = valueKinds(props.types);
  if (kinds.length < 2 || !TYPED.has(draft.kind)) return undefined;
  const chosen = kinds.find(({ id }) => id === draft.type) ?? kinds[0];
  return (
    <Select
      label="Compares values of type"
      options={kinds}
      value={chosen?.id ?? ''}
      onChange={(type) => onChange({ type })}
    />
  );
}

function ValueFields(props: {
  readonly draft: FilterDraft;
  readonly fault: string | undefined;
  readonly onChange: (over: Partial<FilterDraft>) => void;
}): ReactNode {
  const { draft, onChange } = props;
  const { kind } = draft;
  if (isUntyped(kind)) return undefined;
  const isRange = kind === 'range';
  const labelNote = valueNote(draft);
  return (
    <>
      <TextField
        label={isRange ? 'From' : 'Value'}
        labelNote={labelNote}
        value={draft.text}
        onChange={(text) => onChange({ text })}
        mono
        error={props.fault}
      />
      {isRange && (
        <TextField
          label="To"
          labelNote={labelNote}
          value={draft.to}
          onChange={(to) => onChange({ to })}
          mono
        />
      )}
    </>
  );
}
