import type { SchemeProposal } from '../../core/keys/detectScheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import type { QueryForm } from './queryForm.ts';

/** What a proposal says about the keys, as form fields. */
export type ProposedFields = Pick<QueryForm, 'scheme' | 'volume' | 'unprefixed' | 'rounding'> &
  Partial<Pick<QueryForm, 'pk' | 'pkMatch'>>;

export function proposalFields(proposal: SchemeProposal): ProposedFields {
  const { schemeId, volume, unprefixed, roundingTicks, textBefore } = proposal;
  const rounding = roundingTicks === undefined ? '' : String(roundingTicks / TICKS_PER_SECOND);
  return {
    scheme: schemeId,
    volume,
    unprefixed,
    rounding,
    ...(textBefore === undefined || schemeById(schemeId)?.timeSource !== 'partition'
      ? {}
      : { pk: textBefore, pkMatch: 'begins' }),
  };
}

export function isAsProposed(form: QueryForm, proposal: SchemeProposal): boolean {
  const fields = proposalFields(proposal);
  return (
    form.scheme === fields.scheme &&
    form.volume === fields.volume &&
    form.unprefixed === fields.unprefixed &&
    form.rounding === fields.rounding
  );
}
