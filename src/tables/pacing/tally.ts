import type { TableFault } from '../base/tableError.ts';
import { isOutage } from './retry.ts';

/**
 * 'guard' is a coverage check. 'check' is a one-row request that shows whether continuation tokens are readable, or whether the service
 * answers.
 */
export type RequestKind = 'query' | 'guard' | 'check';

/** Who requests pages: a query with all its parts, or one coverage check. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/** The totals of all askers when this asker's trouble began, and how many of its failures were its own. */
interface Count {
  readonly answers: number;
  readonly failures: number;
  /** Undefined if nothing has failed since its last page. */
  readonly own: number | undefined;
}

/**
 * Tells the trouble of one query from trouble that several queries share. `failed` returns how many failures of its own the asker had
 * before this one; undefined if the trouble is shared.
 */
export function createTally() {
  const total = { answers: 0, failures: 0 };
  const counts = new Map<string, Count>();
  const nameOf = ({ kind, index }: Asker): string => `${kind} ${index}`;
  return {
    sent: (asker: Asker): void => {
      if (!counts.has(nameOf(asker))) counts.set(nameOf(asker), { ...total, own: undefined });
    },
    answered: (asker: Asker): void => {
      total.answers += 1;
      counts.set(nameOf(asker), { ...total, own: undefined });
    },
    failed: (asker: Asker, fault: TableFault): number | undefined => {
      const before = counts.get(nameOf(asker)) ?? { ...total, own: undefined };
      const isAlone = total.failures === before.failures && total.answers > before.answers;
      // An answer that is not a page, for example from a proxy, is never shared trouble: it says nothing about the service.
      const isShared = isOutage(fault) && !isAlone;
      total.failures += 1;
      // Answers to others count from the asker's first failure on. The first to fail in a storm seems to be alone until others fail too.
      const since = isShared || before.own === undefined ? total : { ...before, failures: total.failures };
      const own = before.own ?? 0;
      counts.set(nameOf(asker), { ...since, own: isShared ? 0 : own + 1 });
      return isShared ? undefined : own;
    },
  };
}
