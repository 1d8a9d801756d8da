import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../../../ui/controls/Button.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { useActions } from '../../../shared/useActions.ts';
import css from './rows.module.css';
import { ROW_KEYS } from './rowKeys.ts';
import { nextMatch } from './useRowSearch.ts';

/** What has the keyboard for itself while it is open. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [data-trigger]';

/** One of the two results of Split. */
const PANE = 'section[aria-current]';

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
  /** Makes the rows that hold the text the selection. */
  readonly onSelect: () => void;
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
      keys: ['Ctrl F'],
      press: '/',
      run: () => field.current?.focus(),
    },
  ]);
  useBrowserSearchKey(field);
  return (
    <div className={css.search}>
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
          <Button
            size="small"
            look="link"
            onPress={() => {
              props.onSelect();
              field.current?.focus();
            }}
          >
            Select them
          </Button>
        </>
      )}
    </div>
  );
}

/** Ctrl+F. The browser's own search sees only the rows that are drawn. */
function useBrowserSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
      // Pressed again, it is the browser's.
      if (document.activeElement === field.current || isOfOtherPane(field.current)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field]);
}

/** In Split, Ctrl+F is of the pane with the focus, else of the one that is in sight. */
function isOfOtherPane(field: HTMLInputElement | null): boolean {
  const pane = field?.closest(PANE);
  if (!pane) return false;
  const focused = document.activeElement?.closest(PANE);
  return focused ? focused !== pane : pane.ariaCurrent === 'false';
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
