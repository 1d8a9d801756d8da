import { useRef, useState } from 'react';
import type { RunState } from '../../../state/run/runState.ts';
import {
  type SaveProgress,
  saveRows,
  saveText,
  type SavedRows,
  type SaveJob,
} from '../../../state/run/saveRows.ts';
import { withArrangement } from '../../../state/results/timeline.ts';
import { formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import {
  type ExportChoice,
  type ExportOutcome,
  failedWords,
  outcomeWords,
  savedWords,
  repeatedWords,
} from './exportWords.ts';
import { type Said, proofText } from './proofWords.ts';
import { defined } from '../../../core/defined.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { isProven } from '../../../core/plan/derived.ts';
import { countText, rowCountWords } from '../../../core/words.ts';
import { exportFileName, fileMarks } from '../../../state/base/exportFile.ts';
import { unreadSoFar } from '../../../state/run/runFacts.ts';
import { exportedRows, onlyWords } from '../../shared/selection/filterWords.ts';

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

const CAPTURE_LOST =
  'The rows could not be read back, or a part of this page could not be loaded. Save as NDJSON instead.';

const notSaved = (words: string): ExportOutcome => failedWords({ kind: 'failed', words });

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
    if (run.phase === 'running') return notSaved('Wait until the query has ended, or cancel it.');
    const { captureFile } = await import('../../../state/results/capture/saveCapture.ts');
    const file = await captureFile(rows, withArrangement(run, results.get()), nowMs());
    if (!file.ok) return notSaved(file.error);
    const { name, parts } = file.value;
    await saveFile(name, parts);
    const title = `Download started: ${name}, with ${formatPlural(run.rows, 'row')}. It holds the table's rows.`;
    return { tone: 'success', title };
  };

  return {
    state,
    save: (choice: ExportChoice) => void activity.track(save(choice)),
    cancel: () => abort.current?.abort(),
    /** Saves the whole result as a file, which opens as the same result. */
    saveCapture: () =>
      void activity.track(
        saveCapture()
          .catch(() => notSaved(CAPTURE_LOST))
          .then((outcome) => setState({ kind: 'ended', outcome, offered: [] })),
      ),
    saveOffered: (companion: Companion) => void activity.track(saveOffered(companion)),
    close: () => setState({ kind: 'none' }),
  };
}

/** A file that is saved next to an export, because programs that read an export expect only entities in it. */
interface Companion {
  readonly name: string;
  readonly text: string;
  /** What the file is called in messages: "Proof". */
  readonly what: string;
  /** The label of the button that saves it: "Save proof". */
  readonly button: string;
}

/** What an export writes. It is based on one state of its run. */
export interface ExportJob extends SaveJob {
  /** The file that says what the saved file lacks, and what its rows were made from; undefined if there is nothing to say. */
  readonly companion: (saved: SavedRows) => Companion | undefined;
  /** The proof of the result, which names the saved file. */
  readonly proof: (saved: SavedRows) => Companion;
}

export function exportJob(run: RunState, choice: ExportChoice, said: Said): ExportJob {
  const { plan, completeness, endpoint } = run;
  const { format, formulaGuard, query, properties } = choice;
  // Taken now: pages that arrive later are neither in the file nor in the list of what it lacks.
  const unread = unreadSoFar(run);
  const nameOf = (extension: string): string =>
    exportFileName(plan.request.tableName, completeness, extension, exportedRows(query));
  const only = [
    ...(query === undefined ? [] : [onlyWords(query)]),
    ...(properties === undefined ? [] : [`properties ${properties.join(', ')}`]),
  ];
  return {
    request: { format, ...query, ...defined({ formulaGuard, properties, without: unread }) },
    suggestedName: nameOf(format),
    companion: (saved) => {
      if (fileMarks(completeness).length === 0) return undefined;
      const text = completenessReport({
        file: saved.name,
        completeness,
        unreadSoFar: unread,
        notes: saved.repeated === undefined ? [] : [repeatedWords(saved.repeated, format)],
        ...(only.length > 0 && { exported: { rows: saved.rows, only: only.join('; ') } }),
        plan,
        endpoint,
      });
      const isWhole = isProven(completeness);
      return {
        name: nameOf('completeness.json'),
        text,
        what: `List of what ${isWhole ? 'it was made from' : 'is missing'}`,
        button: isWhole ? 'Save what it was made from' : 'Save what is missing',
      };
    },
    proof: (saved) => {
      const held = [`${rowCountWords(saved.rows)} of ${countText(run.rows)}`, ...only].join(', ');
      return {
        name: nameOf('proof.txt'),
        text: proofText(run, said, `${saved.name}: ${held}.`),
        what: 'Proof',
        button: 'Save proof',
      };
    },
  };
}
