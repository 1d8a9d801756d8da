import { type ReactNode, useState } from 'react';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import type { Services } from '../../../state/services/services.ts';
import { defined } from '../../../core/defined.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useStore } from '../../shared/useStore.ts';
import { type ExportChoice, exportChoices, onlyWords, shownRows } from './exportChoice.ts';
import css from './run.module.css';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../state/run/runState.ts';

/** What became of an export, in words; `warning`: the file does not hold everything that was asked for. */
export interface ExportOutcome {
  readonly tone: 'success' | 'warning' | 'error';
  readonly title: string;
  readonly detail?: string;
}

/**
 * Writes what was read to a file. What is not complete says so in the file's name and on the screen, and a second file
 * beside it says what is missing.
 */
export function ExportMenu(props: {
  readonly run: RunState;
  readonly onOutcome: (outcome: ExportOutcome) => void;
}): ReactNode {
  const { run, onOutcome } = props;
  const services = useServices();
  const [isBusy, setBusy] = useState(false);
  const { tab } = useStore(services.query);
  const shown = shownRows(useStore(services.rowBlocks), tab);
  const choices = exportChoices(run.rows, shown);
  const save = async (choice: ExportChoice): Promise<void> => {
    setBusy(true);
    try {
      onOutcome(await saveRows(services, run, choice));
    } catch (caught) {
      const detail = caught instanceof Error ? caught.message : 'The rows could not be read back.';
      onOutcome({ tone: 'error', title: 'Nothing was saved.', detail });
    } finally {
      setBusy(false);
    }
  };
  const isDisabled = isBusy || run.rows === 0;
  const saveChosen = (id: string): void => {
    const choice = choices.find((one) => one.id === id);
    if (choice !== undefined) void services.activity.track(save(choice));
  };
  useActions(
    choices.map(({ id, label }) => ({
      id: `results.export.${id}`,
      group: 'Results',
      title: `Export ${label}`,
      run: isDisabled ? undefined : () => saveChosen(id),
    })),
  );
  return (
    <Menu
      label="Export"
      look="subtle"
      placement="bottom end"
      isDisabled={isDisabled}
      entries={choices}
      onAction={saveChosen}
    />
  );
}

/** One line under the result; a fault gets a notice. */
export function ExportNotice(props: {
  readonly outcome: ExportOutcome;
  readonly onClose: () => void;
}): ReactNode {
  const { tone, title, detail } = props.outcome;
  const close = (
    <Button look="link" size="small" onPress={props.onClose}>
      Close
    </Button>
  );
  if (tone === 'error') {
    return (
      <Notice tone="error" title={title} actions={close} isLive>
        {detail}
      </Notice>
    );
  }
  return (
    <p className={css.outcome} role="alert">
      <VisibleText text={title} />
      {tone === 'warning' && <span className={css.warning}>{wordsOf(detail)}</span>}
      {close}
    </p>
  );
}

const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv;charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

async function saveRows(
  services: Services,
  run: RunState,
  { format, formulaGuard, query }: ExportChoice,
): Promise<ExportOutcome> {
  const { plan, completeness } = run;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const isShown = query !== undefined;
  const { rows, lossyRows } = await services.rows.exportRows((bytes) => void parts.push(bytes), {
    format,
    ...query,
    ...defined({ formulaGuard }),
  });
  const { tableName } = plan.request;
  const exported = !isShown ? 'all' : (query.filters ?? []).length > 0 ? 'filtered' : 'exact-window';
  const name = exportFileName(tableName, completeness, format, exported);
  services.saveFile(name, parts, MEDIA_TYPES[format]);
  const counted = isShown ? `${formatCount(rows)} of ${formatCount(run.rows)}` : formatCount(rows);
  const title = `${counted} rows saved as ${name}`;
  const lossy = lossyWords(lossyRows);
  if (completeness.state === 'complete')
    return lossy === undefined ? { tone: 'success', title } : { tone: 'warning', title, detail: lossy };
  // Beside the file, not in it: whoever reads its lines expects entities.
  const beside = exportFileName(tableName, completeness, 'completeness.json', exported);
  const report = completenessReport({
    file: name,
    completeness,
    ...(isShown && { exported: { rows, only: onlyWords(query) } }),
    plan,
    endpoint: run.endpoint,
  });
  services.saveFile(beside, [new TextEncoder().encode(report)], 'application/json');
  return {
    tone: 'warning',
    title,
    detail: [`It does not hold every row of the query: ${beside} lists what is missing.`, lossy]
      .filter((words) => words !== undefined)
      .join(' '),
  };
}

/** CSV and Parquet have one cell for a name, and UTF-8 no lone surrogates; NDJSON holds both. */
function lossyWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  const which = rows === 1 ? '1 row has' : `${formatCount(rows)} rows have`;
  return `${which} a property twice, or text that is not Unicode. NDJSON keeps everything.`;
}
