import type { ReactNode } from 'react';
import { RETRY_POLICIES } from '../core/stress/retryPolicies.ts';
import { OPERATION_KINDS, type OperationKind } from '../core/stress/stressPlan.ts';
import { schemeById } from '../core/keys/schemeRegistry.ts';
import { DESIGN_TEMPLATES } from '../core/keys/schemes/designTemplates.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import type { FormFault, LabForm } from './labForm.ts';
import css from './stress.module.css';

const KINDS: Readonly<Record<OperationKind, string>> = {
  insert: 'Insert',
  transaction: 'Transaction',
  upsert: 'Upsert',
  'point read': 'Point read',
  'row range': 'Row range',
  'partition range': 'Partition range',
};

export interface PlanFormProps {
  readonly form: LabForm;
  readonly fault: FormFault | undefined;
  readonly onChange: (change: Partial<LabForm>) => void;
  readonly isDisabled: boolean;
}

/** The steps of the guide, one below the other: keys, load, target, operations, retries, limits. */
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
        <Numbers
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

type NumberField = 'rate' | 'most' | 'seconds' | 'batch' | 'bytes' | 'rows' | 'megabytes';

/** Short fields in one line. */
function Numbers({
  form,
  fault,
  onChange,
  isDisabled,
  fields,
}: PlanFormProps & { readonly fields: readonly (readonly [NumberField, string])[] }): ReactNode {
  return (
    <div className={css.numbers}>
      {fields.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          value={form[field]}
          onChange={(text) => onChange({ [field]: text })}
          isFaulty={fault?.field === field}
          isDisabled={isDisabled}
        />
      ))}
    </div>
  );
}

function KeysStep({ form, onChange, isDisabled }: PlanFormProps): ReactNode {
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
        onChange={(keys) => onChange({ keys: keys === 'templates' ? 'templates' : 'scheme' })}
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
        <>
          <TextField
            label="PartitionKey template"
            mono
            value={form.pk}
            onChange={(pk) => onChange({ pk })}
            isDisabled={isDisabled}
          />
          <TextField
            label="RowKey template"
            mono
            value={form.rk}
            onChange={(rk) => onChange({ rk })}
            isDisabled={isDisabled}
          />
        </>
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

const SHAPES = [
  { id: 'steps', label: 'Steps up' },
  { id: 'steady', label: 'Steady' },
  { id: 'burst', label: 'Burst' },
  { id: 'day', label: 'A day' },
] as const;

const SHAPE_WORDS: Readonly<Record<LabForm['shape'], string>> = {
  steps: '50 % more every 3 s, until the service throttles or the last step ends.',
  steady: 'The same rate until the end.',
  burst: 'Five times the rate for an eighth of the time.',
  day: 'A whole day in this time: nights at 20 % of the rate, noon at 180 %.',
};

const TARGETS = [
  { id: 'one partition', label: 'One partition' },
  { id: 'front', label: 'Newest keys' },
  { id: 'spread', label: 'Spread' },
] as const;

const TARGET_WORDS: Readonly<Record<LabForm['target'], string>> = {
  'one partition': 'Every row has the same PartitionKey.',
  front: 'Keys hold the time of writing; three rows in ten are 1 or 2 min late, as in a log table.',
  spread: 'Keys of all prefixes, with times over a whole day.',
};

function LoadStep(props: PlanFormProps): ReactNode {
  const { form, onChange, isDisabled } = props;
  return (
    <Step title="2. Load and target">
      <SegmentedControl
        label="Load"
        hideLabel
        size="small"
        segments={SHAPES}
        value={form.shape}
        onChange={(id) => onChange({ shape: SHAPES.find((each) => each.id === id)?.id ?? 'steps' })}
        isDisabled={isDisabled}
      />
      <p className={css.note}>{SHAPE_WORDS[form.shape]}</p>
      <Numbers
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
      <SegmentedControl
        label="Target"
        hideLabel
        size="small"
        segments={TARGETS}
        value={form.target}
        onChange={(id) => onChange({ target: TARGETS.find((each) => each.id === id)?.id ?? 'one partition' })}
        isDisabled={isDisabled}
      />
      <p className={css.note}>{TARGET_WORDS[form.target]}</p>
    </Step>
  );
}

function OperationsStep(props: PlanFormProps): ReactNode {
  const { form, fault, onChange, isDisabled } = props;
  return (
    <Step title="3. Operations, in shares">
      <div className={css.shares}>
        {OPERATION_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={KINDS[kind]}
            value={form.shares[kind]}
            onChange={(text) => onChange({ shares: { ...form.shares, [kind]: text } })}
            isFaulty={fault?.field === 'shares'}
            isDisabled={isDisabled}
          />
        ))}
      </div>
      <Numbers
        {...props}
        fields={[
          ['batch', 'Rows per transaction'],
          ['bytes', 'Bytes per row'],
        ]}
      />
    </Step>
  );
}
