import type { DemoRow } from '../../scripts/demo/rows.mjs';

/** The text of a property as it was seeded; '' if the row lacks it. */
export function valueOf(row: DemoRow, name: string): string {
  return row.properties.find(([propertyName]) => propertyName === name)?.[2] ?? '';
}
