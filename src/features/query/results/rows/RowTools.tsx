import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { ColumnArrangement, FoldedColumn } from '../../../../core/rows/arrangeColumns.ts';
import type { Completeness } from '../../../../core/plan/completeness.ts';
import { rowCountText } from '../../../../core/plan/completenessText.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatPlural, formatCount } from '../../../../ui/format.ts';
import { wordsOf, VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { isTimeRange, withFilter, withTimeRange } from '../../../../state/run/rowListState.ts';
import { Property } from './EntityInspector.tsx';
import { FilterButton, type FilterField } from './FilterEditor.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { ChosenColumns } from './useColumnChoice.ts';
import css from './rows.module.css';
import { type RowList, type RowSearch, nextMatch } from './useRowList.ts';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { shortened } from '../../../../core/words.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { OVERLAYS, useWindowKey } from '../../../shared/keyOwners.ts';
import { useActions } from '../../../shared/useActions.ts';
import type { Action } from '../../../../state/base/actions.ts';

const BASIS_WORDS = {
  key: 'Time from the key',
  event: 'Event time; keys hold it rounded',
  arrival: 'No time in the keys: Time is Timestamp, when the row was stored',
} as const;

interface SearchProps {
  readonly list: RowList;
  readonly found: RowSearch;
  readonly selected: number | undefined;
  readonly onGoTo: (position: number) => void;
}

/**
 * The line above the grid: how many rows there are, where their times come from, a filter for the exact times, and columns with a single
 * value.
 */
export function RowTools(
  props: SearchProps & {
    readonly shown: ColumnArrangement;
    readonly chosen: ChosenColumns;
    readonly filter: FilterField;
    readonly state: Completeness['state'];
  },
): ReactNode {
  const { list, filter } = props;
  const { folded, more } = props.shown;
  const { answer, fault } = list;
  return (
    <div className={css.tools}>
      <SearchRows {...props} />
      <FilterButton
        field={filter}
        onDraft={(draft, before) => {
          const others = list.filters.filter((each) => each !== before);
          list.setFilters(draft === undefined ? others : withFilter(others, draft), before !== undefined);
        }}
      />
      <ColumnChooser chosen={props.chosen} />
      {list.filters.length === 0 && (
        <span className={css.count}>{rowCountText(answer?.total ?? 0, props.state)}</span>
      )}
      <TimeBasisWords
        list={list}
        // An answer of SQL has no keys of its own, so its Time column is hidden and must not be called the time of a key.
        isTimeShown={props.chosen.columns.some(({ id }) => id === 'time')}
      />
      {fault !== undefined && (
        <>
          <span role="alert">{wordsOf(fault)}</span>
          <Button look="link" size="small" onPress={list.askAgain}>
            Try again
          </Button>
        </>
      )}
      {folded.length === 0 && <span className="rest" />}
      {more > 0 && <span className="third">{formatPlural(more, 'more column')} in Columns</span>}
      {folded.length > 0 && <OneValueColumns columns={folded} />}
    </div>
  );
}

/**
 * Says where the times of the rows come from. Keys hold rounded times, so a query reads rows outside its window; one press leaves these
 * out.
 */
function TimeBasisWords(props: { readonly list: RowList; readonly isTimeShown: boolean }): ReactNode {
  const { list, isTimeShown } = props;
  const { basis, window, filters } = list;
  const inWindow = window && withTimeRange(filters, window.from, window.to);
  return (
    <>
      {basis !== undefined && isTimeShown && (
        <span className="third">
          {BASIS_WORDS[basis]}
          {basis === 'key' && list.rounded}
        </span>
      )}
      {basis === 'event' && inWindow !== undefined && !filters.some(isTimeRange) && (
        <Button look="link" size="small" onPress={() => list.setFilters(inWindow)}>
          Only rows in the time range
        </Button>
      )}
    </>
  );
}

/** How many of these columns are named; a dialog lists all. */
const NAMED = 2;
const EXAMPLE_CHARS = 24;

/** Says which columns have the same value in every row. Pressing it lists them all. */
function OneValueColumns({ columns }: { readonly columns: readonly FoldedColumn[] }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const shown = columns.slice(0, NAMED);
  return (
    <span className={css.folded}>
      <span className="clip third">
        {formatPlural(columns.length, 'column')} with one value:{' '}
        {shown.map(({ name, text }, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <VisibleText text={shortened(name, EXAMPLE_CHARS)} /> ={' '}
            <VisibleText text={shortened(text, EXAMPLE_CHARS)} />
          </span>
        ))}
      </span>
      <Button look="link" size="small" onPress={() => setIsOpen(true)}>
        Show all
      </Button>
      <Dialog title="Columns with one value in all rows" isOpen={isOpen} onOpenChange={setIsOpen}>
        <table className={css.properties}>
          <tbody>
            {columns.map((column) => (
              <Property key={column.name} {...column} format="automatic" />
            ))}
          </tbody>
        </table>
      </Dialog>
    </span>
  );
}

/** A pane of Split, which shows one of the two results. */
const PANE = 'section[aria-current]';

/** Searches all keys and values for a text: how many rows contain it, and the next or previous one. */
function SearchRows({ list, found, selected = -1, onGoTo }: SearchProps): ReactNode {
  const { search: text, setSearch } = list;
  const { positions } = found;
  const isNone = positions?.length === 0;
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
        onChange={setSearch}
        placeholder={`Search ${formatPlural(list.answer?.total ?? 0, 'row')}   /`}
        ref={field}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey) go(false);
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            event.preventDefault();
            setSearch('');
          }
        }}
      />
      {text !== '' && (
        <>
          <span className={css.found} role="status">
            {found.fault ??
              (positions !== undefined
                ? foundWords(positions, selected)
                : `Searching${found.soFar ? `, ${formatPlural(found.soFar, 'row')} so far` : ''}`)}
          </span>
          <IconButton
            size="small"
            label="Previous match"
            icon={<ChevronUp />}
            isDisabled={isNone}
            onPress={() => go(true)}
          />
          <IconButton
            size="small"
            label="Next match"
            icon={<ChevronDown />}
            shortcut="Enter"
            isDisabled={isNone}
            onPress={() => go(false)}
          />
          <Button
            size="small"
            look="link"
            isDisabled={isNone}
            onPress={() => {
              list.selectFound();
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

/** Ctrl+F moves to this search, because the browser's own search sees only the rows that are drawn. */
function useBrowserSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useWindowKey((event) => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
    // Pressed again, Ctrl+F opens the browser's search.
    if (document.activeElement === field.current || isOfOtherPane(field.current)) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
}

/** In Split, Ctrl+F belongs to the pane with the focus, or else to the pane of the tab in sight. */
function isOfOtherPane(field: HTMLInputElement | null): boolean {
  const pane = field?.closest(PANE);
  if (!pane) return false;
  const focused = document.activeElement?.closest(PANE);
  return focused ? focused !== pane : pane.ariaCurrent === 'false';
}

function foundWords(positions: Uint32Array, selected: number): string {
  const at = positions.indexOf(selected);
  const all = formatPlural(positions.length, 'row');
  if (positions.length === 0) return 'No row contains it';
  return at < 0 ? `${all} found` : `${formatCount(at + 1)} of ${all}`;
}

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
