import { type ReactNode, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { exportChoices, shownRows } from './exportChoice.ts';
import { MEMORY_WARNING, progressWords } from './exportWords.ts';
import css from './run.module.css';
import type { Exporter } from './useExporter.ts';

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

/** The files that a result can be saved as. */
export function ExportMenu({
  run,
  exporter,
}: {
  readonly run: RunState;
  readonly exporter: Exporter;
}): ReactNode {
  const services = useServices();
  const [isChoosing, setChoosing] = useState(false);
  useStore(services.rowList);
  const list = services.rowList.of(run.runId);
  const { question, answer } = useStore(services.selectedRows);
  const selected = question?.question.filters === list.filters ? answer?.total : undefined;
  const shown = shownRows(list, list.filters.length === 0 ? run.rows : selected);
  const choices = exportChoices(run.rows, shown);
  const isDisabled = exporter.isSaving || run.rows === 0;
  const saveChosen = (id: string): void => {
    if (id === CHOOSE.id) setChoosing(true);
    if (id === CAPTURE.id) exporter.saveCapture();
    const choice = choices.find((one) => one.id === id);
    if (choice !== undefined) exporter.save(choice);
  };
  useActions(
    [...choices, CHOOSE, CAPTURE].map(({ id, label }) => ({
      id: `results.export.${id}`,
      group: 'Results',
      title: `Export ${label}`,
      run: isDisabled ? undefined : () => saveChosen(id),
    })),
  );
  return (
    <>
      <Menu
        label="Export"
        look="subtle"
        placement="bottom end"
        isDisabled={isDisabled}
        entries={[...choices, CHOOSE, CAPTURE]}
        onAction={saveChosen}
      />
      {isChoosing && (
        <ExportDialog
          shown={shown}
          rows={run.rows}
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
  const { isSaving, progress, outcome } = exporter;
  if (isSaving) {
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
  if (outcome === undefined) return undefined;
  const { tone, title, detail } = outcome;
  const buttons = (
    <>
      {exporter.offered.map((file) => (
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
