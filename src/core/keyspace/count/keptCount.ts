import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { TableKeyRange } from '../../keys/base/scheme.ts';
import { rangesAfter, splitRange } from '../../plan/rangeSplit.ts';
import type { CountState } from './keyCounts.ts';

/** A part of a count, as the run knows it at the same time as the counts or later. */
export interface KeptPart {
  readonly name: string;
  readonly range: TableKeyRange;
  /** It was cut after this key: later keys are of other parts. Undefined: it was not cut. */
  readonly endsAt?: EntityKey | undefined;
}

/** A count that continues after a reload of the page: counts and key bounds, no secret and no continuation token. */
export interface KeptCount {
  readonly version: 1;
  /** Of the account. */
  readonly endpoint: string;
  /** Which keys the credential reached. */
  readonly scope: string;
  readonly counts: CountState;
  readonly parts: readonly KeptPart[];
}

/** The keys that are not counted yet: of each part, those after its last key that was counted. */
export function rangesLeft({ counts, parts }: Pick<KeptCount, 'counts' | 'parts'>): readonly TableKeyRange[] {
  const lastOf = new Map(counts.edges.map(([part, , last]) => [part, last]));
  return parts.flatMap(({ name, range, endsAt }) => {
    const last = lastOf.get(name);
    const left = last === undefined ? [range] : rangesAfter(range, last);
    if (endsAt === undefined) return left;
    const end = { partitionKey: endsAt.partitionKey, rowKey: `${endsAt.rowKey}\u0000` };
    return left.flatMap((each) => splitRange(each, end).before);
  });
}
