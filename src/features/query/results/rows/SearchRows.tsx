import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { useActions } from '../../../shared/useActions.ts';
import css from './rows.module.css';
import { nextMatch } from './useRowSearch.ts';

/** What has the keyboard for itself while it is open. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [data-trigger]';

/** Keys of the list itself, for the sheet of shortcuts: the grid listens for them. */
const ROW_KEYS = [
  { id: 'rows.keep', group: 'Rows', title: 'Keep only rows with the value of the cell', keys: ['F'] },
  { id: 'rows.exclude', group: 'Rows', title: 'Exclude rows with the value of the cell', keys: ['X'] },
  { id: 'rows.filter', group: 'Rows', title: 'Filter a column, from its header', keys: ['F'] },
  { id: 'rows.range', group: 'Rows', title: 'Select cells', keys: ['Shift \u2192', 'Shift \u2193'] },
  { id: 'rows.rows', group: 'Rows', title: 'Select whole rows', keys: ['Shift Space'] },
  { id: 'rows.all', group: 'Rows', title: 'Select all cells', keys: ['Ctrl A'] },
  {
    id: 'rows.move',
    group: 'Rows',
    title: 'Move a column, from its header',
    keys: ['Ctrl Shift \u2190', 'Ctrl Shift \u2192'],
  },
  { id: 'rows.wrap', group: 'Rows', title: 'Wrap long text on or off', keys: ['W'] },
  { id: 'rows.sort', group: 'Rows', title: 'Sort by a column, from its header', keys: ['Enter'] },
  { id: 'rows.sortToo', group: 'Rows', title: 'Sort by one more column, from its header', keys: ['+'] },
];

/** Looks for a text in all keys and values: how many rows hold it, and the next and previous one. */
export function SearchRows(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly rowCount: number;
  /** Undefined while it is looked for. */
  readonly positions: Uint32Array | undefined;
  readonly fault: string | undefined;
  /** Rows found while it is looked for. */
  readonly soFar: number | undefined;
  readonly selected: number | undefined;
  readonly onGoTo: (position: number) => void;
}): ReactNode {
  const { text, positions, selected = -1, onGoTo } = props;
  const field = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  const go = (isBack: boolean): void => {
    const to = positions && nextMatch(positions, selected, isBack);
    if (to !== undefined) onGoTo(to);
  };
  useActions([
    ...ROW_KEYS,
    {
      id: 'rows.search',
      group: 'Rows',
      title: 'Search rows',
      keys: ['/', 'Ctrl F'],
      press: '/',
      run: () => field.current?.focus(),
    },
  ]);
  // The browser's own search sees only the rows that are drawn.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
      // Pressed again, it is the browser's.
      if (document.activeElement === field.current) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className={css.search} role="search">
      <TextField
        label="Search rows"
        hideLabel
        value={text}
        onChange={props.onChange}
        placeholder={`Search ${formatPlural(props.rowCount, 'row')}   /`}
        ref={field}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey) go(false);
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            event.preventDefault();
            props.onChange('');
          }
        }}
      />
      {text !== '' && (
        <>
          <span className={css.found} role="status">
            {props.fault ??
              (positions === undefined ? searchingWords(props.soFar) : foundWords(positions, selected))}
          </span>
          <IconButton size="small" label="Previous match" icon={<ChevronUp />} onPress={() => go(true)} />
          <IconButton
            size="small"
            label="Next match"
            icon={<ChevronDown />}
            shortcut="Enter"
            onPress={() => go(false)}
          />
        </>
      )}
    </div>
  );
}

function searchingWords(soFar = 0): string {
  return soFar === 0 ? 'Searching' : `Searching, ${formatPlural(soFar, 'row')} so far`;
}

function foundWords(positions: Uint32Array, selected: number): string {
  const at = positions.indexOf(selected);
  const all = formatPlural(positions.length, 'row');
  if (positions.length === 0) return 'No row contains it';
  return at < 0 ? `${all} found` : `${formatCount(at + 1)} of ${all}`;
}
