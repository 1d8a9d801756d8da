import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { DEFAULT_SERVICE, serviceModel } from '../core/stress/serviceModel.ts';
import { simulateLoad } from '../core/stress/simulateLoad.ts';
import { isSameLoad, type StressKeys } from '../core/stress/stressPlan.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';
import { countText } from '../core/words.ts';
import { useStore } from '../features/shared/services.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { ConnectPane } from './ConnectPane.tsx';
import { useInPieces } from './useInPieces.ts';
import { designLink } from '../state/design/stressLink.ts';
import {
  formOfParams,
  keysInDesign,
  keysOfForm,
  type LabForm,
  paramsOfForm,
  type SoundPlan,
  soundPlan,
} from './labForm.ts';
import type { Lab } from './lab.ts';
import { Leftovers } from './Leftovers.tsx';
import { PastRuns } from './PastRuns.tsx';
import { PlanForm, SAID_IN } from './PlanForm.tsx';
import { PoliciesPane } from './PoliciesPane.tsx';
import { RunDialog } from './RunDialog.tsx';
import css from './stress.module.css';
import { type SaveReport, VerdictPane } from './VerdictPane.tsx';
import { isRunning, type RunState, type TestResult } from './testRun.ts';

const LoadView = lazy(() => import('./LoadView.tsx').then((module) => ({ default: module.LoadView })));
const ExpectedView = lazy(() =>
  import('./LoadView.tsx').then((module) => ({ default: module.ExpectedView })),
);

/**
 * Makes the address that opens keys in Design, with this number of prefixes if one is given. Undefined if Design cannot open these keys.
 */
type ToDesign = (keys: StressKeys, prefixes?: number) => string | undefined;

/** The plan on the left; the connection, load and verdict on the right. */
export function TestPane({ lab }: { readonly lab: Lab }): ReactNode {
  const { address, session, run } = lab;
  const [form, setForm] = useState(() => formOfParams(address.get().params));
  const state = useStore(run);
  const account = useStore(session);
  const busy = isRunning(state);
  const [isAsking, setAsking] = useState(false);
  const runButton = useRef<HTMLButtonElement>(null);
  // Connecting removes the field that had the focus, so the focus must be moved.
  useEffect(() => {
    if (account.kind === 'connected') runButton.current?.focus();
  }, [account.kind]);
  const change = (next: Partial<LabForm>): void => {
    const changed = { ...form, ...next };
    setForm(changed);
    address.write('stress', paramsOfForm(changed), 'replace');
  };
  const toDesign: ToDesign = (of, prefixes) => {
    const keys = keysInDesign(of, form.design);
    return lab.otherUrl === undefined || keys === undefined
      ? undefined
      : designLink(lab.otherUrl, keys, prefixes);
  };
  const here = toDesign(keysOfForm(form));
  const planned = useMemo(() => soundPlan(form, lab.nowMs()), [form, lab]);
  const sound = planned.ok ? planned.value : undefined;
  const expected = useInPieces(sound, expectedOf);
  const start = (): void => {
    setAsking(false);
    const fresh = soundPlan(form, lab.nowMs());
    if (fresh.ok && account.kind === 'connected')
      void run.start(account.account, fresh.value).finally(() => void session.refresh());
  };
  return (
    <div className={css.panes}>
      <section className={css.plan} aria-label="Plan">
        <PlanForm
          form={form}
          fault={planned.ok ? undefined : planned.error}
          onChange={change}
          isDisabled={busy}
        />
        <div className={css.run}>
          {!planned.ok && (
            <p id={SAID_IN} className={css.fault}>
              {planned.error.message}
            </p>
          )}
          <Button
            look={busy ? 'danger' : 'primary'}
            isBusy={state.phase === 'deleting'}
            isDisabled={!busy && (!planned.ok || account.kind !== 'connected')}
            onPress={busy ? run.stop : () => setAsking(true)}
            ref={runButton}
          >
            {busy ? 'Stop' : 'Run test'}
          </Button>
          {here !== undefined && (
            <a className="nowrap" href={here}>
              Open these keys in Design
            </a>
          )}
          <output aria-label="Test">{phaseWords(state)}</output>
        </div>
      </section>
      <ResultPane lab={lab} state={state} sound={sound} expected={expected} toDesign={toDesign} />
      {sound !== undefined && account.kind === 'connected' && (
        <RunDialog
          plan={sound.plan}
          host={account.endpoint.host}
          isOpen={isAsking}
          onOpenChange={setAsking}
          onRun={start}
        />
      )}
    </div>
  );
}

/** The connection, tables left behind, and what the load does and proves. */
function ResultPane(props: {
  readonly lab: Lab;
  readonly state: RunState;
  readonly sound: SoundPlan | undefined;
  readonly expected: StressRecord | undefined;
  readonly toDesign: ToDesign;
}): ReactNode {
  const { lab, state, sound, toDesign } = props;
  const { result } = state;
  const account = useStore(lab.session);
  // The table of a running test has not been left behind.
  const leftovers =
    account.kind === 'connected'
      ? account.leftovers.filter(({ name }) => !isRunning(state) || name !== state.table)
      : [];
  const save: SaveReport = (extension, text) => {
    const stamp = new Date(lab.nowMs()).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '');
    void lab.saveFile(`keyscope-stress-${stamp}.${extension}`, [new TextEncoder().encode(text)]);
  };
  return (
    <section className={css.result} aria-label="Result">
      {account.kind === 'connected' ? (
        leftovers.length > 0 && <Leftovers lab={lab} leftovers={leftovers} />
      ) : (
        <ConnectPane lab={lab} state={account} />
      )}
      {state.fault !== undefined && <Notice tone="error" title={state.fault} isLive />}
      {state.phase === 'done' && result !== undefined && (
        <VerdictPane
          result={result}
          toDesign={(prefixes) => toDesign(result.plan.keys, prefixes)}
          save={save}
        />
      )}
      {state.isLeft === true && (
        <Notice
          tone="warning"
          title={`The test table ${state.table ?? ''} could not be deleted.`}
          nextStep="If the SAS has expired, connect with a new one. You can then delete the table."
          isLive
        />
      )}
      <Suspense>
        <LoadPane result={result} sound={sound} expected={props.expected} />
      </Suspense>
      {state.phase === 'done' && <PastRuns past={state.past} />}
      {sound !== undefined && <PoliciesPane sound={sound} isDisabled={isRunning(state)} />}
    </section>
  );
}

/** What a load has done so far, or before the first one, what the model expects. */
function LoadPane(props: {
  readonly result: TestResult | undefined;
  readonly sound: SoundPlan | undefined;
  readonly expected: StressRecord | undefined;
}): ReactNode {
  const { result, sound, expected } = props;
  if (sound === undefined || expected === undefined) return result && <LoadView result={result} />;
  if (result === undefined) return <ExpectedView plan={sound.plan} record={expected} />;
  // If the form has changed since, the model's expectation is for another load.
  return <LoadView result={result} expected={isSameLoad(result.plan, sound.plan) ? expected : undefined} />;
}

/** Simulates a plan on the model. */
function expectedOf({ plan, keysOf }: SoundPlan): Generator<undefined, StressRecord> {
  const service = serviceModel({ ...DEFAULT_SERVICE, seed: plan.seed }, plan.keys.groups);
  return simulateLoad(plan, keysOf, service);
}

function phaseWords({ phase, table, result, isLeft }: RunState): string {
  switch (phase) {
    case 'none':
      return '';
    case 'creating':
      return 'Creating the test table';
    case 'running':
      return `Running: ${countText(result?.record.totals.entities ?? 0)} entities in ${Math.floor((result?.elapsedMs ?? 0) / 1000)} s`;
    case 'deleting':
      return `Deleting ${table ?? 'the test table'}`;
    case 'done':
      if (table === undefined) return 'No test ran';
      return isLeft === true ? `${table} could not be deleted` : 'Done: the test table is deleted';
  }
}
