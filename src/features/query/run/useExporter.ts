import { useRef, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { type SaveProgress, saveRows, saveText } from '../../../state/run/saveRows.ts';
import { useServices } from '../../shared/services.tsx';
import type { ExportChoice } from './exportChoice.ts';
import { type Companion, exportJob } from './exportJob.ts';
import { type ExportOutcome, failedWords, outcomeWords, savedWords } from './exportWords.ts';
import type { Said } from './proofWords.ts';

/** Writes one export at a time. Has its progress or its outcome. */
export interface Exporter {
  readonly isSaving: boolean;
  readonly progress: SaveProgress | undefined;
  readonly outcome: ExportOutcome | undefined;
  readonly save: (choice: ExportChoice) => void;
  readonly cancel: () => void;
  /** Saves the whole result as a file, which opens as the same result. */
  readonly saveCapture: () => void;
  /** Files that can be saved after the last export: its proof, and what it lacks. */
  readonly offered: readonly Companion[];
  readonly saveOffered: (companion: Companion) => void;
  readonly close: () => void;
}

const CAPTURE_LOST: ExportOutcome = {
  tone: 'error',
  title: 'Nothing was saved.',
  detail:
    'The rows could not be read back, or a part of this page could not be loaded. Save as NDJSON instead.',
};

/**
 * Writes what was read to a file. If that is not everything, the file's name and the screen say so. With a download, a second file that
 * says what is missing is saved at once. For a file on disk it takes another button press, because the browser asks where to save each
 * file.
 */
export function useExporter(run: RunState, said: Said): Exporter {
  const { rows, openFile, saveFile, activity, nowMs, results } = useServices();
  const [isSaving, setSaving] = useState(false);
  const [progress, setProgress] = useState<SaveProgress>();
  const [outcome, setOutcome] = useState<ExportOutcome>();
  const [offered, setOffered] = useState<readonly Companion[]>([]);
  const abort = useRef<AbortController>(undefined);

  const save = async (choice: ExportChoice): Promise<void> => {
    const job = exportJob(run, choice, said);
    const stop = new AbortController();
    abort.current = stop;
    setSaving(true);
    setProgress(undefined);
    setOutcome(undefined);
    const saved = await saveRows({ rows, openFile }, job, stop.signal, setProgress);
    const companion = saved.kind === 'saved' ? job.companion(saved) : undefined;
    const isBeside = companion !== undefined && saved.kind === 'saved' && saved.where === 'download';
    if (isBeside) await saveFile(companion.name, [new TextEncoder().encode(companion.text)]);
    const proof = saved.kind === 'saved' ? job.proof(saved) : undefined;
    setOffered([isBeside ? undefined : companion, proof].filter((each) => each !== undefined));
    const subject = {
      completeness: run.completeness,
      readRows: run.rows,
      isShown: choice.query !== undefined,
      format: choice.format,
      beside: isBeside ? companion.name : undefined,
    };
    setOutcome(outcomeWords(saved, subject));
    setSaving(false);
  };

  const saveOffered = async (companion: Companion): Promise<void> => {
    const saved = await saveText(openFile, companion.name, companion.text);
    if (saved.kind === 'failed') setOutcome(failedWords(saved));
    // If the user closed the dialog, the button stays.
    if (saved.kind !== 'saved') return;
    setOutcome({ tone: 'success', title: savedWords(saved, companion.what) });
    setOffered((others) => others.filter((other) => other !== companion));
  };

  const saveCapture = async (): Promise<void> => {
    setOutcome(undefined);
    const { captureOutcome } = await import('./captureOutcome.ts');
    setOutcome(await captureOutcome({ rows, saveFile, nowMs, results }, run));
    setOffered([]);
  };

  return {
    isSaving,
    progress,
    outcome,
    save: (choice) => void activity.track(save(choice)),
    cancel: () => abort.current?.abort(),
    saveCapture: () => void activity.track(saveCapture().catch(() => setOutcome(CAPTURE_LOST))),
    offered,
    saveOffered: (companion) => void activity.track(saveOffered(companion)),
    close: () => setOutcome(undefined),
  };
}
