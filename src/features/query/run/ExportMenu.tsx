import { type ReactNode, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu, type MenuEntry } from '../../../ui/controls/Menu.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useListState, useSelectedCount } from '../../shared/selection/SelectedRows.tsx';
import {
  exportChoices,
  keysOfFile,
  shownRows,
  allWords,
  type ExportChoice,
  FORMATS,
  type ShownRows,
  shownWords,
  MEMORY_WARNING,
  progressWords,
} from './exportWords.ts';
import css from './run.module.css';
import type { Exporter } from './useExporter.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { spokenText } from '../../../ui/text/textParts.ts';
import { formatCount } from '../../../ui/format.ts';

const CHOOSE = {
  id: 'choose',
  label: 'Choose rows and columns',
  description: 'Any format, selected rows or all, only some columns',
};

const CAPTURE = {
  id: 'capture',
  label: 'Capture',
  description: "To open this result again, here or elsewhere. It holds the table's rows",
};

/** A menu of the files that a result can be saved as. */
export function ExportMenu(props: { readonly run: RunState; readonly exporter: Exporter }): ReactNode {
  const { run, exporter } = props;
  const [isChoosing, setChoosing] = useState(false);
  const list = useListState(run.runId, (state) => state);
  const shown = shownRows(list, useSelectedCount(run).selected);
  const choices = exportChoices(run.rows, shown);
  const isDisabled = exporter.state.kind === 'saving' || run.rows === 0;
  const saveChosen = (id: string): void => {
    if (id === CHOOSE.id) setChoosing(true);
    if (id === CAPTURE.id) exporter.saveCapture();
    const choice = choices.find((one) => one.id === id);
    if (choice !== undefined) exporter.save(choice);
  };
  const entries: readonly MenuEntry[] = [...choices, CHOOSE, CAPTURE];
  useActions(
    entries.map(({ id, label, shortcut }) => ({
      id: `results.export.${id}`,
      group: 'Results',
      title: `Export ${label}`,
      press: shortcut?.at(-1),
      run: isDisabled ? undefined : () => saveChosen(id),
    })),
  );
  return (
    <>
      <Menu label="Export" look="subtle" isDisabled={isDisabled} entries={entries} onAction={saveChosen} />
      {isChoosing && (
        <ExportDialog
          shown={shown}
          run={run}
          onClose={() => setChoosing(false)}
          onSave={(choice) => {
            setChoosing(false);
            exporter.save(choice);
          }}
        />
      )}
    </>
  );
}

/** One line under the result: the export's progress or outcome; a fault gets a notice. */
export function ExportNotice({ exporter }: { readonly exporter: Exporter }): ReactNode {
  const { state } = exporter;
  if (state.kind === 'none') return undefined;
  if (state.kind === 'saving') {
    const { progress } = state;
    return (
      <p className={css.outcome}>
        <VisibleText text={progressWords(progress)} />
        {progress?.isLargeInMemory === true && <span className="warn">{MEMORY_WARNING}</span>}
        <Button look="link" size="small" onPress={exporter.cancel}>
          Cancel export
        </Button>
      </p>
    );
  }
  const { tone, title, detail } = state.outcome;
  const buttons = (
    <>
      {state.offered.map((file) => (
        <Button key={file.button} look="link" size="small" onPress={() => exporter.saveOffered(file)}>
          {file.button}
        </Button>
      ))}
      <Button look="link" size="small" onPress={exporter.close}>
        Close
      </Button>
    </>
  );
  if (tone === 'error') {
    return (
      <Notice tone="error" title={title} actions={buttons} isLive>
        {detail}
      </Notice>
    );
  }
  return (
    <p className={css.outcome} role="alert">
      <VisibleText text={title} />
      {tone === 'warning' && <span className="warn">{wordsOf(detail)}</span>}
      {buttons}
    </p>
  );
}

/** Further columns are found by the search. */
const MOST_LISTED = 60;

function ExportDialog(props: {
  /** The rows of the list, if it leaves some out or is sorted. */
  readonly shown: ShownRows | undefined;
  readonly run: RunState;
  readonly onSave: (choice: ExportChoice) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { shown, run } = props;
  const columns = useStore(useServices().columns).answer;
  const [format, setFormat] = useState('ndjson');
  const [rows, setRows] = useState<'all' | 'shown'>(shown === undefined ? 'all' : 'shown');
  /** The names of properties that are left out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const names = columns?.all.map(({ name }) => name) ?? [];
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
  const more = found.length - MOST_LISTED;
  const chosen = FORMATS.find(({ id }) => id === format);
  /** Undefined while the selected rows are being counted. */
  const count = rows === 'all' ? run.rows : shown?.count;
  const properties = left.size > 0 ? names.filter((name) => !left.has(name)) : undefined;
  const keys = chosen && keysOfFile(names, { ...chosen, properties }, run.plan.queries[0]);
  const save = (): void => {
    if (chosen === undefined) return;
    props.onSave({ ...chosen, query: rows === 'shown' ? shown?.query : undefined, properties });
  };
  return (
    <Dialog
      title="Export"
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      actions={
        <Button look="primary" onPress={save} isDisabled={keys?.isWithoutColumns}>
          {count === undefined ? 'Export selected rows' : `Export ${formatCount(count)} rows`}
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
        <p className={css.exportNote}>{chosen?.description}</p>
        {shown !== undefined && (
          <SegmentedControl
            label="Rows"
            segments={[
              { id: 'shown', label: shownWords(shown) },
              { id: 'all', label: allWords(run.rows) },
            ]}
            value={rows}
            onChange={setRows}
          />
        )}
        <TextField label="Find a column" value={search} onChange={setSearch} />
        <div className={css.exportColumns} role="group" aria-label="Columns of the file">
          <Checkbox
            label={`All ${formatCount(names.length)} columns`}
            isSelected={left.size === 0}
            isIndeterminate={left.size > 0 && left.size < names.length}
            onChange={(isSelected) => setLeft(new Set(isSelected ? [] : names))}
          />
          {found.slice(0, MOST_LISTED).map((name) => (
            <Checkbox
              key={name}
              label={spokenText(name)}
              isSelected={!left.has(name)}
              onChange={(isSelected) =>
                setLeft(new Set(isSelected ? [...left].filter((each) => each !== name) : [...left, name]))
              }
            />
          ))}
        </div>
        {more > 0 && <p className="third">and {formatCount(more)} more: find them by name</p>}
        <p className={css.exportNote}>{keys?.note}</p>
      </div>
    </Dialog>
  );
}
