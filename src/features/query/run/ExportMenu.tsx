import { type ReactNode, useState } from 'react';
import { exportFileName } from '../../../state/base/exportFile.ts';
import type { Interval } from '../../../core/time/interval.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import type { Services } from '../../../state/services/services.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { exportEntries, SHOWN_ID, shownRows } from './exportChoice.ts';
import css from '../query.module.css';
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
  const save = async (exactWindow: Interval | undefined): Promise<void> => {
    setBusy(true);
    try {
      onOutcome(await saveNdjson(services, run, exactWindow));
    } catch (caught) {
      const detail = caught instanceof Error ? caught.message : 'The rows could not be read back.';
      onOutcome({ tone: 'error', title: 'Nothing was saved.', detail });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label="Export"
      look="subtle"
      placement="bottom end"
      isDisabled={isBusy || run.rows === 0}
      entries={exportEntries(run.rows, shown)}
      onAction={(id) => void services.activity.track(save(id === SHOWN_ID ? shown?.window : undefined))}
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
    <p className={css.subject} role="alert">
      <VisibleText text={title} />
      {tone === 'warning' && <span className={css.changed}>{wordsOf(detail)}</span>}
      {close}
    </p>
  );
}

async function saveNdjson(
  services: Services,
  run: RunState,
  exactWindow: Interval | undefined,
): Promise<ExportOutcome> {
  const { plan, completeness } = run;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const isShown = exactWindow !== undefined;
  const { rows } = await services.rows.exportNdjson(
    (bytes) => void parts.push(bytes),
    isShown ? { exactWindow } : {},
  );
  const { tableName } = plan.request;
  const exported = isShown ? 'shown' : 'all';
  const name = exportFileName(tableName, completeness, 'ndjson', exported);
  services.saveFile(name, parts, 'application/x-ndjson');
  const counted = isShown ? `${formatCount(rows)} of ${formatCount(run.rows)}` : formatCount(rows);
  const title = `${counted} rows saved as ${name}`;
  if (completeness.state === 'complete') return { tone: 'success', title };
  // Beside the file, not in it: whoever reads its lines expects entities.
  const beside = exportFileName(tableName, completeness, 'completeness.json', exported);
  const report = completenessReport({
    file: name,
    completeness,
    ...(isShown && { rowsInWindow: rows }),
    plan,
    endpoint: run.endpoint,
  });
  services.saveFile(beside, [new TextEncoder().encode(report)], 'application/json');
  return {
    tone: 'warning',
    title,
    detail: `It does not hold every row that was asked for: what is missing is in ${beside}.`,
  };
}
