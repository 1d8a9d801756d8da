import type { ReactNode } from 'react';
import {
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../../../core/keyspace/target.ts';
import type { ModelForm } from '../../../state/keyspace/modelForm.ts';
import { MODEL_NUMBERS, type ModelFault } from '../../../state/keyspace/modelInput.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import css from '../map/keyspace.module.css';

export interface ModelFieldsProps {
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
/** Fields with a few values, each with its words. */
const CHOICES = [
  { name: 'scheme', label: 'Keys', words: new Map(Object.entries(SCHEME_WORDS)) },
  { name: 'shape', label: 'Load', words: new Map(Object.entries(SHAPE_WORDS)) },
  { name: 'partitionTarget', label: 'Partition target', words: TARGET_WORDS },
] as const;
/** Schemes without buckets have nothing to spread over. */
const SPREADING: readonly ModelForm['scheme'][] = ['prefixed ticks', 'hash'];

/** The numbers of a design. */
export function ModelFields({ form, fault, onChange }: ModelFieldsProps): ReactNode {
  return (
    <div className={css.modelFields}>
      {CHOICES.map(({ name, label, words }) => (
        <div key={name} className={css.modelChoice}>
          <Select
            label={label}
            // A link may hold another one.
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
