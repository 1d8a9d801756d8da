import type { ReactNode } from 'react';
import { durationText } from '../../../core/time/durationText.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';

const BY_WRITER = 'writer';
/** Seconds that writers round to. */
const USUAL = ['60', '300', '900', '3600', '86400'];

function words(seconds: string): string {
  return /^\d{1,6}$/.test(seconds)
    ? durationText(BigInt(seconds) * TICKS_PER_SECOND)
    : `"${seconds}" is no number`;
}

/** What the writer rounds its keys down to: decides where the bucket of From begins. */
export function RoundingField({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const { query } = useServices();
  const { rounding } = useStore(query);
  const choices = rounding === '' || USUAL.includes(rounding) ? USUAL : [rounding, ...USUAL];
  return (
    <Select
      label="Keys rounded to"
      options={[
        { id: BY_WRITER, label: 'as written', description: "The scheme's own rule" },
        ...choices.map((seconds) => ({ id: seconds, label: words(seconds) })),
      ]}
      value={rounding === '' ? BY_WRITER : rounding}
      onChange={(id) => query.change({ rounding: id === BY_WRITER ? '' : id })}
      isDisabled={isDisabled}
    />
  );
}
