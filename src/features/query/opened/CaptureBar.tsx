import { unixSecondText } from '../../../core/time/formatInstant.ts';
import { claimSentences } from '../../../core/plan/completenessText.ts';
import type { ReactNode } from 'react';
import type { CaptureWords } from '../../../state/results/capture/captureSummary.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { ExportMenu, ExportNotice } from '../run/ExportMenu.tsx';
import run from '../run/run.module.css';
import { inlineCosts } from '../run/runCosts.ts';
import { ProofLine } from '../run/ProofLine.tsx';
import { ShareButton } from '../run/ShareButton.tsx';
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
  const sentences = [...claimSentences(state.completeness), ...capture.notes];
  const said = { claim: captureText(capture), sentences };
  const exporter = useExporter(state, said);
  return (
    <section className={run.bar} aria-label="Result">
      <ProofLine
        run={state}
        said={said}
        isPast
        facts={inlineCosts(state)}
        selected={props.selected}
        steps={<UnreadButton run={state} />}
        actions={
          <>
            <ShareButton key={state.runId} run={state} />
            <ExportMenu run={state} exporter={exporter} />
          </>
        }
      />
      <ExportNotice exporter={exporter} />
      <PrefixStrip cells={stripCells(state.plan, state)} isPast />
    </section>
  );
}

/** `Capture, read at 2026-11-22T13:49:23Z, says Complete: 21,509 rows from 100 of 100 prefixes`. */
function captureText({ readAtMs, says }: CaptureWords): string {
  return `Capture, read at ${unixSecondText(readAtMs)}, says ${says}`;
}
