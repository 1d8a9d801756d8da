import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';

/** Intervals that writers round to, as a choice; the first is what each writer does by default. */
export const ROUNDINGS: readonly { readonly id: string; readonly label: string }[] = [
  { id: '', label: 'Default' },
  { id: '60', label: '1 min' },
  { id: '300', label: '5 min' },
  { id: '900', label: '15 min' },
  { id: '3600', label: '1 h' },
];

/** The ticks of a chosen interval (ids are seconds), to be spread into options; nothing for the default. */
export function roundingOption(id: string): { readonly roundingTicks?: bigint } {
  return id === '' ? {} : { roundingTicks: BigInt(id) * TICKS_PER_SECOND };
}
