import type { ReactNode } from 'react';
import { namedResults, type StartRefusal } from '../../../state/results/resultTabs.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

interface Words {
  readonly title: string;
  readonly nextStep: string;
  /** The label of a button that resolves the refusal. */
  readonly label?: string;
}

const WORDS: Readonly<Record<StartRefusal['kind'], (name: string) => Words>> = {
  busy: (name) => ({
    title: `${name} is still being read`,
    nextStep: 'One query runs at a time. Wait for it, or cancel it.',
    label: 'Show it',
  }),
  full: (name) => ({
    title: 'this page holds as many rows as it can',
    nextStep: 'Close a result. Save it first if you still need it.',
    label: `Close the oldest: ${name}`,
  }),
  file: () => ({ title: 'a file is being read', nextStep: 'Run again in a moment.' }),
};

/** Says why Run did nothing: another result is in the way. */
export function RefusalNotice(): ReactNode {
  const { results } = useServices();
  const { all, refusal } = useStore(results);
  if (refusal === undefined) return undefined;
  const { resultId, kind } = refusal;
  const name = namedResults(all).find(({ id }) => id === resultId)?.name ?? 'another result';
  const { title, nextStep, label } = WORDS[kind](name);
  return (
    <Notice
      tone="warning"
      title={`Not started: ${title}.`}
      nextStep={nextStep}
      actions={
        <>
          {label !== undefined && (
            <Button
              size="small"
              onPress={() => {
                if (kind === 'busy') results.show(resultId);
                else results.close(resultId);
                results.dropRefusal();
              }}
            >
              {label}
            </Button>
          )}
          <Button size="small" look="link" onPress={results.dropRefusal}>
            Understood
          </Button>
        </>
      }
      isLive
    />
  );
}
