import { NUMBER_TYPES } from '../../../../core/entities/entity.ts';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { ArrangedColumn, ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { CellFormat } from '../../../../core/rows/cellFormats.ts';
import type { ColumnRole } from '../../../../core/rows/columnRoles.ts';
import { ROUNDED_CHARS } from '../../../../core/rows/roundedDouble.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';
import { INSTANT_CHARS, RELATIVE_CHARS } from './InstantBeside.tsx';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { errorTexts, type Severity, severityReader } from '../../../../core/rows/severity.ts';

/** Begins the id of a property's column, so that it differs from all fixed ids, whatever the property's name. */
const PROPERTY_MARK = 'property:';

/** Values that must be visible in full: all characters of a time, an Int64 or a GUID. */
const WHOLE_CHARS: ReadonlyMap<string, number> = new Map([
  ['Edm.Int64', '-9223372036854775808'.length],
  ['Edm.DateTime', '2026-11-22T01:44:00.1234567Z'.length],
  ['Edm.Guid', '00000000-0000-0000-0000-000000000000'.length],
]);
const TIME_CHARS = '01:44:00.1234567'.length;
const DAY_CHARS = '2026-11-22T'.length;
const OFFSET_CHARS = '+01:00'.length;

/** CSS px: the greatest width of a character, and the width of what surrounds the text. */
const CHAR_PX = 7.6;
const EDGES_PX = 26;
const LEAST_PX = 64;
/** The greatest width that values give to a column. Longer values end in dots. */
const MOST_PX: Readonly<Record<ColumnRole, number>> = {
  severity: 122,
  message: 420,
  source: 170,
  category: 170,
  measure: 160,
  detail: 260,
};
/** Room for tenant, role, role instance and row index as a Geneva agent writes them, without leading zeros. */
const AGENT_ROW_KEY_PX = 352;
/** Room for the badge before the word. */
const BADGE_PX = 26;
const SEVERITY_WORD_CHARS = 'Information'.length;

/** CSS px: the width of a character in a header, and of its edges with the sort arrow. */
const HEAD_CHAR_PX = 6.8;
const HEAD_EDGES_PX = 46;

export function propertyOf(columnId: string): string | undefined {
  return columnId.startsWith(PROPERTY_MARK) ? columnId.slice(PROPERTY_MARK.length) : undefined;
}

/** The columns of the grid that are not of properties, and what each shows. */
const FIXED: readonly (readonly [columnId: string, shown: ColumnRef])[] = [
  ['time', TIME],
  ['prefix', PREFIX],
  ['timestamp', { name: 'Timestamp' }],
  ['partitionKey', { name: 'PartitionKey' }],
  ['rowKey', { name: 'RowKey' }],
];

/** The column of the store that a column of the grid shows. */
export function refOf(columnId: string): ColumnRef {
  return FIXED.find(([id]) => id === columnId)?.[1] ?? { name: propertyOf(columnId) ?? '' };
}

/** The column of the grid that shows a column of the store. */
export function columnOfRef({ name, fact }: ColumnRef): string {
  if (fact !== undefined) return fact;
  return FIXED.find(([, ref]) => ref.fact === undefined && ref.name === name)?.[0] ?? PROPERTY_MARK + name;
}

interface ColumnLook {
  readonly zoneName: string;
  /**
   * The day on which all times fall, in the shown zone. The header then says it, and the cells need not. Undefined if there are several.
   */
  readonly day: string | undefined;
  /** The clock changes between these times, so some cells have an offset. */
  readonly hasOffsets: boolean;
  readonly hasPrefixes: boolean;
}

/**
 * Time, the most readable columns (ColumnArrangement.front), the keys, all other properties, and Timestamp. Keys are narrow, because the
 * inspector shows them in full.
 */
export function rowColumns(
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
  columns: Pick<ColumnSet, 'of'>,
  { zoneName, day, hasOffsets, hasPrefixes }: ColumnLook,
): readonly GridColumn[] {
  const property = (column: ArrangedColumn): GridColumn =>
    propertyColumn(column, columns.of(column.name)?.types.filter((type) => type !== 'Null') ?? []);
  const note = day === undefined ? zoneName : `${day} ${zoneName}`;
  const hasMessage = front.some(({ role }) => role === 'message');
  return [
    {
      id: 'time',
      title: 'Time',
      note,
      // The whole name of the zone, because a truncated name would not tell which zone it is.
      width: Math.max(
        (day === undefined ? 216 : 176) + (hasOffsets ? 48 : 0),
        Math.ceil(`Time ${note}`.length * HEAD_CHAR_PX + HEAD_EDGES_PX),
      ),
      wholeChars: TIME_CHARS + (day === undefined ? DAY_CHARS : 0) + (hasOffsets ? OFFSET_CHARS : 0),
      mono: true,
      sortable: true,
    },
    ...front.map(property),
    ...(hasPrefixes ? [{ id: 'prefix', title: 'Prefix', width: 66, mono: true, sortable: true }] : []),
    {
      id: 'partitionKey',
      title: 'PartitionKey',
      width: hasPrefixes ? 176 : 200,
      mono: true,
      sortable: true,
    },
    {
      id: 'rowKey',
      title: 'RowKey',
      width: hasPrefixes ? AGENT_ROW_KEY_PX : 280,
      mono: true,
      grows: !hasMessage,
      sortable: true,
    },
    ...back.map(property),
    {
      id: 'timestamp',
      title: 'Timestamp',
      note: 'stored',
      width: 216,
      wholeChars: WHOLE_CHARS.get('Edm.DateTime'),
      mono: true,
      sortable: true,
    },
  ];
}

/** Room for the instant next to a number or a key, and for how long ago it was. */
export const BESIDE_CHARS = INSTANT_CHARS + RELATIVE_CHARS;

function wholeCharsOf(name: string, type: string): number {
  const isTicks = type === 'Edm.Int64' && /tick/i.test(name);
  return (WHOLE_CHARS.get(type) ?? 0) + (isTicks ? BESIDE_CHARS : 0);
}

function propertyColumn({ name, role, ...column }: ArrangedColumn, types: readonly string[]): GridColumn {
  const [type = ''] = types;
  const chars = type === 'Edm.Double' ? Math.min(ROUNDED_CHARS, column.chars) : column.chars;
  const title = name === '' ? '(no name)' : name;
  const shownChars = role === 'severity' ? Math.max(chars, SEVERITY_WORD_CHARS) : chars;
  const needed =
    Math.max(title.length, shownChars) * CHAR_PX + EDGES_PX + (role === 'severity' ? BADGE_PX : 0);
  const width = Math.round(Math.min(MOST_PX[role], Math.max(LEAST_PX, needed)));
  return {
    id: PROPERTY_MARK + name,
    title,
    sortable: true,
    // Several types in one column are worth a note; a single type is in the inspector.
    note: types.length > 1 ? types.map((each) => each.replace(/^Edm\./, '')).join(' | ') : undefined,
    width: role === 'message' ? MOST_PX.message : width,
    wholeChars: (type === 'Edm.Double' ? chars : wholeCharsOf(name, type)) || undefined,
    mono: role !== 'severity' && type !== 'Edm.String' && type !== 'Edm.Boolean',
    align: NUMBER_TYPES.has(type) && role !== 'severity' ? 'end' : 'start',
    grows: role === 'message',
    // Whether the user may let its texts wrap.
    wraps: type === 'Edm.String' && role !== 'severity',
  };
}

/** How many characters fit into a column. */
export function roomChars({ width, wholeChars = 0 }: GridColumn): number {
  return Math.max(wholeChars, Math.floor((width - EDGES_PX) / CHAR_PX));
}

/** "Fit widths" makes no column wider than this. */
const MOST_FITTED_PX = 900;

/** The width of a column for its longest visible text, and at least for the beginning of its title. */
export function fittedWidth(chars: number): number {
  return Math.ceil(Math.min(MOST_FITTED_PX, Math.max(LEAST_PX, chars * CHAR_PX + EDGES_PX)));
}

/** Formats whose texts may have any length, so that a column is not widened for them. */
const TEXT_FORMATS: ReadonlySet<CellFormat> = new Set(['automatic', 'text', 'json', 'base64']);

/** The width that a column needs for the longest text in a format, given in characters; undefined if it is wide enough. */
export function widthForFormat(column: GridColumn, format: CellFormat, chars: number): number | undefined {
  return TEXT_FORMATS.has(format) || roomChars(column) >= chars ? undefined : fittedWidth(chars);
}

export type SeverityReaders = ReadonlyMap<string, (text: string) => Severity | undefined>;

/** Readers for the values of each column that tells how severe a row is. */
export function severityReaders(
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
  columns: ColumnSet,
): SeverityReaders {
  const found = new Map<string, (text: string) => Severity | undefined>();
  for (const { name, role } of [...front, ...back]) {
    const column = role === 'severity' ? columns.of(name) : undefined;
    const read = column && severityReader(column);
    if (read !== undefined) found.set(name, read);
  }
  return found;
}

/** How to tell which rows are errors or worse; undefined if no column tells. */
export function errorMark({
  of,
  arrangement: { front, back, folded },
}: Pick<ArrangedColumns, 'of' | 'arrangement'>):
  | { readonly property: string; readonly texts: readonly string[] }
  | undefined {
  const isSeverity = (name: string): boolean => {
    const column = of(name);
    return column !== undefined && severityReader(column) !== undefined;
  };
  const property =
    [...front, ...back].find(({ role }) => role === 'severity')?.name ??
    folded.find(({ name }) => isSeverity(name))?.name;
  const column = property === undefined ? undefined : of(property);
  const texts = column === undefined ? [] : errorTexts(column);
  return property === undefined || texts.length === 0 ? undefined : { property, texts };
}
