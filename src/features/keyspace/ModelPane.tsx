import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Finding } from '../../core/keyspace/diagnosis/finding.ts';
import { type CellWindow, wholeGrid } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import { heatScale } from '../../core/keyspace/map/scale.ts';
import type { ModelInput, ModelResult } from '../../core/keyspace/model/modelTypes.ts';
import { DEFAULT_SERVERS } from '../../core/keyspace/model/servers.ts';
import {
  ACCOUNT_TARGET_PER_SECOND,
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../../core/keyspace/target.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { ModelForm } from '../../state/modelForm.ts';
import { modelOfForm } from '../../state/modelInput.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { ModelAnswer } from '../../core/keyspace/model/modelAnswer.ts';
import { useKeyspaceParts } from './keyspaceParts.ts';
import { formatCount, formatShare } from '../../ui/format.ts';
import { KeyMap } from '../../ui/keymap/KeyMap.tsx';
import { type Viewport, wholeViewport } from '../../ui/keymap/viewport.ts';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { useZone } from '../shared/useZone.ts';
import { Findings } from './Findings.tsx';
import css from './keyspace.module.css';
import { gridSummary } from './keyspaceWords.ts';
import { LoadStrip } from './LoadStrip.tsx';
import { ModelAlternatives } from './ModelAlternatives.tsx';
import { ModelFields } from './ModelFields.tsx';
import { ModelFigures } from './ModelFigures.tsx';
import { cellsOfFinding } from './zoomView.ts';

export interface ModelPaneProps {
  /** 0 or 1: which of the designs. */
  readonly index: number;
  readonly name: string;
  readonly form: ModelForm;
  readonly onChange: (form: ModelForm) => void;
  readonly actions: ReactNode;
}

/** One design: its numbers, the keys that it makes, and what servers make of them. */
export function ModelPane({ index, name, form, onChange, actions }: ModelPaneProps): ReactNode {
  const { nowMs } = useServices();
  // One instant for as long as the pane stands: typing must not move the picture.
  const [nowTicks] = useState(() => ticksFromUnixMs(nowMs()));
  const model = useMemo(() => modelOfForm(form, nowTicks), [form, nowTicks]);
  const run = useKeyspaceParts().models.design(index);
  useEffect(() => {
    if (model.ok) run.ask(model.value);
    else run.cancel();
  }, [run, model]);
  useEffect(() => run.cancel, [run]);
  const { input, answer, isBusy, fault } = useStore(run);
  return (
    <section className={css.model} aria-label={name}>
      <div className={css.modelHead}>
        <h2 className={css.modelName}>{name}</h2>
        <span className={css.gap} />
        {actions}
      </div>
      <ModelFields form={form} fault={model.ok ? undefined : model.error} onChange={onChange} />
      {fault !== undefined && (
        <Notice tone="error" title={`${name} could not be simulated.`} nextStep="Change a number." isLive>
          {fault}
        </Notice>
      )}
      {input !== undefined && answer !== undefined && (
        <div className={css.modelPicture} aria-busy={isBusy}>
          <ModelPicture
            key={`${answer.result.labels.length} ${answer.result.grid.columnCount}`}
            name={name}
            input={input}
            answer={answer}
          />
          <ModelAlternatives index={index} form={form} nowTicks={nowTicks} onUse={onChange} />
        </div>
      )}
    </section>
  );
}

function ModelPicture({
  name,
  input,
  answer: { result, findings },
}: {
  readonly name: string;
  readonly input: ModelInput;
  readonly answer: ModelAnswer;
}): ReactNode {
  const { keyspace } = useServices();
  const { basis, brightness, separator } = useStore(keyspace);
  const zone = useZone();
  const { grid, labels } = result;
  const [steps, setSteps] = useState<readonly Viewport[]>([]);
  const [viewport, setViewport] = useState(() => wholeViewport(grid));
  const [selection, setSelection] = useState<CellWindow>();
  const [pinned, setPinned] = useState<CellWindow>();
  const [lit, setLit] = useState<Finding>();
  const sums = useMemo(() => marginals(grid, wholeGrid(grid)), [grid]);
  const scale = useMemo(
    () =>
      heatScale({
        basis,
        max: sums.max,
        bucketTicks: grid.bucketTicks,
        brightness,
        ...(input.partitionTargetPerSecond !== undefined && {
          targetPerSecond: input.partitionTargetPerSecond,
        }),
      }),
    [basis, brightness, grid, sums, input.partitionTargetPerSecond],
  );
  const highlights = useMemo(
    () => (lit === undefined ? [] : lit.cells.flatMap((cells) => cellsOfFinding(grid, cells))),
    [lit, grid],
  );
  return (
    <>
      <p className={css.outcome} role="status" aria-label="Outcome">
        {outcomeWords(result)} {result.reads.sentence}
      </p>
      <ModelFigures result={result} input={input} />
      <div className={css.mapArea}>
        <KeyMap
          grid={grid}
          labels={labels}
          separator={separator}
          scale={scale}
          timeZone={zone.timeZone}
          zoneName={zone.name}
          summary={gridSummary(grid, labels, sums, 'Simulated.')}
          viewport={viewport}
          onViewport={(next, isStep) => {
            if (isStep) setSteps([...steps, viewport]);
            setViewport(next);
          }}
          onBack={() => {
            setViewport(steps.at(-1) ?? wholeViewport(grid));
            setSteps(steps.slice(0, -1));
          }}
          highlights={highlights}
          selection={selection}
          onSelect={setSelection}
          pinned={pinned}
          onPin={setPinned}
        />
      </div>
      <LoadStrip result={result} input={input} />
      <Findings of={name} findings={findings} lit={lit} onLight={setLit} />
      <ModelNotes result={result} />
      <Assumptions input={input} />
    </>
  );
}

/** Which figures are published, by whom, and which are only assumed. */
function Assumptions({ input }: { readonly input: ModelInput }): ReactNode {
  const { count, targetPerSecond, patienceSeconds, splitOfflineSeconds, moveOfflineSeconds } =
    input.servers ?? DEFAULT_SERVERS;
  return (
    <p className={css.assumptions}>
      <b>Assumed, since nothing is published:</b> {formatCount(count)} partition servers of{' '}
      {formatCount(targetPerSecond)} entities/s; a busy range is split after {patienceSeconds} s, is away for{' '}
      {splitOfflineSeconds} s when split and {moveOfflineSeconds} s when moved. <b>Published:</b>{' '}
      {formatCount(PARTITION_TARGET_PER_SECOND)} entities/s a partition and{' '}
      {formatCount(ACCOUNT_TARGET_PER_SECOND)} an account, of 1 KiB each (Microsoft, Scalability and
      performance targets for Table storage); {formatCount(HISTORICAL_PARTITION_TARGET_PER_SECOND)} a
      partition before June 2012 (Windows Azure Storage team blog, 2010). Retries after 1, 2, 4, ... s:
      @azure/core-rest-pipeline. Range partitions and servers: Calder et al., Windows Azure Storage, SOSP
      2011.
    </p>
  );
}

/** What the design means, and keys as they would be written. */
function ModelNotes({ result }: { readonly result: ModelResult }): ReactNode {
  return (
    <div className={css.modelMore}>
      {result.notes.length > 0 && (
        <ul className={css.notes} aria-label="Notes">
          {result.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>Keys as they would be written</summary>
        <ul className={css.keys}>
          {result.sampleKeys.map(({ partitionKey, rowKey }) => (
            <li key={`${partitionKey}\n${rowKey}`}>
              {partitionKey} / {rowKey}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function outcomeWords({ offered, refused, refusals, firstRefusalSeconds }: ModelResult): string {
  if (firstRefusalSeconds === undefined)
    return `All ${formatCount(offered)} writes are stored, none refused.`;
  const lost =
    refused === 0
      ? 'all of them are stored by a retry'
      : `${formatCount(refused)} of ${formatCount(offered)} writes refused for good (${formatShare(refused / Math.max(1, offered))})`;
  return `503 from ${formatCount(Math.round(firstRefusalSeconds))} s on, ${formatCount(refusals)} times: ${lost}.`;
}
