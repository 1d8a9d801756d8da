import { NUMBER_TYPES } from '../../../../core/entities/entity.ts';
import { type ColumnRef, columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { RangeKind } from '../../../../core/entities/columns/columnFilter.ts';
import { numberKey } from '../../../../core/entities/columns/sortKey.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { regexFault } from '../../../../state/run/regexFilters.ts';
import { readTypedInstant } from '../../../../core/time/typedTime.ts';
import { type Ticks, ticksToIso } from '../../../../core/time/ticks.ts';
import { useMemo, useState } from 'react';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';

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

export function isUntyped(kind: FilterDraft['kind']): kind is UntypedKind {
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
