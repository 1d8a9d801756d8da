import type { RetryPolicy } from './retry.ts';

/** 'check': one row asked for to see whether continuations can still be read, or whether the service answers. */
export type RequestKind = 'query' | 'guard' | 'check';

/** Who asks for a page: a query with all of its parts, or one guard. */
export interface Asker {
  readonly kind: RequestKind;
  readonly index: number;
}

/**
 * Counts what a run may still spend on retries. What the pages of an asker earn is its own; of the rest it takes no more
 * than its share, so that a prefix that is broken for ever leaves something for the others; and queries leave something
 * for the guards and checks, which come last.
 */
export interface RetryBudget {
  /** Whole retries that an asker may still spend. */
  readonly left: (asker: Asker) => number;
  readonly addFirstTry: (asker: Asker) => void;
  readonly addRetry: (asker: Asker) => void;
  /** A page came: the retries before it were spent on pages. */
  readonly keep: () => void;
  /** Takes back the retries since the last page: they were spent on an outage. */
  readonly forgive: () => void;
}

interface Spent {
  firstTries: number;
  retries: number;
}

/** `queries`: how many there are; one alone need not share with others. */
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
