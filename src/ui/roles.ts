/**
 * ARIA roles of composite widgets without an HTML element: a list box of inline parts, a virtualised grid, a map with a
 * cursor, the panel of a tab. (`select`, `datalist` and `table` cannot be styled or virtualised like this.)
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
  tabpanel: 'tabpanel',
} as const;
