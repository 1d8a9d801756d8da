import type { ReactNode } from 'react';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useEscape } from '../../shared/selection/useEscape.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { useFilterField } from '../results/rows/filterColumns.ts';
import { RowsTab } from '../results/rows/RowsTab.tsx';
import { useArrangement } from '../results/rows/useArrangement.ts';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import { useExporter } from '../run/useExporter.ts';
import css from './split.module.css';
import type { Side } from './splitSides.ts';

/** The rows of one of two results, with its selection and its exports. What is done in it is done in its tab, whose query is above. */
export function SplitPane(props: {
  readonly side: Side;
  /** Esc takes a filter off its selection. */
  readonly isOfEscape: boolean;
}): ReactNode {
  const { run, letter, name, id } = props.side;
  const { results } = useServices();
  const { inSight } = useStore(results);
  useEscape(props.isOfEscape ? run.runId : undefined, undefined);
  const show = (): void => results.show(id);
  const columns = useArrangement(run);
  const filter = useFilterField(columns, run.plan.queries.length > 1);
  const exporter = useExporter(run);
  return (
    <section
      className={css.pane}
      aria-label={`${letter}: ${name}`}
      aria-current={inSight.id === id}
      onPointerUp={show}
      onKeyUp={show}
    >
      <header className={css.head}>
        <span className={css.letter}>{letter}</span>
        <StatusIcon state={run.completeness.state} />
        <h2 className={css.name} title={completenessText(run.completeness)}>
          {wordsOf(name)}
        </h2>
        <SelectedRows run={run} />
        <ExportMenu run={run} exporter={exporter} />
      </header>
      <ExportNotice exporter={exporter} />
      <RowsTab run={run} columns={columns} filter={filter} strip={undefined} />
    </section>
  );
}
