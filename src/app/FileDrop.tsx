import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useResultFiles } from '../features/shared/captures/useResultFiles.ts';
import { useServices, useStore } from '../features/shared/services.tsx';
import { useActions } from '../features/shared/useActions.ts';
import { QUERY_VIEW } from '../state/run/queryForm.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { ProgressCount } from '../ui/feedback/ProgressCount.tsx';
import { LINE_BOUNDS } from '../ui/text/textParts.ts';
import { announce } from '../ui/announce.ts';
import { wordsOf } from '../ui/text/VisibleText.tsx';
import css from './app.module.css';

const CAPTURE_NAME = /\.keyscope$/iu;
/** Elements that cover the page and hold the keyboard. A result dropped now would open unseen behind them. */
const MODALS = ':not([data-flyout]) > [role="dialog"], [role="alertdialog"]';

const CLOSE_FIRST = 'Close the dialog first, then drop the file.';

/** Listens for files dropped on the page. `refuse` is called with whether a drop would be refused at the moment. */
function useDroppedFiles(
  open: (files: readonly File[]) => Promise<void>,
  refuse: (isRefused: boolean) => void,
): void {
  const { address } = useServices();
  useEffect(() => {
    // Otherwise the browser would navigate to the file.
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      const isCovered = document.querySelector(MODALS) !== null;
      if (isCovered) event.dataTransfer.dropEffect = 'none';
      refuse(isCovered);
    };
    const takeFirst = (event: DragEvent): void => {
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length > 0 && document.querySelector(MODALS) !== null) {
        event.preventDefault();
        event.stopPropagation();
        announce(CLOSE_FIRST);
        refuse(true);
        return;
      }
      const capture = dropped.find(({ name }) => CAPTURE_NAME.test(name));
      // Other views take exports and lists themselves, but no captures.
      const taken = capture !== undefined ? [capture] : address.get().view === QUERY_VIEW ? dropped : [];
      if (taken.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      void open(taken);
    };
    // A view that accepted the file has called preventDefault.
    const takeLeft = (event: DragEvent): void => {
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || dropped.length === 0) return;
      event.preventDefault();
      void open(dropped);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', takeFirst, { capture: true });
    window.addEventListener('drop', takeLeft);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', takeFirst, { capture: true });
      window.removeEventListener('drop', takeLeft);
    };
  }, [open, refuse, address]);
}

/** Shown over the dialog until the next key or click, because a "no drop" cursor does not say why. */
function Refusal({ onGone }: { readonly onGone: () => void }): ReactNode {
  useEffect(() => {
    const events = ['keydown', 'pointerdown'] as const;
    for (const event of events) window.addEventListener(event, onGone, { capture: true });
    return () => {
      for (const event of events) window.removeEventListener(event, onGone, { capture: true });
    };
  }, [onGone]);
  // Screen readers get the announcement instead.
  return createPortal(
    <p className={css.refusal} aria-hidden="true">
      {CLOSE_FIRST}
    </p>,
    document.body,
  );
}

/**
 * Takes captures that are dropped anywhere on the page, and other files that are dropped where no view takes them. Shows
 * what is wrong with a file.
 */
export function FileDrop(): ReactNode {
  const { files } = useServices();
  const { open, choose, openSample } = useResultFiles();
  useActions([
    {
      id: 'capture.open',
      group: 'Results',
      title: 'Open a file as a result: capture, CSV, NDJSON',
      run: choose,
    },
    { id: 'capture.sample', group: 'Results', title: 'Open a sample', run: openSample },
  ]);
  const [isRefused, setRefused] = useState(false);
  useDroppedFiles(open, setRefused);
  const { name } = useStore(files) ?? {};
  return (
    <>
      {isRefused && <Refusal onGone={() => setRefused(false)} />}
      {name !== undefined && <FileState name={name} />}
    </>
  );
}

function FileState({ name }: { readonly name: string }): ReactNode {
  const { files } = useServices();
  const { fault, progress } = useStore(files) ?? {};
  if (fault === undefined) {
    // Not shown at once: a small file is read before anyone could read the message.
    if (progress === undefined || progress.bytesRead >= progress.bytesTotal) return undefined;
    return (
      <div className={css.reading}>
        <span>Reading {wordsOf(name, LINE_BOUNDS)}</span>
        <ProgressCount
          label={`Bytes of ${name} read`}
          done={progress.bytesRead}
          total={progress.bytesTotal}
          unit="bytes"
        />
        <Button size="small" onPress={files.cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <Notice
      tone="error"
      title={`${name} was not opened.`}
      nextStep="Download or save the file again, or run its query again in Keyscope."
      actions={
        <Button size="small" onPress={files.dismiss}>
          Dismiss
        </Button>
      }
      isLive
    >
      {fault}
    </Notice>
  );
}
