import type { ReactNode } from 'react';
import type { Services } from '../../../state/services/services.ts';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { StatusIcon } from '../../../ui/feedback/StatusLine.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useEscape } from '../../shared/selection/useEscape.ts';
import { SelectedRows } from '../../shared/selection/SelectedRows.tsx';
import { ServicesOf, useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { DiffersButton } from '../results/differs/DiffersPane.tsx';
import { Results } from '../results/Results.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import { saidBy } from '../run/proofWords.ts';
import { useExporter } from '../run/useExporter.ts';
import css from './split.module.css';
import type { Side } from './splitSides.ts';

/** Only the tab in sight offers actions and handles their keys. */
const NO_ACTIONS: Partial<Services> = { actions: { add: () => () => undefined, list: () => [] } };

/** The views of one of two results, with its selection and exports. Using it brings its tab into sight, whose query is shown above. */
export function SplitPane(props: {
  readonly side: Side;
  /** Esc removes a filter from this side's selection. */
  readonly isOfEscape: boolean;
}): ReactNode {
  const { run, letter, name, id } = props.side;
  const { results } = useServices();
  const isActive = useStore(results).inSight.id === id;
  useEscape(props.isOfEscape ? run.runId : undefined, undefined);
  const show = (): void => results.show(id);
  const exporter = useExporter(run, saidBy(run.completeness));
  return (
    <section
      className={css.pane}
      aria-label={`${letter}: ${name}`}
      aria-current={isActive}
      // Only when the button is released: showing the tab may change the height of the query above, which would move the pressed element
      // away.
      onPointerUp={show}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) show();
      }}
    >
      <header className={css.head}>
        <span className={css.letter}>{letter}</span>
        <StatusIcon state={run.completeness.state} />
        <h2 className={css.name} title={completenessText(run.completeness)}>
          {wordsOf(name)}
        </h2>
        <SelectedRows run={run}>
          <DiffersButton run={run} />
        </SelectedRows>
      </header>
      <ExportNotice exporter={exporter} />
      <ServicesOf result={isActive ? undefined : NO_ACTIONS}>
        <Results run={run} split={<ExportMenu run={run} exporter={exporter} />} />
      </ServicesOf>
    </section>
  );
}
