import type { ReactNode } from 'react';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { MatchKind } from '../../../state/run/queryForm.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { keyMatchText } from './chipWords.ts';
import { fieldFault, partFault } from './fieldFaults.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';

const KINDS: readonly { readonly id: MatchKind; readonly label: string }[] = [
  { id: 'is', label: 'is' },
  { id: 'begins', label: 'begins with' },
];

/** A key typed whole, or its beginning (sent as `ge` and `lt`, which the service answers from its index). */
export function KeyMatch(props: PartProps & { readonly part: 'pk' | 'rk' }): ReactNode {
  const { part, faults } = props;
  const { query } = useServices();
  const form = useStore(query);
  const label = part === 'pk' ? 'PartitionKey' : 'RowKey';
  const kind = part === 'pk' ? form.pkMatch : form.rkMatch;
  const wrong = partFault(faults, part, form);
  const isTyped = form[part] !== '';
  return (
    <FlyoutButton
      label={label}
      look="chip"
      face={
        wrong === undefined ? <VisibleText text={keyMatchText(label, form[part], kind)} /> : wordsOf(wrong)
      }
      isLit={isTyped}
      isFaulty={wrong !== undefined}
      onClear={
        isTyped
          ? () => query.change(part === 'pk' ? { pk: '', pkMatch: 'is' } : { rk: '', rkMatch: 'is' })
          : undefined
      }
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <div className={css.match}>
        <Select
          label={`${label} match`}
          hideLabel
          options={KINDS}
          value={kind}
          onChange={(id) =>
            query.change({ [part === 'pk' ? 'pkMatch' : 'rkMatch']: id === 'begins' ? 'begins' : 'is' })
          }
        />
        <TextField
          label={label}
          hideLabel
          value={form[part]}
          onChange={(text) => query.change({ [part]: text })}
          mono
          placeholder={`any ${label}`}
          error={fieldFault(faults, part, form)}
        />
      </div>
    </FlyoutButton>
  );
}
