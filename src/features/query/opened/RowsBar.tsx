import type { ReactNode } from 'react';
import { completenessText } from '../../../core/plan/completenessText.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ChooseTable } from '../form/ChooseTable.tsx';
import { useTableNames } from '../form/useTables.ts';
import { FileFaults } from '../../shared/captures/FileFaults.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import run from '../run/run.module.css';
import { useExporter } from '../run/useExporter.ts';
import { fileText } from './fileText.ts';
import { pointsText } from './pointsText.ts';

type Source = Pick<OpenResult, 'file' | 'points'>;

function textOf({ file, points }: Source, { completeness }: RunState): string {
  if (points !== undefined) return pointsText(points, completeness);
  if (file !== undefined) return fileText(file, completeness);
  return completenessText(completeness);
}

/** Whether the rows of a result come from a file, or from another result. */
export function isMade({ file, points }: Source): boolean {
  return file !== undefined || points !== undefined;
}

/** The form of a file has the table that the file is named after, which this account may not have: says so before Run asks for it. */
function NoSuchTable({ table }: { readonly table: string }): ReactNode {
  const { connection, query } = useServices();
  const state = useStore(connection);
  const { names, isCut } = useTableNames(state.kind === 'connected' ? state.session : undefined);
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

/** Where such rows are from, and what is known of their completeness. Those of a file are without colour: nothing proves them. */
export function RowsBar(props: {
  readonly run: RunState;
  readonly source: Source;
  readonly selected: ReactNode;
}): ReactNode {
  const { run: state, source } = props;
  const { file } = source;
  const exporter = useExporter(state);
  return (
    <section className={run.bar} aria-label="Result">
      <StatusLine
        state={state.completeness.state}
        isPast={file !== undefined}
        text={textOf(source, state)}
        selected={props.selected}
        steps={
          file && (
            <>
              <FileFaults summary={file.summary} />
              <NoSuchTable table={state.form.table} />
            </>
          )
        }
        actions={<ExportMenu run={state} exporter={exporter} />}
      />
      <ExportNotice exporter={exporter} />
    </section>
  );
}
