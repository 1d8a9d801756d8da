import type { ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';

/** Shown when a file of this build fails to load. */
export function LoadFault(): ReactNode {
  return (
    <Notice
      tone="error"
      title="A part of Keyscope could not be loaded: most likely a new version was published."
      nextStep="Reload the page. Your query stays in the address."
      actions={<Button onPress={() => location.reload()}>Reload</Button>}
      isLive
    />
  );
}
