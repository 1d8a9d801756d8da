import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { errorTexts, type Severity, severityReader } from '../../../../core/rows/severity.ts';

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
