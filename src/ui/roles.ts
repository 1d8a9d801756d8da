/**
 * Roles of composite widgets that HTML has no element for: a list box of inline parts, a virtualised grid, a map with
 * a cursor. (`select`, `datalist` and `table` cannot be drawn or windowed that way.)
 */
export const ROLES = {
  listbox: 'listbox',
  option: 'option',
  grid: 'grid',
  rowgroup: 'rowgroup',
  row: 'row',
  gridcell: 'gridcell',
  columnheader: 'columnheader',
  separator: 'separator',
  application: 'application',
} as const;
