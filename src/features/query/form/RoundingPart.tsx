import type { ReactNode } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { defaultRounding, roundingWords } from './chipWords.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';
import { RoundingField } from './RoundingField.tsx';
import type { SampleState } from './useTables.ts';

/** How keys are rounded, at one press; the same field is among the key options. None for keys without a time. */
export function RoundingPart(props: PartProps & { readonly sampled: SampleState }): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const words = roundingWords(form, schemeById(form.scheme));
  if (words === undefined) return undefined;
  const usual = defaultRounding(props.sampled.sample?.proposals[0]);
  const isChanged = form.rounding !== usual;
  return (
    <FlyoutButton
      label="Rounding"
      look="chip"
      face={wordsOf(words)}
      isLit={isChanged}
      onClear={isChanged ? () => query.change({ rounding: usual }) : undefined}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <div className={css.part}>
        <RoundingField isDisabled={false} />
      </div>
    </FlyoutButton>
  );
}
