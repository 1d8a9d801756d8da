import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { spokenText } from '../../../ui/text/textParts.ts';
import { formatCount } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { allWords, type ExportChoice, FORMATS, type ShownRows, shownWords } from './exportChoice.ts';
import css from './run.module.css';

/** More are found by the search. */
const MOST_LISTED = 60;

/** Chooses format, rows and columns of an export. */
export function ExportDialog(props: {
  /** The rows of the list, if it hides or sorts some. */
  readonly shown: ShownRows | undefined;
  /** Rows that were read. */
  readonly rows: number;
  readonly onSave: (choice: ExportChoice) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { shown } = props;
  const columns = useStore(useServices().columns).answer;
  const [format, setFormat] = useState('ndjson');
  const [rows, setRows] = useState(shown === undefined ? 'all' : 'shown');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const names = useMemo(() => columns?.all.map(({ name }) => name) ?? [], [columns]);
  const chosen = FORMATS.find(({ id }) => id === format);
  const save = (): void => {
    if (chosen === undefined) return;
    props.onSave({
      ...chosen,
      query: rows === 'shown' ? shown?.query : undefined,
      properties: left.size > 0 ? names.filter((name) => !left.has(name)) : undefined,
    });
  };
  return (
    <Dialog
      title="Export"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      actions={
        <Button look="primary" onPress={save}>
          {exportWords(rows === 'all' ? props.rows : shown?.count)}
        </Button>
      }
    >
      <div className={css.exportParts}>
        <SegmentedControl
          label="Format"
          segments={FORMATS.map(({ id, label }) => ({ id, label }))}
          value={format}
          onChange={setFormat}
        />
        <p className={css.unreadNote}>{chosen?.description}</p>
        {shown !== undefined && (
          <SegmentedControl
            label="Rows"
            segments={[
              { id: 'shown', label: shownWords(shown) },
              { id: 'all', label: allWords(props.rows) },
            ]}
            value={rows}
            onChange={setRows}
          />
        )}
        <ColumnChoice names={names} left={left} onLeft={setLeft} />
        <p className={css.unreadNote}>PartitionKey, RowKey and Timestamp are always written.</p>
      </div>
    </Dialog>
  );
}

/** Which properties the file has. */
function ColumnChoice(props: {
  readonly names: readonly string[];
  /** Those that are left out. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}): ReactNode {
  const { names, left, onLeft } = props;
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  const more = found.length - MOST_LISTED;
  return (
    <>
      <TextField label="Find a column" value={search} onChange={setSearch} />
      <div className={css.exportColumns} role="group" aria-label="Columns of the file">
        <Checkbox
          label={`All ${formatCount(names.length)} columns`}
          isSelected={left.size === 0}
          isIndeterminate={left.size > 0 && left.size < names.length}
          onChange={(isSelected) => onLeft(new Set(isSelected ? [] : names))}
        />
        {found.slice(0, MOST_LISTED).map((name) => (
          <Checkbox
            key={name}
            label={spokenText(name)}
            isSelected={!left.has(name)}
            onChange={(isSelected) =>
              onLeft(new Set(isSelected ? [...left].filter((each) => each !== name) : [...left, name]))
            }
          />
        ))}
      </div>
      {more > 0 && <p className="third">and {formatCount(more)} more: find them by name</p>}
    </>
  );
}

/** Undefined: how many is still being counted. */
function exportWords(rows: number | undefined): string {
  return rows === undefined ? 'Export selected rows' : `Export ${formatCount(rows)} rows`;
}
