import { type ReactNode, useEffect } from 'react';
import { useCaptures } from '../features/shared/captures/useCaptures.ts';
import { useServices } from '../features/shared/services.tsx';
import { useActions } from '../features/shared/useActions.ts';
import { useStore } from '../features/shared/useStore.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';

const CAPTURE_NAME = /\.keyscope$/iu;

/** Takes captures that are dropped anywhere on the page, and says what is wrong with one. */
export function CaptureDrop(): ReactNode {
  const { captures } = useServices();
  const { open, choose, openSample } = useCaptures();
  useActions([
    { id: 'capture.open', group: 'Results', title: 'Open a capture', run: choose },
    { id: 'capture.sample', group: 'Results', title: 'Open a sample', run: openSample },
  ]);
  useEffect(() => {
    // Without this the browser leaves the page for the file.
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const take = (event: DragEvent): void => {
      allow(event);
      const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => CAPTURE_NAME.test(name));
      if (file === undefined) return;
      // Views take other files; a capture is not theirs.
      event.stopPropagation();
      void open(file, file.name);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', take, { capture: true });
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', take, { capture: true });
    };
  }, [open]);
  const { name, fault } = useStore(captures) ?? {};
  if (name === undefined || fault === undefined) return undefined;
  return (
    <Notice
      tone="error"
      title={`${name} was not opened.`}
      nextStep="Get the file again, or run its query."
      actions={
        <Button size="small" onPress={captures.dismiss}>
          Understood
        </Button>
      }
      isLive
    >
      {fault}
    </Notice>
  );
}
