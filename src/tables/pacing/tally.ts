import type { TableFault } from '../base/tableError.ts';
import { isOutage } from './retry.ts';

/** 'check': a one-row request that shows whether continuation tokens are readable, or whether the service answers. */
export type RequestKind = 'query' | 'guard' | 'check';

/** Whose pages are read: a query with all its parts, or one coverage check. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/** What is known of an asker: the totals when its trouble began, and how many of its failures were its own. */
interface Count {
  readonly answers: number;
  readonly failures: number;
  /** Undefined: its last page is whole. */
  readonly own: number | undefined;
}

/** Tells the trouble of one query from trouble that several share. */
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
      // An answer that is not a page (of a proxy, a sign-in page) says nothing about the service, however often it comes.
      const isShared = isOutage(fault) && !isAlone;
      total.failures += 1;
      // Others are compared from its first failure on. The first to fail in a storm seems to be alone until the others fail.
      const since = isShared || before.own === undefined ? total : { ...before, failures: total.failures };
      const own = before.own ?? 0;
      counts.set(nameOf(asker), { ...since, own: isShared ? 0 : own + 1 });
      return isShared ? undefined : own;
    },
  };
}
