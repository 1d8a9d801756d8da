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

/** The id of a property's column; differs from all fixed ids, whatever the name of the property. */
const PROPERTY_MARK = 'property:';

/** What must be in sight whole: all digits of a time, of an Int64, of a GUID. */
const WHOLE_CHARS: ReadonlyMap<string, number> = new Map([
  ['Edm.Int64', '-9223372036854775808'.length],
  ['Edm.DateTime', '2026-11-22T01:44:00.1234567Z'.length],
  ['Edm.Guid', '00000000-0000-0000-0000-000000000000'.length],
]);
const TIME_CHARS = '01:44:00.1234567'.length;
const DAY_CHARS = '2026-11-22T'.length;
const OFFSET_CHARS = '+01:00'.length;

/** CSS px of a character, at most, and of what stands beside the text. */
const CHAR_PX = 7.6;
const EDGES_PX = 26;
const LEAST_PX = 64;
/** The widest that values make a column; longer ones end in dots. */
const MOST_PX: Readonly<Record<ColumnRole, number>> = {
  severity: 122,
  message: 420,
  source: 170,
  category: 170,
  measure: 160,
  detail: 260,
};
/** Tenant, role, role instance and row index as a Geneva agent writes them, without their zeros. */
const AGENT_ROW_KEY_PX = 352;
/** Room for the badge before the word. */
const BADGE_PX = 26;
const SEVERITY_WORD_CHARS = 'Information'.length;

/** CSS px of a character in a header, and of its edges with the arrow of the order. */
const HEAD_CHAR_PX = 6.8;
const HEAD_EDGES_PX = 46;

/** The header of Time names the zone whole: a cut one would leave open which it is. */
function timeHeadWidth(note: string): number {
  return Math.ceil('Time '.length * HEAD_CHAR_PX + note.length * HEAD_CHAR_PX + HEAD_EDGES_PX);
}

function propertyColumnId(name: string): string {
  return PROPERTY_MARK + name;
}

export function propertyOf(columnId: string): string | undefined {
  return columnId.startsWith(PROPERTY_MARK) ? columnId.slice(PROPERTY_MARK.length) : undefined;
}

/** The column of the store that a column of the grid shows. */
export function refOf(columnId: string): ColumnRef {
  switch (columnId) {
    case 'time':
      return TIME;
    case 'prefix':
      return PREFIX;
    case 'timestamp':
      return { name: 'Timestamp' };
    case 'partitionKey':
      return { name: 'PartitionKey' };
    case 'rowKey':
      return { name: 'RowKey' };
    default:
      return { name: propertyOf(columnId) ?? '' };
  }
}

/** The column of the grid that shows a column of the store. */
export function columnOfRef({ name, fact }: ColumnRef): string {
  if (fact !== undefined) return fact;
  if (name === 'PartitionKey') return 'partitionKey';
  if (name === 'Timestamp') return 'timestamp';
  return name === 'RowKey' ? 'rowKey' : propertyColumnId(name);
}

export interface ColumnLook {
  readonly zoneName: string;
  /** The one day (in that zone) in which all times are; then the header names it and the cells need not. */
  readonly day: string | undefined;
  /** The clock is put back or on among these times: some cells have an offset. */
  readonly hasOffsets: boolean;
  /** Rows have one of several prefixes. */
  readonly hasPrefixes: boolean;
}

/**
 * Time, what reads best (ColumnArrangement.front), the keys, all other properties, Timestamp. Keys are narrow: the inspector
 * shows them whole.
 */
export function rowColumns(
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
  columns: Pick<ColumnSet, 'of'>,
  { zoneName, day, hasOffsets, hasPrefixes }: ColumnLook,
): readonly GridColumn[] {
  const property = (column: ArrangedColumn): GridColumn =>
    propertyColumn(column, columns.of(column.name)?.types ?? []);
  const note = day === undefined ? zoneName : `${day} ${zoneName}`;
  const hasMessage = front.some(({ role }) => role === 'message');
  return [
    {
      id: 'time',
      title: 'Time',
      note,
      width: Math.max((day === undefined ? 216 : 176) + (hasOffsets ? 48 : 0), timeHeadWidth(note)),
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

/** Its numbers get their instant beside them, and how long ago that was. */
const BESIDE_CHARS = INSTANT_CHARS + RELATIVE_CHARS;

function isTickLike(name: string, type: string): boolean {
  return type === 'Edm.Int64' && /tick/i.test(name);
}

/** Whether it does is for the person to choose. */
function mayWrap(type: string, role: ColumnRole): boolean {
  return type === 'Edm.String' && role !== 'severity';
}

function wholeCharsOf(name: string, type: string): number {
  return (WHOLE_CHARS.get(type) ?? 0) + (isTickLike(name, type) ? BESIDE_CHARS : 0);
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
    id: propertyColumnId(name),
    title,
    sortable: true,
    // Two types in one column are worth knowing; one is in the inspector.
    note: types.length > 1 ? types.map((each) => each.replace(/^Edm\./, '')).join(' | ') : undefined,
    width: role === 'message' ? MOST_PX.message : width,
    wholeChars: (type === 'Edm.Double' ? chars : wholeCharsOf(name, type)) || undefined,
    mono: role !== 'severity' && type !== 'Edm.String' && type !== 'Edm.Boolean',
    align: NUMBER_TYPES.has(type) && role !== 'severity' ? 'end' : 'start',
    grows: role === 'message',
    wraps: mayWrap(type, role),
  };
}

/** Characters that a column has room for, at least. */
export function roomChars({ width, wholeChars = 0 }: GridColumn): number {
  return Math.max(wholeChars, Math.floor((width - EDGES_PX) / CHAR_PX));
}

/** The widest that "Fit widths" makes a column. */
const MOST_FITTED_PX = 900;

/** A column wide enough for its longest text in sight, or for its title's beginning. */
export function fittedWidth(chars: number): number {
  return Math.ceil(Math.min(MOST_FITTED_PX, Math.max(LEAST_PX, chars * CHAR_PX + EDGES_PX)));
}

/** Texts of any length: a column does not follow them. */
const TEXT_FORMATS: ReadonlySet<CellFormat> = new Set(['automatic', 'text', 'json', 'base64']);

/** The width that a column needs for a format whose longest text has so many characters; undefined: it has the room. */
export function widthForFormat(column: GridColumn, format: CellFormat, chars: number): number | undefined {
  return TEXT_FORMATS.has(format) || roomChars(column) >= chars ? undefined : fittedWidth(chars);
}
