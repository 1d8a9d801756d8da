import type { Action } from '../../../../state/base/actions.ts';

/** Keys that the grid itself handles; the sheet of shortcuts lists them. */
export const ROW_KEYS: readonly Action[] = [
  { id: 'rows.keep', group: 'Rows', title: 'Keep only rows with the value of the cell', keys: ['F'] },
  { id: 'rows.exclude', group: 'Rows', title: 'Exclude rows with the value of the cell', keys: ['X'] },
  { id: 'rows.filter', group: 'Rows', title: 'Filter a column, from its header', keys: ['F'] },
  { id: 'rows.group', group: 'Rows', title: 'Group by a column, from its header', keys: ['G'] },
  { id: 'rows.range', group: 'Rows', title: 'Select cells', keys: ['Shift \u2192', 'Shift \u2193'] },
  { id: 'rows.rows', group: 'Rows', title: 'Select whole rows', keys: ['Shift Space'] },
  { id: 'rows.all', group: 'Rows', title: 'Select all cells', keys: ['Ctrl A'] },
  {
    id: 'rows.moveColumn',
    group: 'Rows',
    title: 'Move a column, from its header',
    keys: ['Ctrl Shift \u2190', 'Ctrl Shift \u2192'],
  },
  {
    id: 'rows.resizeColumn',
    group: 'Rows',
    title: 'Resize a column, from its header',
    keys: ['Shift \u2190', 'Shift \u2192'],
  },
  { id: 'rows.wrap', group: 'Rows', title: 'Wrap long text on or off', keys: ['W'] },
  { id: 'rows.sort', group: 'Rows', title: 'Sort by a column, from its header', keys: ['Enter'] },
  { id: 'rows.sortToo', group: 'Rows', title: 'Sort by one more column, from its header', keys: ['+'] },
];
