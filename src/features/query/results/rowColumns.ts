import type { ColumnInfo } from '../../../core/entities/store/entityStore.ts';
import type { GridColumn } from '../../../ui/grid/gridTypes.ts';

/** A property column's id: apart from the fixed ones, whatever the property is called. */
const PROPERTY_MARK = 'property:';

const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['Edm.Boolean', 70],
  ['Edm.Int32', 90],
  ['Edm.Int64', 160],
  ['Edm.Double', 130],
  ['Edm.DateTime', 210],
  ['Edm.Guid', 260],
]);
/** What must be in sight whole: all digits of a time, of an Int64, of a GUID. */
const WHOLE_CHARS: ReadonlyMap<string, number> = new Map([
  ['Edm.Int64', '-9223372036854775808'.length],
  ['Edm.DateTime', '2026-11-22T01:44:00.1234567Z'.length],
  ['Edm.Guid', '00000000-0000-0000-0000-000000000000'.length],
]);
const TIME_CHARS = '01:44:00.1234567'.length;
const DAY_CHARS = '2026-11-22T'.length;
const NUMBERS = new Set(['Edm.Int32', 'Edm.Int64', 'Edm.Double']);
const STRING_WIDTH = 200;

function propertyColumnId(name: string): string {
  return PROPERTY_MARK + name;
}

export function propertyOf(columnId: string): string | undefined {
  return columnId.startsWith(PROPERTY_MARK) ? columnId.slice(PROPERTY_MARK.length) : undefined;
}

/**
 * Time and keys first, then the properties in the given order, Timestamp last.
 * `day`: the one day (in that zone) in which all times lie; then the header names it and the cells need not.
 */
export function rowColumns(
  properties: readonly ColumnInfo[],
  zoneName: string,
  day: string | undefined,
): readonly GridColumn[] {
  return [
    {
      id: 'time',
      title: 'Time',
      note: day === undefined ? zoneName : `${day} ${zoneName}`,
      width: day === undefined ? 216 : 176,
      wholeChars: TIME_CHARS + (day === undefined ? DAY_CHARS : 0),
      mono: true,
      sortable: true,
    },
    { id: 'partitionKey', title: 'PartitionKey', width: 336, mono: true },
    { id: 'rowKey', title: 'RowKey', width: 330, mono: true },
    ...properties.map(propertyColumn),
    {
      id: 'timestamp',
      title: 'Timestamp',
      note: 'stored',
      width: 216,
      wholeChars: WHOLE_CHARS.get('Edm.DateTime'),
      mono: true,
    },
  ];
}

function propertyColumn(info: ColumnInfo): GridColumn {
  const type = info.types[0]?.type ?? '';
  return {
    id: propertyColumnId(info.name),
    title: info.name === '' ? '(no name)' : info.name,
    note: info.types.map((seen) => seen.type.replace(/^Edm\./, '')).join(' | '),
    width: WIDTHS.get(type) ?? STRING_WIDTH,
    wholeChars: WHOLE_CHARS.get(type),
    mono: type !== 'Edm.String' && type !== 'Edm.Boolean',
    align: NUMBERS.has(type) ? 'end' : 'start',
  };
}
