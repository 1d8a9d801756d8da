import { schemeById } from '../core/keys/schemeRegistry.ts';
import { shapeSeconds } from '../core/stress/loadSchedule.ts';
import { OPERATION_KINDS, type StressPlan } from '../core/stress/stressPlan.ts';
import { RETRY_POLICIES } from '../core/stress/retryPolicies.ts';
import { countText, secondsText } from '../core/words.ts';

/** For example "Prefixed ticks (Geneva / MDS), 10 prefixes, newest keys". */
export function keysText({ keys, target }: StressPlan): string {
  const name =
    keys.kind === 'scheme'
      ? (schemeById(keys.schemeId)?.title ?? keys.schemeId)
      : `${keys.partition}, ${keys.row}`;
  const many = keys.groups === 1 ? '1 prefix' : `${countText(keys.groups)} prefixes`;
  return `${name}, ${many}, ${target === 'front' ? 'newest keys' : target}`;
}

/** For example "Steps up from 100/s to 4,000/s in 33 s: insert (20), transaction of 50 (80), rows of 500 bytes". */
export function loadText({ shape, shares, transactionEntities, entityBytes }: StressPlan): string {
  const kinds = OPERATION_KINDS.filter((kind) => (shares[kind] ?? 0) > 0);
  const names = kinds.map((kind) => {
    const name = kind === 'transaction' ? `transaction of ${transactionEntities}` : kind;
    return kinds.length === 1 ? name : `${name} (${shares[kind]})`;
  });
  const ofKinds = [...names, `rows of ${countText(entityBytes)} bytes`].join(', ');
  const time = secondsText(shapeSeconds(shape));
  switch (shape.kind) {
    case 'steps':
      return `Steps up from ${countText(shape.fromPerSecond)}/s to ${countText(shape.mostPerSecond)}/s in ${time}: ${ofKinds}`;
    case 'steady':
      return `Steady ${countText(shape.perSecond)}/s for ${time}: ${ofKinds}`;
    case 'burst':
      return `Burst of ${countText(shape.perSecond * shape.factor)}/s over ${countText(shape.perSecond)}/s in ${time}: ${ofKinds}`;
    case 'day':
      return `A day around ${countText(shape.perSecond)}/s in ${time}: ${ofKinds}`;
    case 'storm':
      return `Storm of ${countText(shape.writers)} writers: ${ofKinds}`;
  }
}

export function policyText({ policy }: StressPlan): string {
  const text = JSON.stringify(policy);
  return RETRY_POLICIES.find((named) => JSON.stringify(named.policy) === text)?.title ?? policy.kind;
}
