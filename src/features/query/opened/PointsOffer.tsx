import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PointNaming, RecognizedNames } from '../../../core/series/pointNames.ts';
import { SERIES_TIME_FORMS, type SeriesTimeForm, timeFormTitle } from '../../../core/series/timeKey.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { parseLength } from '../../../core/time/lengthInput.ts';
import { namedResults } from '../../../state/results/resultTabs.ts';
import { readAsPoints } from '../../../state/results/pointsResult.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { oneShotReads } from '../../shared/oneShotReads.ts';
import { useGroupActions } from '../../shared/useActions.ts';
import { useServices } from '../../shared/services.tsx';
import css from './opened.module.css';

/** If rows have a property for each point, offers to read each point at its own time. */
export function PointsOffer({ run }: { readonly run: RunState }): ReactNode {
  const { rows, activity } = useServices();
  const [isOpen, setOpen] = useState(false);
  const isOver = run.phase === 'ended' && run.rows > 0;
  // Nothing is offered if the result has no such rows, or its worker has died.
  const { data } = useQuery(
    {
      queryKey: ['points', run.runId],
      enabled: isOver,
      // Asked again after Continue.
      staleTime: 0,
      queryFn: () => activity.track(rows.recognizePoints()).then((names) => names ?? null),
    },
    oneShotReads,
  );
  const found = data ?? undefined;
  const open = (): void => setOpen(true);
  useGroupActions('Results', [
    ['results.points', 'Read properties as points of a time series', isOver ? open : undefined],
  ]);
  return (
    <>
      {found !== undefined && (
        <p className={css.offer}>
          Each row holds many points.{' '}
          <Button look="link" size="small" onPress={open}>
            Read as points
          </Button>
        </p>
      )}
      {isOpen && <PointsDialog found={found} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What the number at the end of a property name may mean. */
const NUMBERS: readonly { readonly id: SeriesTimeForm | 'steps'; readonly label: string }[] = [
  { id: 'steps', label: "Steps since the row's time" },
  ...SERIES_TIME_FORMS.map((id) => ({ id, label: `The time: ${timeFormTitle(id)}` })),
];

/** Asks for the step and the meaning of the numbers, beginning with what was recognized. */
function PointsDialog(props: {
  readonly found: RecognizedNames | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { found, onClose } = props;
  const { results, run, rows, activity } = useServices();
  const naming = found?.naming;
  const [prefix, setPrefix] = useState(naming?.prefix ?? '');
  const [step, setStep] = useState(naming?.kind === 'offset' ? durationText(naming.stepTicks) : '1s');
  const [fault, setFault] = useState<string>();
  const length = parseLength(step);
  const [form, setForm] = useState<SeriesTimeForm | 'steps'>(
    naming?.kind === 'instant' ? naming.form : 'steps',
  );
  const isInstant = form !== 'steps';

  const read = async (): Promise<void> => {
    const { all, inSight } = results.get();
    const name = namedResults(all).find(({ id }) => id === inSight.id)?.name ?? '';
    const first = naming?.kind === 'offset' && naming.prefix === prefix ? naming.first : undefined;
    const asked: PointNaming | undefined = isInstant
      ? { kind: 'instant', prefix, form }
      : length.ok
        ? { kind: 'offset', prefix, stepTicks: length.value, first }
        : undefined;
    if (asked === undefined) return;
    const refused = await results.takeRows(readAsPoints({ run, rows }, name, asked, found?.rowTicks));
    if (refused === undefined) onClose();
    else setFault(refused);
  };

  return (
    <Dialog
      title="Read properties as points"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <Button
          look="primary"
          isDisabled={!isInstant && !length.ok}
          onPress={() => void activity.track(read())}
        >
          Read as points
        </Button>
      }
    >
      <div className={css.form}>
        <p className={css.words}>
          {found === undefined
            ? 'Type how property names are built: a text, then a number. The number counts steps since the time in the key, or is the time itself.'
            : `${found.isGuess ? 'A guess. ' : ''}${found.evidence}`}
        </p>
        <TextField label="Names begin with" value={prefix} onChange={setPrefix} mono />
        <Select label="Then the number is" options={NUMBERS} value={form} onChange={setForm} />
        {!isInstant && (
          <TextField
            label="One step"
            value={step}
            onChange={setStep}
            mono
            error={length.ok ? undefined : length.error}
          />
        )}
        {fault !== undefined && (
          <Notice tone="error" title="The points were not read." isLive>
            {fault}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
