import type { ReactNode } from 'react';
import { unixSecondText } from '../../../core/time/formatInstant.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ChooseTable } from '../form/focusField.tsx';
import { useTableNames } from '../form/useTables.ts';
import { FileFaults } from '../../shared/captures/FileFaults.tsx';
import { type Said, saidBy } from '../run/proofWords.ts';
import { ResultBar } from '../run/ResultBar.tsx';
import { fileText, pointsText } from './madeWords.ts';

type Source = Pick<OpenResult, 'file' | 'points' | 'answer' | 'capture'>;

function saidOf({ file, points, capture }: Source, { completeness }: RunState): Said {
  const said = saidBy(completeness);
  if (capture !== undefined) {
    // `Capture, read at 2026-11-22T13:49:23Z, says Complete: 21,509 rows from 100 of 100 prefixes`
    const claim = `Capture, read at ${unixSecondText(capture.readAtMs)}, says ${capture.says}`;
    return { claim, sentences: [...said.sentences, ...capture.notes] };
  }
  const own = points === undefined ? file && fileText(file, completeness) : pointsText(points, completeness);
  const [claim = said.claim, ...sentences] = own ?? [];
  return { claim, sentences: [...sentences, ...said.sentences] };
}

/** Whether the rows of a result come from a file or were made from other results. */
export function isMade({ file, points, answer, capture }: Source): boolean {
  return [file, points, answer, capture].some((source) => source !== undefined);
}

/**
 * The form of a result from a file has the table that the file is named after. If this account has no such table, this says so before Run
 * asks for it.
 */
function NoSuchTable({ table }: { readonly table: string }): ReactNode {
  const { query } = useServices();
  const { names, isCut } = useTableNames();
  const form = useStore(query);
  const isKnown = names.length === 0 || isCut === true || names.includes(table);
  if (isKnown || form.table !== table) return undefined;
  return (
    <>
      <span>
        This connection has no table <VisibleText text={table} />.
      </span>
      <ChooseTable />
    </>
  );
}

/**
 * Where the rows of a made result come from, and what is known about their completeness. Those of a file or a capture have no colour,
 * because nothing proves them.
 */
export function RowsBar(props: {
  readonly run: RunState;
  readonly source: Source;
  readonly selected: ReactNode;
}): ReactNode {
  const { run, source } = props;
  const { file, capture } = source;
  return (
    <ResultBar
      run={run}
      said={saidOf(source, run)}
      isPast={file !== undefined || capture !== undefined}
      selected={props.selected}
      steps={
        file && (
          <>
            <FileFaults summary={file.summary} />
            <NoSuchTable table={run.form.table} />
          </>
        )
      }
      wasRead={capture !== undefined}
    />
  );
}
