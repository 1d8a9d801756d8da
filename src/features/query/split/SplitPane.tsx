import type { ReactNode } from 'react';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { useFilterField } from '../results/rows/filterColumns.ts';
import { RowsTab } from '../results/rows/RowsTab.tsx';
import { useArrangement } from '../results/rows/useArrangement.ts';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import { useExporter } from '../run/useExporter.ts';
import css from './split.module.css';
import type { Side } from './splitSides.ts';

/** The rows of one of two results, with its selection and its exports. */
export function SplitPane({ side }: { readonly side: Side }): ReactNode {
  const { run, letter, name } = side;
  const columns = useArrangement(run);
  const filter = useFilterField(columns, run.plan.queries.length > 1);
  const exporter = useExporter(run);
  return (
    <section className={css.pane} aria-label={`${letter}: ${name}`}>
      <header className={css.head}>
        <span className={css.letter}>{letter}</span>
        <StatusIcon state={run.completeness.state} />
        <h2 className={css.name} title={completenessText(run.completeness)}>
          {wordsOf(name)}
        </h2>
        <ExportMenu run={run} exporter={exporter} />
      </header>
      <ExportNotice exporter={exporter} />
      <SelectedRows run={run} columnOf={filter.of} />
      <RowsTab run={run} columns={columns} filter={filter} strip={undefined} />
    </section>
  );
}
