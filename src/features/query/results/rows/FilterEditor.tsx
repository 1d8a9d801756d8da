import { type ReactNode, useMemo, useRef, useState } from 'react';
import { columnRefName, type ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { ticksFromUnixMs, type Ticks, ticksToIso } from '../../../../core/time/ticks.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Select } from '../../../../ui/controls/Select.tsx';
import { ComboBox } from '../../../../ui/controls/ComboBox.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../../ui/overlays/FlyoutButton.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import { useGroupActions } from '../../../shared/useActions.ts';
import css from './rows.module.css';
import { NUMBER_TYPES } from '../../../../core/entities/entity.ts';
import type { RangeKind } from '../../../../core/entities/columns/columnFilter.ts';
import { numberKey } from '../../../../core/entities/columns/sortKey.ts';
import { regexFault } from '../../../../state/run/regexFilters.ts';
import { readTypedInstant } from '../../../../core/time/typedTime.ts';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';

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

/** A column that can be filtered, and the most frequent type of its values. */
interface FilterColumn {
  readonly ref: ColumnRef;
  readonly title: string;
  readonly type: string;
  /** All types of its values; undefined for a key or a time. */
  readonly types?: readonly string[];
}

function ofProperty({ name, types }: ColumnSummary): FilterColumn {
  return {
    ref: { name },
    title: name === '' ? '(no name)' : name,
    type: types.find((type) => type !== 'Null') ?? 'Edm.String',
    types,
  };
}

interface FilterColumns {
  readonly of: (ref: ColumnRef) => FilterColumn | undefined;
  /** All columns, for the field in which one is chosen. Takes time in proportion to the number of columns. */
  readonly all: () => readonly FilterColumn[];
}

function filterColumns({ all, of }: Pick<ColumnSet, 'all' | 'of'>, hasPrefixes: boolean): FilterColumns {
  // A property may have the name of such a column, and then only the type tells them apart.
  const fixed: readonly FilterColumn[] = [
    { ref: { name: 'PartitionKey' }, title: 'PartitionKey', type: 'Edm.String' },
    { ref: { name: 'RowKey' }, title: 'RowKey', type: 'Edm.String' },
    { ref: TIME, title: 'Time', type: 'Edm.DateTime' },
    ...(hasPrefixes ? [{ ref: PREFIX, title: 'Prefix', type: 'Edm.String' }] : []),
    { ref: { name: 'Timestamp' }, title: 'Timestamp', type: 'Edm.DateTime' },
  ];
  return {
    of: (ref) => {
      const column = ref.fact === undefined ? of(ref.name) : undefined;
      if (column !== undefined) return ofProperty(column);
      return fixed.find((each) => columnRefName(each.ref) === columnRefName(ref));
    },
    all: () => [...all.map(ofProperty), ...fixed],
  };
}

/** The fields for a further filter: the possible columns, and whether the fields are open. */
export interface FilterField extends FilterColumns {
  /** The column whose header opened the fields, or the likeliest column if their button did. Undefined if there is no column. */
  readonly column: FilterColumn | undefined;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly openFor: (ref: ColumnRef) => void;
}

/** The column that people most likely want to filter: the message, or else the first text of the grid. */
export function likelyFilterColumn(
  { of }: Pick<FilterColumns, 'of'>,
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
): FilterColumn | undefined {
  const texts = [...front, ...back].flatMap(({ name, role }) => {
    const column = of({ name });
    return column?.type === 'Edm.String' ? [{ column, role }] : [];
  });
  return (texts.find(({ role }) => role === 'message') ?? texts[0])?.column;
}

export function useFilterField(columns: ArrangedColumns, hasPrefixes: boolean): FilterField {
  const [state, setState] = useState<{ readonly of?: ColumnRef; readonly isOpen: boolean }>({
    isOpen: false,
  });
  const filters = useMemo(() => filterColumns(columns, hasPrefixes), [columns, hasPrefixes]);
  const { of: wanted } = state;
  return {
    ...filters,
    column: wanted === undefined ? likelyFilterColumn(filters, columns.arrangement) : filters.of(wanted),
    isOpen: state.isOpen,
    setOpen: (isOpen) => setState({ isOpen }),
    openFor: (ref) => setState({ of: ref, isOpen: true }),
  };
}

/** A filter while it is being typed. */
export interface FilterDraft {
  readonly ref: ColumnRef;
  /** The type of the typed value: the most frequent type of the column, or the one that the user chose. */
  readonly type: string;
  readonly kind: 'contains' | 'is' | 'is-not' | 'range' | 'matches' | UntypedKind;
  readonly text: string;
  readonly to: string;
}

function rangeKindOf(type: string): RangeKind {
  if (NUMBER_TYPES.has(type)) return 'number';
  return type === 'Edm.DateTime' ? 'instant' : 'text';
}

/** A hint about the value to type; undefined if none is needed. */
export function valueNote({ kind, type }: Pick<FilterDraft, 'kind' | 'type'>): string | undefined {
  const isExact = kind === 'is' || kind === 'is-not';
  if (!isExact && kind !== 'range') return undefined;
  if (rangeKindOf(type) === 'instant') return 'such as 12:00 or now-1h';
  // Without this hint, an empty list looks like "no such row" while the text is not complete yet.
  return isExact && type === 'Edm.String' ? 'the whole text' : undefined;
}

/**
 * The kinds of values in a column that can be compared with each other, in the order of their types. Numbers of all types are one kind.
 * `id`: one of the types.
 */
export function valueKinds(
  types: readonly string[],
): readonly { readonly id: string; readonly label: string }[] {
  const valued = types.filter((type) => type !== 'Null');
  const name = (type: string): string => type.replace(/^Edm\./, '');
  const numbers = valued.filter((type) => NUMBER_TYPES.has(type));
  return valued.flatMap((type) => {
    if (!NUMBER_TYPES.has(type)) return [{ id: type, label: name(type) }];
    return type === numbers[0] ? [{ id: type, label: numbers.map(name).join(', ') }] : [];
  });
}

/** A GUID as services write it. Other programs put it in braces. */
function typedValue(type: string, text: string): string {
  return type === 'Edm.Guid' ? text.trim().replace(/^\{(.*)\}$/, '$1') : text;
}

/** A bound in the form that filters have, or what is wrong with it. */
function bound(
  as: RangeKind,
  text: string,
  nowTicks: Ticks,
  timeZone: string | undefined,
): { readonly text: string } | { readonly fault: string } {
  const typed = text.trim();
  if (as === 'text') return { text };
  if (typed === '') return { text: '' };
  if (as === 'number')
    return numberKey(typed) === undefined
      ? { fault: `"${typed.slice(0, 20)}" is not a number. Write it as 12, -3.5 or 1e6.` }
      : { text: typed };
  const time = readTypedInstant(typed, nowTicks, timeZone);
  return time.ok
    ? { text: ticksToIso(time.value.ticks) }
    : { fault: `${time.error.message}. ${time.error.nextStep ?? ''}` };
}

/** Conditions that need no typed value. */
const UNTYPED = {
  absent: { kind: 'absent' },
  present: { kind: 'present' },
  empty: { kind: 'is', type: 'Edm.String', text: '' },
  'not-empty': { kind: 'is-not', type: 'Edm.String', text: '' },
} as const;
type UntypedKind = keyof typeof UNTYPED;

function isUntyped(kind: FilterDraft['kind']): kind is UntypedKind {
  return kind in UNTYPED;
}

/** What the typed text means; undefined if nothing was typed yet. Numbers and times are checked while they are typed. */
export function readDraft(
  { ref, type, kind, text, to }: FilterDraft,
  nowTicks: Ticks,
  timeZone?: string,
): { readonly filter: RowFilter } | { readonly fault: string } | undefined {
  if (isUntyped(kind)) return { filter: { ...ref, ...UNTYPED[kind] } };
  if (kind === 'contains') return text === '' ? undefined : { filter: { ...ref, kind, text } };
  if (kind === 'matches') {
    if (text === '') return undefined;
    const fault = regexFault(text);
    return fault === undefined ? { filter: { ...ref, kind, pattern: text } } : { fault };
  }
  const as = rangeKindOf(type);
  const low = bound(as, text, nowTicks, timeZone);
  if ('fault' in low) return low;
  if (kind !== 'range') {
    if (low.text === '') return undefined;
    return { filter: { ...ref, kind, type, text: typedValue(type, low.text) } };
  }
  const high = bound(as, to, nowTicks, timeZone);
  if ('fault' in high) return high;
  if (low.text === '' && high.text === '') return undefined;
  if (as === 'number' && [low.text, high.text].includes('NaN'))
    return { fault: 'NaN is neither more nor less than a number. Choose "is" to find it.' };
  return { filter: { ...ref, kind, as, from: low.text, to: high.text } };
}
