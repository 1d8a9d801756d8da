import { type ReactNode, useState } from 'react';
import { countText } from '../core/words.ts';
import { useStore } from '../features/shared/useStore.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import type { Lab } from './lab.ts';
import type { Connected } from './session.ts';
import css from './stress.module.css';

/** The plan of a test, and the test while it runs. */
export function TestPane({
  lab,
  connected,
}: {
  readonly lab: Lab;
  readonly connected: Connected;
}): ReactNode {
  const state = useStore(lab.run);
  const [rate, setRate] = useState('50');
  const [seconds, setSeconds] = useState('10');
  const [isAsking, setAsking] = useState(false);
  const isRunning = state.phase !== 'none' && state.phase !== 'done';
  const start = (): void => {
    setAsking(false);
    void lab.run.start(connected.account, { rate: Number(rate), seconds: Number(seconds) });
  };
  return (
    <>
      <div className={css.buttons}>
        <TextField label="Entities per second" value={rate} onChange={setRate} isDisabled={isRunning} />
        <TextField label="Seconds" value={seconds} onChange={setSeconds} isDisabled={isRunning} />
        {isRunning ? (
          <Button look="danger" onPress={lab.run.stop}>
            Stop
          </Button>
        ) : (
          <Button look="primary" onPress={() => setAsking(true)}>
            Run test
          </Button>
        )}
      </div>
      <output aria-label="Test">
        {state.phase}: {countText(state.written)} entities written, {countText(state.refused)} refused,{' '}
        {countText(state.perSecond.at(-1) ?? 0)} entities/s {state.fault}
      </output>
      <Dialog
        title="Create a test table and load it?"
        isOpen={isAsking}
        onOpenChange={setAsking}
        actions={
          <Button look="primary" onPress={start}>
            Create the table and run
          </Button>
        }
      >
        <p>
          Creates a table in {connected.endpoint.host}, writes about{' '}
          {countText(Number(rate) * Number(seconds))} rows, then deletes the table.
        </p>
      </Dialog>
    </>
  );
}
