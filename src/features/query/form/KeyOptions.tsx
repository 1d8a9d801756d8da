import type { ReactNode } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { areKeyOptionsChanged, defaultKeyOptions, keyOptionsText } from './chipWords.ts';
import { fieldFault, partFault } from './fieldFaults.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';
import { RoundingField } from './RoundingField.tsx';
import { SchemeField } from './SchemeField.tsx';
import type { SampleState } from './useTables.ts';

/** The words of the writers' own configuration (eventVolume). */
const VOLUMES = [
  { id: '1', label: 'Small 1' },
  { id: '10', label: 'Medium 10' },
  { id: '100', label: 'Large 100' },
] as const;

/** How the table is keyed: scheme, prefixes, rounding. */
export function KeyOptions(props: PartProps & { readonly sampled: SampleState }): ReactNode {
  const { faults, sampled } = props;
  const { query } = useServices();
  const form = useStore(query);
  const scheme = schemeById(form.scheme);
  const [proposal] = sampled.sample?.proposals ?? [];
  const wrong = partFault(faults, 'keys', form);
  const isChanged = areKeyOptionsChanged(form, proposal);
  const isDetected = proposal !== undefined && !isChanged;
  return (
    <FlyoutButton
      label="Key options"
      look="chip"
      face={
        <>
          {wordsOf(wrong ?? keyOptionsText(form, scheme))}
          {wrong === undefined && isDetected && (
            <>
              {' '}
              <span className={css.detected} title={proposal.reason}>
                detected
              </span>
            </>
          )}
          {sampled.isReading && <span className={css.dim}> sampling keys</span>}
        </>
      }
      isLit={isChanged}
      isFaulty={wrong !== undefined}
      onClear={isChanged ? () => query.change(defaultKeyOptions(proposal)) : undefined}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <KeyFields {...props} />
    </FlyoutButton>
  );
}

function KeyFields({ faults, sampled }: PartProps & { readonly sampled: SampleState }): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const scheme = schemeById(form.scheme);
  const hasNoPrefixes = scheme !== undefined && !scheme.prefixed;
  return (
    <div className={css.part}>
      <SchemeField
        proposals={sampled.sample?.proposals ?? []}
        keys={sampled.sample?.keys}
        isReading={sampled.isReading}
        error={fieldFault(faults, 'scheme', form)?.message}
      />
      <div className={css.pair}>
        <SegmentedControl
          label="Event volume"
          segments={VOLUMES}
          value={String(form.volume)}
          onChange={(id) => query.change({ volume: id === '100' ? 100 : id === '10' ? 10 : 1 })}
          isDisabled={hasNoPrefixes}
        />
        <TextField
          label="Prefixes"
          value={form.prefixes}
          onChange={(prefixes) => query.change({ prefixes })}
          mono
          placeholder="all, or 0-9,37"
          isDisabled={hasNoPrefixes}
          error={fieldFault(faults, 'prefixes', form)}
        />
      </div>
      <Checkbox
        label="Also read keys without a prefix"
        isSelected={form.unprefixed}
        onChange={(unprefixed) => query.change({ unprefixed })}
        isDisabled={hasNoPrefixes}
      />
      <RoundingField isDisabled={scheme === undefined || scheme.timeSource === 'none'} />
    </div>
  );
}
