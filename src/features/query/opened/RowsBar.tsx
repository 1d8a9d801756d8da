import type { ReactNode } from 'react';
import { unixSecondText } from '../../../core/time/formatInstant.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { ChooseTable } from '../form/useQueryActions.tsx';
import { useTableNames } from '../form/useTables.ts';
import { FileFaults } from '../../shared/captures/FileFaults.tsx';
import { type Said, saidBy } from '../run/proofWords.ts';
import { ResultBar } from '../run/ResultBar.tsx';
import { countText, rowCountWords, someOf } from '../../../core/words.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { stateWords } from '../../../core/plan/completenessText.ts';
import type { PointsWords } from '../../../state/results/pointsResult.ts';
import type { FileWords } from '../../../state/results/file/openExport.ts';

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

/** `File, completeness unknown: 21,509 rows of Logs.csv, keys read as Plain ticks`, followed by what else the file held. */
export function fileText({ name, summary }: FileWords, completeness: Completeness): readonly string[] {
  const { repeated, schemeTitle } = summary;
  const isLacking = completeness.state === 'incomplete' || completeness.state === 'stopped';
  return [
    `File, ${isLacking ? 'not complete' : 'completeness unknown'}: ${rowCountWords(completeness.rows)} of ${name}, keys read as ${schemeTitle}`,
    ...(repeated > 0
      ? [`Rows with the keys of an earlier row, not counted again: ${countText(repeated)}.`]
      : []),
  ];
}

/** At most this many of the properties that are not points are named. */
const NAMED = 3;

function pointCountWords(count: number): string {
  return `${countText(count)} ${count === 1 ? 'point' : 'points'}`;
}

/** What the points are, then one sentence for everything in the rows that is not among them. */
export function pointsText(
  { of, receipt, kept }: PointsWords,
  completeness: Completeness,
): readonly string[] {
  const { rows, points, rowsLeft, counts } = receipt;
  const { rowsWithoutTime, nulls, notNumbers, beyondRow, beyondTime, otherProperties } = counts;
  const others = [...otherProperties.keys()];
  return [
    `${stateWords(completeness)}: ${pointCountWords(kept)} from ${rowCountWords(rows)} of ${of}`,
    ...(rowsLeft > 0 ? [`${rowCountWords(rowsLeft)} not read: this page can hold no more points`] : []),
    ...(kept < points ? [`${pointCountWords(points - kept)} with the keys of others left out`] : []),
    ...(nulls > 0 ? [`${pointCountWords(nulls)} without a value (null), which is not zero`] : []),
    ...(notNumbers > 0 ? [`${countText(notNumbers)} are not numbers`] : []),
    ...(beyondRow > 0 ? [`${countText(beyondRow)} are later than the time their row covers`] : []),
    ...(beyondTime > 0 ? [`${countText(beyondTime)} are after the year 9999 and left out`] : []),
    ...(rowsWithoutTime > 0
      ? [`${rowCountWords(rowsWithoutTime)} without a time, so their points have none`]
      : []),
    ...(others.length > 0 ? [`Not points: ${someOf(others, NAMED)}`] : []),
  ];
}
