import { templatesOfModel } from '../../../core/design/bench/modelOfDesign.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { linkParamsOfForm } from '../../../state/design/designForm.ts';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type ModelAnswer, outcomeText } from '../../../core/keyspace/model/modelAnswer.ts';
import type { ModelInput, ModelResult } from '../../../core/keyspace/model/modelTypes.ts';
import {
  partitionTargetOf,
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../../../core/keyspace/target.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { anyOf } from '../../../state/run/rowListState.ts';
import type { ModelForm } from '../../../state/keyspace/modelForm.ts';
import { modelOfForm, MODEL_NUMBERS, type ModelFault } from '../../../state/keyspace/modelInput.ts';
import { cx } from '../../../ui/classes.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TEXT_SCALE } from '../../../ui/theme/textScale.ts';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { ServicesProvider, useServices, useStore } from '../../shared/services.tsx';
import { designView } from './designView.ts';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { LoadStrip } from './LoadStrip.tsx';
import { type MapData, ROW_KINDS } from '../../shared/map/mapData.ts';
import { CellsPane } from '../map/CellsPane.tsx';
import { ModelAlternatives, ModelFigures } from './ModelFigures.tsx';
import { ModelConstants } from './ModelConstants.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';

/** The highest rates of all shown designs, per second. */
export interface ModelPeaks {
  /** The entities in the highest cell. */
  readonly cellPerSecond: number;
  /** The attempted writes in the busiest step. */
  readonly writesPerSecond: number;
}

export interface ModelPaneProps {
  /** The index of the design, 0 or 1. */
  readonly index: number;
  readonly name: string;
  readonly form: ModelForm;
  readonly peaks: ModelPeaks;
  readonly onChange: (form: ModelForm) => void;
  readonly actions: ReactNode;
}

/** In a narrower pane, there is no room for the form next to the map. */
const WIDE_PX = 656 * TEXT_SCALE;

/** A link to the bench of Design with the same design, and with a query by time. */
function designLink(input: ModelInput): string {
  const roundingSeconds = Number(input.roundingTicks / TICKS_PER_SECOND);
  const { partition, row, properties } = templatesOfModel({ ...input, roundingSeconds });
  return writeHash(
    'design',
    linkParamsOfForm({
      properties,
      patterns:
        'One source, last hour | Source == @source and Time within 1h | 1/s\nLast 5 min | Time within 5m | 0.1/s',
      writes: String(input.eventsPerSecond),
      days: '30',
      bytes: String(input.entityBytes),
      ms: '',
      designs: [{ partition, row }],
    }),
  );
}

/** One design: its form, the keys that it makes, and what the simulated servers do with them. */
export function ModelPane({ index, name, form, peaks, onChange, actions }: ModelPaneProps): ReactNode {
  const model = useMemo(() => modelOfForm(form), [form]);
  const run = useMapSections().models.design(index);
  useEffect(() => {
    if (model.ok) run.ask(model.value);
    else run.cancel();
  }, [run, model]);
  useEffect(() => run.cancel, [run]);
  const { input, answer, isBusy, fault } = useStore(run);
  const pane = useRef<HTMLElement>(null);
  const isWide = useElementSize(pane).width >= WIDE_PX;
  const fields = <ModelFields form={form} fault={model.ok ? undefined : model.error} onChange={onChange} />;
  const services = useServices();
  // The map is the same as for other sources, but with its own part of the address for each design.
  const own = useMemo(
    () => ({ ...services, keyspace: designView(services.keyspace, index) }),
    [services, index],
  );
  return (
    <section ref={pane} className={cx(css.model, isWide && css.wide)} aria-label={name}>
      <div className={css.modelSide}>
        <div className={css.modelHead}>
          <h2>{name}</h2>
          <span className={css.gap} />
          {actions}
        </div>
        {isWide ? (
          fields
        ) : (
          <details>
            <summary>Its keys and load</summary>
            {fields}
          </details>
        )}
        {model.ok && (
          <a className={css.link} href={designLink(model.value)}>
            Compare its keys in Design
          </a>
        )}
      </div>
      <div className={css.modelPicture} aria-busy={isBusy}>
        {fault !== undefined && (
          <Notice tone="error" title={`${name} could not be simulated.`} nextStep="Change a number." isLive>
            {fault}
          </Notice>
        )}
        {input !== undefined && answer !== undefined && (
          <>
            <ServicesProvider services={own}>
              <ModelMap name={name} input={input} answer={answer} peaks={peaks} />
            </ServicesProvider>
            <p className={css.outcome} role="status" aria-label="Outcome">
              {outcomeText(answer.result)} {answer.result.reads.sentence}
            </p>
            <ModelFigures result={answer.result} input={input} />
            <ModelNotes result={answer.result} />
            <ModelAlternatives index={index} form={form} onUse={onChange} />
            <ModelConstants />
          </>
        )}
      </div>
    </section>
  );
}

/** The simulation in the form in which the map takes every source. */
function mapDataOf(name: string, input: ModelInput, answer: ModelAnswer, topPerSecond: number): MapData {
  const { grid, labels, diagnosis } = answer.result;
  const { rowName, column } = ROW_KINDS[diagnosis.rowsAre];
  return {
    grid,
    labels,
    rowName,
    whole: {
      from: input.fromTicks,
      to: input.fromTicks + BigInt(Math.ceil(input.durationSeconds)) * TICKS_PER_SECOND,
    },
    title: `${name}: ${input.scheme}`,
    isIncomplete: false,
    completeness: 'Simulated: no table was read.',
    outside: '',
    diagnosis,
    findings: answer.findings,
    targetPerSecond: partitionTargetOf(input),
    topPerSecond,
    id: name,
    filterOf: ({ from, to }) => column && anyOf(column, labels.slice(from, to)),
  };
}

function ModelMap({
  name,
  input,
  answer,
  peaks: { cellPerSecond, writesPerSecond },
}: {
  readonly name: string;
  readonly input: ModelInput;
  readonly answer: ModelAnswer;
  readonly peaks: ModelPeaks;
}): ReactNode {
  const data = useMemo(
    () => mapDataOf(name, input, answer, cellPerSecond),
    [name, input, answer, cellPerSecond],
  );
  return (
    <CellsPane
      data={data}
      name={name}
      strip={<LoadStrip result={answer.result} input={input} data={data} most={writesPerSecond} />}
    />
  );
}

/** What the design means, with examples of its keys. */
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
        <summary>Sample keys</summary>
        <ul className="breaks mono">
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

interface ModelFieldsProps {
  readonly form: ModelForm;
  readonly fault: ModelFault | undefined;
  readonly onChange: (form: ModelForm) => void;
}

const SCHEME_WORDS: Readonly<Record<ModelForm['scheme'], string>> = {
  ticks: 'Ticks',
  'prefixed ticks': 'Prefixed ticks',
  'inverted ticks': 'Inverted ticks (log tail)',
  'partition per writer': 'Partition per writer',
  hash: 'Hash buckets',
  guid: 'GUIDs',
};
const SHAPE_WORDS: Readonly<Record<ModelForm['shape'], string>> = {
  steady: 'Steady',
  diurnal: 'Day and night',
  burst: 'Burst, ten times',
};
const TARGET_WORDS = new Map([
  [String(PARTITION_TARGET_PER_SECOND), '2,000/s, today'],
  [String(HISTORICAL_PARTITION_TARGET_PER_SECOND), '500/s, until 2012'],
]);
/** Fields with only a few values, each with its label. */
const CHOICES = [
  { name: 'scheme', label: 'Keys', words: new Map(Object.entries(SCHEME_WORDS)) },
  { name: 'shape', label: 'Load', words: new Map(Object.entries(SHAPE_WORDS)) },
  { name: 'partitionTarget', label: 'Partition target', words: TARGET_WORDS },
] as const;
/** Other schemes have no buckets over which writes could be spread. */
const SPREADING: readonly ModelForm['scheme'][] = ['prefixed ticks', 'hash'];

/** The fields for the numbers of a design. */
function ModelFields({ form, fault, onChange }: ModelFieldsProps): ReactNode {
  return (
    <div className={css.modelFields}>
      {CHOICES.map(({ name, label, words }) => (
        <div key={name} className={css.modelChoice}>
          <Select
            label={label}
            // A link may hold another value than those that are offered.
            options={[...new Set([...words.keys(), form[name]])].map((id) => ({
              id,
              label: words.get(id) ?? `${id}/s`,
            }))}
            value={form[name]}
            onChange={(id) => onChange({ ...form, [name]: id })}
          />
        </div>
      ))}
      <div className={css.modelChoice}>
        <TextField
          label="Start, UTC"
          value={form.start}
          onChange={(start) => onChange({ ...form, start })}
          error={fault?.field === 'start' ? { message: fault.message } : undefined}
        />
      </div>
      {MODEL_NUMBERS.filter(({ name }) => name !== 'partitionTarget').map(({ name, title }) => (
        <TextField
          key={name}
          label={title}
          value={form[name]}
          onChange={(text) => onChange({ ...form, [name]: text })}
          isDisabled={name === 'prefixes' && !SPREADING.includes(form.scheme)}
          error={fault?.field === name ? { message: fault.message } : undefined}
        />
      ))}
    </div>
  );
}
