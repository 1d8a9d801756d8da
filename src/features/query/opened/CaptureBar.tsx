import { unixSecondText } from '../../../core/time/formatInstant.ts';
import { claimSentences } from '../../../core/plan/completenessText.ts';
import type { ReactNode } from 'react';
import type { CaptureWords } from '../../../state/results/capture/captureSummary.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { inlineCosts } from '../run/runCosts.ts';
import { ResultBar } from '../run/ResultBar.tsx';
import { ShareButton } from '../run/ShareButton.tsx';
import { stripCells } from '../run/stripCells.ts';
import { UnreadButton } from '../run/UnreadDialog.tsx';

/** What a capture says about itself. It has no colour, because nothing here proves what it says. */
export function CaptureBar(props: {
  readonly run: RunState;
  readonly capture: CaptureWords;
  readonly selected: ReactNode;
}): ReactNode {
  const { run, capture } = props;
  const sentences = [...claimSentences(run.completeness), ...capture.notes];
  return (
    <ResultBar
      run={run}
      said={{ claim: captureText(capture), sentences }}
      isPast
      facts={inlineCosts(run)}
      selected={props.selected}
      steps={<UnreadButton run={run} />}
      actions={<ShareButton key={run.runId} run={run} />}
    >
      <PrefixStrip cells={stripCells(run.plan, run)} isPast />
    </ResultBar>
  );
}

/** `Capture, read at 2026-11-22T13:49:23Z, says Complete: 21,509 rows from 100 of 100 prefixes`. */
function captureText({ readAtMs, says }: CaptureWords): string {
  return `Capture, read at ${unixSecondText(readAtMs)}, says ${says}`;
}
