import { USUAL_ROUNDINGS } from '../../core/keys/base/rounding.ts';
import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';

/** The intervals that writers round to, as choices. The first one is the default of each writer. */
export const ROUNDINGS: readonly { readonly id: string; readonly label: string }[] = [
  { id: '', label: 'Default' },
  ...USUAL_ROUNDINGS.map((ticks) => ({ id: String(ticks / TICKS_PER_SECOND), label: durationText(ticks) })),
];

/** The ticks of a chosen interval (ids are seconds), to be spread into options; nothing for the default. */
export function roundingOption(id: string): { readonly roundingTicks?: bigint } {
  return id === '' ? {} : { roundingTicks: BigInt(id) * TICKS_PER_SECOND };
}
