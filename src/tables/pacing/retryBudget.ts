import type { RetryPolicy } from './retry.ts';

/** 'check': a one-row request that shows whether continuation tokens are readable, or whether the service answers. */
export type RequestKind = 'query' | 'guard' | 'check';

/** Whose pages are read: a query with all its parts, or one coverage check. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/**
 * The retry budget of a run. Each asker keeps what its own pages earn and takes at most its share of the rest, so that
 * a permanently broken prefix leaves retries for others. Queries leave a reserve for coverage checks and the last
 * check.
 */
export interface RetryBudget {
  /** Whole retries that an asker may still spend. */
  readonly left: (asker: Asker) => number;
  readonly addFirstTry: (asker: Asker) => void;
  readonly addRetry: (asker: Asker) => void;
  /** A page arrived: the retries before it were well spent. */
  readonly keep: () => void;
  /** Returns the retries since the last page: an outage consumed them. */
  readonly forgive: () => void;
}

interface Spent {
  firstTries: number;
  retries: number;
}

/** `queries`: their number; a single one need not share. */
export function createRetryBudget({ budget }: RetryPolicy, queries: number): RetryBudget {
  const all: Spent = { firstTries: 0, retries: 0 };
  const askers = new Map<string, Spent>();
  let unkept: Spent[] = [];
  const spentBy = ({ kind, index }: Asker): Spent => {
    const name = `${kind} ${index}`;
    const found = askers.get(name) ?? { firstTries: 0, retries: 0 };
    askers.set(name, found);
    return found;
  };
  return {
    left: (asker) => {
      const own = spentBy(asker);
      const isQuery = asker.kind === 'query';
      const left =
        budget.floor + budget.ratio * all.firstTries - all.retries - (isQuery ? budget.reserve : 0);
      if (isQuery && queries === 1) return Math.floor(left);
      const earned = budget.ratio * own.firstTries;
      // As if the asker had neither spent nor earned.
      const shared = left + own.retries - earned;
      const allowed = earned + Math.max(1, shared * budget.share) - own.retries;
      return Math.floor(Math.min(left, allowed));
    },
    addFirstTry: (asker) => {
      all.firstTries += 1;
      spentBy(asker).firstTries += 1;
    },
    addRetry: (asker) => {
      const own = spentBy(asker);
      all.retries += 1;
      own.retries += 1;
      unkept.push(own);
    },
    keep: () => {
      unkept = [];
    },
    forgive: () => {
      all.retries -= unkept.length;
      for (const own of unkept) own.retries -= 1;
      unkept = [];
    },
  };
}
