/** Where a page may send once it is locked. */
export interface LockTarget {
  /** Table endpoints without a slash at the end: the account's own, and its read-only copy where that is used. */
  readonly endpoints: readonly string[];
  /** Whether the server of this page stays reachable too: the demo account renews its SAS there. */
  readonly ownServer: boolean;
}

/** Why a SAS is not taken, and what to do. */
export interface LockRefusal {
  readonly message: string;
  readonly nextStep: string;
  /** Whether loading the page anew helps. */
  readonly reloadHelps: boolean;
}

/**
 * Keeps what runs in this page from sending a SAS anywhere but to the account that it is for. A page can be locked
 * once: policies only ever get stricter, so another account needs the page to be loaded anew.
 */
export interface IsolationLock {
  /** Whether this page is shown inside another one, which could draw over it. */
  readonly isFramed: boolean;
  /** To be called before the first request that carries a SAS. Undefined: from now on nothing else can be reached. */
  readonly lockTo: (target: LockTarget) => LockRefusal | undefined;
  /** Why the demo account cannot be asked for; undefined: it can. */
  readonly refusalOfDemo: () => LockRefusal | undefined;
  /** Loads the page anew, at its address: what it held is gone, the lock as well. */
  readonly reload: () => void;
}

/** What the lock needs of a page; tests pass a plain object. */
export interface LockablePage {
  /** The policy that the page came with, as in a Content-Security-Policy header. */
  readonly policy: string;
  readonly isFramed: boolean;
  /** Adds a policy for good, beside those that hold already. */
  readonly addPolicy: (policy: string) => void;
  readonly reload: () => void;
}

const FRAMED: LockRefusal = {
  message: 'Keyscope takes no SAS while it is shown inside another page: that page could draw over it.',
  nextStep: 'Open Keyscope in a tab of its own.',
  reloadHelps: false,
};

export function createIsolationLock(page: LockablePage): IsolationLock {
  let held: LockTarget | undefined;

  const refusal = (target: LockTarget): LockRefusal | undefined => {
    if (page.isFramed) return FRAMED;
    if (held === undefined || isWithin(target, held)) return undefined;
    return {
      message: `This page is locked to ${held.endpoints[0] ?? 'one account'}: nothing in it can reach another account.`,
      nextStep: 'Reload the page, then paste the SAS again. The query stays in the address.',
      reloadHelps: true,
    };
  };

  return {
    isFramed: page.isFramed,
    lockTo: (target) => {
      const refused = refusal(target);
      if (refused !== undefined || held !== undefined) return refused;
      page.addPolicy(lockedPolicy(page.policy, target));
      held = target;
      return undefined;
    },
    refusalOfDemo: () => refusal({ endpoints: [], ownServer: true }),
    reload: page.reload,
  };
}

function isWithin(target: LockTarget, held: LockTarget): boolean {
  if (target.ownServer && !held.ownServer) return false;
  return target.endpoints.every((endpoint) => held.endpoints.includes(endpoint));
}

/** Scheme, host, port and, path-style, the account: nothing that could end a source or a directive. */
const ENDPOINT = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[a-z0-9-]+)?$/u;

/**
 * The page's whole policy with `connect-src` narrowed to the target. Whole, because some loads (a prefetch) are let
 * through by whichever directive is widest, and a directive that a policy leaves out is as wide as can be.
 * Throws TypeError for a target that could not be written as a source.
 */
export function lockedPolicy(policy: string, { endpoints, ownServer }: LockTarget): string {
  if (endpoints.length === 0) throw new TypeError('A page is locked to at least one endpoint.');
  for (const endpoint of endpoints) {
    if (!ENDPOINT.test(endpoint)) throw new TypeError('Not an endpoint that a policy can name.');
  }
  // A source that ends with a slash covers all below it; without one it would be that very address alone.
  const sources = [...(ownServer ? ["'self'"] : []), ...endpoints.map((endpoint) => `${endpoint}/`)];
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '');
  const others = directives.filter((directive) => !/^connect-src(?:\s|$)/iu.test(directive));
  if (others.length === directives.length) throw new TypeError('The policy of the page has no connect-src.');
  return [...others, `connect-src ${sources.join(' ')}`].join('; ');
}
