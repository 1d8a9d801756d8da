import type { ReactNode } from 'react';
import { namedResults } from '../../../state/results/resultsStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

/** Why Run did nothing: another result is in the way. */
export function RefusalNotice(): ReactNode {
  const { results } = useServices();
  const { all, refusal } = useStore(results);
  if (refusal === undefined) return undefined;
  const { resultId } = refusal;
  const name = namedResults(all).find(({ id }) => id === resultId)?.name ?? 'another result';
  const isBusy = refusal.kind === 'busy';
  return (
    <Notice
      tone="warning"
      title={
        isBusy
          ? `Not started: ${name} is still being read.`
          : 'Not started: this page holds as many rows as it can.'
      }
      nextStep={
        isBusy
          ? 'One query runs at a time. Wait for it, or cancel it.'
          : 'Close a result. Save it first if you still need it.'
      }
      actions={
        <>
          <Button
            size="small"
            onPress={() => {
              if (isBusy) results.show(resultId);
              else results.close(resultId);
              results.dropRefusal();
            }}
          >
            {isBusy ? 'Show it' : `Close the oldest: ${name}`}
          </Button>
          <Button size="small" look="link" onPress={results.dropRefusal}>
            Understood
          </Button>
        </>
      }
      isLive
    />
  );
}
