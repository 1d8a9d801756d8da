import { type ReactNode, useEffect, useState } from 'react';
import {
  closedWindow,
  type IdentityKind,
  instantNames,
  usualIdentity,
} from '../../../state/results/compareResults.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { SearchMenu } from '../../../ui/controls/SearchMenu.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from './compare.module.css';
import { Comparison } from './Comparison.tsx';
import { pairOf, type Side, sidesOf } from './compareSides.ts';
import { timeChoices, timeOf } from './countedTimes.ts';
import type { Compare } from './useCompare.ts';

/** Two open results over one time axis. Waits for a result that is still being read. */
export function CompareResults({ asked, ask, askBefore }: Compare): ReactNode {
  const { all, inSight } = useStore(useServices().results);
  if (asked === undefined) return undefined;
  const close = (): void => ask(undefined);
  const sides = sidesOf(all);
  const [first, second] = pairOf(asked, sides, inSight.id);
  if (asked.kind === 'waiting') {
    // A result that was cancelled or closed is not compared.
    const isThere = first !== undefined && first.run.completeness.state !== 'stopped';
    if (!isThere || second === undefined) return undefined;
  }
  return (
    <Dialog
      title="Compare results"
      size="wide"
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      actions={
        asked.kind === 'choose' ? (
          <Button onPress={askBefore}>Compare with the window before</Button>
        ) : undefined
      }
    >
      {asked.kind === 'fault' ? (
        <Notice tone="error" title="The window before was not read." isLive>
          {asked.words}
        </Notice>
      ) : first === undefined || second === undefined ? (
        <p className={css.words}>A comparison needs two results. Run a query beside this one.</p>
      ) : (
        <Chosen sides={sides} first={first} second={second} onClose={close} />
      )}
    </Dialog>
  );
}

const IDENTITIES = [
  { id: 'key', label: 'Whole key' },
  { id: 'timeless', label: 'Key without time' },
  { id: 'shifted', label: 'Same time after the start' },
] as const;

const NO_NAMES: readonly string[] = [];

/** Properties that hold a time in both; none until they are known of just these two. */
function useInstantNames(first: Side, second: Side): readonly string[] {
  const { activity } = useServices();
  const [known, setKnown] = useState<{ readonly of: string; readonly names: readonly string[] }>();
  const of = `${String(first.id)} ${String(second.id)}`;
  const { rows: firstRows, run: firstRun } = first;
  const { rows: secondRows, run: secondRun } = second;
  useEffect(() => {
    let isCurrent = true;
    const found = instantNames({ rows: firstRows, run: firstRun }, { rows: secondRows, run: secondRun });
    // Without them, the comparison itself says what is wrong.
    void activity.track(found.catch(() => [])).then((names) => {
      if (isCurrent) setKnown({ of, names });
    });
    return () => {
      isCurrent = false;
    };
  }, [activity, of, firstRows, firstRun, secondRows, secondRun]);
  return known?.of === of ? known.names : NO_NAMES;
}

function Chosen(props: {
  readonly sides: readonly Side[];
  /** Chosen when the dialog opens. */
  readonly first: Side;
  readonly second: Side;
  readonly onClose: () => void;
}): ReactNode {
  const { sides } = props;
  const [chosenTime, setTime] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [ids, setIds] = useState({ first: props.first.id, second: props.second.id });
  const [chosen, setChosen] = useState<IdentityKind>();
  const first = sides.find(({ id }) => id === ids.first) ?? props.first;
  const second = sides.find(({ id }) => id === ids.second) ?? props.second;
  const canShift = closedWindow(first.run) !== undefined && closedWindow(second.run) !== undefined;
  const usual = usualIdentity(first.run, second.run);
  const identity = chosen === undefined || (chosen === 'shifted' && !canShift) ? usual : chosen;
  const times = timeChoices(useInstantNames(first, second), chosenTime);
  const counted = times.options.find(({ id }) => id === times.id)?.label ?? '';
  const options = sides.map(({ id, name }) => ({ id: String(id), label: name }));
  // The same result twice says nothing: the two change places instead.
  const chooseFirst = (id: number): void =>
    setIds({ first: id, second: id === second.id ? first.id : second.id });
  const chooseSecond = (id: number): void =>
    setIds({ first: id === first.id ? second.id : first.id, second: id });
  return (
    <div className={css.compare}>
      <div className={css.choices}>
        <Select
          label="A"
          options={options}
          value={String(first.id)}
          onChange={(id) => chooseFirst(Number(id))}
        />
        <Select
          label="B"
          options={options}
          value={String(second.id)}
          onChange={(id) => chooseSecond(Number(id))}
        />
      </div>
      <div className={css.choices}>
        <SearchMenu
          label={`Rows are counted by: ${counted}`}
          placement="bottom start"
          entries={() => times.options}
          selected={times.id}
          onAction={setTime}
        />
      </div>
      <SegmentedControl
        label="Rows are the same by"
        segments={IDENTITIES.map((one) => ({ ...one, isDisabled: one.id === 'shifted' && !canShift }))}
        value={identity}
        onChange={(id) => setChosen(IDENTITIES.find((one) => one.id === id)?.id)}
        size="small"
      />
      <Comparison
        key={`${first.id} ${second.id} ${identity} ${times.id} ${String(attempt)}`}
        first={first}
        second={second}
        choice={{ kind: identity, time: timeOf(times.id) }}
        onClose={props.onClose}
        onAgain={() => setAttempt(attempt + 1)}
      />
    </div>
  );
}
