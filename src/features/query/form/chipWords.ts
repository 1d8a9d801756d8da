import type { KeyScheme } from '../../../core/keys/base/keyScheme.ts';
import type { SchemeProposal } from '../../../core/keys/detectScheme.ts';
import { KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import type { QueryPlan, PlanFault } from '../../../core/plan/queryPlan.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { EMPTY_FORM, type MatchKind, type QueryForm } from '../../../state/run/queryForm.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { prefixText } from '../../../core/plan/prefixList.ts';
import { isAsProposed, proposalFields } from '../../../state/run/proposedFields.ts';
import { faultText } from '../../../core/result.ts';

/** "300" becomes "5 min". Other texts, which may come from an address, are quoted. */
export function roundingText(seconds: string): string {
  return /^\d{1,6}$/.test(seconds) ? durationText(BigInt(seconds) * TICKS_PER_SECOND) : `"${seconds}"`;
}

/**
 * A title without its brackets: "Prefixed ticks" for "Prefixed ticks (Geneva / MDS)". It is kept whole if another scheme would have the
 * same.
 */
function shortTitle(title: string): string {
  const short = title.replace(/ \([^)]*\)$/, '');
  const named = KEY_SCHEMES.filter(
    (scheme) => scheme.title === short || scheme.title.startsWith(`${short} (`),
  );
  return named.length === 1 ? short : title;
}

/** How the table is keyed, as far as that was chosen: "Prefixed ticks, 100 prefixes". */
export function keyOptionsText(form: QueryForm, scheme: KeyScheme | undefined): string {
  if (scheme === undefined) return form.scheme === '' ? 'no key scheme' : form.scheme;
  const parts = [shortTitle(scheme.title)];
  if (scheme.prefixed) {
    const all = form.volume === 1 ? '1 prefix' : `${form.volume} prefixes`;
    const listed = form.prefixes.trim();
    parts.push(listed === '' ? all : `only ${/\D/.test(listed) ? 'prefixes' : 'prefix'} ${listed}`);
    if (form.unprefixed) parts.push('keys without a prefix');
  }
  return parts.join(', ');
}

/** At most this many prefixes and ranges of prefixes are named. */
const MOST_NAMED = 12;

function someWords(prefixes: readonly number[], volume: number): string {
  const named = prefixText(prefixes).split(',');
  if (named.length <= MOST_NAMED)
    return `only ${prefixes.length === 1 ? 'prefix' : 'prefixes'} ${named.join(',')}`;
  const some = named.slice(0, MOST_NAMED).join(',');
  return `${formatCount(prefixes.length)} of ${formatPlural(volume, 'prefix', 'prefixes')}: ${some} and more`;
}

/** Which prefixes a query reads: "100 prefixes", "only prefixes 0-9,37, and keys without a prefix". */
export function prefixWords(props: Pick<QueryPlan['request'], 'prefixes' | 'volume' | 'unprefixed'>): string {
  const { prefixes, volume, unprefixed } = props;
  const which =
    prefixes === undefined ? formatPlural(volume, 'prefix', 'prefixes') : someWords(prefixes, volume);
  return unprefixed ? `${which}, and keys without a prefix` : which;
}

/** "rounding automatic", "rounding 5 min"; undefined for keys without a time, which are not rounded. */
export function roundingWords(form: QueryForm, scheme: KeyScheme | undefined): string | undefined {
  if (scheme === undefined || scheme.timeSource === 'none') return undefined;
  return `rounding ${form.rounding === '' ? 'automatic' : roundingText(form.rounding)}`;
}

/** What clearing "Key options" sets: what the sample of the keys suggests, or nothing chosen. */
export function defaultKeyOptions(proposal: SchemeProposal | undefined): Partial<QueryForm> {
  const { prefixes } = EMPTY_FORM;
  const { scheme, volume, unprefixed } = proposal === undefined ? EMPTY_FORM : proposalFields(proposal);
  return { scheme, volume, unprefixed, prefixes };
}

/** What clearing the rounding sets: what the sample of the keys suggests, or automatic. */
export function defaultRounding(proposal: SchemeProposal | undefined): string {
  return proposal === undefined ? EMPTY_FORM.rounding : proposalFields(proposal).rounding;
}

/**
 * Whether the key options, except for the rounding, differ from what the sample suggests. Without a sample, only a list of prefixes counts
 * as a change.
 */
export function areKeyOptionsChanged(form: QueryForm, proposal: SchemeProposal | undefined): boolean {
  return (
    form.prefixes.trim() !== '' ||
    (proposal !== undefined && !isAsProposed({ ...form, rounding: defaultRounding(proposal) }, proposal))
  );
}

/** "any PartitionKey", "RowKey is a", "PartitionKey begins with b". */
export function keyMatchText(name: 'PartitionKey' | 'RowKey', text: string, kind: MatchKind): string {
  if (text === '') return `any ${name}`;
  return `${name} ${kind === 'begins' ? 'begins with' : 'is'} ${text}`;
}

/** "all columns", "Level, Message". */
export function columnsText(select: string): string {
  return select.trim() === '' ? 'all columns' : select.trim();
}

type FaultField = PlanFault['field'];

/** The parts of the form that open from a chip. */
export type FormPart = 'time' | 'keys' | 'rounding' | 'pk' | 'rk' | 'columns';

/** The name of each field as the form shows it, and the part that holds it; none if the field is always visible. */
const FIELDS: Readonly<Record<FaultField, readonly [label: string, part?: FormPart]>> = {
  table: ['Table'],
  filter: ['Filter'],
  scheme: ['Key scheme', 'keys'],
  prefixes: ['Prefixes', 'keys'],
  from: ['From', 'time'],
  to: ['To', 'time'],
  pk: ['PartitionKey', 'pk'],
  rk: ['RowKey', 'rk'],
  select: ['Columns', 'columns'],
};

/**
 * The fault that the form shows at a field; undefined if there is none. An empty field shows no fault, because nothing was typed in it yet.
 * An empty end of the window does, because leaving it empty is a choice.
 */
export function fieldFault(
  faults: readonly PlanFault[],
  field: FaultField,
  form: QueryForm,
): PlanFault | undefined {
  const fault = faults.find((each) => each.field === field);
  if (fault === undefined) return undefined;
  return field === 'from' || field === 'to' || form[field] !== '' ? fault : undefined;
}

/** The part of the form that holds the field of a fault. */
export function faultPart(fault: PlanFault): FormPart | undefined {
  return FIELDS[fault.field][1];
}

/** What the chip of a part says about a fault inside it: "From: "x" is not a time". Undefined if there is none. */
export function partFault(faults: readonly PlanFault[], part: FormPart, form: QueryForm): string | undefined {
  const inside = faults.filter(
    (fault) => faultPart(fault) === part && fieldFault(faults, fault.field, form) !== undefined,
  );
  return inside.map(({ field, message }) => `${FIELDS[field][0]}: ${message}`).join(' ') || undefined;
}

/** Why there is no plan, for the line under the form. The fault is given in full only if no field shows it. */
export function planFaultWords(fault: PlanFault, form: QueryForm): string {
  if (fieldFault([fault], fault.field, form) !== undefined) {
    return `Correct "${FIELDS[fault.field][0]}" to run this query.`;
  }
  return faultText(fault);
}
