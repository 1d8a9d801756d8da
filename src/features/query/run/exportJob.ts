import { defined } from '../../../core/defined.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { isProven } from '../../../core/plan/derived.ts';
import { countText, rowCountWords } from '../../../core/words.ts';
import { exportFileName, fileMarks } from '../../../state/base/exportFile.ts';
import { unreadSoFar } from '../../../state/run/runFacts.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { SavedRows, SaveJob } from '../../../state/run/saveRows.ts';
import { exportedRows, onlyWords } from '../../shared/selection/filterWords.ts';
import type { ExportChoice } from './exportChoice.ts';
import { repeatedWords } from './exportWords.ts';
import { proofText, type Said } from './proofWords.ts';

/** A file that is saved next to an export, because programs that read an export expect only entities in it. */
export interface Companion {
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
