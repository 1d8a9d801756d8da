import type { ReactNode } from 'react';
import { USUAL_ROUNDINGS } from '../../../core/keys/base/rounding.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { roundingText } from './chipWords.ts';

const BY_WRITER = 'writer';
/** The usual roundings in seconds, as the form holds them. */
const USUAL = USUAL_ROUNDINGS.map((ticks) => String(ticks / TICKS_PER_SECOND));

/** The interval to which the writer rounds the times in keys down. It decides which bucket From falls into. */
export function RoundingField({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const { query } = useServices();
  const { rounding } = useStore(query);
  const choices = rounding === '' || USUAL.includes(rounding) ? USUAL : [rounding, ...USUAL];
  return (
    <Select
      label="Key rounding"
      options={[
        { id: BY_WRITER, label: 'automatic', description: "The key scheme's own rule" },
        ...choices.map((seconds) => ({ id: seconds, label: roundingText(seconds) })),
      ]}
      value={rounding === '' ? BY_WRITER : rounding}
      onChange={(id) => query.change({ rounding: id === BY_WRITER ? '' : id })}
      isDisabled={isDisabled}
    />
  );
}
