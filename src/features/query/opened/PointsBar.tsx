import type { ReactNode } from 'react';
import type { PointsWords } from '../../../state/results/pointsResult.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import run from '../run/run.module.css';
import { useExporter } from '../run/useExporter.ts';
import { pointsText } from './pointsText.ts';

/** What points are, beside what can be done with them. */
export function PointsBar(props: { readonly run: RunState; readonly points: PointsWords }): ReactNode {
  const { run: state, points } = props;
  const exporter = useExporter(state);
  return (
    <section className={run.bar} aria-label="Result">
      <StatusLine
        label="Completeness"
        state={state.completeness.state}
        text={pointsText(points, state.completeness)}
        actions={<ExportMenu run={state} exporter={exporter} />}
      />
      <ExportNotice exporter={exporter} />
    </section>
  );
}
