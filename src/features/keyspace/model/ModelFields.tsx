import type { ReactNode } from 'react';
import {
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../../../core/keyspace/target.ts';
import { MODEL_SCHEMES } from '../../../core/keyspace/model/modelTypes.ts';
import { MODEL_SHAPES, type ModelForm } from '../../../state/keyspace/modelForm.ts';
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
/** Schemes without buckets have nothing to spread over. */
const SPREADING: readonly ModelForm['scheme'][] = ['prefixed ticks', 'hash'];

/** The numbers of a design. */
export function ModelFields({ form, fault, onChange }: ModelFieldsProps): ReactNode {
  return (
    <div className={css.modelFields}>
      <div className={css.modelChoice}>
        <Select
          label="Keys"
          options={MODEL_SCHEMES.map((id) => ({ id, label: SCHEME_WORDS[id] }))}
          value={form.scheme}
          onChange={(id) => {
            const scheme = MODEL_SCHEMES.find((one) => one === id);
            if (scheme !== undefined) onChange({ ...form, scheme });
          }}
        />
      </div>
      <div className={css.modelChoice}>
        <Select
          label="Load"
          options={MODEL_SHAPES.map((id) => ({ id, label: SHAPE_WORDS[id] }))}
          value={form.shape}
          onChange={(id) => {
            const shape = MODEL_SHAPES.find((one) => one === id);
            if (shape !== undefined) onChange({ ...form, shape });
          }}
        />
      </div>
      <div className={css.modelChoice}>
        <Select
          label="Partition target"
          options={[...new Set([...TARGET_WORDS.keys(), form.partitionTarget])].map((id) => ({
            id,
            label: TARGET_WORDS.get(id) ?? `${id}/s`,
          }))}
          value={form.partitionTarget}
          onChange={(partitionTarget) => onChange({ ...form, partitionTarget })}
        />
      </div>
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
