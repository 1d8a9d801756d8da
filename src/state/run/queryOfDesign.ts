import { noneScheme } from '../../core/keys/schemes/none.ts';
import { templateSchemeId } from '../../core/keys/templates/templateScheme.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { MAX_TICKS, ticksToIso } from '../../core/time/ticks.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';

/** Resets the fields about the previous keys, which would narrow the new query and lose rows. */
function otherKeys(): Partial<QueryForm> {
  const { pk, pkMatch, rk, rkMatch, prefixes, unprefixed, rounding, select } = EMPTY_FORM;
  return { pk, pkMatch, rk, rkMatch, prefixes, unprefixed, rounding, select };
}

/** The change to the form that reads a table by its key templates. */
export function queryOfTemplates(partition: string, row: string): Partial<QueryForm> {
  return { ...otherKeys(), scheme: templateSchemeId(partition, row) };
}

/** A Timestamp condition read by key. */
export interface RewrittenCondition extends Pick<QueryForm, 'scheme' | 'volume' | 'filter'> {
  /** Undefined: the one in the form. */
  readonly table: string | undefined;
  readonly window: TickSpan;
}

/** The change to the form that reads such a condition by key. */
export function queryOfRewrite({ table, window, ...fields }: RewrittenCondition): Partial<QueryForm> {
  return {
    ...otherKeys(),
    ...(table === undefined ? {} : { table }),
    ...fields,
    from: ticksToIso(window.from),
    to: ticksToIso(window.to > MAX_TICKS ? MAX_TICKS : window.to),
    windowGiven: true,
  };
}

/** The change to the form that runs a filter over the whole table, whose keys need not contain time: the plan splits it. */
export function queryOfFilter(filter: string, table: string | undefined): Partial<QueryForm> {
  return {
    ...otherKeys(),
    ...(table === undefined ? {} : { table }),
    scheme: noneScheme.id,
    filter,
    from: '',
    to: '',
    windowGiven: true,
  };
}
