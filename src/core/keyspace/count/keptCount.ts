import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { TableKeyRange } from '../../keys/base/scheme.ts';
import { rangesAfter, splitRange } from '../../plan/rangeSplit.ts';
import type { CountState } from './keyCounts.ts';

/** A part of a run. It is recorded when the counts are, or later, so it may have read further than they say. */
export interface KeptPart {
  readonly name: string;
  readonly range: TableKeyRange;
  /** The part was cut after this key, and other parts read the later keys. Undefined: not cut. */
  readonly endsAt?: EntityKey | undefined;
}

/** A count that can continue after a page reload: counts and key bounds, no secret and no continuation token. */
export interface KeptCount {
  readonly version: 2;
  /** Which keys the credential can read (`keysOfSession`). */
  readonly scope: string;
  readonly counts: CountState;
  readonly parts: readonly KeptPart[];
  /** Requests up to now. Counts that were kept before this was known lack it. */
  readonly requests?: number | undefined;
}

/** The keys not counted yet: in each part, the keys after the last counted one. */
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
