import { useRef, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import { type SaveProgress, saveRows, saveText } from '../../../state/run/saveRows.ts';
import { useServices } from '../../shared/services.tsx';
import type { ExportChoice } from './exportChoice.ts';
import { type Companion, exportJob } from './exportJob.ts';
import { type ExportOutcome, failedWords, outcomeWords, savedWords } from './exportWords.ts';
import type { Said } from './proofWords.ts';

/** The export of a result: what was last written, or is being written. */
type ExportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'saving'; readonly progress?: SaveProgress }
  | {
      readonly kind: 'ended';
      readonly outcome: ExportOutcome;
      /** Files that can be saved now: the proof of the export, and what it lacks. */
      readonly offered: readonly Companion[];
    };

export type Exporter = ReturnType<typeof useExporter>;

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
export function useExporter(run: RunState, said: Said) {
  const { rows, openFile, saveFile, activity, nowMs, results } = useServices();
  const [state, setState] = useState<ExportState>({ kind: 'none' });
  const abort = useRef<AbortController>(undefined);

  const save = async (choice: ExportChoice): Promise<void> => {
    const job = exportJob(run, choice, said);
    const stop = new AbortController();
    abort.current = stop;
    setState({ kind: 'saving' });
    const saved = await saveRows({ rows, openFile }, job, stop.signal, (progress) =>
      setState({ kind: 'saving', progress }),
    );
    const companion = saved.kind === 'saved' ? job.companion(saved) : undefined;
    const isBeside = companion !== undefined && saved.kind === 'saved' && saved.where === 'download';
    if (isBeside) await saveFile(companion.name, [new TextEncoder().encode(companion.text)]);
    const proof = saved.kind === 'saved' ? job.proof(saved) : undefined;
    const subject = {
      completeness: run.completeness,
      readRows: run.rows,
      isShown: choice.query !== undefined,
      format: choice.format,
      beside: isBeside ? companion.name : undefined,
    };
    setState({
      kind: 'ended',
      outcome: outcomeWords(saved, subject),
      offered: [isBeside ? undefined : companion, proof].filter((each) => each !== undefined),
    });
  };

  const saveOffered = async (companion: Companion): Promise<void> => {
    const saved = await saveText(openFile, companion.name, companion.text);
    // If the user closed the dialog, the button stays.
    if (saved.kind === 'cancelled') return;
    const isSaved = saved.kind === 'saved';
    const outcome: ExportOutcome = isSaved
      ? { tone: 'success', title: savedWords(saved, companion.what) }
      : failedWords(saved);
    setState((last) => {
      const offered = last.kind === 'ended' ? last.offered : [];
      return {
        kind: 'ended',
        outcome,
        offered: isSaved ? offered.filter((each) => each !== companion) : offered,
      };
    });
  };

  const saveCapture = async (): Promise<ExportOutcome> => {
    setState({ kind: 'none' });
    const { captureOutcome } = await import('./captureOutcome.ts');
    return captureOutcome({ rows, saveFile, nowMs, results }, run);
  };

  return {
    state,
    save: (choice: ExportChoice) => void activity.track(save(choice)),
    cancel: () => abort.current?.abort(),
    /** Saves the whole result as a file, which opens as the same result. */
    saveCapture: () =>
      void activity.track(
        saveCapture()
          .catch(() => CAPTURE_LOST)
          .then((outcome) => setState({ kind: 'ended', outcome, offered: [] })),
      ),
    saveOffered: (companion: Companion) => void activity.track(saveOffered(companion)),
    close: () => setState({ kind: 'none' }),
  };
}
