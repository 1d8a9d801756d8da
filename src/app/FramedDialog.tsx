import type { ReactNode } from 'react';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';

/**
 * Replaces the connect dialog while the page is framed by another page. It has no field, so no SAS can be
 * typed.
 */
export function FramedDialog(props: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  return (
    <Dialog title="Connect to an account" {...props}>
      <Notice
        tone="error"
        title="Keyscope does not connect while it is shown inside another page: that page could draw over it."
        nextStep="Open Keyscope in a tab of its own."
        actions={
          <a href={location.href} target="_blank" rel="noopener noreferrer">
            Open in a new tab
          </a>
        }
        isLive
      />
    </Dialog>
  );
}
