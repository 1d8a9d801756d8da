import { type ReactNode, useState } from 'react';
import { useServices, useStore } from '../features/shared/services.tsx';
import { captureFile } from '../state/results/capture/saveCapture.ts';
import { lostResults, unsavedResults } from '../state/results/leaveGuard.ts';
import { withArrangement } from '../state/results/timeline.ts';
import { Button } from '../ui/controls/Button.tsx';
import { formatPlural } from '../ui/format.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { wordsOf } from '../ui/text/VisibleText.tsx';

/** Lists what a reload would lose, and offers to save it first. */
export function LeaveDialog(): ReactNode {
  const { leave, results, saveFile, nowMs, activity } = useServices();
  const leaving = useStore(leave);
  const [said, setSaid] = useState<string>();
  const { all } = useStore(results);
  if (leaving === undefined) return undefined;
  const lost = lostResults(all);
  const unsaved = unsavedResults(all);
  const save = async (): Promise<void> => {
    const faults: string[] = [];
    for (const { services } of unsaved) {
      const run = services.run.get();
      if (run.phase !== 'ended') {
        faults.push('A query is still running: cancel it, then save again.');
        continue;
      }
      const file = await captureFile(services.rows, withArrangement(run, results.get()), nowMs());
      if (file.ok) await saveFile(file.value.name, file.value.parts);
      else faults.push(file.error);
    }
    const started = unsaved.length - faults.length;
    const words = `${formatPlural(started, 'download')} started. Wait until they are done before you continue.`;
    setSaid([...(started === 0 ? [] : [words]), ...faults].join(' '));
  };
  const close = (): void => {
    setSaid(undefined);
    leave.stay();
  };
  return (
    <Dialog
      title={`${leaving.button} and close ${formatPlural(lost.length, 'result')}?`}
      isOpen
      onOpenChange={close}
      actions={
        <>
          <Button
            look="danger"
            onPress={() => {
              close();
              leaving.go();
            }}
          >
            {leaving.button}
          </Button>
          {unsaved.length > 0 && (
            <Button
              look="primary"
              onPress={() =>
                void activity.track(save().catch(() => setSaid('The rows could not be read back.')))
              }
            >
              {unsaved.length === 1 ? 'Save capture' : 'Save captures'}
            </Button>
          )}
        </>
      }
    >
      <p>{wordsOf(lossWords(lost.length, unsaved.length))}</p>
      {said !== undefined && <p role="status">{wordsOf(said)}</p>}
    </Dialog>
  );
}

/** Says what would be lost for good, and what keeps it. */
function lossWords(lost: number, unsaved: number): string {
  if (unsaved === 0) return 'The page reloads. The rows stay in the files that you opened: open these again.';
  const which = unsaved === lost ? '' : ` that ${unsaved === 1 ? 'is' : 'are'} in no file`;
  const rows = `The page reloads, and the rows of ${formatPlural(unsaved, 'result')}${which} are lost.`;
  return `${rows} Save a capture first to keep them: it is a file with the rows.`;
}
