import type { ReactNode } from 'react';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useLoaded } from '../../shared/useLoaded.ts';
import type { Compare } from './useCompare.ts';

const loadCompare = () => import('./CompareResults.tsx').then((module) => module.CompareResults);

/** Its file loads while the first screen is quiet, or with the first comparison. */
export function LateCompare(props: Compare): ReactNode {
  const { asked, ask } = props;
  const loaded = useLoaded(loadCompare, asked !== undefined);
  if (asked === undefined || loaded.state === 'loading') return undefined;
  if (loaded.state === 'loaded') return <loaded.value {...props} />;
  return (
    <Dialog title="Compare results" isOpen onOpenChange={(isOpen) => !isOpen && ask(undefined)}>
      <Notice
        tone="error"
        title="The comparison could not be loaded: the network is off, or a new version of this page was published."
        nextStep="Save your results as captures, then reload the page."
        isLive
      />
    </Dialog>
  );
}
