import type { ReactNode } from 'react';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import type { MatchKind } from '../../../state/run/queryForm.ts';
import css from '../query.module.css';

const KINDS: readonly { readonly id: MatchKind; readonly label: string }[] = [
  { id: 'is', label: 'is' },
  { id: 'begins', label: 'begins with' },
];

export interface KeyMatchFieldProps {
  readonly label: 'PartitionKey' | 'RowKey';
  readonly text: string;
  readonly kind: MatchKind;
  readonly onChange: (change: { readonly text?: string; readonly kind?: MatchKind }) => void;
  readonly fault: PlanFault | undefined;
}

/** A key typed whole, or its beginning (sent as `ge` and `lt`, which the service answers from its index). */
export function KeyMatchField(props: KeyMatchFieldProps): ReactNode {
  return (
    <div className={css.match}>
      <TextField
        label={props.label}
        value={props.text}
        onChange={(text) => props.onChange({ text })}
        mono
        placeholder="any"
        error={props.fault}
      />
      <Select
        label={`${props.label} match`}
        hideLabel
        options={KINDS}
        value={props.kind}
        onChange={(id) => props.onChange({ kind: id === 'begins' ? 'begins' : 'is' })}
      />
    </div>
  );
}
