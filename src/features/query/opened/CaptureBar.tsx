import { ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { secondText } from '../../../core/time/formatInstant.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import type { ReactNode } from 'react';
import type { CaptureWords } from '../../../state/results/capture/captureSummary.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import run from '../run/run.module.css';
import { inlineCosts } from '../run/runCosts.ts';
import { RunDetails } from '../run/RunDetails.tsx';
import { stripCells } from '../run/stripCells.ts';
import { UnreadButton } from '../run/UnreadDialog.tsx';
import { useExporter } from '../run/useExporter.ts';

/** What a capture says of itself: without colour, because nothing here proves it. */
export function CaptureBar(props: {
  readonly run: RunState;
  readonly capture: CaptureWords;
  readonly selected: ReactNode;
}): ReactNode {
  const { run: state, capture } = props;
  const exporter = useExporter(state);
  return (
    <section className={run.bar} aria-label="Result">
      <StatusLine
        state={state.completeness.state}
        isPast
        text={captureText(capture, state.completeness)}
        facts={inlineCosts(state)}
        selected={props.selected}
        steps={<UnreadButton run={state} />}
        actions={
          <>
            <RunDetails run={state} />
            <ExportMenu run={state} exporter={exporter} />
          </>
        }
      />
      <ExportNotice exporter={exporter} />
      <PrefixStrip cells={stripCells(state.plan, state)} isPast />
    </section>
  );
}

/** `Capture, read at 2026-11-22 13:49:23 UTC, says Complete: 21,509 rows from 100 of 100 prefixes`, then the reasons. */
function captureText({ readAtMs, says }: CaptureWords, completeness: Completeness): string {
  const reasons = 'reasons' in completeness ? completeness.reasons.map(({ text }) => text) : [];
  const read = secondText(ticksFromUnixMs(readAtMs));
  return [`Capture, read at ${read}, says ${says}`, ...reasons].join('. ');
}
