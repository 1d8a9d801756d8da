import { ArrowDown, ArrowUp, Pin, PinOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CELL_FORMATS, cellFormatOf } from '../../../../core/rows/cellFormats.ts';
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx';
import { Button } from '../../../../ui/controls/Button.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { FlyoutButton } from '../../../../ui/overlays/FlyoutButton.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import type { ListedColumn, ChosenColumns } from './useColumnChoice.ts';
import { propertyOf } from './rowColumns.ts';
import css from './rows.module.css';
import { NOT_KEPT } from '../../../../state/address/namedLinks.ts';
import { writeHash } from '../../../../state/address/hashAddress.ts';
import { textsOfView, viewOfTexts } from '../../../../state/results/sharedView.ts';
import { QUERY_VIEW } from '../../../../state/run/queryForm.ts';
import { savedForm } from '../../../../state/run/savedQueries.ts';
import { useGroupActions } from '../../../shared/useActions.ts';
import { useServices, useStore } from '../../../shared/services.tsx';

/** A button that opens the list of columns, to choose which are shown and pinned, and in which order. */
export function ColumnChooser({ chosen }: { readonly chosen: ChosenColumns }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useGroupActions('Rows', [['rows.columns', 'Choose the columns of the list', () => setOpen(true)]]);
  const sets = useColumnSets(chosen);
  return (
    <FlyoutButton label="Columns" face="Columns" look="plain" isOpen={isOpen} onOpenChange={setOpen}>
      <ColumnList chosen={chosen} sets={sets} />
    </FlyoutButton>
  );
}

/**
 * How many columns are listed at first and added with each press, up to a limit. A table may have any number of columns; the search finds
 * all.
 */
const SHOWN_AT_FIRST = 60;
const MOST_SHOWN = 1000;

function ColumnList(props: {
  readonly chosen: ChosenColumns;
  readonly sets: readonly ColumnSet[];
}): ReactNode {
  const { chosen, sets } = props;
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const { listed, more } = chosen.find(search, most);
  const next = Math.min(more, SHOWN_AT_FIRST, MOST_SHOWN - most);
  return (
    <div className={css.columnList}>
      <TextField label="Find a column" value={search} onChange={setSearch} />
      <ul aria-label="Columns of the list">
        {listed.map((column) => (
          <ColumnLine key={column.id} column={column} chosen={chosen} />
        ))}
      </ul>
      {listed.length === 0 && <p className="third">No column name contains this.</p>}
      {more > 0 && (
        <p className="third">
          {formatPlural(more, 'more column')}: type a part of the name{' '}
          {next > 0 && (
            <Button look="link" size="small" onPress={() => setMost(most + next)}>
              {`Show ${formatCount(next)}`}
            </Button>
          )}
        </p>
      )}
      <div className={css.columnActions}>
        <Checkbox label="Wrap long text" isSelected={chosen.wraps} onChange={chosen.toggleWrap} />
        <Button size="small" onPress={chosen.fitAll}>
          Fit widths
        </Button>
        <Button size="small" onPress={chosen.hideEmpty} isDisabled={chosen.empty().length === 0}>
          Hide empty
        </Button>
        <Button size="small" onPress={chosen.reset}>
          Reset
        </Button>
      </div>
      <ColumnSets chosen={chosen} sets={sets} />
    </div>
  );
}

/** The other columns are shown as times or as numbers of prefixes already. */
function hasFormats(id: string): boolean {
  return id === 'partitionKey' || id === 'rowKey' || propertyOf(id) !== undefined;
}

function ColumnLine(props: { readonly column: ListedColumn; readonly chosen: ChosenColumns }): ReactNode {
  const { column, chosen } = props;
  const { id, title, isShown, isPinned } = column;
  return (
    <li className={css.columnLine}>
      <label className="row grow gap6">
        <input type="checkbox" checked={isShown} onChange={() => chosen.show(column, !isShown)} />
        <span className="clip">
          <VisibleText text={title} />
        </span>
      </label>
      <span className="third">{column.note}</span>
      {isShown && hasFormats(id) && (
        <select
          className={css.format}
          aria-label={`Format of ${title}`}
          value={chosen.formatOf(id)}
          onChange={(event) => {
            const format = cellFormatOf(event.target.value);
            if (format !== undefined) chosen.setFormat(id, format);
          }}
        >
          {CELL_FORMATS.map((format) => (
            <option key={format.id} value={format.id}>
              {format.title}
            </option>
          ))}
        </select>
      )}
      {isShown && (
        <span className={css.columnMoves}>
          <button type="button" aria-label={`Move ${title} left`} onClick={() => chosen.step(id, -1)}>
            <ArrowUp aria-hidden="true" />
          </button>
          <button type="button" aria-label={`Move ${title} right`} onClick={() => chosen.step(id, 1)}>
            <ArrowDown aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label={`Pin ${title}`}
            aria-pressed={isPinned}
            onClick={() => chosen.pin(id, !isPinned)}
          >
            {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          </button>
        </span>
      )}
    </li>
  );
}

/** A named arrangement of columns. */
interface ColumnSet {
  readonly name: string;
  readonly take: () => void;
}

/** Named arrangements of columns, for any table with such columns. They are saved and shared like queries. */
function useColumnSets({ take }: Pick<ChosenColumns, 'take'>): readonly ColumnSet[] {
  const { saved } = useServices();
  const sets = useStore(saved).flatMap((link) => {
    const form = savedForm(link);
    const { columns } = form.table === '' ? viewOfTexts(form.view) : {};
    return columns === undefined ? [] : [{ name: link.name, take: () => take(columns) }];
  });
  useGroupActions(
    'Rows',
    sets.map((set) => [`columns.${set.name}`, `Use the columns ${set.name}`, set.take]),
  );
  return sets;
}

function ColumnSets(props: {
  readonly chosen: ChosenColumns;
  readonly sets: readonly ColumnSet[];
}): ReactNode {
  const { chosen, sets } = props;
  const { saved } = useServices();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const save = (): void => {
    const refused = saved.add(name, writeHash(QUERY_VIEW, textsOfView({ columns: chosen.choice })));
    setFault(refused ?? (saved.isKept() ? undefined : NOT_KEPT));
    if (refused === undefined) setName('');
  };
  return (
    <>
      <div className={css.columnActions}>
        <TextField
          label="Save these columns as"
          value={name}
          onChange={setName}
          error={fault}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
        <Button size="small" onPress={save} isDisabled={name === ''}>
          {sets.some((set) => set.name === name.trim()) ? 'Replace' : 'Save'}
        </Button>
      </div>
      {sets.length > 0 && (
        <div className={css.columnActions}>
          Saved:
          {sets.map((set) => (
            <Button key={set.name} size="small" onPress={set.take}>
              {set.name}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
