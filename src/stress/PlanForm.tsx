import type { ReactNode } from 'react';
import { RETRY_POLICIES } from '../core/stress/retryPolicies.ts';
import { schemeById } from '../core/keys/schemeRegistry.ts';
import { DESIGN_TEMPLATES } from '../core/keys/schemes/designTemplates.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import type { FormFault, LabForm } from './labForm.ts';
import css from './stress.module.css';

export interface PlanFormProps {
  readonly form: LabForm;
  readonly fault: FormFault | undefined;
  readonly onChange: (change: Partial<LabForm>) => void;
  readonly isDisabled: boolean;
}

/** The id of the element that says what is wrong with the plan. */
export const SAID_IN = 'plan-fault';

/** The sections of the form: keys, load, target, operations, retries, limits. */
export function PlanForm(props: PlanFormProps): ReactNode {
  return (
    <>
      <KeysStep {...props} />
      <LoadStep {...props} />
      <OperationsStep {...props} />
      <Step title="4. Retries">
        <Select
          label="Retry policy"
          hideLabel
          options={RETRY_POLICIES.map(({ id, title }) => ({ id, label: title }))}
          value={props.form.policy}
          onChange={(policy) => props.onChange({ policy })}
          isDisabled={props.isDisabled}
        />
      </Step>
      <Step title="5. Limits">
        <Texts
          {...props}
          fields={[
            ['rows', 'Rows'],
            ['megabytes', 'MB sent'],
          ]}
        />
      </Step>
    </>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={css.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Text fields, side by side unless `columns` says otherwise. */
function Texts({
  form,
  fault,
  onChange,
  isDisabled,
  fields,
  columns = css.numbers,
  mono,
}: PlanFormProps & {
  readonly fields: readonly (readonly [keyof LabForm, string])[];
  readonly columns?: string | undefined;
  readonly mono?: boolean;
}): ReactNode {
  return (
    <div className={columns}>
      {fields.map(([field, label]) => {
        const isFaulty = fault?.fields.includes(field) === true;
        return (
          <TextField
            key={field}
            label={label}
            mono={mono}
            value={form[field]}
            onChange={(text) => onChange({ [field]: text })}
            isFaulty={isFaulty}
            saidIn={isFaulty ? SAID_IN : undefined}
            isDisabled={isDisabled}
          />
        );
      })}
    </div>
  );
}

function KeysStep(props: PlanFormProps): ReactNode {
  const { form, onChange, isDisabled } = props;
  return (
    <Step title="1. Keys">
      <SegmentedControl
        label="Keys from"
        hideLabel
        size="small"
        segments={[
          { id: 'scheme', label: 'Scheme' },
          { id: 'templates', label: 'Templates of Design' },
        ]}
        value={form.keys}
        onChange={(keys) => onChange({ keys })}
        isDisabled={isDisabled}
      />
      {form.keys === 'scheme' ? (
        <Select
          label="Key scheme"
          options={Object.keys(DESIGN_TEMPLATES).map((id) => ({ id, label: schemeById(id)?.title ?? id }))}
          value={form.scheme}
          onChange={(scheme) => onChange({ scheme })}
          isDisabled={isDisabled}
        />
      ) : (
        <Texts
          {...props}
          columns={css.section}
          mono
          fields={[
            ['pk', 'PartitionKey template'],
            ['rk', 'RowKey template'],
          ]}
        />
      )}
      <SegmentedControl
        label="Prefixes"
        size="small"
        segments={['1', '10', '100'].map((id) => ({ id, label: id }))}
        value={form.groups}
        onChange={(groups) => onChange({ groups })}
        isDisabled={isDisabled}
      />
    </Step>
  );
}

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly words: string;
}

const SHAPES: readonly Choice<LabForm['shape']>[] = [
  {
    id: 'steps',
    label: 'Steps up',
    words: '50 % more every 3 s, until the service throttles or the last step ends.',
  },
  { id: 'steady', label: 'Steady', words: 'The same rate until the end.' },
  { id: 'burst', label: 'Burst', words: 'Five times the rate for an eighth of the time.' },
  {
    id: 'day',
    label: 'A day',
    words: 'A whole day in this time: nights at 20 % of the rate, noon at 180 %.',
  },
];

const TARGETS: readonly Choice<LabForm['target']>[] = [
  { id: 'one partition', label: 'One partition', words: 'Every row has the same PartitionKey.' },
  {
    id: 'front',
    label: 'Newest keys',
    words: 'Keys hold the time of writing; three rows in ten are 1 or 2 min late, as in a log table.',
  },
  { id: 'spread', label: 'Spread', words: 'Keys of all prefixes, with times over a whole day.' },
];

/** Radio buttons in one line, and the meaning of the chosen one. */
function Choices<Id extends string>(props: {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly isDisabled: boolean;
}): ReactNode {
  const { label, choices, value, onChange, isDisabled } = props;
  return (
    <>
      <SegmentedControl
        label={label}
        hideLabel
        size="small"
        segments={choices}
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
      />
      <p className={css.note}>{choices.find((each) => each.id === value)?.words}</p>
    </>
  );
}

function LoadStep(props: PlanFormProps): ReactNode {
  const { form, onChange, isDisabled } = props;
  return (
    <Step title="2. Load and target">
      <Choices
        label="Load"
        choices={SHAPES}
        value={form.shape}
        onChange={(shape) => onChange({ shape })}
        isDisabled={isDisabled}
      />
      <Texts
        {...props}
        fields={
          form.shape === 'steps'
            ? [
                ['rate', 'First, entities/s'],
                ['most', 'Last, entities/s'],
              ]
            : [
                ['rate', 'Entities/s'],
                ['seconds', 'Seconds'],
              ]
        }
      />
      <Choices
        label="Target"
        choices={TARGETS}
        value={form.target}
        onChange={(target) => onChange({ target })}
        isDisabled={isDisabled}
      />
    </Step>
  );
}

function OperationsStep(props: PlanFormProps): ReactNode {
  return (
    <Step title="3. Operations, in shares">
      <Texts
        {...props}
        columns={css.shares}
        fields={[
          ['insert', 'Insert'],
          ['transaction', 'Transaction'],
          ['upsert', 'Upsert'],
          ['point read', 'Point read'],
          ['row range', 'Row range'],
          ['partition range', 'Partition range'],
        ]}
      />
      <p className={css.note}>
        Each upsert and each read also costs a preflight, which takes one of the browser’s six connections.
      </p>
      <Texts
        {...props}
        fields={[
          ['batch', 'Rows per transaction'],
          ['bytes', 'Bytes per row'],
        ]}
      />
    </Step>
  );
}
